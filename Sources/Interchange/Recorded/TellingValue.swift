import Contract

/// Decides which values identify one object, unlike common values.
enum TellingValue {
    /// Whether a value is unlikely to occur by chance: at least six characters with a digit among them, or at least
    /// sixteen, without blanks; not a calendar date, and not a common repeated value such as the name of a media
    /// type.
    static func isStrong(_ text: String) -> Bool {
        let count = text.utf8.count
        guard (6...4_096).contains(count), !text.contains(where: \.isWhitespace) else {
            return false
        }
        guard !text.contains("/"), !isDay(text), !text.contains("{{") else { return false }
        return count >= 16 || text.utf8.contains { (0x30...0x39).contains($0) }
    }

    /// Whether a value is random, so that equal values mean the same thing.
    static func isRandom(_ text: String) -> Bool {
        text.utf8.count >= 16 && PathShape.isIdentifier(text)
    }

    /// Whether the value under a name identifies an object: `id`, `pushId`, `object_ids`, `uuid`.
    static func isIdentifier(_ name: String) -> Bool {
        let singular = name.hasSuffix("s") ? String(name.dropLast()) : name
        let plain = singular.lowercased().filter { $0.isLetter || $0.isNumber }
        let names = ["id", "uuid", "guid", "uid", "key", "token", "number", "no"]
        return names.contains(plain) || plain.hasSuffix("uuid")
            || ["Id", "ID", "_id", "-id"].contains { singular.hasSuffix($0) }
    }

    /// Parts of a text that can be values of their own, the whole first.
    static func tokens(of text: String) -> [String] {
        let parts = text.split { !($0.isLetter || $0.isNumber || "-_.~:+".contains($0)) }
        guard parts.count > 1 || parts.first.map({ $0.count < text.count }) ?? false else {
            return [text]
        }
        return [text] + parts.map(String.init).filter(isStrong)
    }

    private static func isDay(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.utf8.count) == [4, 2, 2]
            && groups.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
