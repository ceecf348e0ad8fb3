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
    }

    package let facts: PromiseFacts
    package let status: Int?
    package let code: Code
    /// With `{0}`, `{1}` for what is filled in; `nil` is not judged.
    package let message: String?
    /// How sure the text is; never surer than `basis`.
    package let messageBasis: Basis
    package let signed: SignatureRule?

    package init(
        _ facts: PromiseFacts,
        status: Int?,
        code: Code,
        message: String?,
        messageBasis: Basis,
        signed: SignatureRule?
    ) {
        self.facts = facts
        self.status = status
        self.code = code
        self.message = message
        self.messageBasis = messageBasis
        self.signed = signed
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

    package init(code: String?, message: String?, status: Int) {
        self.code = code
        self.message = message
        self.status = status
    }

    /// For people: `E403002 «Unauthorized operations for signature.» (403)`.
    package var description: String {
        let name = code ?? "a failure without a code"
        return message.map { "\(name) «\($0)» (\(status))" } ?? "\(name) (\(status))"
    }
}
