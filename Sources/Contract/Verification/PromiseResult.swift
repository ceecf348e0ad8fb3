/// One row of coverage: a promise and what became of it.
package struct PromiseResult: Hashable, Sendable {
    /// What kind of row a promise is.
    package enum Kind: String, Hashable, Sendable {
        /// An operation's success answer.
        case success
        /// A trigger of an error code.
        case error
        /// Something else an operation promises.
        case behaviour
        /// A row of the error catalogue.
        case catalogue
    }

    /// `createPush`, `createPush/both-times` or `errors/E404002`.
    package var id: String
    package var kind: Kind
    package var basis: Basis
    /// What it says, when the contract says it in words.
    package var summary: String?
    /// The pointer to the document: `objc#Heading`.
    package var doc: String?
    package var location: SourceLocation
    package var status: PromiseStatus
    /// Why it is waived or unprovokable, or why nobody tried it.
    package var reason: String?
    /// The cases that provoke it, by expanded name, in file order.
    package var cases: [String]

    package init(
        id: String,
        kind: Kind,
        basis: Basis,
        summary: String? = nil,
        doc: String? = nil,
        location: SourceLocation,
        status: PromiseStatus,
        reason: String? = nil,
        cases: [String] = []
    ) {
        self.id = id
        self.kind = kind
        self.basis = basis
        self.summary = summary
        self.doc = doc
        self.location = location
        self.status = status
        self.reason = reason
        self.cases = cases
    }
}
