import Base
import HTTP

/// Media types, as far as bodies depend on them.
enum MediaType {
    /// The type without parameters, in lower case.
    static func name(_ type: String) -> String {
        String(type.prefix { $0 != ";" }).trimmed.lowercased()
    }

    /// Whether bodies of a type are JSON.
    static func isJSON(_ type: String) -> Bool {
        let name = name(type)
        return name == "application/json" || name.hasSuffix("+json") || name == "text/json"
    }

    /// Whether bodies of a type are XML.
    static func isXML(_ type: String) -> Bool {
        let name = name(type)
        return name.hasSuffix("/xml") || name.hasSuffix("+xml")
    }

    /// Whether bodies of a type are event streams.
    static func isEventStream(_ type: String) -> Bool { name(type) == EventStreamParser.mediaType }

    static let form = "application/x-www-form-urlencoded"
    static let multipart = "multipart/form-data"
}
