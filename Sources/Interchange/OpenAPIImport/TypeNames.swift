import JSON

/// Type names that OpenAPI does not have but people write: `int` for `integer`.
enum TypeNames {
    private static let meant = [
        "int": "integer", "long": "integer", "short": "integer", "float": "number",
        "double": "number",
        "decimal": "number", "bool": "boolean", "str": "string", "text": "string", "list": "array",
        "dict": "object", "map": "object",
    ]
    /// Members with data instead of a schema.
    private static let data: Set = ["example", "examples", "default", "enum", "const"]

    /// The document with corrected type names, and a remark for each correction.
    static func mended(_ document: JSONValue) -> (document: JSONValue, losses: [ImportLoss]) {
        var losses: [ImportLoss] = []
        return (mended(document, at: JSONPointer(tokens: []), &losses), losses)
    }

    private static func mended(
        _ value: JSONValue,
        at place: JSONPointer,
        _ losses: inout [ImportLoss]
    ) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    mended(element, at: JSONPointer(tokens: place.tokens + ["\(index)"]), &losses)
                }
            )
        case .object(var object):
            for member in object.members where !data.contains(member.name) {
                let (name, own) = (member.name, JSONPointer(tokens: place.tokens + [member.name]))
                if name == "type", let wrong = member.value.stringValue, let right = meant[wrong] {
                    object[name] = .string(right)
                    losses.append(ImportLoss(own, "\"\(wrong)\" was read as \"\(right)\""))
                } else if !name.hasPrefix("x-") {
                    object[name] = mended(member.value, at: own, &losses)
                }
            }
            return .object(object)
        default: return value
        }
    }
}
