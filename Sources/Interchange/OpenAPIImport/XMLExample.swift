import JSON
import JSONSchemas

/// An example value as an XML text.
///
/// Source: OpenAPI 3.1, section 4.8.26 (XML Object).
struct XMLExample {
    /// The schema of a value; `nil` where nothing is said.
    typealias Schema = SchemaView?

    /// The text of a value.
    ///
    /// - Parameters:
    ///   - value: The content of the root element.
    ///   - schema: Says which members are attributes, and how elements are called.
    ///   - name: The name of the root element, unless the schema gives one.
    /// - Returns: One line, without a declaration.
    static func text(of value: JSONValue, _ schema: Schema, named name: String) -> String {
        element(value, schema, named: name)
    }

    private static func element(_ value: JSONValue, _ schema: Schema, named name: String) -> String
    {
        let name = self.name(schema) ?? name
        let prefix = words(schema)["prefix"]?.stringValue
        let tag = prefix.map { "\($0):\(name)" } ?? name
        var attributes = ""
        if let namespace = words(schema)["namespace"]?.stringValue {
            attributes += " xmlns\(prefix.map { ":\($0)" } ?? "")=\"\(escaped(namespace))\""
        }
        var content = ""
        switch value {
        case .object(let object):
            for member in object.members {
                let property = schema?.property(member.name)
                if words(property)["attribute"] == true {
                    let own = self.name(property) ?? member.name
                    attributes += " \(own)=\"\(escaped(member.value.spelling))\""
                } else {
                    content += elements(member.value, property, named: member.name)
                }
            }
        case .array(let list):
            content = entries(list, schema, named: name)
        case .null: break
        case .bool, .number, .string: content = escaped(value.spelling)
        }
        return content.isEmpty
            ? "<\(tag)\(attributes)/>" : "<\(tag)\(attributes)>\(content)</\(tag)>"
    }

    /// A member: a list becomes several elements, in one of the list's own name if it is wrapped.
    private static func elements(_ value: JSONValue, _ schema: Schema, named name: String) -> String
    {
        guard let list = value.arrayValue else { return element(value, schema, named: name) }
        let isWrapped = words(schema)["wrapped"] == true
        let own = self.name(schema) ?? name
        let inner = entries(list, schema, named: isWrapped ? name : own)
        return isWrapped ? "<\(own)>\(inner)</\(own)>" : inner
    }

    private static func entries(_ list: [JSONValue], _ schema: Schema, named name: String) -> String
    {
        list.enumerated().map { element($1, schema?.element($0), named: name) }.joined()
    }

    private static func words(_ schema: Schema) -> JSONObject {
        schema?.keywords["xml"]?.objectValue ?? JSONObject()
    }

    private static func name(_ schema: Schema) -> String? { words(schema)["name"]?.stringValue }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
