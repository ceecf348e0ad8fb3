/// The deliveries to come, the earliest first.
struct DeliveryQueue: Sendable {
    /// One step of one delivery.
    struct Entry: Hashable, Sendable {
        let due: Instant
        let push: ObjectID
        /// The push's revision the step was planned for.
        let revision: Int
        let step: Step
    }

    /// What happens at its time.
    enum Step: Hashable, Sendable {
        /// The push is being delivered from now on.
        case begin
        /// The push has reached whom it can reach.
        case finish
    }

    /// A binary heap: no entry is due before the one at half its position.
    private var heap: [Entry] = []
}

extension DeliveryQueue {
    var isEmpty: Bool { heap.isEmpty }

    /// When the earliest entry is due.
    var firstDue: Instant? { heap.first?.due }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child].due < heap[(child - 1) / 2].due {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Takes the earliest entry if it is due.
    mutating func popFirst(dueBy now: Instant) -> Entry? {
        guard let first = heap.first, first.due <= now else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink(from: 0)
        return first
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
