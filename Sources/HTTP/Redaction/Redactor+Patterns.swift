import Base
import Cryptography

extension Redactor {
    /// Bytes to look for, in plain form or in the middle of a Base64 text.
    struct Pattern: Hashable, Sendable {
        let bytes: [UInt8]
        /// Whether the Base64 character before the match also contains a part of the secret.
        var opensInside = false
        /// Whether the Base64 character after the match also contains a part of the secret.
        var closesInside = false

        /// The secret, its hexadecimal digits, all of its Base64 encodings, and a longer secret with another first
        /// character, which requests with wrong credentials have.
        static func all(for secret: [UInt8]) -> [Pattern] {
            var contents = [secret]
            for text in [escaped(secret, slash: false), escaped(secret, slash: true)]
            where !contents.contains(text) {
                contents.append(text)
            }
            let encodings = contents.flatMap(pieces).flatMap { content in
                (0..<3).flatMap { encoded(content, after: $0) }
            }
            let plain = pieces(of: secret).flatMap { piece -> [[UInt8]] in
                let digits = Hex.encode(piece)
                return [piece, Array(digits.utf8), Array(digits.uppercased().utf8)]
            }
            let damaged = secret.count < 8 ? [] : [Array(pieces(of: secret)[0].dropFirst())]
            return (plain + damaged).map { Pattern(bytes: $0) } + encodings
        }

        /// A long secret is searched in overlapping pieces, so that the time for a text does not grow with it, and
        /// most of a truncated one is found.
        private static func pieces(of content: [UInt8]) -> [[UInt8]] {
            guard content.count > 2 * pieceLength else { return [content] }
            // With the last piece, which may overlap, they cover every byte.
            let starts = stride(from: 0, to: content.count - pieceLength, by: pieceLength - overlap)
            return (Array(starts) + [content.count - pieceLength]).map { start in
                Array(content[start..<start + pieceLength])
            }
        }

        private static let pieceLength = 66
        /// Three bytes are four characters of Base64.
        private static let overlap = 3

        /// The certain part of the Base64 text of `content` after `count` other bytes.
        private static func encoded(_ content: [UInt8], after count: Int) -> [Pattern] {
            let before = [UInt8](repeating: 0, count: count)
            let bits = (count + content.count) * 8
            // The first characters also encode the bytes before, the last ones the bytes after.
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

        /// The content as in a JSON string, with required escapes only.
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
