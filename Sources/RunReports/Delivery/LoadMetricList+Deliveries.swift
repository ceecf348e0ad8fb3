import LoadModel
import Measure

extension LoadMetricList {
    /// Outcomes of deliveries; empty when they were not watched.
    var deliveries: [LoadMetric] {
        guard let delivery = facts.result.delivery else { return [] }
        return Self.counters(delivery) + Self.times(delivery)
    }

    private static func counters(_ delivery: RunDelivery) -> [LoadMetric] {
        let counts = delivery.counts
        let outcomes: [(String, UInt64)] = [
            ("in time", counts.inTime), ("late", counts.late),
            (DeliveryText(delivery: delivery).missingWord, counts.missing),
        ]
        let faults: [DeliveryFault] = [.twice, .dead, .reordered, .altered, .unexpected]
        return [
            LoadMetric(
                ["deliveries"],
                .none,
                "Expected deliveries by outcome.",
                .counter(outcomes.map { (labels: [("outcome", $0.0)], value: $0.1) })
            ),
            LoadMetric(
                ["delivery", "faults"],
                .none,
                "Faulty deliveries by fault.",
                .counter(
                    faults.map { (labels: [("fault", $0.rawValue)], value: counts[$0]) }
                )
            ),
            LoadMetric(
                ["delivery", "attempts"],
                .none,
                "Requests that reached the sink, with any response.",
                .counter([([], counts.attempts)])
            ),
        ]
    }

    private static func times(_ delivery: RunDelivery) -> [LoadMetric] {
        let shares = delivery.deadlines.compactMap {
            deadline -> (labels: LoadMetric.Labels, value: Double)? in
            let labels = [("within", "\(Double(deadline.within) / 1e9)")]
            return delivery.share(within: deadline.within).map { (labels, $0.doubleValue) }
        }
        return [
            LoadMetric(
                ["delivered"],
                .seconds,
                "From the moment a message was due until the sink accepted it; arrived deliveries only.",
                .histogram([([], delivery.clocks.delivered)])
            ),
            LoadMetric(
                ["delivered", "percentile"],
                .seconds,
                "Over all expected deliveries; infinite when it falls on one that never arrived.",
                .gauge(percentiles(of: delivery.ranked))
            ),
            LoadMetric(
                ["delivered", "ratio"],
                .none,
                "Deliveries within that number of seconds, as a share of all expected.",
                .gauge(shares)
            ),
            LoadMetric(
                ["sink", "busiest"],
                .none,
                "The utilization of the sink's busiest thread, in its busiest second.",
                .gauge([([], delivery.sink.busiest)])
            ),
        ]
    }
}
