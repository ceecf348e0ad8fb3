import LoadModel
import Measure

/// All figures of a run that monitoring systems get.
struct LoadMetricList {
    let facts: LoadFacts

    private var figures: RunFigures { facts.figures }

    var metrics: [LoadMetric] { arrivals + counters + clocks + percentiles + deliveries + state }

    private var arrivals: [LoadMetric] {
        let recording = facts.result.recording
        let steps = recording.cells.filter { recording.plan.isStep($0.key.send) }
        let arrivals = LoadMetric(
            ["arrivals"],
            .none,
            "Arrivals that count, by how they ended; good is what the send declares.",
            .counter(counts(recording.arrivalCells))
        )
        guard !steps.isEmpty else { return [arrivals] }
        let reached = LoadMetric(
            ["steps"],
            .none,
            "Steps of journeys, by how they ended; good is what the step declares.",
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
                ["requests", "sent"],
                .none,
                "Arrivals of which at least one byte was sent.",
                figures.sentCount
            ),
            counter(
                ["arrivals", "unfinished"],
                .none,
                "Arrivals that the run cut off before their time was over: neither good nor failed.",
                figures.cutOffCount
            ),
            counter(
                ["answers"],
                .none,
                "Answers that came in the time that counts, whenever they were due.",
                figures.completedWithinSpan
            ),
            counter(
                ["recipients"],
                .none,
                "Recipients that good answers stand for.",
                figures.recipients
            ),
            counter(["sent"], .bytes, "Bytes of requests.", figures.bytesSent),
            counter(["received"], .bytes, "Bytes of answers.", figures.bytesReceived),
        ]
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
            "From the moment a step of a journey was due to its answer; good ones only.",
            .histogram(latencies(steps))
        )
        return (steps.isEmpty ? [] : [stepLatency]) + [
            LoadMetric(
                ["latency"],
                .seconds,
                "From the moment a request was due to its answer; good arrivals only.",
                .histogram(latencies(0..<arrivalCount))
            ),
            histogram(
                ["connection", "wait"],
                "From the moment a request was due until a connection was free.",
                figures.connectionWait
            ),
            histogram(
                ["generator", "lag"],
                "How long the generator took although a connection was free.",
                figures.generatorLag
            ),
            histogram(
                ["service", "time"],
                "From the first byte sent to the answer; good arrivals only.",
                figures.serviceTime
            ),
        ]
    }

    /// To three digits, over all arrivals: histograms with a few bounds cannot tell.
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

    /// Those of reports, in seconds; infinite when one failed, left out when too few lie above.
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
                "1 when the threshold passed; verdict says what else.",
                .gauge(thresholds)
            ),
            LoadMetric(
                ["valid"],
                .none,
                "1 when no doubt about the measurement keeps a threshold from being judged.",
                .gauge([([], facts.judgement.generator.isValid ? 1 : 0)])
            ),
            LoadMetric(
                ["counted"],
                .seconds,
                "How long arrivals came that count.",
                .gauge([([], Double(figures.countedTime) / 1e9)])
            ),
            LoadMetric(["run", "info"], .none, "What was run.", .gauge([(labels, 1)])),
        ]
    }
}
