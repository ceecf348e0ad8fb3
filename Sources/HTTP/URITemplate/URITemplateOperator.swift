/// The character after an opening brace, which determines how values are joined and encoded.
///
/// Source: RFC 6570, appendix A.
enum URITemplateOperator: Unicode.Scalar, Sendable, CaseIterable {
    /// No operator; this character never occurs in a template.
    case simple = "\0"
    case reserved = "+"
    case fragment = "#"
    case label = "."
    case path = "/"
    case parameters = ";"
    case query = "?"
    case continuation = "&"

    /// Text before the first defined variable.
    var first: String {
        switch self {
        case .simple, .reserved: ""
        case .fragment: "#"
        case .label: "."
        case .path: "/"
        case .parameters: ";"
        case .query: "?"
        case .continuation: "&"
        }
    }

    /// Text between two defined variables.
    var separator: String {
        switch self {
        case .simple, .reserved, .fragment: ","
        case .label: "."
        case .path: "/"
        case .parameters: ";"
        case .query, .continuation: "&"
        }
    }

    /// Whether values are written with their names.
    var isNamed: Bool {
        switch self {
        case .parameters, .query, .continuation: true
        case .simple, .reserved, .fragment, .label, .path: false
        }
    }

    /// Text after the name of an empty value.
    var afterEmptyName: String {
        switch self {
        case .query, .continuation: "="
        case .simple, .reserved, .fragment, .label, .path, .parameters: ""
        }
    }

    /// Whether reserved characters and percent-encoded triplets are kept.
    var keepsReserved: Bool {
        switch self {
        case .reserved, .fragment: true
        case .simple, .label, .path, .parameters, .query, .continuation: false
        }
    }
}
