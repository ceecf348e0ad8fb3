import LoadModel
import Measure

/// The percentiles of latency and its parts.
struct LoadClockTable {
    let facts: LoadFacts

    /// A figure, and how reliable it is.
    struct Figure {
        enum Kind { case value, unsound, failed, tooFew }

        let kind: Kind
        let text: String

        init(_ reading: PercentileReading, isUnsound: Bool = false, failed: String = "failed") {
            switch reading {
            case .value(let value):
                kind = isUnsound ? .unsound : .value
                text = (isUnsound ? "~" : "") + Self.text(value)
            case .failed: (kind, text) = (.failed, failed)
            case .tooFew: (kind, text) = (.tooFew, "–")
            }
        }

        init(_ nanoseconds: Int64?) {
            kind = nanoseconds == nil ? .tooFew : .value
            text = nanoseconds.map(Self.text) ?? "–"
        }

        /// Histograms do not distinguish values below 100 ns.
        private static func text(_ nanoseconds: Int64) -> String {
            (1..<100).contains(nanoseconds) ? "<100 ns" : NanosecondText.short(nanoseconds)
        }
    }

    /// The names of the figures.
    static let titles = RunResult.quantiles.map(\.description) + ["max", "mean"]

    /// Latency first, then its parts in order.
    var rows: [(name: String, figures: [Figure])] {
        let figures = facts.figures
        return [
            ("latency", self.figures(figures.latency, unsound: facts.unsound)),
            ("connection wait", self.figures(figures.connectionWait)),
            ("generator lag", self.figures(figures.generatorLag)),
            ("service time", self.figures(figures.serviceTime)),
        ]
    }

    /// The meaning of signs in the table.
    var legend: [String] {
        let kinds = Set(rows.flatMap(\.figures).map(\.kind))
        var lines: [String] = []
        if kinds.contains(.failed) {
            lines.append(
                "failed: the arrival at this rank failed, and failures rank above every response; max and "
                    + "mean are of the good ones"
            )
        }
        if kinds.contains(.tooFew) { lines.append("–: fewer than 10 arrivals lie above") }
        if kinds.contains(.unsound) { lines.append("~: the generator's own delay is part of it") }
        return lines
    }

    private func figures(_ clock: ClockFigures, unsound: Set<Quantile> = []) -> [Figure] {
        RunResult.quantiles.map { Figure(clock[$0], isUnsound: unsound.contains($0)) } + [
            Figure(clock.greatest), Figure(clock.mean),
        ]
    }
}
