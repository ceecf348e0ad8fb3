/// Lines of a text, counted from one.
package struct LineRanges: Hashable, Sendable, CustomStringConvertible {
    /// At least one, in ascending order; no two overlap.
    package let ranges: [ClosedRange<Int>]

    /// `nil` without a range, or if they are not in ascending order or overlap.
    package init?(_ ranges: [ClosedRange<Int>]) {
        guard let first = ranges.first, first.lowerBound > 0 else { return nil }
        for (before, after) in zip(ranges, ranges.dropFirst())
        where after.lowerBound <= before.upperBound { return nil }
        self.ranges = ranges
    }

    /// One range; its lines count from one.
    package init(_ range: ClosedRange<Int>) {
        precondition(range.lowerBound > 0, "\(range) is not a range of lines")
        ranges = [range]
    }

    /// Single lines, joined if only blank ones are between them; `nil` for none.
    ///
    /// - Parameters:
    ///   - lines: In ascending order.
    ///   - isBlank: Whether a line in between can be included.
    package init?(joining lines: [Int], over isBlank: (Int) -> Bool) {
        var ranges: [ClosedRange<Int>] = []
        for line in lines {
            if let last = ranges.last,
                (last.upperBound + 1..<max(line, last.upperBound + 1)).allSatisfy(isBlank)
            {
                ranges[ranges.count - 1] = last.lowerBound...line
            } else {
                ranges.append(line...line)
            }
        }
        self.init(ranges)
    }

    package var first: Int { ranges.first?.lowerBound ?? 0 }
    package var last: Int { ranges.last?.upperBound ?? 0 }

    /// The number of lines, including blank ones.
    package var count: Int { ranges.reduce(0) { $0 + $1.count } }

    package func contains(_ line: Int) -> Bool { ranges.contains { $0.contains(line) } }

    /// The ranges moved down by N lines; `nil` where that is above the first line.
    func moved(by shift: Int) -> LineRanges? {
        guard first + shift > 0 else { return nil }
        return LineRanges(ranges.map { $0.lowerBound + shift...$0.upperBound + shift })
    }

    /// As inventories write them: `77`, `301-303` or `[12, 40-44]`.
    package var yaml: String { ranges.count == 1 ? description : "[\(description)]" }

    /// `77`, `301-303` or `12, 40-44`.
    package var description: String { ranges.map(Self.text).joined(separator: ", ") }

    /// The text of one range: `77` or `301-303`.
    package static func text(of range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }
}
