import Base

/// Removes secrets from everything a person or a file gets to see.
///
/// A secret is found as it stands; percent-encoded, once or twice, with either case of digits,
/// whichever characters the encoder left alone, and with `+` for a space; escaped inside a JSON
/// string, `\/` and `\u00e9` too, and inside one within another; in Base64 with either alphabet, at
/// any place inside a longer text; as hexadecimal digits; and in combinations of these. Each place
/// reads `[redacted]` afterwards. One of more than 132 bytes is found in pieces of 66.
///
/// It is not found as HTML or XML entities, quoted-printable, octal or `\x41`, in another case or
/// another character set, in Base64 of Base64, percent-encoded three times, or compressed.
///
/// The time is proportional to the text and to the secrets.
///
/// A secret of fewer than four characters is refused: it would be found by chance everywhere, and
/// a report full of holes shows where it was. An empty one is no secret and is left out.
package struct Redactor: Sendable {
    /// The fewest characters (code points) of a secret.
    package static let minimumLength = 4
    /// What stands in place of a secret.
    package static let mark = "[redacted]"

    private let tree: PatternTree
    /// Secrets that a shell knows by a name, the longest first.
    private let named: [(value: String, name: String)]

    /// Knows no secret and changes nothing.
    package init() {
        tree = PatternTree([])
        named = []
    }

    /// Prepares to remove secrets, without those too short to be found reliably.
    ///
    /// - Parameters:
    ///   - secrets: In any order.
    ///   - names: By secret, the environment variable that holds it.
    package init(longSecrets secrets: [String], names: [String: String] = [:]) {
        let long = secrets.filter { $0.unicodeScalars.count >= Self.minimumLength }
        do {
            try self.init(secrets: long, names: names)
        } catch {
            preconditionFailure("a secret of \(error) was let through")
        }
    }

    /// Prepares to remove every secret.
    ///
    /// - Parameters:
    ///   - secrets: In any order; one may be part of another.
    ///   - names: By secret, the environment variable that holds it.
    /// - Throws: `SecretTooShort` for the first that is not empty and has fewer than four
    ///   characters.
    package init(
        secrets: [String],
        names: [String: String] = [:]
    ) throws(SecretTooShort) {
        for (position, secret) in secrets.enumerated() {
            let length = secret.unicodeScalars.count
            guard length == 0 || length >= Self.minimumLength else {
                throw SecretTooShort(position: position, length: length)
            }
        }
        let present = secrets.filter { !$0.isEmpty }.flatMap(Self.withLines)
        tree = PatternTree(present.flatMap { Pattern.all(for: Array($0.utf8)) })
        named = names.filter { $0.key.unicodeScalars.count >= Self.minimumLength }
            .sorted { ($1.key.utf8.count, $0.key) < ($0.key.utf8.count, $1.key) }
            .filter { ShellQuoting.isName($0.value) }
            .map { (value: $0.key, name: $0.value) }
    }

    /// Of a secret over several lines, such as a private key, each long line is one too: it may come
    /// back with other line ends, or in pieces.
    private static func withLines(_ secret: String) -> [String] {
        let lines = secret.split { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }.map(String.init)
        guard lines.count > 1 else { return [secret] }
        return [secret] + lines.filter { $0.utf8.count >= 16 && !$0.hasPrefix("-----") }
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
    package var isEmpty: Bool { tree.isEmpty }

    /// The text without secrets.
    package func redact(_ text: String) -> String {
        guard !tree.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let found = RedactionScan(of: bytes, for: tree).matches
        return found.isEmpty ? text : String(decoding: replacing(found, in: bytes), as: UTF8.self)
    }

    /// The bytes without secrets; they need not be text.
    package func redact(_ bytes: [UInt8]) -> [UInt8] {
        guard !tree.isEmpty else { return bytes }
        let found = RedactionScan(of: bytes, for: tree).matches
        return found.isEmpty ? bytes : replacing(found, in: bytes)
    }

    /// The bytes with marks for the secrets that stand there as they are and have a name.
    func naming(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for (value, name) in named {
            let secret = Array(value.utf8)
            var result: [UInt8] = []
            var rest = bytes[...]
            while let found = rest.firstRange(of: secret) {
                result += rest[..<found.lowerBound]
                result += ShellQuoting.mark(name).utf8
                rest = rest[found.upperBound...]
            }
            if !result.isEmpty || rest.count < bytes.count { bytes = result + rest }
        }
        return bytes
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
