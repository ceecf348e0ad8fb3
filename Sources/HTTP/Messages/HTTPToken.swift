/// Words of HTTP, such as methods.
package enum HTTPToken {
    /// Whether a text is such a word.
    ///
    /// Source: RFC 9110 §5.6.2.
    package static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
