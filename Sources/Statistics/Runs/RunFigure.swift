/// The figures by which runs under load are compared and remembered.
package enum RunFigure: String, Hashable, Sendable, CaseIterable {
    /// Responses per second of the closed model.
    case rate
    /// Responses ÷ arrivals of the open model.
    case achieved
    /// Arrivals that did not end as their send declares ÷ all.
    case failed
    case p50
    case p90
    case p95
    case p99
    case p999 = "p99.9"
    /// Median time from sending a request to its response.
    case service = "service p50"
    /// Processor time of the generator for each request.
    case processTime = "generator CPU per request"
    /// Processor time of the target for each request that was sent, where it could be measured.
    case targetProcessTime = "target CPU per request"
    /// Median delivery time of expected deliveries, from the due time of the message; for runs that watched
    /// deliveries.
    case deliveredP50 = "delivered p50"
    case deliveredP99 = "delivered p99"
    /// Lost deliveries ÷ expected deliveries.
    case lost
    /// Duplicate deliveries ÷ expected deliveries.
    case twice

    /// Figures compared by default, at most five.
    ///
    /// `achieved` replaces `rate` in the open model.
    package static let judged: [RunFigure] = [.rate, .achieved, .p50, .p90, .p99, .failed]

    /// Figures in lists of runs, which have little room.
    package static let listed = judged.filter { $0 != .p90 }

    /// Figures that can be compared.
    package static let judgeable: [RunFigure] =
        [
            .rate, .achieved, .p50, .p90, .p95, .p99, .p999, .failed,
        ] + ofDeliveries

    /// Figures of runs that watched deliveries.
    package static let ofDeliveries: [RunFigure] = [.deliveredP50, .deliveredP99, .lost, .twice]

    /// The metric for comparing values of this figure.
    ///
    /// - Parameters:
    ///   - relativeFloor: Smallest relevant change, as a share of the old value.
    ///   - latencyFloor: Smallest relevant change of a latency, in seconds.
    /// - Returns: Equal metrics for equal figures and floors.
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
        // A single lost message matters, whatever the number of messages.
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
