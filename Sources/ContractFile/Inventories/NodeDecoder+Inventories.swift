import Base
import Contract
import JSON
import Trace

extension NodeDecoder where Value == LineRanges {
    /// A line, a range of lines, or a list of these.
    static var lineRanges: NodeDecoder<LineRanges> {
        NodeDecoder("lineRanges") { node, diagnostics in
            let parts = node.elements ?? [node]
            let ranges = parts.compactMap { LineRange.decoded($0, diagnostics) }
            guard ranges.count == parts.count else { return nil }
            if ranges.isEmpty {
                diagnostics.mismatch(LineRange.expected, at: node)
                return nil
            }
            for (index, range) in ranges.enumerated().dropFirst()
            where range.lowerBound <= ranges[index - 1].upperBound {
                let before = LineRanges.text(of: ranges[index - 1])
                diagnostics.error(
                    "lines \(LineRanges.text(of: range)) follow \(before); expected ascending, "
                        + "distinct lines",
                    at: parts[index]
                )
                return nil
            }
            return LineRanges(ranges)
        }
    }
}

/// One range of lines.
private enum LineRange {
    static let expected =
        "a line such as 77, lines such as 301-303, or a list of these such as [12, 40-44]"

    static func decoded(_ node: YAMLNode, _ diagnostics: Diagnostics) -> ClosedRange<Int>? {
        let bounds = (node.text ?? "").split(separator: "-", omittingEmptySubsequences: false)
        let numbers = bounds.compactMap { bound -> Int? in
            guard !bound.isEmpty, bound.utf8.count <= 9, bound.utf8.allSatisfy(\.isASCIIDigit)
            else { return nil }
            return Int(bound)
        }
        guard numbers.count == bounds.count, let first = numbers.first, let last = numbers.last,
            numbers.count <= 2
        else {
            diagnostics.mismatch(expected, at: node)
            return nil
        }
        guard first > 0 else {
            diagnostics.error("lines count from 1, got \(node.text ?? "")", at: node)
            return nil
        }
        guard first <= last else {
            diagnostics.error(
                "the last line comes before the first in \(first)-\(last)",
                at: node,
                hint: "write \(last)-\(first)"
            )
            return nil
        }
        return first...last
    }
}

extension NodeDecoder where Value == String {
    /// Eight hexadecimal digits; those that look like a number may stand without quotes.
    static var digest: NodeDecoder<String> {
        .hexadecimal(8, "a digest").described(by: "digest")
    }

    /// N hexadecimal digits in lower case.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - what: What they are, with its article: "a digest".
    /// - Returns: The decoder.
    static func hexadecimal(_ count: Int, _ what: String) -> NodeDecoder<String> {
        NodeDecoder(["type": "string"]) { node, diagnostics in
            let digits = "0123456789abcdef".utf8
            if let text = node.text, text.utf8.count == count,
                text.utf8.allSatisfy(digits.contains)
            {
                return text
            }
            diagnostics.mismatch(
                "\(what) of \(count) hexadecimal digits in lower case",
                at: node,
                hint: "remove the key; \"assay trace --update\" writes it"
            )
            return nil
        }
    }
}
