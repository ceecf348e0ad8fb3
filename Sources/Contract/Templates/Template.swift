package import Base

/// A text with `{{…}}` in it.
package struct Template: Equatable, Sendable {
    /// A part of a template.
    package enum Part: Equatable, Sendable {
        case literal(String)
        /// A name, with members after dots: `pushId`, `listeners.apns.url`.
        case reference([String])
        case function(TemplateFunction)
    }

    package let parts: [Part]
    /// The place of the text in its file, if it is from one.
    package let location: SourceLocation?

    package init(parts: [Part], location: SourceLocation? = nil) {
        self.parts = parts
        self.location = location
    }
}

extension Template {
    /// Whether the whole text is one `{{…}}`, so that the value keeps its type.
    package var isSingle: Bool {
        guard parts.count == 1, case .literal = parts[0] else { return parts.count == 1 }
        return false
    }

    /// The text, if it has no templates.
    package var constantText: String? {
        if parts.isEmpty { return "" }
        guard parts.count == 1, case .literal(let text) = parts[0] else { return nil }
        return text
    }

    /// Every name the text refers to, with its members.
    package var references: [[String]] {
        parts.compactMap { part in
            guard case .reference(let path) = part else { return nil }
            return path
        }
    }

    /// The first part of every name the text refers to.
    package var names: [String] { references.compactMap(\.first) }
}

/// A value that a template generates.
package enum TemplateFunction: Equatable, Sendable {
    /// N random lower-case hexadecimal digits.
    case hex(Int)
    /// N random decimal digits.
    case digits(Int)
    /// N random letters and digits.
    case alphanumerics(Int)
    case uuid
    /// 1, 2, 3 … within a case.
    case sequence
    /// The present moment, shifted, in a zone given in seconds east of UTC.
    case now(TimeFormat, shiftNanoseconds: Int64, zoneSeconds: Int)

    /// Names that a variable must not have.
    package static let names = ["hex", "digits", "alnum", "uuid", "seq", "now"]
}

/// Why a template cannot be used.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let reason: String
    package let location: SourceLocation?

    package init(_ reason: String, at location: SourceLocation? = nil) {
        self.reason = reason
        self.location = location
    }

    package var description: String { location.map { "\($0): \(reason)" } ?? reason }

    /// The error, with a place if it has none.
    func placed(at location: SourceLocation) -> TemplateError {
        TemplateError(reason, at: self.location ?? location)
    }
}
