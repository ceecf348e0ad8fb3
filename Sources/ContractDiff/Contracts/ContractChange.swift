package import Contract

/// One thing that is other in a newer contract, as a client sees it.
package struct ContractChange: Hashable, Sendable {
    /// What the change means for a client that was written to the old contract.
    package enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// It can fail, though it keeps to everything the old contract says.
        case breaking
        /// It goes on to work.
        case compatible
        /// Nothing changes on the wire, or it is unknown, or too little is known to count.
        case note

        /// From the gravest on.
        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .breaking: 0
            case .compatible: 1
            case .note: 2
            }
        }
    }

    /// What a change is about.
    package enum Subject: Hashable, Sendable {
        /// Every call: address, security, failures.
        case service
        case operation(String)
        /// A row of the error catalogue.
        case error(String)
    }

    /// The closed set of things that can change.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case operationRemoved = "operation-removed"
        case operationAdded = "operation-added"
        case operationRenamed = "operation-renamed"
        case host
        case basePath = "base-path"
        case target
        case security
        case failureRule = "failure-rule"
        case method
        case path
        case requestBody = "request-body"
        case requestAccepted = "request-accepted"
        case requestFieldRequired = "request-field-required"
        case requestExample = "request-example"
        case responseStatus = "response-status"
        case responseShape = "response-shape"
        case responseSignature = "response-signature"
        case errorCodeAdded = "error-code-added"
        case errorCodeRemoved = "error-code-removed"
        case errorCode = "error-code"
        case errorStatus = "error-status"
        case errorMessage = "error-message"
        case errorAddedToOperation = "error-added-to-operation"
        case errorRemovedFromOperation = "error-removed-from-operation"
        case promiseAdded = "promise-added"
        case promiseRemoved = "promise-removed"
        case promiseChanged = "promise-changed"
        case promiseWording = "promise-wording"
        case promiseWeakened = "promise-weakened"
        /// A part that contracts do not express.
        case notCompared = "not-compared"
    }

    package var severity: Severity
    package var kind: Kind
    package var subject: Subject
    /// The promise or error code that came or went; `nil` for other changes.
    package var name: String?
    /// Which of several services it belongs to; `nil` when only one is compared.
    package var service: String?
    /// What changed, in words, without a full stop.
    package var what: String
    /// How sure the contracts are of what changed.
    package var basis: Basis
    /// The place in the old contract; `nil` when there is none.
    package var old: SourceLocation?
    /// The place in the new contract; `nil` when there is none.
    package var new: SourceLocation?

    package init(
        _ severity: Severity,
        _ kind: Kind,
        of subject: Subject,
        _ what: String,
        name: String? = nil,
        basis: Basis = .documented,
        old: SourceLocation? = nil,
        new: SourceLocation? = nil
    ) {
        self.severity = severity
        self.kind = kind
        self.subject = subject
        self.what = what
        self.name = name
        self.basis = basis
        self.old = old
        self.new = new
    }
}
