/// One HTTP call that the documents describe.
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

    /// Of the operation as a whole, and of its success answer.
    package let facts: PromiseFacts
    /// Those of every case whose steps call it.
    package let tags: [String]
    /// Complete, valid examples, one for each row of the operation; at least one.
    ///
    /// The headers of the target are not in them.
    package let variants: [Variant]
    /// What is accepted of a request, by section; one without a rule is not described.
    package let accepted: [AcceptanceRule]
    /// Media types in which its body may come, beside that of the example.
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

/// What an answer with some status has to look like.
package struct ResponseRule: Sendable {
    /// Which statuses a rule is for.
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

/// One thing a document says of an operation, beside its success answer.
package struct Promise: Promised {
    package let facts: PromiseFacts
    /// Without its operation: `both-times`.
    package let name: String
    /// The error it triggers; `nil` for a behaviour.
    package let error: ErrorReference?
    /// What the answer has to be beside that.
    package let expectation: ExpectationTemplate?
    /// Whether the document promises that it is accepted, and no more.
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

/// Sets a promise or a case aside.
package struct Waiver: Equatable, Sendable {
    package let reason: String
    /// `2027-06-30`: after that day the waiver is void; `nil` for no end.
    package let until: String?

    package init(reason: String, until: String?) {
        self.reason = reason
        self.until = until
    }

    /// Whether it still holds on a day written `2026-01-31`.
    package func isInForce(on day: String) -> Bool { until.map { day <= $0 } ?? true }

    /// The reason, with the end when there is one.
    package var description: String { until.map { "\(reason) (until \($0))" } ?? reason }
}
