package import Contract
package import Measure

extension LoadPlan.Model {
    /// What a profile's `load` says of time.
    ///
    /// - Parameters:
    ///   - shape: Checked by the loader.
    ///   - seed: What random gaps are drawn from.
    package init(_ shape: LoadShape, seed: UInt64) {
        switch shape.model {
        case .open(let stages, let arrivals):
            let segments = stages.map {
                RateSegment(
                    from: $0.startRate,
                    to: $0.endRate,
                    duration: $0.duration.wholeNanoseconds
                )
            }
            let law: Schedule.Arrivals =
                switch arrivals {
                case .constant: .constant
                case .poisson: .poisson
                }
            self = .open(
                Schedule(
                    segments,
                    warmup: shape.warmup.wholeNanoseconds,
                    arrivals: law,
                    seed: seed,
                    lastCount: stages.last?.arrivalCount.map(UInt64.init)
                )
            )
        case .closed(let duration, let think):
            self = .closed(
                LoadPlan.Closed(
                    duration: duration.wholeNanoseconds,
                    warmup: shape.warmup.wholeNanoseconds,
                    think: think.wholeNanoseconds
                )
            )
        }
    }
}

extension LoadPlan {
    /// What a profile's `load` and `thresholds` say, with sends that are laid out already.
    ///
    /// - Parameters:
    ///   - profile: Checked by the loader.
    ///   - sends: In the order of the profile.
    ///   - seed: The profile's own, or one that was chosen.
    package init(_ profile: LoadProfile, sends: [Send], seed: UInt64) {
        let shape = profile.load
        self.init(Model(shape, seed: seed), sends: sends, connections: shape.connections)
        timeout = shape.timeout.wholeNanoseconds
        drain = shape.drain.wholeNanoseconds
        requestsPerConnection = shape.requestsPerConnection
        self.seed = seed
        thresholds = profile.thresholds.map { Threshold($0, sends: sends.map(\.name)) }
        sliceWidth = RecordingPlan.sliceWidth(for: shape.total.wholeNanoseconds)
    }
}

extension Threshold {
    /// A row of a profile's `thresholds`.
    ///
    /// - Parameters:
    ///   - row: Checked by the loader.
    ///   - sends: The names of the sends, of which the row may name one.
    package init(_ row: LoadThreshold, sends: [String]) {
        let windows = row.windows.map {
            Windows(length: $0.length.wholeNanoseconds, share: Fraction($0.share))
        }
        self.init(
            Metric(row.metric),
            Relation(row.relation),
            Fraction(row.limit),
            send: row.send.flatMap { sends.firstIndex(of: $0) },
            windows: windows,
            aborts: row.aborts
        )
    }
}

extension Threshold.Metric {
    fileprivate init(_ metric: LoadThreshold.Metric) {
        switch metric {
        case .latency("mean"): self = .latencyMean
        case .latency("max"): self = .latencyMaximum
        case .latency(let text):
            guard let quantile = Quantile(text) else {
                preconditionFailure("the loader let the percentile \(text) pass")
            }
            self = .latencyPercentile(quantile)
        case .errors: self = .errorRatio
        case .outcome(let name): self = .outcomeRatio(name)
        case .achieved: self = .achievedRatio
        }
    }
}

extension Threshold.Relation {
    fileprivate init(_ relation: LoadThreshold.Relation) {
        switch relation {
        case .lt: self = .lt
        case .lte: self = .lte
        case .gt: self = .gt
        case .gte: self = .gte
        }
    }
}

extension Fraction {
    /// Times become nanoseconds.
    fileprivate init(_ limit: LoadThreshold.Limit) {
        switch limit {
        case .time(let duration): self.init(UInt64(duration.wholeNanoseconds))
        case .share(let numerator, let denominator): self.init(numerator, of: denominator)
        }
    }
}
