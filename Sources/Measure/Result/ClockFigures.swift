package import LoadModel

/// Figures of one of the four clocks over a run.
package struct ClockFigures: Hashable, Sendable {
    /// The clocks in the order of reports; the name is that of result files.
    package enum Clock: String, Hashable, Sendable, CaseIterable {
        case latency, serviceTime, connectionWait, generatorLag
    }

    package let clock: Clock
    /// Arrivals that the percentiles cover.
    package let arrivals: RankedArrivals

    /// Of the arrivals with a time, in nanoseconds; `nil` without any.
    package var mean: Int64? { arrivals.good.mean }

    /// Of the arrivals with a time, in nanoseconds; `nil` without any.
    package var greatest: Int64? { arrivals.good.isEmpty ? nil : arrivals.good.greatest }

    /// A percentile over all arrivals.
    package subscript(quantile: Quantile) -> PercentileReading { arrivals.reading(at: quantile) }
}
