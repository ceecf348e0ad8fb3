import Base
import LoadModel
import Measure

/// A worker's state of the kinds of arrivals: their requests, and the cells of their journeys.
struct MixEntries {
    /// State of one kind of arrival.
    private struct Entry {
        let sends: Range<Int>
        let isJourney: Bool
        /// Cell of completed journeys; -1 before the first.
        var completed = -1
        /// Cells of failed journeys, by the cell of the step that ended them.
        var failed: [Int: Int] = [:]
        /// Cells of journeys without an end, by reason.
        var missing: [MissingResponse: Int] = [:]
    }

    private var entries: [Entry]

    init(_ mix: ArrivalMix) {
        entries = mix.kinds.map { Entry(sends: $0.sends, isJourney: $0.isJourney) }
    }

    /// The first request of a kind of arrival.
    func firstSend(of kind: Int) -> Int { entries[kind].sends.lowerBound }

    /// The kind of arrival that sends a request.
    func kind(ofSend send: Int) -> Int { entries.firstIndex { $0.sends.contains(send) } ?? 0 }

    func isJourney(_ kind: Int) -> Bool { entries[kind].isJourney }

    /// The request after another; `nil` after the last.
    func send(after send: Int, of kind: Int) -> Int? {
        send + 1 < entries[kind].sends.upperBound ? send + 1 : nil
    }

    /// The cell of a journey whose steps all passed.
    mutating func completedCell(of kind: Int, in recording: inout Recording) -> Int {
        if entries[kind].completed < 0 {
            entries[kind].completed = recording.cell(
                .init(send: kind, outcome: OutcomeName.completed, isGood: true)
            )
        }
        return entries[kind].completed
    }

    /// The cell of a journey that ended with a step.
    mutating func cell(
        endedBy step: Int,
        of kind: Int,
        in recording: inout Recording
    ) -> Int {
        if let known = entries[kind].failed[step] { return known }
        let key = recording.cells[step].key
        let path = recording.plan.sends[key.send]
        let name = path.dropFirst(recording.plan.sends[kind].count + 1)
        let cell = recording.cell(
            .init(send: kind, outcome: "\(name) \(key.outcome)", isGood: false)
        )
        entries[kind].failed[step] = cell
        return cell
    }

    /// The cell of a journey without an end.
    mutating func cell(
        _ outcome: MissingResponse,
        of kind: Int,
        in recording: inout Recording
    ) -> Int {
        if let known = entries[kind].missing[outcome] { return known }
        let cell = recording.cell(.init(send: kind, outcome: outcome.rawValue, isGood: false))
        entries[kind].missing[outcome] = cell
        return cell
    }
}

/// Draws the kind of an arrival by weight.
struct ArrivalChoice: Sendable {
    /// Cumulative weights.
    private let sums: [UInt64]
    /// The first kind of the range to draw from.
    private let first: Int
    private let seed: UInt64

    /// The slot of this choice; slots below it belong to the request's values.
    private static let slot = UInt64.max - 1

    /// - Parameters:
    ///   - mix: All kinds.
    ///   - kinds: The kinds to draw from; `nil` for all.
    ///   - seed: Seed of the draws.
    init(_ mix: ArrivalMix, kinds: Range<Int>? = nil, seed: UInt64) {
        let kinds = kinds ?? mix.kinds.indices
        first = kinds.lowerBound
        var sum: UInt64 = 0
        sums = mix.kinds[kinds].map { kind in
            sum += kind.weight
            return sum
        }
        self.seed = seed
    }

    /// The index of the kind of the arrival with this number.
    func kind(ofArrival index: UInt64) -> Int {
        guard sums.count > 1, let total = sums.last else { return first }
        var random = RandomSource(seed: seed, index: index, slot: Self.slot)
        let drawn = random.next() % total
        return first + (sums.firstIndex { drawn < $0 } ?? 0)
    }
}
