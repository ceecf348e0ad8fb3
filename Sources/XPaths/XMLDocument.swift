import Synchronization

/// An XML document for several threads, one at a time.
package final class XMLDocument: Sendable {
    private let tree: Mutex<XMLTree>

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The complete document.
    ///   - limit: Largest number of bytes.
    /// - Throws: Why it is invalid.
    package init(_ bytes: [UInt8], limit: Int = .max) throws(XMLError) {
        tree = Mutex(try XMLTree(bytes, limit: limit))
    }

    /// Evaluates an expression at the root.
    ///
    /// - Parameter path: The expression.
    /// - Returns: Nodes in the order of the document, or a value.
    /// - Throws: `XMLError.expression` for too many steps, or for an unknown prefix or function.
    package func find(_ path: XPath) throws(XMLError) -> XPathResult {
        try tree.withLock { (tree) throws(XMLError) in try tree.evaluate(path) }
    }
}
