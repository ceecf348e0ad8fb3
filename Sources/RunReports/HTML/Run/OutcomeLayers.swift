import Base
import LoadModel
import Measure

/// The outcomes of arrivals by slice, stacked.
struct OutcomeLayers {
    private let run: RunView
    /// The most frequent by name; the last may combine all others.
    private let layers: [Layer]

    /// Outcomes that are drawn together.
    private struct Layer {
        let name: String
        var style: ChartStyle = .plain
        let isGood: Bool
        /// By the position of the slice.
        let counts: [UInt64]
    }

    /// More layers would be indistinguishable.
    private static let largestLayerCount = 7

    init(_ run: RunView) {
        self.run = run
        let names = run.result.outcomes.map(\.name)
        let isCrowded = names.count > Self.largestLayerCount
        let shown = isCrowded ? Array(names.prefix(Self.largestLayerCount - 1)) : names
        let cells = run.result.recording.cells
        let plan = run.result.recording.plan
        func layer(_ name: String, _ isMeant: (OutcomeCell.Key) -> Bool) -> Layer {
            let meant = cells.indices.filter {
                isMeant(cells[$0].key) && !plan.isStep(cells[$0].key.send)
            }
            return Layer(
                name: name,
                isGood: meant.contains { cells[$0].key.isGood },
                counts: run.timeline.moments.map { moment in
                    let counts = moment.slice.cellCounts
                    return meant.reduce(0) { $0 + (counts.indices.contains($1) ? counts[$1] : 0) }
                }
            )
        }
        let single = shown.map { name in layer(name) { $0.outcome == name } }
        let others = layer("others") { !shown.contains($0.outcome) }
        layers = Self.styled(isCrowded ? single + [others] : single)
    }

    /// Responses as declared at the bottom in blues, failures above in vermilions.
    private static func styled(_ layers: [Layer]) -> [Layer] {
        [true, false].flatMap { isGood in
            layers.filter { $0.isGood == isGood }.enumerated().map { index, layer in
                var layer = layer
                let shade = index % ChartStyle.shadeCount
                layer.style = isGood ? .good(shade) : .bad(shade)
                return layer
            }
        }
    }

    /// All outcomes; if failures are few, a line on top of the others, also in a chart of their
    /// own.
    var charts: [Chart] {
        let failures = layers.filter { !$0.isGood }
        let failedShare = Double(run.figures.failedCount) / Double(max(run.figures.endedCount, 1))
        let isHidden = !failures.isEmpty && failures.count < layers.count && failedShare < 0.2
        return [chart("outcomes", "Outcomes over time", layers, height: 200)]
            + (isHidden
                ? [chart("failures", "Failed arrivals over time", failures, height: 120)] : [])
    }

    private func chart(
        _ name: String,
        _ title: String,
        _ layers: [Layer],
        height: Double
    ) -> Chart {
        let parts = run.result.outcomes.prefix(10).map { "\($0.name) \(Count.grouped($0.count))" }
        var chart = Chart(run, name, title, y: .numbers("arrivals a second"))
        chart.height = height
        chart.description =
            parts.isEmpty ? "Nothing was recorded." : "\(parts.joined(separator: ", "))."
        chart.notes = ["Counted in the second in which an arrival was due."]
        chart.columns = layers.map { layer in
            let isCutOff = layer.name == MissingResponse.notFinished.rawValue
            return Chart.Column(
                layer.name,
                layer.counts.map(Count.grouped),
                .stack(
                    layer.style,
                    layer.counts.map { Double($0) / run.timeline.width },
                    meaning: layer.isGood ? "as declared" : isCutOff ? "cut off" : "failed"
                )
            )
        }
        return chart
    }
}
