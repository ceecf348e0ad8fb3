package import LoadModel

/// Outcomes of the deliveries that a run's messages should cause.
///
/// A delivery is one message for one recipient. It is expected when the service accepted the message within the
/// counted time, unless the sink had reported the recipient as gone.
package struct DeliveryCounts: Hashable, Sendable {
    /// Expected deliveries: `inTime`, `late`, `lost` and `unseen` together.
    package var expected: UInt64 = 0
    /// Taken by the sink within the time that the profile gives.
    package var inTime: UInt64 = 0
    package var late: UInt64 = 0
    package var lost: UInt64 = 0
    /// Not delivered as far as is known; reports of the sink are missing.
    package var unseen: UInt64 = 0
    /// Accepted by the service for recipients that the sink does not know any more.
    package var unregistered: UInt64 = 0
    /// Not among `expected`: still awaited when the watch was ended early.
    package var pending: UInt64 = 0
    /// Taken by the sink although the service did not accept the message.
    package var recovered: UInt64 = 0
    /// Duplicates.
    package var twice: UInt64 = 0
    package var dead: UInt64 = 0
    package var reordered: UInt64 = 0
    package var altered: UInt64 = 0
    package var unexpected: UInt64 = 0
    /// Requests to the sink, whatever its response.
    package var attempts: UInt64 = 0

    package init() {}

    /// Received by the sink, each delivery once.
    package var delivered: UInt64 { inTime + late }
    /// Expected, and not delivered as far as is known.
    package var missing: UInt64 { lost + unseen }

    /// Number of deliveries with a fault.
    package subscript(_ fault: DeliveryFault) -> UInt64 {
        switch fault {
        case .lost: lost
        case .unseen: unseen
        case .twice: twice
        case .late: late
        case .dead: dead
        case .reordered: reordered
        case .altered: altered
        case .unexpected: unexpected
        }
    }

    /// Property of a count.
    typealias Path = any WritableKeyPath<DeliveryCounts, UInt64> & Sendable

    /// All counts by their names in result files.
    static let paths: [(name: String, path: Path)] = [
        ("expected", \.expected), ("inTime", \.inTime), ("late", \.late), ("lost", \.lost),
        ("notSeen", \.unseen),
        ("unregistered", \.unregistered), ("pending", \.pending), ("recovered", \.recovered),
        ("twice", \.twice), ("dead", \.dead), ("reordered", \.reordered), ("altered", \.altered),
        ("unexpected", \.unexpected), ("attempts", \.attempts),
    ]

    /// Adds the counts of another shard of the same run.
    package mutating func merge(_ other: DeliveryCounts) {
        for (_, path) in Self.paths { self[keyPath: path] += other[keyPath: path] }
    }
}
