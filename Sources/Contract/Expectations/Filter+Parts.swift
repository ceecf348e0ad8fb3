import HTTP
import JSON
import RegularExpressions

extension Filter {
    /// The first group of a match, the whole of it without groups.
    static func group(of expression: RegularExpression, in text: String) -> QueryResult {
        guard let match = expression.firstMatch(in: text) else { return .nothing }
        guard let part = match.count > 1 ? match[1] : match[0] else { return .nothing }
        return QueryResult(.string(part))
    }

    /// The text with every occurrence of a non-empty part replaced.
    static func replaced(_ old: String, by new: String, in text: [UInt8]) -> String {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        var result: [UInt8] = []
        var rest = text[...]
        while let found = Bytes.first(old, in: rest) {
            result += rest[..<found] + new
            rest = rest[(found + old.count)...]
        }
        return String(decoding: result + rest, as: UTF8.self)
    }

    /// A field of the query of a URL, up to its fragment.
    static func parameter(_ name: String, of url: [UInt8]) -> QueryResult {
        let whole = url.prefix { $0 != UInt8(ascii: "#") }
        let query = whole.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        guard let value = FormDecoding.values(of: name, in: Array(query)).first else {
            return .nothing
        }
        return QueryResult(.string(value))
    }
}
