/// An objective of a load: a condition for a run to pass.
///
/// Shared by the profile, the engine and the result.
package struct Threshold: Hashable, Sendable {
    /// Figure that the threshold limits.
    package enum Metric: Hashable, Sendable {
        /// A percentile of the latency over all arrivals, in nanoseconds.
        case latencyPercentile(Quantile)
        /// The mean latency of expected responses, in nanoseconds.
        case latencyMean
        /// The greatest latency, in nanoseconds; failed as soon as one arrival failed.
        case latencyMaximum
        /// Arrivals that did not end as declared, of all that were due.
        case errorRatio
        /// Arrivals with this outcome, of all that were due.
        case outcomeRatio(String)
        /// Share of due arrivals with a response in time.
        case achievedRatio
        /// Events of event streams a second.
        case eventRate
        /// A percentile of the time from being due to being delivered, in nanoseconds.
        case deliveredPercentile(Quantile)
        /// Share of expected deliveries within a number of nanoseconds; `nil` for the time limit of the profile.
        case deliveredRatio(within: Int64?)
        /// Number of deliveries with a fault.
        case deliveries(DeliveryFault)
    }

    /// Required relation of the metric to the limit, with the names used in contracts.
    package enum Relation: String, Hashable, Sendable, CaseIterable {
        case lt, lte, gt, gte
    }

    /// Stretches of the run that are judged each for itself.
    package struct Windows: Hashable, Sendable {
        /// In nanoseconds; a multiple of the slices' width.
        package var length: Int64
        /// Share of the windows that must pass.
        package var share: Fraction

        package init(length: Int64, share: Fraction = Fraction(1)) {
            self.length = length
            self.share = share
        }
    }

    package var metric: Metric
    package var relation: Relation
    /// In the unit of the metric.
    package var limit: Fraction
    /// The index of the send that is looked at; `nil` for all.
    package var send: Int?
    /// Windows to check; `nil` checks the whole run.
    package var windows: Windows?
    /// Whether the run is aborted as soon as this cannot be met any more.
    package var aborts: Bool
    /// Position in the profile, `push.yaml:31:5`; `nil` when unknown.
    package var place: String?

    package init(
        _ metric: Metric,
        _ relation: Relation,
        _ limit: Fraction,
        send: Int? = nil,
        windows: Windows? = nil,
        aborts: Bool = false,
        place: String? = nil
    ) {
        self.metric = metric
        self.relation = relation
        self.limit = limit
        self.send = send
        self.windows = windows
        self.aborts = aborts
        self.place = place
    }
}

extension Threshold.Metric {
    /// Reads a percentile (`p99`), `mean` or `max`; `nil` for any other text.
    package init?(latency text: String) {
        switch text {
        case "mean": self = .latencyMean
        case "max": self = .latencyMaximum
        default:
            guard let quantile = Quantile(text) else { return nil }
            self = .latencyPercentile(quantile)
        }
    }

    /// Unit of a metric.
    package enum Unit: Hashable, Sendable {
        /// Nanoseconds.
        case time
        /// A share of one.
        case share
        case count
        /// A number a second.
        case rate
    }

    package var unit: Unit {
        switch self {
        case .latencyPercentile, .latencyMean, .latencyMaximum, .deliveredPercentile: .time
        case .errorRatio, .outcomeRatio, .achievedRatio, .deliveredRatio: .share
        case .deliveries: .count
        case .eventRate: .rate
        }
    }

    /// Whether it concerns deliveries, not responses.
    package var isOfDeliveries: Bool {
        switch self {
        case .deliveredPercentile, .deliveredRatio, .deliveries: true
        case .latencyPercentile, .latencyMean, .latencyMaximum, .errorRatio, .outcomeRatio,
            .achievedRatio, .eventRate:
            false
        }
    }

    /// Whether a later delivery can change it.
    package var dependsOnTime: Bool {
        switch self {
        case .deliveries(.lost), .deliveries(.late): true
        case .deliveries: false
        default: true
        }
    }

    /// Whether it is a latency of responses.
    package var isLatency: Bool { unit == .time && !isOfDeliveries }
}

extension Threshold.Relation {
    /// Whether a value has this relation to the limit.
    package func holds(_ value: Fraction, _ limit: Fraction) -> Bool {
        switch self {
        case .lt: value < limit
        case .lte: value <= limit
        case .gt: value > limit
        case .gte: value >= limit
        }
    }

    /// Whether smaller values are better.
    package var isUpperLimit: Bool { self == .lt || self == .lte }
}

extension Threshold {
    /// The objective in one line: `latency p99 < 250 ms of createPush in 99% of windows of 10 s`.
    ///
    /// - Parameter sends: The names of the sends.
    /// - Returns: The line, without a line end.
    package func text(sends: [String]) -> String {
        var text = "\(metric.text) \(relation.sign) \(metric.text(of: limit))"
        if let send, sends.indices.contains(send) { text += " of \(sends[send])" }
        if let windows {
            let share =
                windows.share == Fraction(1)
                ? "every window" : "\(windows.share.percent) of windows"
            text += " in \(share) of \(NanosecondText.exact(windows.length))"
        }
        return text
    }
}

extension Threshold.Metric {
    /// `latency p99`, `errors`.
    package var text: String {
        switch self {
        case .latencyPercentile(let quantile): "latency \(quantile)"
        case .latencyMean: "latency mean"
        case .latencyMaximum: "latency max"
        case .errorRatio: "errors"
        case .outcomeRatio(let name): "outcome \(name)"
        case .achievedRatio: "achieved"
        case .eventRate: "events"
        case .deliveredPercentile(let quantile): "delivered \(quantile)"
        case .deliveredRatio(nil): "delivered"
        case .deliveredRatio(let within?): "delivered within \(NanosecondText.exact(within))"
        case .deliveries(let fault): fault.rawValue
        }
    }

    /// A limit or a value of the metric: `250 ms`, `0.1%`, `3`, `2.5/s`.
    package func text(of value: Fraction) -> String {
        let whole = value.numerator / value.denominator
        return switch unit {
        case .time: NanosecondText.exact(Int64(clamping: whole))
        case .share: value.percent
        case .count: "\(whole)"
        case .rate: "\(value.decimal)/s"
        }
    }
}

extension Threshold.Relation {
    /// As mathematics writes it.
    package var sign: String {
        switch self {
        case .lt: "<"
        case .lte: "≤"
        case .gt: ">"
        case .gte: "≥"
        }
    }
}
