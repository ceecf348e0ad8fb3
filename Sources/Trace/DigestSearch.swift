/// Looks for the words of entries in a text, by their digests.
struct DigestSearch {
    private let entries: [InventoryEntry]
    private let text: DocumentText
    /// Where entries were found.
    private(set) var places: [InventoryEntry: LineRanges] = [:]
    /// How often it was looked at where an entry stands, or may stand.
    private(set) var steps = 0

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
        let shifts = EntryShifts(places)
        for entry in missing {
            guard let digest = entry.digest, let ranges = candidates[digest] else { continue }
            let shift = shifts.near(entry.lines, atMost: 1, &steps)[0]
            let expected = entry.lines.first + shift
            let count = ranges.count(leading: { $0.lowerBound < expected }, &steps)
            let nearest = ranges[max(0, count - 1)..<min(count + 1, ranges.count)].min {
                abs($0.lowerBound - expected) < abs($1.lowerBound - expected)
            }
            if let nearest { places[entry] = place(of: entry, nearest) }
        }
    }

    /// The lines as the entry has them where blank lines alone make the difference.
    private mutating func place(of entry: InventoryEntry, _ range: ClosedRange<Int>) -> LineRanges {
        if entry.lines.contains(range.lowerBound), has(entry.digest, at: entry.lines) {
            return entry.lines
        }
        return LineRanges(range)
    }

    private mutating func has(_ digest: String?, at lines: LineRanges) -> Bool {
        steps += 1
        return text.has(lines) && digest == text.digest(of: lines)
    }

    /// Looks for what stands in several ranges, or is too long to be looked for everywhere: where its
    /// neighbours have gone.
    private mutating func takeShifted() {
        let shifts = EntryShifts(places)
        for entry in missing {
            let lines = together(entry, shifts) ?? scattered(entry, shifts)
            if let lines { places[entry] = lines }
        }
    }

    /// All ranges as much further down as something near them.
    private mutating func together(_ entry: InventoryEntry, _ shifts: EntryShifts) -> LineRanges? {
        for shift in shifts.near(entry.lines, atMost: EntryShifts.most, &steps) {
            guard let lines = entry.lines.moved(by: shift) else { continue }
            if has(entry.digest, at: lines) { return lines }
        }
        return nil
    }

    /// Ranges that moved differently, each by as much as something near it.
    private mutating func scattered(
        _ entry: InventoryEntry,
        _ shifts: EntryShifts
    ) -> LineRanges? {
        let ranges = entry.lines.ranges
        guard (2...6).contains(ranges.count) else { return nil }
        var combinations: [[ClosedRange<Int>]] = [[]]
        for range in ranges {
            let near = shifts.near(LineRanges(range), atMost: 4, &steps).prefix(4)
            combinations = combinations.flatMap { before in
                near.filter { range.lowerBound + $0 > 0 }.map {
                    before + [range.lowerBound + $0...range.upperBound + $0]
                }
            }
        }
        for lines in combinations.lazy.compactMap(LineRanges.init)
        where has(entry.digest, at: lines) { return lines }
        return nil
    }
}

/// By how many lines the entries that were found have moved.
private struct EntryShifts {
    /// Entries one behind the other that moved alike.
    private struct Run {
        /// Where the first of them began.
        let first: Int
        /// Where the last of them began.
        var last: Int
        /// By how many lines, each number once: several where entries begin on the same line.
        let shifts: [Int]
    }

    /// By where they began, ascending.
    private var runs: [Run] = []

    /// How many numbers are tried at most: one that is none of those of the neighbours is not found.
    static let most = 16
    /// How many runs are looked at.
    private static let mostRuns = 64

    init(_ places: [InventoryEntry: LineRanges]) {
        var moves: [Int: Set<Int>] = [:]
        for (entry, place) in places {
            moves[entry.lines.first, default: []].insert(place.first - entry.lines.first)
        }
        for (first, shifts) in moves.sorted(by: { $0.key < $1.key }) {
            let shifts = shifts.sorted()
            if runs.last?.shifts == shifts {
                runs[runs.count - 1].last = first
            } else {
                runs.append(Run(first: first, last: first, shifts: shifts))
            }
        }
    }

    /// By how many lines what is near has moved.
    ///
    /// - Parameters:
    ///   - lines: Where the entry stood that is looked for.
    ///   - limit: How many numbers are wanted.
    ///   - steps: Grows with every run that is looked at.
    /// - Returns: Each number once, those of the nearest entries first; and zero.
    func near(_ lines: LineRanges, atMost limit: Int, _ steps: inout Int) -> [Int] {
        var behind = runs.count(leading: { $0.first <= lines.first }, &steps)
        var before = behind - 1
        var found: [Int] = []
        for _ in 0..<Self.mostRuns where found.count < limit {
            let run: Run
            if before >= 0,
                behind == runs.count
                    || lines.first - runs[before].last <= runs[behind].first - lines.first
            {
                run = runs[before]
                before -= 1
            } else if behind < runs.count {
                run = runs[behind]
                behind += 1
            } else {
                break
            }
            steps += 1
            found += run.shifts.prefix(limit).filter { !found.contains($0) }
        }
        found = Array(found.prefix(limit))
        return found.contains(0) ? found : found + [0]
    }
}
