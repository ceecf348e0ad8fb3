/// The differences of a text from the one that an inventory was written for, as far as digests show
/// them.
///
/// The old text is not available; only the digests of its lines are known. Entries without a digest are assumed to be
/// written for the new text.
package struct DocumentChange: Sendable {
    /// What happened to the lines of an entry.
    package enum Outcome: Hashable, Sendable {
        /// They are at the same place.
        case unmoved
        /// The same words are elsewhere, possibly with different line breaks.
        case moved(LineRanges)
        /// Their words are gone; these lines are in their place.
        case changed(LineRanges)
        /// Their words are gone, and nothing new is in their place.
        case vanished
    }

    /// In the order of the entries.
    package let outcomes: [(entry: InventoryEntry, outcome: Outcome)]
    /// The lines of the new text that belong to no entry and replace none, ascending.
    package let newLines: [Int]
    /// The lines of the entries that were found.
    let found: [LineRanges]
    /// The number of positions at which an entry was looked for: the cost besides reading.
    package let steps: Int

    /// - Parameters:
    ///   - entries: Of the inventory, statements first.
    ///   - text: The new text.
    init(_ entries: [InventoryEntry], _ text: DocumentText) {
        var search = DigestSearch(entries, text)
        search.run()
        let places = search.places
        found = entries.compactMap { places[$0] }
        let unaccounted = DocumentHolding.unaccounted(text, besides: found)
        var gaps = DocumentGaps(places, unaccounted)
        let missing = entries.filter { places[$0] == nil }
        let replacements = gaps.replacements(of: missing, in: text)
        outcomes = entries.map { entry in
            if let place = places[entry] {
                return (entry, place == entry.lines ? .unmoved : .moved(place))
            }
            return (entry, replacements[entry].map { .changed($0) } ?? .vanished)
        }
        let replaced = Set(replacements.values.flatMap(\.ranges).joined())
        newLines = unaccounted.filter { !replaced.contains($0) }
        steps = search.steps + gaps.steps
    }
}

/// The lines between the entries that were found in a text.
private struct DocumentGaps {
    /// The lines between two entries that were found.
    private struct Gap: Hashable {
        let after: Int
        let before: Int
    }

    /// The last line of each entry, ascending, with the last line now reached by it and those before it.
    private let before: [(last: Int, reach: Int)]
    /// The first line of each entry, descending, with the first line now reached by it and those after it.
    private let behind: [(first: Int, start: Int)]
    /// Lines that belong to no entry, ascending.
    private let unaccounted: [Int]
    private(set) var steps = 0

    init(_ places: [InventoryEntry: LineRanges], _ unaccounted: [Int]) {
        self.unaccounted = unaccounted
        var reach = 0
        before = places.sorted { $0.key.lines.last < $1.key.lines.last }.map { entry, place in
            reach = max(reach, place.last)
            return (entry.lines.last, reach)
        }
        var start = Int.max
        behind = places.sorted { $0.key.lines.first > $1.key.lines.first }.map { entry, place in
            start = min(start, place.first)
            return (entry.lines.first, start)
        }
    }

    /// The lines in place of entries that were not found: the new ones between the previous and the next found entry,
    /// divided in proportion to the lengths of the old ones.
    mutating func replacements(
        of missing: [InventoryEntry],
        in text: DocumentText
    ) -> [InventoryEntry: LineRanges] {
        var gaps: [Gap: [InventoryEntry]] = [:]
        for entry in missing.sorted(by: { $0.lines.first < $1.lines.first }) {
            gaps[gap(around: entry.lines), default: []].append(entry)
        }
        var result: [InventoryEntry: LineRanges] = [:]
        for (gap, missing) in gaps {
            // Statements on the same lines share the replacement.
            let groups = missing.reduce(into: [[InventoryEntry]]()) { groups, entry in
                if let last = groups.indices.last, groups[last][0].lines == entry.lines {
                    groups[last].append(entry)
                } else {
                    groups.append([entry])
                }
            }
            let shares = Self.shares(of: newLines(in: gap), groups.map { $0[0].lines.count })
            for (group, lines) in zip(groups, shares) {
                let lines = LineRanges(joining: lines, over: text.isBlank)
                for entry in group { result[entry] = lines }
            }
        }
        return result
    }

    private mutating func gap(around lines: LineRanges) -> Gap {
        let count = before.count(leading: { $0.last < lines.first }, &steps)
        let others = behind.count(leading: { $0.first > lines.last }, &steps)
        return Gap(
            after: count > 0 ? before[count - 1].reach : 0,
            before: others > 0 ? behind[others - 1].start : .max
        )
    }

    private mutating func newLines(in gap: Gap) -> ArraySlice<Int> {
        let start = unaccounted.count(leading: { $0 <= gap.after }, &steps)
        let end = unaccounted.count(leading: { $0 < gap.before }, &steps)
        return unaccounted[start..<max(start, end)]
    }

    /// Divides lines in order, by weights; each share gets one as long as there are enough.
    private static func shares(of lines: ArraySlice<Int>, _ weights: [Int]) -> [[Int]] {
        var rest = lines
        var weight = weights.reduce(0, +)
        return weights.enumerated().map { index, own in
            let others = weights.count - index - 1
            let fair = weight == 0 ? rest.count : rest.count * own / weight
            let count = min(rest.count, max(1, min(fair, rest.count - others)))
            defer {
                rest = rest.dropFirst(count)
                weight -= own
            }
            return Array(rest.prefix(count))
        }
    }
}

extension Array {
    /// Counts the elements at the start that meet a condition which none after them meets, by binary search.
    ///
    /// - Parameters:
    ///   - condition: Holds for the first elements alone.
    ///   - steps: Grows with every element that is looked at.
    /// - Returns: How many there are.
    func count(leading condition: (Element) -> Bool, _ steps: inout Int) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            steps += 1
            range =
                condition(self[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
