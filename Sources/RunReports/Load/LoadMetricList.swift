import LoadModel
import Measure

/// All figures of a run for monitoring systems.
struct LoadMetricList {
    let facts: LoadFacts

    private var figures: RunFigures { facts.figures }

    var metrics: [LoadMetric] {
        arrivals + counters + events + clocks + percentiles + deliveries + state
    }

    private var arrivals: [LoadMetric] {
        let recording = facts.result.recording
        let steps = recording.cells.filter { recording.plan.isStep($0.key.send) }
        let arrivals = LoadMetric(
            ["arrivals"],
            .none,
            "Counted arrivals by outcome; good as the send declares.",
            .counter(counts(recording.arrivalCells))
        )
        guard !steps.isEmpty else { return [arrivals] }
        let reached = LoadMetric(
            ["steps"],
            .none,
            "Steps of journeys by outcome; good as the step declares.",
            .counter(counts(steps))
        )
        return [arrivals, reached]
    }

    private func counts(
        _ cells: [OutcomeCell]
    ) -> [(labels: LoadMetric.Labels, value: UInt64)] {
        cells.filter { $0.count > 0 && !$0.isCutOff }.map { cell in
            let labels = [
                ("send", facts.sends[cell.key.send]), ("outcome", cell.key.outcome),
                ("good", "\(cell.key.isGood)"),
            ]
            return (labels, cell.count)
        }
    }

    private var counters: [LoadMetric] {
        func counter(
            _ name: [String],
            _ unit: LoadMetric.Unit,
            _ help: String,
            _ value: UInt64
        ) -> LoadMetric {
            LoadMetric(name, unit, help, .counter([([], value)]))
        }
        return [
            counter(
                ["arrivals", "sent"],
                .none,
                "Arrivals with at least one byte sent.",
                figures.sentCount
            ),
            counter(
                ["arrivals", "unfinished"],
                .none,
                "Arrivals that the end of the run cut off: neither good nor failed.",
                figures.cutOffCount
            ),
            counter(
                ["arrivals", "completed"],
                .none,
                "Arrivals that were completed in the time that counts, whenever they were due.",
                figures.completedWithinSpan
            ),
            counter(
                ["recipients"],
                .none,
                "Recipients of successful requests.",
                figures.recipients
            ),
            counter(["sent"], .bytes, "Bytes of requests.", figures.bytesSent),
            counter(["received"], .bytes, "Bytes of responses.", figures.bytesReceived),
        ]
    }

    private var events: [LoadMetric] {
        let recording = facts.result.recording
        guard !recording.events.isEmpty else { return [] }
        let sends = 0..<recording.plan.arrivalCount
        let counts = sends.filter { recording.events[$0] > 0 }.map { send in
            (labels: [("send", facts.sends[send])], value: recording.events[send])
        }
        let help = "Events of event streams that came in the time that counts."
        return [LoadMetric(["events"], .none, help, .counter(counts))]
    }

    private var clocks: [LoadMetric] {
        func latencies(
            _ rows: Range<Int>
        ) -> [(labels: LoadMetric.Labels, value: Histogram<UInt64>)] {
            rows.map { index in
                let good = facts.result.recording.latency(ofSend: index).good
                return ([("send", facts.sends[index])], good)
            }
        }
        let arrivalCount = facts.result.recording.plan.arrivalCount
        let steps = arrivalCount..<facts.sends.count
        func histogram(_ name: [String], _ help: String, _ clock: ClockFigures) -> LoadMetric {
            LoadMetric(name, .seconds, help, .histogram([([], clock.arrivals.good)]))
        }
        let stepLatency = LoadMetric(
            ["step", "latency"],
            .seconds,
            "From the moment a step of a journey was due to its response; good ones only.",
            .histogram(latencies(steps))
        )
        return (steps.isEmpty ? [] : [stepLatency]) + [
            LoadMetric(
                ["latency"],
                .seconds,
                "From the moment a request was due to its response; good arrivals only.",
                .histogram(latencies(0..<arrivalCount))
            ),
            histogram(
                ["connection", "wait"],
                "From the moment a request was due until a connection was free.",
                figures.connectionWait
            ),
            histogram(
                ["generator", "lag"],
                "The delay of the generator although a connection was free.",
                figures.generatorLag
            ),
            histogram(
                ["service", "time"],
                "From the first byte sent to the response; good arrivals only.",
                figures.serviceTime
            ),
        ]
    }

    /// To three digits, over all arrivals, which histograms with a few bounds cannot provide.
    private var percentiles: [LoadMetric] {
        [
            LoadMetric(
                ["latency", "percentile"],
                .seconds,
                "Over all arrivals; infinite when it falls on one that failed.",
                .gauge(Self.percentiles(of: figures.latency.arrivals))
            )
        ]
    }

    /// The percentiles of reports, in seconds; infinite when failed, omitted when too few arrivals
    /// are above.
    static func percentiles(
        of arrivals: RankedArrivals
    ) -> [(labels: LoadMetric.Labels, value: Double)] {
        RunResult.quantiles.compactMap { quantile in
            let share = Double(quantile.numerator) / Double(quantile.denominator)
            let labels = [("quantile", "\(share)")]
            switch arrivals.reading(at: quantile) {
            case .value(let value): return (labels, Double(value) / 1e9)
            case .failed: return (labels, .infinity)
            case .tooFew: return nil
            }
        }
    }

    private var state: [LoadMetric] {
        let thresholds = zip(facts.result.thresholds.indices, facts.judgement.thresholds).map {
            index,
            result -> (labels: LoadMetric.Labels, value: Double) in
            let labels = [
                ("threshold", facts.objective(index)), ("verdict", result.verdict.rawValue),
            ]
            return (labels, result.verdict == .passed ? 1 : 0)
        }
        let profile = facts.result.profile
        let labels = [
            ("version", facts.result.firstPart.tool.version), ("title", profile.title),
            ("hash", profile.hash), ("seed", "\(profile.seed)"),
            ("model", profile.load.isClosed ? "closed" : "open"),
        ]
        return [
            LoadMetric(
                ["threshold", "passed"],
                .none,
                "1 when the threshold passed; the label verdict has the rest.",
                .gauge(thresholds)
            ),
            LoadMetric(
                ["valid"],
                .none,
                "1 when the measurement is precise enough for every threshold.",
                .gauge([([], facts.judgement.generator.isValid ? 1 : 0)])
            ),
            LoadMetric(
                ["counted"],
                .seconds,
                "The time in which arrivals counted.",
                .gauge([([], Double(figures.countedTime) / 1e9)])
            ),
            LoadMetric(["run", "info"], .none, "The run.", .gauge([(labels, 1)])),
        ]
    }
}
