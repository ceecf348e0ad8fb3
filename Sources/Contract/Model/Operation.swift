/// One documented HTTP call.
package struct Operation: Promised {
    /// The request of one of an operation's rows.
    package struct Variant: Equatable, Sendable {
        /// As in `registerToken[iphone]`; `nil` for an operation without rows.
        package let label: String?
        package let request: RequestTemplate

        package init(label: String?, request: RequestTemplate) {
            self.label = label
            self.request = request
        }
    }

    /// Of the operation as a whole, and of its success.
    package let facts: PromiseFacts
    /// The tags of every case with a step that calls it.
    package let tags: [String]
    /// Complete, valid examples, one for each row of the operation; at least one.
    ///
    /// Without the headers of the target.
    package let variants: [Variant]
    /// The accepted content of a request, by section; a section without a rule is not described.
    package let accepted: [AcceptanceRule]
    /// Media types of its body, besides that of the example.
    package let acceptedTypes: [String]
    /// By status, in file order.
    package let responses: [ResponseRule]
    /// In file order.
    package let promises: [Promise]

    package init(
        _ facts: PromiseFacts,
        tags: [String] = [],
        variants: [Variant],
        accepted: [AcceptanceRule] = [],
        acceptedTypes: [String] = [],
        responses: [ResponseRule],
        promises: [Promise]
    ) {
        self.facts = facts
        self.tags = tags
        self.variants = variants
        self.accepted = accepted
        self.acceptedTypes = acceptedTypes
        self.responses = responses
        self.promises = promises
    }

    /// The rule for a status: the exact one before its class before `default`.
    package func response(for status: Int) -> ResponseRule? {
        responses.first { $0.status == .exactly(status) }
            ?? responses.first { $0.status == .class(status / 100) }
            ?? responses.first { $0.status == .any }
    }
}

/// The expectation of a response with some status.
package struct ResponseRule: Sendable {
    /// The statuses of a rule.
    package enum Status: Equatable, Sendable, CustomStringConvertible {
        case exactly(Int)
        /// 2 for `2XX`.
        case `class`(Int)
        case any

        package var description: String {
            switch self {
            case .exactly(let status): "\(status)"
            case .class(let hundred): "\(hundred)XX"
            case .any: "any status"
            }
        }
    }

    package let status: Status
    package let expectation: ExpectationTemplate

    package init(status: Status, expectation: ExpectationTemplate) {
        self.status = status
        self.expectation = expectation
    }
}

/// One documented fact about an operation, besides its success.
package struct Promise: Promised {
    package let facts: PromiseFacts
    /// Without its operation: `both-times`.
    package let name: String
    /// The error it triggers; `nil` for a behaviour.
    package let error: ErrorReference?
    /// A further expectation of the response.
    package let expectation: ExpectationTemplate?
    /// Whether the document promises only that the request is accepted.
    package let isAcceptedOnly: Bool

    package init(
        _ facts: PromiseFacts,
        name: String,
        error: ErrorReference?,
        expectation: ExpectationTemplate?,
        isAcceptedOnly: Bool = false
    ) {
        self.facts = facts
        self.name = name
        self.error = error
        self.expectation = expectation
        self.isAcceptedOnly = isAcceptedOnly
    }
}

/// A waiver of a promise or a case.
package struct Waiver: Equatable, Sendable {
    package let reason: String
    /// `2027-06-30`, the last day of the waiver; `nil` for no end.
    package let until: String?

    package init(reason: String, until: String?) {
        self.reason = reason
        self.until = until
    }

    /// Whether it is in force on a day, such as `2026-01-31`.
    package func isInForce(on day: String) -> Bool { until.map { day <= $0 } ?? true }

    /// The reason, with the end if there is one.
    package var description: String { until.map { "\(reason) (until \($0))" } ?? reason }
}
