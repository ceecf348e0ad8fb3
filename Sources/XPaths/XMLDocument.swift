import Synchronization

/// An XML document that several threads may ask, one after the other.
package final class XMLDocument: Sendable {
    private let tree: Mutex<XMLTree>

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The whole of it.
    ///   - limit: How many bytes it may have.
    /// - Throws: Why it cannot be looked into.
    package init(_ bytes: [UInt8], limit: Int = .max) throws(XMLError) {
        tree = Mutex(try XMLTree(bytes, limit: limit))
    }

    /// What an expression finds, from the root.
    ///
    /// - Parameter path: The expression.
    /// - Returns: Nodes in the order of the document, or a value.
    /// - Throws: `XMLError.expression` when it takes too many steps, or has a prefix or a function
    ///   that is not known.
    package func find(_ path: XPath) throws(XMLError) -> XPathResult {
        try tree.withLock { (tree) throws(XMLError) in try tree.evaluate(path) }
    }
}
