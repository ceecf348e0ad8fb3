/// A server under test.
package struct RunTarget: Hashable, Sendable {
    /// What the contract calls it.
    package let name: String
    /// Without secrets.
    package let url: String
    /// Whether it is the built-in reference.
    package let isReference: Bool

    package init(name: String, url: String, isReference: Bool) {
        self.name = name
        self.url = url
        self.isReference = isReference
    }
}
