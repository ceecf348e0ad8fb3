package import JSON

/// Something that a document says and the contract that is made from it does not.
package struct ImportLoss: Hashable, Sendable {
    /// The file that says it, as the document refers to it; `nil` for the document itself.
    package var file: String?
    /// Where it stands.
    package var pointer: JSONPointer
    /// What becomes of it, or why nothing does.
    package let reason: String

    init(_ pointer: JSONPointer, _ reason: String) {
        self.pointer = pointer
        self.reason = reason
    }

    /// The place as a document of several files names it: `pets.yaml#/get/callbacks`.
    package var place: String { (file.map { "\($0)#" } ?? "") + pointer.description }
}
