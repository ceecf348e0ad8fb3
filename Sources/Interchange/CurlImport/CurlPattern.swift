import Base

/// A URL with the sets and ranges of curl: `http://h/{a,b}/[1-3]`.
///
/// Source: curl(1), "URL".
struct CurlPattern {
    /// The alternatives of each piece, in order; a fixed text has one.
    private var pieces: [[String]] = []

    /// Reads a URL; brackets that are not a set or a range, and templates, are part of the text.
    init(_ url: String) {
        var rest = url[...]
        var text = ""
        while let next = rest.first {
            if next == "\\", let escaped = rest.dropFirst().first, "{}[]".contains(escaped) {
                text.append(escaped)
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
                text += rest[..<end.upperBound]
                rest = rest[end.upperBound...]
            } else if let (alternatives, end) = Self.alternatives(rest) {
                pieces += [[text], alternatives]
                text = ""
                rest = rest[end...]
            } else {
                text.append(next)
                rest = rest.dropFirst()
            }
        }
        pieces.append([text])
    }

    /// The number of URLs.
    var count: Int {
        pieces.reduce(1) { product, piece in
            let (result, isTooLarge) = product.multipliedReportingOverflow(by: piece.count)
            return isTooLarge ? Int.max : result
        }
    }

    /// The first URLs, in the order of curl: the last piece varies fastest.
    func urls(limit: Int) -> [String] {
        (0..<min(limit, count)).map { number in
            var rest = number
            let texts = pieces.reversed().map { piece in
                defer { rest /= piece.count }
                return piece[rest % piece.count]
            }
            return texts.reversed().joined()
        }
    }

    private static let closings: [Character: Character] = ["{": "}", "[": "]"]

    /// The alternatives of a set or a range at the beginning of a text, and its end; `nil` for another text.
    private static func alternatives(_ text: Substring) -> (list: [String], end: String.Index)? {
        guard let first = text.first, let close = closings[first],
            let end = text.firstIndex(of: close)
        else { return nil }
        let inner = text[text.index(after: text.startIndex)..<end]
        let list =
            first == "{"
            ? inner.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            : range(inner)
        return list.map { ($0, text.index(after: end)) }
    }

    /// The values of `1-9`, `01-10:3` or `a-f`; `nil` for another text.
    private static func range(_ text: Substring) -> [String]? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, ends.count == 2, let low = ends[0].utf8.first,
            let step = parts.count == 2 ? Int(parts[1]) : 1, step > 0
        else { return nil }
        if let first = Int(ends[0]), let last = Int(ends[1]), first <= last, last < 1_000_000 {
            let width = ends[0].hasPrefix("0") ? ends[0].count : 0
            return stride(from: first, through: last, by: step).map { number in
                let digits = "\(number)"
                return String(repeating: "0", count: max(0, width - digits.count)) + digits
            }
        }
        guard ends[0].utf8.count == 1, ends[1].utf8.count == 1, let high = ends[1].utf8.first,
            low <= high, low.isASCIILetter, high.isASCIILetter, step <= 26
        else { return nil }
        return stride(from: low, through: high, by: step).map {
            String(decoding: [$0], as: UTF8.self)
        }
    }
}
