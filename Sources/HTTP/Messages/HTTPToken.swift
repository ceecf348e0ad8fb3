import Base

/// Tokens of HTTP, such as methods.
package enum HTTPToken {
    /// Whether a text is a token.
    ///
    /// Source: RFC 9110 §5.6.2.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}
