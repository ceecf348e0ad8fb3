/// Searches a text for the words of entries, by their digests.
struct DigestSearch {
    private let entries: [InventoryEntry]
    private let text: DocumentText
    /// The places of entries that were found.
    private(set) var places: [InventoryEntry: LineRanges] = [:]
    /// The number of positions at which an entry was looked for.
    private(set) var steps = 0

    /// The maximum number of digests computed for lines at unknown positions: some seconds.
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

    /// The lines with a wanted digest, in the order of their places.
    private func candidates() -> [String: [ClosedRange<Int>]] {
        let wanted = missing.filter { $0.lines.ranges.count == 1 }
        let digests = Set(wanted.compactMap(\.digest))
        // The same words can have more and shorter lines.
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

    /// Takes entries with a single match, and entries with as many matches as before, in the same
    /// order.
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

    /// For words with several matches, takes those nearest to the expected place.
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

    /// The lines in the form of the entry, if only blank lines differ.
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

    /// Searches for entries with several ranges, or too long for a search everywhere: at the places to which their
    /// neighbours have moved.
    private mutating func takeShifted() {
        let shifts = EntryShifts(places)
        for entry in missing {
            let lines = together(entry, shifts) ?? scattered(entry, shifts)
            if let lines { places[entry] = lines }
        }
    }

    /// All ranges moved by the same distance as an entry near them.
    private mutating func together(_ entry: InventoryEntry, _ shifts: EntryShifts) -> LineRanges? {
        for shift in shifts.near(entry.lines, atMost: EntryShifts.most, &steps) {
            guard let lines = entry.lines.moved(by: shift) else { continue }
            if has(entry.digest, at: lines) { return lines }
        }
        return nil
    }

    /// Ranges that moved differently, each by the distance of an entry near it.
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

/// The distances by which found entries have moved, in lines.
private struct EntryShifts {
    /// Consecutive entries that moved by the same distance.
    private struct Run {
        /// The old start of the first of them.
        let first: Int
        /// The old start of the last of them.
        var last: Int
        /// The distances in lines, without duplicates: several if entries begin on the same line.
        let shifts: [Int]
    }

    /// By their old starts, ascending.
    private var runs: [Run] = []

    /// The maximum number of distances tried: one that differs from all neighbours is not found.
    static let most = 16
    /// The number of runs that are searched.
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

    /// The distances of nearby entries, in lines.
    ///
    /// - Parameters:
    ///   - lines: The old place of the entry.
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
