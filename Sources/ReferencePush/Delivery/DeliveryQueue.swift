/// The deliveries to come, the earliest first.
struct DeliveryQueue<Work: Sendable>: Sendable {
    /// Something that is to be done at a time.
    private struct Entry: Sendable {
        let due: Instant
        let work: Work
    }

    /// A binary heap: no entry is due before the one at half its position.
    private var heap: [Entry] = []
}

extension DeliveryQueue {
    /// When the earliest entry is due.
    var firstDue: Instant? { heap.first?.due }

    mutating func insert(due: Instant, _ work: Work) {
        heap.append(Entry(due: due, work: work))
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest one if it is due.
    mutating func popFirst(dueBy now: Instant) -> Work? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(from: 0)
        return first.work
    }

    private mutating func sink(from start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].due < heap[least].due { least = child }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
