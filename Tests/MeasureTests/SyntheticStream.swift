import Measure

/// Arrivals that depend on a seed only.
struct SyntheticStream: Sequence, IteratorProtocol {
    private var state: UInt64
    private var index = 0
    private let count: Int

    init(seed: UInt64, count: Int) {
        state = seed
        self.count = count
    }

    /// A settled arrival, the request and the outcome; one in a hundred does not end.
    struct Item {
        let index: Int
        let arrival: SettledArrival
        let key: OutcomeCell.Key
        let isFinished: Bool
    }

    mutating func next() -> Item? {
        guard index < count else { return nil }
        defer { index += 1 }
        // The warm-up of 2 s comes first.
        let due = Int64(index) * 1_000_000 - 2_000_000_000
        let ready = due + Int64(draw(50_000))
        let sent = ready + Int64(draw(200_000))
        let done = sent + 300_000 + Int64(draw(40) == 0 ? draw(4_000_000_000) : draw(2_000_000))
        let outcome = ["201", "201", "201", "E429000", "timeout"][draw(5)]
        let arrival = SettledArrival(
            due: due,
            ready: ready,
            sent: sent,
            done: done,
            own: sent - ready,
            bytesSent: 300,
            bytesReceived: 100 + draw(50)
        )
        let isFinished = draw(100) != 0
        return Item(
            index: index,
            arrival: arrival,
            key: OutcomeCell.Key(
                send: draw(2),
                outcome: isFinished ? outcome : "unanswered",
                isGood: isFinished && outcome == "201"
            ),
            isFinished: isFinished
        )
    }

    private mutating func draw(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}

extension Recording {
    mutating func record(_ item: SyntheticStream.Item) {
        let cell = cell(item.key)
        if item.isFinished {
            record(item.arrival, cell: cell, isResponse: item.key.outcome != "timeout")
        } else {
            recordUnfinished(due: item.arrival.due, cell: cell, wasSent: true)
        }
    }
}
