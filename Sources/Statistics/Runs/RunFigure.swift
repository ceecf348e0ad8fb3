/// The figures by which runs under load are compared and remembered.
package enum RunFigure: String, Hashable, Sendable, CaseIterable {
    /// Answers per second of the closed model.
    case rate
    /// Answers ÷ arrivals of the open model.
    case achieved
    /// Arrivals that did not end as their send declares ÷ all.
    case failed
    case p50
    case p90
    case p95
    case p99
    case p999 = "p99.9"
    /// Half of the requests took at most so long from being sent.
    case service = "service p50"
    /// Processor time of the generator for each request that was sent.
    case processTime = "generator CPU per request"
    /// Processor time of the target for each request that was sent, where it could be measured.
    case targetProcessTime = "target CPU per request"
    /// Half of the deliveries that were to come took at most so long from being due; where they were watched.
    case deliveredP50 = "delivered p50"
    case deliveredP99 = "delivered p99"
    /// Deliveries that never came ÷ those that were to come.
    case lost
    /// Deliveries that came once more ÷ those that were to come.
    case twice

    /// Those that are judged unless the user names others, at most five.
    ///
    /// `achieved` stands for `rate` in the open model.
    package static let judged: [RunFigure] = [.rate, .achieved, .p50, .p90, .p99, .failed]

    /// Those that stand in lists of runs, where there is room for few.
    package static let listed = judged.filter { $0 != .p90 }

    /// Those that can be judged.
    package static let judgeable: [RunFigure] =
        [
            .rate, .achieved, .p50, .p90, .p95, .p99, .p999, .failed,
        ] + ofDeliveries

    /// Those of runs whose deliveries were watched; others do not have them.
    package static let ofDeliveries: [RunFigure] = [.deliveredP50, .deliveredP99, .lost, .twice]

    /// How two sets of its values are judged.
    ///
    /// - Parameters:
    ///   - relativeFloor: No change counts below this share of the old value.
    ///   - latencyFloor: No change of a latency counts below this, in seconds.
    /// - Returns: Always the same for the same figure and floors.
    package func metric(
        relativeFloor: Double = ComparedMetric.usualFloor,
        latencyFloor: Double = 0.0002
    ) -> ComparedMetric {
        switch self {
        case .rate: .rate(rawValue, relativeFloor: relativeFloor)
        case .achieved:
            ComparedMetric(
                rawValue,
                in: .ratio,
                worsensUpward: false,
                relativeFloor: relativeFloor
            )
        case .failed: .failures(rawValue, relativeFloor: relativeFloor)
        // One message that is lost is too many, of however many.
        case .lost, .twice:
            ComparedMetric(
                rawValue,
                in: .ratio,
                worsensUpward: true,
                relativeFloor: relativeFloor
            )
        case .p50, .p90, .p95, .p99, .p999, .service, .processTime, .targetProcessTime,
            .deliveredP50, .deliveredP99:
            .latency(rawValue, relativeFloor: relativeFloor, absoluteFloor: latencyFloor)
        }
    }
}
