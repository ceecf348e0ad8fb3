/// The facts of every coverage row: its place, its basis, and its waiver.
package struct PromiseFacts: Equatable, Sendable {
    /// Its name in the contract; for a promise with its operation: `createPush/both-times`.
    package let id: String
    package let location: SourceLocation
    /// The pointer to the document: `objc#Heading`.
    package let doc: String?
    package let summary: String?
    package let basis: Basis
    package let waiver: Waiver?
    /// Why no request can cover it.
    package let untestable: String?
    /// Why no defect of a server could make it fail.
    package let noDefect: String?

    package init(
        id: String,
        location: SourceLocation,
        doc: String? = nil,
        summary: String? = nil,
        basis: Basis = .documented,
        waiver: Waiver? = nil,
        untestable: String? = nil,
        noDefect: String? = nil
    ) {
        self.id = id
        self.location = location
        self.doc = doc
        self.summary = summary
        self.basis = basis
        self.waiver = waiver
        self.untestable = untestable
        self.noDefect = noDefect
    }
}

/// A row of coverage: an operation, a call, one of their promises, or an error.
package protocol Promised: Sendable {
    var facts: PromiseFacts { get }
}

extension Promised {
    package var id: String { facts.id }
    package var location: SourceLocation { facts.location }
    package var doc: String? { facts.doc }
    package var summary: String? { facts.summary }
    package var basis: Basis { facts.basis }
    package var waiver: Waiver? { facts.waiver }
    package var untestable: String? { facts.untestable }
    package var noDefect: String? { facts.noDefect }
}
