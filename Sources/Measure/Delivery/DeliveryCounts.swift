package import LoadModel

/// What became of the deliveries that the messages of a run were to bring about.
///
/// A delivery is one message for one recipient. It is to come when the service accepted the message within
/// the counted time, unless the sink had declared the recipient gone.
package struct DeliveryCounts: Hashable, Sendable {
    /// Those that were to come: `inTime`, `late` and `lost` together.
    package var expected: UInt64 = 0
    /// Taken by the sink within the time that the profile gives.
    package var inTime: UInt64 = 0
    package var late: UInt64 = 0
    package var lost: UInt64 = 0
    /// Accepted by the service for recipients that the sink does not know any more.
    package var unregistered: UInt64 = 0
    /// Not among `expected`: their time was not over when the watch was ended early.
    package var pending: UInt64 = 0
    /// Taken by the sink although the service did not accept the message.
    package var recovered: UInt64 = 0
    /// Taken once more.
    package var twice: UInt64 = 0
    package var dead: UInt64 = 0
    package var reordered: UInt64 = 0
    package var altered: UInt64 = 0
    package var unexpected: UInt64 = 0
    /// Requests that came to the sink, whatever it answered.
    package var attempts: UInt64 = 0

    package init() {}

    /// Taken by the sink, each delivery once.
    package var delivered: UInt64 { inTime + late }

    /// How many came out in a way that they should not.
    package subscript(_ fault: DeliveryFault) -> UInt64 {
        switch fault {
        case .lost: lost
        case .twice: twice
        case .late: late
        case .dead: dead
        case .reordered: reordered
        case .altered: altered
        case .unexpected: unexpected
        }
    }

    /// Where a count is kept.
    typealias Path = any WritableKeyPath<DeliveryCounts, UInt64> & Sendable

    /// All of them by their names in result files.
    static let paths: [(name: String, path: Path)] = [
        ("expected", \.expected), ("inTime", \.inTime), ("late", \.late), ("lost", \.lost),
        ("unregistered", \.unregistered), ("pending", \.pending), ("recovered", \.recovered),
        ("twice", \.twice), ("dead", \.dead), ("reordered", \.reordered), ("altered", \.altered),
        ("unexpected", \.unexpected), ("attempts", \.attempts),
    ]

    /// Adds what another shard of the same run counted.
    package mutating func merge(_ other: DeliveryCounts) {
        for (_, path) in Self.paths { self[keyPath: path] += other[keyPath: path] }
    }
}
