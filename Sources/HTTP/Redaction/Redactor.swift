import Base

/// Removes secrets from all output for people and files.
///
/// A secret is found literally; percent-encoded, once or twice, with either case of digits, whichever characters
/// the encoder left alone, and with `+` for a space; escaped in a JSON string, with `\/` and `\u00e9` too, and in a
/// string within another; with character references of HTML and XML (`&amp;`, `&#39;`, `&#x27;`); in Base64 with
/// either alphabet, at any position in a longer text; as hexadecimal digits; and in combinations of these. Each
/// occurrence becomes `[redacted]`. A secret of more than 132 bytes is found in pieces of 66.
///
/// It is not found with other named entities of HTML (`&eacute;`), as quoted-printable, octal or `\x41`, in another
/// case or another character set, in Base64 of Base64, percent-encoded three times, or compressed.
///
/// The time is proportional to the text and to the secrets.
///
/// A secret of fewer than four characters is rejected: it would match everywhere by chance, and the gaps would
/// reveal it. An empty one is ignored.
package struct Redactor: Sendable {
    /// The fewest characters (code points) of a secret.
    package static let minimumLength = 4
    /// Replacement of a secret.
    package static let mark = "[redacted]"

    private let tree: PatternTree
    /// Secrets with names of environment variables, the longest first.
    private let named: [(value: String, name: String)]

    /// A redactor without secrets, which changes nothing.
    package init() {
        tree = PatternTree([])
        named = []
    }

    /// Removes secrets, except for those too short for reliable matching.
    ///
    /// - Parameters:
    ///   - secrets: In any order.
    ///   - names: By secret, the environment variable that contains it.
    package init(longSecrets secrets: [String], names: [String: String] = [:]) {
        let long = secrets.filter { $0.unicodeScalars.count >= Self.minimumLength }
        do {
            try self.init(secrets: long, names: names)
        } catch {
            preconditionFailure("a secret of \(error) was let through")
        }
    }

    /// Removes all secrets.
    ///
    /// - Parameters:
    ///   - secrets: In any order; one may be part of another.
    ///   - names: By secret, the environment variable that contains it.
    /// - Throws: `SecretTooShort` for the first non-empty one with fewer than four characters.
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

    /// Adds each long line of a secret with several lines, such as a private key: it may reappear with other line
    /// ends, or in pieces.
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
    /// Number of characters.
    package let length: Int

    package var description: String {
        "secret \(position + 1): expected at least \(Redactor.minimumLength) characters, got "
            + "\(length); a shorter one cannot be distinguished from other text: use a longer "
            + "value, or do not mark it as secret"
    }
}

extension Redactor {
    /// Whether it has no secrets, and so changes nothing.
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

    /// The bytes with markers in place of literal secrets that have a name.
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
