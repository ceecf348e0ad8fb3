import Cryptography
import JSON

extension Redactor {
    /// Bytes to look for, in plain form or in the middle of a Base64 text.
    struct Pattern: Hashable, Sendable {
        let bytes: [UInt8]
        /// Whether the Base64 character before the match holds a part of the secret too.
        var opensInside = false
        /// Whether the Base64 character after the match holds a part of the secret too.
        var closesInside = false

        /// The secret and all that Base64 can make of it.
        static func all(for secret: [UInt8]) -> [Pattern] {
            var contents = [secret]
            for text in [escaped(secret, slash: false), escaped(secret, slash: true)]
            where !contents.contains(text) {
                contents.append(text)
            }
            let encodings = contents.flatMap { content in
                (0..<3).flatMap { encoded(content, after: $0) }
            }
            return [Pattern(bytes: secret)] + encodings
        }

        /// What is certain of the Base64 text of `content` when `count` bytes stand before it.
        private static func encoded(_ content: [UInt8], after count: Int) -> [Pattern] {
            let before = [UInt8](repeating: 0, count: count)
            let bits = (count + content.count) * 8
            // The first characters mix in what stands before, the last what stands after.
            let certain = (count * 8 + 5) / 6..<bits / 6
            return [Base64.Alphabet.standard, .url].map { alphabet in
                let text = Array(
                    Base64.encode(before + content, alphabet: alphabet, padded: false).utf8
                )
                return Pattern(
                    bytes: Array(text[certain]),
                    opensInside: count > 0,
                    closesInside: !bits.isMultiple(of: 6)
                )
            }
        }

        /// The content as a JSON string holds it, without escapes that are not needed.
        private static func escaped(_ content: [UInt8], slash: Bool) -> [UInt8] {
            content.flatMap { byte -> [UInt8] in
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
                case UInt8(ascii: "/") where slash: [UInt8(ascii: "\\"), byte]
                case UInt8(ascii: "\n"): Array("\\n".utf8)
                case UInt8(ascii: "\r"): Array("\\r".utf8)
                case UInt8(ascii: "\t"): Array("\\t".utf8)
                default: [byte]
                }
            }
        }
    }
}
