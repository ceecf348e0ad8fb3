package import JSON

/// A cookie set by a response.
///
/// Source: RFC 6265 §5.2.
package struct Cookie {
    package let name: String
    package let value: String
    private let attributes: [(name: String, value: String?)]

    /// Names of attributes that browsers know.
    package static let attributeNames = [
        "Domain", "Expires", "HttpOnly", "Max-Age", "Partitioned", "Path", "Priority", "SameSite",
        "Secure",
    ]

    /// `nil` when the field has no name and value.
    package init?(_ field: String) {
        let parts = Self.split(field, at: UInt8(ascii: ";"))
        guard let pair = parts.first, let value = pair.value, !pair.name.isEmpty else { return nil }
        name = pair.name
        self.value = value
        attributes = Array(parts.dropFirst())
    }

    /// The value of the last attribute with a name, ignoring case; `true` for one without a value.
    package func attribute(_ name: String) -> JSONValue? {
        guard let attribute = attributes.last(where: { HTTPFields.areSame($0.name, name) }) else {
            return nil
        }
        guard let value = attribute.value else { return .bool(true) }
        if HTTPFields.areSame(name, "Max-Age"), let seconds = Int(value) {
            return .integer(seconds)
        }
        return .string(value)
    }

    /// The text of the last attribute with a name; `nil` when it is missing or has no value.
    func text(of name: String) -> String? {
        attributes.last { HTTPFields.areSame($0.name, name) }?.value
    }

    /// The cookies that a request carries.
    package static func pairs(in fields: [String]) -> [(name: String, value: String)] {
        fields.flatMap { split($0, at: UInt8(ascii: ";")) }
            .compactMap { part in part.value.map { (part.name, $0) } }
    }

    private static func split(
        _ text: String,
        at separator: UInt8
    ) -> [(name: String, value: String?)] {
        text.utf8.split(separator: separator, omittingEmptySubsequences: false).map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else {
                return (trimmed(part), nil)
            }
            return (trimmed(part[..<equals]), trimmed(part[part.index(after: equals)...]))
        }
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let bytes = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: Array(bytes), as: UTF8.self)
    }
}
