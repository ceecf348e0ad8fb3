import Base
import JSON
package import RegularExpressions

/// A row of the error catalogue.
package struct ErrorEntry: Promised {
    /// What the answer has to carry as its code.
    package enum Code: Sendable {
        case exactly(String)
        /// A code that matches a regular expression.
        case matching(RegularExpression)
        /// The answer carries no code.
        case none

        /// Whether a code that came fits.
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

        /// What of a text is the code: the first group that matches, else the whole match; `nil`
        /// when nothing matches.
        func part(of text: String) -> String? {
            guard case .matching(let pattern) = self, let match = pattern.firstMatch(in: text)
            else { return nil }
            return match.dropFirst().lazy.compactMap(\.self).first ?? match[0]
        }
    }

    package let facts: PromiseFacts
    /// The statuses it comes with; empty when they are not known.
    package let statuses: [Int]
    package let code: Code
    /// With `{0}`, `{1}` for what is filled in; `nil` is not judged.
    package let message: String?
    /// How sure the text is; never surer than `basis`.
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
    /// What is wanted, for people: its code, and of a row without one the name and the statuses.
    var wantedName: String {
        guard case .none = code else { return code.description }
        guard !statuses.isEmpty else { return "\(facts.id) (no code)" }
        return "\(facts.id) (\(statuses.map(String.init).joined(separator: " or ")))"
    }
}

/// A mention of a catalogue row.
package struct ErrorReference: Equatable, Sendable {
    /// How the text of the message is given.
    package enum Message: Equatable, Sendable {
        /// What stands for `{0}`, `{1}` …
        case arguments([TemplateValue])
        case verbatim(Template)
    }

    package let id: String
    /// How sure it is that it is this error and no other.
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

/// Whether an answer has to be signed.
package enum SignatureRule: String, Hashable, Sendable {
    case required, absent, optional
}

/// A failure that an answer was recognised to be.
package struct RecognizedFailure: Equatable, Sendable {
    /// `nil` when the answer carries none.
    package let code: String?
    package let message: String?
    package let status: Int
    /// Whether the code, or the message of an error without code, could not be decoded.
    package let isUndecodable: Bool
    /// The code for people: of a whole page only what a pattern of the catalogue finds in it, or
    /// its beginning.
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

    /// The message for people: of a long one its beginning.
    var shownMessage: String? { message.map { Self.excerpt($0, Self.longestMessage) } }

    /// The same, whose code is shown as the catalogue finds it in a whole page.
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

    /// What follows the beginning is not even counted: everything that is shown is looked through several times.
    private static func excerpt(_ text: String, _ length: Int) -> String {
        let beginning = text.unicodeScalars.prefix(length)
        return beginning.endIndex == text.endIndex ? text : String(beginning) + "…"
    }

    private static let longestCode = 80
    private static let longestMessage = 400
}
