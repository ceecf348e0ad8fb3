/// An XPath 1.0 expression, with the namespaces of its prefixes.
///
/// Supports no variables, and the functions of the recommendation only.
///
/// Source: XML Path Language (XPath) Version 1.0, W3C Recommendation of 16 November 1999.
package struct XPath: Hashable, Sendable, CustomStringConvertible {
    /// The original text.
    package let description: String
    /// Addresses of namespaces by prefix.
    package let namespaces: [String: String]

    /// Parses an expression.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - namespaces: Namespace names by prefix.
    /// - Throws: `XPathError` for an invalid expression, or an unknown prefix or function.
    package init(_ text: String, namespaces: [String: String] = [:]) throws(XPathError) {
        description = text
        self.namespaces = namespaces
        // Prefixes and functions are resolved only during evaluation.
        do throws(XMLError) {
            _ = try XMLTree(Array("<x/>".utf8)).evaluate(self)
        } catch {
            guard case .expression(let reason) = error else {
                preconditionFailure("a document of the tool's own: \(error)")
            }
            throw XPathError(reason)
        }
    }
}

extension XPath {
    /// The prefixes of names, in order: words before a single colon, outside of texts.
    package static func prefixes(in text: String) -> [String] {
        // Every second piece is inside quotes, unless a text contains the other kind of quote.
        let pieces = text.split(omittingEmptySubsequences: false) { $0 == "'" || $0 == "\"" }
        return stride(from: 0, to: pieces.count, by: 2).flatMap { number -> [String] in
            let words = pieces[number].split(separator: ":", omittingEmptySubsequences: false)
            return zip(words, words.dropFirst()).compactMap { left, right -> String? in
                guard !right.isEmpty else { return nil }
                let start = left.lastIndex { !$0.isLetter && !$0.isNumber && !"-_.".contains($0) }
                let prefix = String(start.map { left[left.index(after: $0)...] } ?? left)
                return prefix.isEmpty ? nil : prefix
            }
        }
    }

    /// The prefixes that `namespaces` does not define, without duplicates.
    var unknownPrefixes: [String] {
        var found: [String] = []
        for prefix in Self.prefixes(in: description)
        where namespaces[prefix] == nil && !found.contains(prefix) {
            found.append(prefix)
        }
        return found
    }
}

/// Result of an expression.
package enum XPathResult: Hashable, Sendable {
    /// The string values of nodes (XPath 1.0 §5), for an element its text; in the order of the document, empty for
    /// none.
    case nodes([String])
    case string(String)
    case number(Double)
    case boolean(Bool)
}

/// Why a text is not an expression.
package struct XPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let description: String

    init(_ reason: String) { description = reason }
}

/// Why a document cannot be looked into.
package enum XMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Not well-formed, at a line counted from one.
    case malformed(line: Int, reason: String)
    /// It declares entities, which are not read.
    case hasEntities
    /// There are more bytes than are looked into.
    case tooLarge(limit: Int)
    /// The expression, not the document, is at fault.
    case expression(String)

    package var description: String {
        switch self {
        case .malformed(let line, let reason): "line \(line): \(reason)"
        case .hasEntities: "it declares entities, which are not read"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .expression(let reason): reason
        }
    }
}
