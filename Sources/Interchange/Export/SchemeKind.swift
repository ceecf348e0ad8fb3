import Contract
import JSON

/// The content of an `Authorization` field.
enum SchemeKind {
    case bearer
    /// The templates of user name and password.
    case basic(TemplateValue, TemplateValue)

    /// Recognizes the values of `type: http`, and `Bearer {{token}}`.
    init?(_ value: TemplateValue) {
        if case .text(let template) = value, case .literal(let start)? = template.parts.first,
            start.hasPrefix("Bearer ")
        {
            self = .bearer
            return
        }
        guard case .expression(.join(let list, _)) = value, let elements = list.elements,
            elements.count == 2
        else { return nil }
        switch elements[0].constantValue?.stringValue {
        case "Bearer ": self = .bearer
        case "Basic ":
            guard case .expression(.base64(.expression(.join(let pair, _)))) = elements[1],
                let parts = pair.elements, parts.count == 2
            else { return nil }
            self = .basic(parts[0], parts[1])
        default: return nil
        }
    }

    var name: String {
        switch self {
        case .bearer: "bearer"
        case .basic: "basic"
        }
    }
}

extension Template {
    /// The text as in a contract, functions by their name only.
    var written: String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .reference(let path): "{{\(path.joined(separator: "."))}}"
            case .function: "{{…}}"
            }
        }.joined()
    }
}
