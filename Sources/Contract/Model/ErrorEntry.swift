import Base
import JSON
package import RegularExpressions

/// A row of the error catalogue.
package struct ErrorEntry: Promised {
    /// The code that a response must have.
    package enum Code: Sendable {
        case exactly(String)
        /// A code that matches a regular expression.
        case matching(RegularExpression)
        /// The response has no code.
        case none

        /// The code, if it is one alone.
        package var exact: String? {
            if case .exactly(let code) = self { code } else { nil }
        }

        /// Whether an actual code matches.
        package func accepts(_ code: String?) -> Bool {
            switch self {
            case .exactly(let wanted): code?.hasSameCodePoints(as: wanted) ?? false
            case .matching(let pattern): code.map(pattern.containsMatch) ?? false
            case .none: code == nil
            }
        }

        package var description: String {
            switch self {
            case .exactly(let code): code
            case .matching(let pattern): "a code matching \(pattern.pattern)"
            case .none: "no code"
            }
        }

        /// The code within a text: the first group that matches, else the whole match; `nil`
        /// without a match.
        func part(of text: String) -> String? {
            guard case .matching(let pattern) = self, let match = pattern.firstMatch(in: text)
            else { return nil }
            return match.dropFirst().lazy.compactMap(\.self).first ?? match[0]
        }
    }

    package let facts: PromiseFacts
    /// The statuses of its responses; empty when unknown.
    package let statuses: [Int]
    package let code: Code
    /// With `{0}`, `{1}` for words to fill in; `nil` is not checked.
    package let message: String?
    /// How certain the text is; never more than `basis`.
    package let messageBasis: Basis
    package let signed: SignatureRule?

    package init(
        _ facts: PromiseFacts,
        statuses: [Int],
        code: Code,
        message: String?,
        messageBasis: Basis,
        signed: SignatureRule?
    ) {
        self.facts = facts
        self.statuses = statuses
        self.code = code
        self.message = message
        self.messageBasis = messageBasis
        self.signed = signed
    }
}

extension ErrorEntry {
    /// The wanted error for people: its code, or for a row without one the name and the statuses.
    var wantedName: String {
        guard case .none = code else { return code.description }
        guard !statuses.isEmpty else { return "\(facts.id) (no code)" }
        return "\(facts.id) (\(statuses.map(String.init).joined(separator: " or ")))"
    }
}

/// A mention of a catalogue row.
package struct ErrorReference: Equatable, Sendable {
    /// The form of the message text.
    package enum Message: Equatable, Sendable {
        /// The words for `{0}`, `{1}` …
        case arguments([TemplateValue])
        case verbatim(Template)
    }

    package let id: String
    /// How certain it is that it is this error and no other.
    package let basis: Basis
    package let message: Message?
    package let location: SourceLocation

    package init(id: String, basis: Basis, message: Message?, location: SourceLocation) {
        self.id = id
        self.basis = basis
        self.message = message
        self.location = location
    }
}

/// Whether a response must be signed.
package enum SignatureRule: String, Hashable, Sendable {
    case required, absent, optional
}

/// The failure that a response was recognised as.
package struct RecognizedFailure: Equatable, Sendable {
    /// `nil` when the response has none.
    package let code: String?
    package let message: String?
    package let status: Int
    /// Whether the code, or the message of an error without code, could not be decoded.
    package let isUndecodable: Bool
    /// The code for people: for a whole page only the match of a catalogue pattern, or its
    /// beginning.
    package var shownCode: String? {
        (codeOfPage ?? code).map { Self.excerpt($0, Self.longestCode) }
    }
    private var codeOfPage: String?

    package init(code: String?, message: String?, status: Int, isUndecodable: Bool = false) {
        self.code = code
        self.message = message
        self.status = status
        self.isUndecodable = isUndecodable
    }

    /// For people: `E403002 «Unauthorized operations for signature.» (403)`.
    package var description: String {
        let none = isUndecodable ? "an unreadable failure" : "a failure without a code"
        let name = shownCode ?? none
        return shownMessage.map { "\(name) «\($0)» (\(status))" } ?? "\(name) (\(status))"
    }

    /// The message for people: for a long one its beginning.
    var shownMessage: String? { message.map { Self.excerpt($0, Self.longestMessage) } }

    /// The failure with its code as the catalogue finds it in a whole page.
    func named(by errors: [ErrorEntry]) -> RecognizedFailure {
        guard let code, Self.isPage(code),
            let part = errors.lazy.compactMap({ $0.code.part(of: code) }).first, !part.isEmpty
        else { return self }
        var named = self
        named.codeOfPage = part
        return named
    }

    /// Whether a text contains a code but is not one.
    private static func isPage(_ code: String) -> Bool {
        code.hasPrefix("<") || code.hasPrefix("{")
            || code.unicodeScalars.count > longestCode
            || code.unicodeScalars.contains { $0.value < 0x20 }
    }

    /// The rest is not even counted: everything that is shown is scanned several times.
    private static func excerpt(_ text: String, _ length: Int) -> String {
        let beginning = text.unicodeScalars.prefix(length)
        return beginning.endIndex == text.endIndex ? text : String(beginning) + "…"
    }

    private static let longestCode = 80
    private static let longestMessage = 400
}
