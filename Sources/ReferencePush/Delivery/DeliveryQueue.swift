import Base

/// Planned deliveries, the earliest first.
struct DeliveryQueue<Work: Sendable>: Sendable {
    /// Something that is to be done at a time.
    private struct Entry: Comparable, Sendable {
        let due: Instant
        let work: Work

        static func < (left: Entry, right: Entry) -> Bool { left.due < right.due }

        static func == (left: Entry, right: Entry) -> Bool { left.due == right.due }
    }

    private var entries = MinHeap<Entry>()
}

extension DeliveryQueue {
    /// When the earliest entry is due.
    var firstDue: Instant? { entries.first?.due }

    mutating func insert(due: Instant, _ work: Work) {
        entries.insert(Entry(due: due, work: work))
    }

    /// Removes the earliest one if it is due.
    mutating func popFirst(dueBy now: Instant) -> Work? {
        guard let first = firstDue, first <= now else { return nil }
        return entries.popFirst()?.work
    }
}
