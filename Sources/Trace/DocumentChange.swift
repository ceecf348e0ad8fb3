/// How a text differs from the one that an inventory was written for, as far as digests tell.
///
/// The old text is not there; what is known of it are the digests of its lines. Entries without a digest are
/// taken to have been written for the new text.
package struct DocumentChange: Sendable {
    /// What became of the lines of an entry.
    package enum Outcome: Hashable, Sendable {
        /// They stand where they stood.
        case unmoved
        /// The same words stand elsewhere, perhaps in lines of another length.
        case moved(LineRanges)
        /// Their words are nowhere; these lines stand where they should be.
        case changed(LineRanges)
        /// Their words are nowhere, and nothing new is in their place.
        case vanished
    }

    /// In the order of the entries.
    package let outcomes: [(entry: InventoryEntry, outcome: Outcome)]
    /// The lines of the new text that belong to no entry and stand in the place of none, ascending.
    package let newLines: [Int]
    /// The lines of what was found again.
    let found: [LineRanges]

    /// - Parameters:
    ///   - entries: Of the inventory, statements first.
    ///   - text: The new text.
    init(_ entries: [InventoryEntry], _ text: DocumentText) {
        var search = DigestSearch(entries, text)
        search.run()
        found = entries.compactMap { search.places[$0] }
        let unaccounted = DocumentHolding.unaccounted(text, besides: found)
        let replacements = Self.replacements(entries, search.places, unaccounted, text)
        outcomes = entries.map { entry in
            if let place = search.places[entry] {
                return (entry, place == entry.lines ? .unmoved : .moved(place))
            }
            return (entry, replacements[entry].map { .changed($0) } ?? .vanished)
        }
        let replaced = Array(replacements.values)
        newLines = unaccounted.filter { line in !replaced.contains { $0.contains(line) } }
    }

    /// The lines in place of entries that were not found: those that are new between the entries before and
    /// behind that were found, shared out by the lengths of what stood there.
    private static func replacements(
        _ entries: [InventoryEntry],
        _ places: [InventoryEntry: LineRanges],
        _ unaccounted: [Int],
        _ text: DocumentText
    ) -> [InventoryEntry: LineRanges] {
        let found = places.sorted { $0.key.lines.first < $1.key.lines.first }
        let missing = entries.filter { places[$0] == nil }
            .sorted { $0.lines.first < $1.lines.first }
        let gaps = Dictionary(grouping: missing) { entry in
            let before = found.filter { $0.key.lines.last < entry.lines.first }
            let behind = found.filter { $0.key.lines.first > entry.lines.last }
            return Gap(
                after: before.map(\.value.last).max() ?? 0,
                before: behind.map(\.value.first).min() ?? text.lines.count + 1
            )
        }
        var result: [InventoryEntry: LineRanges] = [:]
        for (gap, missing) in gaps {
            // Statements on the same lines share what is in their place.
            let groups = missing.reduce(into: [[InventoryEntry]]()) { groups, entry in
                if let last = groups.indices.last, groups[last][0].lines == entry.lines {
                    groups[last].append(entry)
                } else {
                    groups.append([entry])
                }
            }
            let free = unaccounted.filter { $0 > gap.after && $0 < gap.before }
            for (group, lines) in zip(groups, shares(of: free, groups.map { $0[0].lines.count })) {
                let lines = LineRanges(joining: lines, over: text.isBlank)
                for entry in group { result[entry] = lines }
            }
        }
        return result
    }

    /// The lines between two entries that were found.
    private struct Gap: Hashable {
        let after: Int
        let before: Int
    }

    /// Shares lines out in order, by weights; everybody gets one as long as there are enough.
    private static func shares(of lines: [Int], _ weights: [Int]) -> [[Int]] {
        var rest = lines[...]
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

/// Looks for the words of entries in a text, by their digests.
private struct DigestSearch {
    private let entries: [InventoryEntry]
    private let text: DocumentText
    /// Where entries were found.
    private(set) var places: [InventoryEntry: LineRanges] = [:]

    /// How many digests are worked out at most for lines that may be anywhere: some seconds.
    private static let budget = 20_000_000

    init(_ entries: [InventoryEntry], _ text: DocumentText) {
        self.entries = entries
        self.text = text
    }

    mutating func run() {
        for entry in entries where entry.digest == nil && text.has(entry.lines) {
            places[entry] = entry.lines
        }
        let candidates = candidates()
        takeUnique(candidates)
        takeNearest(candidates)
        takeShifted()
    }

    private var missing: [InventoryEntry] { entries.filter { places[$0] == nil } }

    /// The lines that have a digest that is looked for, in order of their place.
    private func candidates() -> [String: [ClosedRange<Int>]] {
        let wanted = missing.filter { $0.lines.ranges.count == 1 }
        let digests = Set(wanted.compactMap(\.digest))
        // The same words may stand in more and shorter lines.
        let longest = (wanted.map(\.lines.count).max() ?? 0) * 2 + 8
        let span = min(longest, Self.budget / max(1, text.lines.count))
        var found: [String: [ClosedRange<Int>]] = [:]
        guard !digests.isEmpty else { return [:] }
        for start in text.lines.indices.map({ $0 + 1 }) where !text.isBlank(start) {
            var digest = LineDigest()
            for line in start...min(start + span, text.lines.count) where !text.isBlank(line) {
                digest.add(text.words[line - 1])
                let hash = digest.text
                if digests.contains(hash) { found[hash, default: []].append(start...line) }
            }
        }
        return found
    }

    /// Takes what stands in one place alone, and what stands as often as it did, in the same order.
    private mutating func takeUnique(_ candidates: [String: [ClosedRange<Int>]]) {
        for (digest, entries) in Dictionary(grouping: missing, by: \.digest) {
            guard let digest, let ranges = candidates[digest] else { continue }
            let old = Set(entries.map(\.lines)).sorted { $0.first < $1.first }
            guard old.count == ranges.count else { continue }
            let places = Dictionary(uniqueKeysWithValues: zip(old, ranges))
            for entry in entries {
                guard let range = places[entry.lines] else { continue }
                self.places[entry] = place(of: entry, range)
            }
        }
    }

    /// Of words that stand in several places takes those nearest to where they should be.
    private mutating func takeNearest(_ candidates: [String: [ClosedRange<Int>]]) {
        let anchors = places
        for entry in missing {
            guard let digest = entry.digest, let ranges = candidates[digest] else { continue }
            let expected = entry.lines.first + (Self.shifts(near: entry.lines, anchors).first ?? 0)
            let nearest = ranges.min {
                abs($0.lowerBound - expected) < abs($1.lowerBound - expected)
            }
            if let nearest { places[entry] = place(of: entry, nearest) }
        }
    }

    /// The lines as the entry has them where blank lines alone make the difference.
    private func place(of entry: InventoryEntry, _ range: ClosedRange<Int>) -> LineRanges {
        if has(entry.digest, at: entry.lines), entry.lines.contains(range.lowerBound) {
            return entry.lines
        }
        return LineRanges(range)
    }

    private func has(_ digest: String?, at lines: LineRanges) -> Bool {
        text.has(lines) && digest == text.digest(of: lines)
    }

    /// Looks for what stands in several ranges, or is too long to be looked for everywhere: where its
    /// neighbours have gone.
    private mutating func takeShifted() {
        let anchors = places
        for entry in missing {
            let together = Self.shifts(near: entry.lines, anchors).compactMap(
                entry.lines.moved(by:)
            )
            if let lines = together.first(where: { has(entry.digest, at: $0) }) {
                places[entry] = lines
            } else if let lines = scattered(entry, anchors) {
                places[entry] = lines
            }
        }
    }

    /// Ranges that moved differently, each by as much as something near it.
    private func scattered(
        _ entry: InventoryEntry,
        _ anchors: [InventoryEntry: LineRanges]
    ) -> LineRanges? {
        let ranges = entry.lines.ranges
        guard (2...6).contains(ranges.count) else { return nil }
        let choices = ranges.map { Array(Self.shifts(near: LineRanges($0), anchors).prefix(4)) }
        var combinations: [[ClosedRange<Int>]] = [[]]
        for (range, shifts) in zip(ranges, choices) {
            combinations = combinations.flatMap { before in
                shifts.filter { range.lowerBound + $0 > 0 }.map {
                    before + [range.lowerBound + $0...range.upperBound + $0]
                }
            }
        }
        return combinations.lazy.compactMap(LineRanges.init).first { has(entry.digest, at: $0) }
    }

    /// By how many lines entries moved, each number once, those of the nearest entries first; and none.
    private static func shifts(
        near lines: LineRanges,
        _ anchors: [InventoryEntry: LineRanges]
    ) -> [Int] {
        let sorted = anchors.sorted {
            (abs($0.key.lines.first - lines.first), $0.key.lines.first, $0.value.first)
                < (abs($1.key.lines.first - lines.first), $1.key.lines.first, $1.value.first)
        }
        var seen: Set<Int> = []
        return (sorted.map { $0.value.first - $0.key.lines.first } + [0])
            .filter { seen.insert($0).inserted }
    }
}
