import JSON

/// Removes secrets from everything a person or a file gets to see.
///
/// A secret is found as it stands; percent-encoded, once or twice, with either case of digits,
/// whichever characters the encoder left alone, and with `+` for a space; escaped inside a JSON
/// string, `\/` and `\u00e9` too; in Base64 with either alphabet, at any place inside a longer
/// text; and in combinations of these. Each place reads `[redacted]` afterwards.
///
/// A secret of fewer than four characters is refused: it would be found by chance everywhere, and
/// a report full of holes shows where it was. An empty one is no secret and is left out.
package struct Redactor: Sendable {
    /// The fewest characters (code points) of a secret.
    package static let minimumLength = 4
    /// What stands in place of a secret.
    package static let mark = "[redacted]"

    let patterns: [Pattern]
    /// Positions in `patterns` by the byte that a pattern begins with.
    let patternsByFirstByte: [[Int]]
    /// Whether a match may begin at a byte as it stands in the text.
    private let mayBegin: [Bool]

    /// Knows no secret and changes nothing.
    package init() {
        self.init(patterns: [])
    }

    /// Prepares to remove every secret.
    ///
    /// - Parameter secrets: In any order; one may be part of another.
    /// - Throws: `SecretTooShort` for the first that is not empty and has fewer than four
    ///   characters.
    package init(secrets: [String]) throws(SecretTooShort) {
        for (position, secret) in secrets.enumerated() {
            let length = secret.unicodeScalars.count
            guard length == 0 || length >= Self.minimumLength else {
                throw SecretTooShort(position: position, length: length)
            }
        }
        let present = secrets.filter { !$0.isEmpty }.flatMap(Self.withLines)
        self.init(patterns: present.flatMap { Pattern.all(for: Array($0.utf8)) })
    }

    /// Of a secret over several lines, such as a private key, each long line is one too: it may come
    /// back with other line ends, or in pieces.
    private static func withLines(_ secret: String) -> [String] {
        let lines = secret.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
        guard lines.count > 1 else { return [secret] }
        return [secret] + lines.filter { $0.utf8.count >= 16 && !$0.hasPrefix("-----") }
    }

    private init(patterns: [Pattern]) {
        var distinct = Set<Pattern>()
        let patterns = patterns.filter { distinct.insert($0).inserted }
        var byFirst = [[Int]](repeating: [], count: 256)
        var mayBegin = [Bool](repeating: false, count: 256)
        for (position, pattern) in patterns.enumerated() {
            byFirst[Int(pattern.bytes[0])].append(position)
            mayBegin[Int(pattern.bytes[0])] = true
        }
        if !patterns.isEmpty {
            for encoded in "%\\+".utf8 { mayBegin[Int(encoded)] = true }
        }
        self.patterns = patterns
        patternsByFirstByte = byFirst
        self.mayBegin = mayBegin
    }
}

/// A secret that is too short to be removed.
package struct SecretTooShort: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the list of secrets; counts from zero.
    package let position: Int
    /// How many characters it has.
    package let length: Int

    package var description: String {
        "secret \(position + 1): expected at least \(Redactor.minimumLength) characters, got "
            + "\(length); a shorter one cannot be told from other text: use a longer value, or do "
            + "not mark it as secret"
    }
}

extension Redactor {
    /// Whether it knows no secret and so changes nothing.
    package var isEmpty: Bool { patterns.isEmpty }

    /// The text without secrets.
    package func redact(_ text: String) -> String {
        guard !patterns.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let found = matches(in: bytes)
        return found.isEmpty ? text : String(decoding: replacing(found, in: bytes), as: UTF8.self)
    }

    /// The bytes without secrets; they need not be text.
    package func redact(_ bytes: [UInt8]) -> [UInt8] {
        guard !patterns.isEmpty else { return bytes }
        let found = matches(in: bytes)
        return found.isEmpty ? bytes : replacing(found, in: bytes)
    }

    /// What has to go, in order; overlapping finds are one, so that no part of either stays.
    private func matches(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for position in bytes.indices where mayBegin[Int(bytes[position])] {
            guard let match = longestMatch(at: position, in: bytes) else { continue }
            if let last = found.last, match.lowerBound < last.upperBound {
                let union =
                    min(last.lowerBound, match.lowerBound)..<max(last.upperBound, match.upperBound)
                found[found.count - 1] = union
            } else {
                found.append(match)
            }
        }
        return found
    }

    private func replacing(_ found: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + found.count * Self.mark.utf8.count)
        var kept = 0
        for range in found {
            result += bytes[kept..<range.lowerBound]
            result += Self.mark.utf8
            kept = range.upperBound
        }
        return result + bytes[kept...]
    }
}
