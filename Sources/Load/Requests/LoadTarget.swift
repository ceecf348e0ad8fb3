/// A server, by the name that the contract has for it.
package struct LoadTarget: Hashable, Sendable {
    package let name: String
    /// Scheme, host and port.
    package let origin: String
    /// A path of the server's own, before the contract's base path; empty for none.
    package let prefix: String

    package init(name: String, origin: String, prefix: String = "") {
        self.name = name
        self.origin = origin
        self.prefix = prefix
    }
}
