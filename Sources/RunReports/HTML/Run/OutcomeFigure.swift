import Base
import Measure

/// What arrivals ended in, slice by slice, on top of each other.
struct OutcomeFigure {
    let run: RunView
    /// The most frequent by name; the last may stand for all others.
    private let layers: [Layer]

    /// Outcomes that are drawn as one.
    private struct Layer {
        let name: String
        var style: ChartStyle = .plain
        let isGood: Bool
        /// By the position of the slice.
        let counts: [UInt64]
    }

    /// More could not be told apart.
    private static let largestLayerCount = 7

    init(run: RunView) {
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

    /// What came as declared at the bottom and in blues, what failed above it and in vermilions.
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

    var markup: Markup {
        let failures = layers.filter { !$0.isGood }
        let failedShare = Double(run.figures.failedCount) / Double(max(run.figures.endedCount, 1))
        // Few failures are a line on top of all else.
        let isHidden = !failures.isEmpty && failures.count < layers.count && failedShare < 0.2
        return figure("outcomes", "Outcomes", layers)
            + (isHidden
                ? figure("failures", "Failed arrivals", failures) : Markup())
            + OutcomeTables(run: run).markup
    }

    private func figure(_ name: String, _ title: String, _ layers: [Layer]) -> Markup {
        let width = run.timeline.width
        let highest = run.timeline.moments.indices.map { index in
            layers.reduce(0) { $0 + Double($1.counts[index]) } / width
        }
        let axes = ChartAxes(
            x: run.timeline.side,
            y: .numbers(for: highest, title: "arrivals a second"),
            height: layers.count < self.layers.count ? 120 : 200
        )
        let chart = StackChart(
            axes: axes,
            backdrop: run.backdrop,
            edges: run.timeline.edges,
            quantities: layers.map { ($0.style, $0.counts.map { Double($0) / width }) }
        )
        var legend = ChartLegend()
        for layer in layers where layer.counts.contains(where: { $0 > 0 }) {
            let isCutOff = layer.name == MissingAnswer.notFinished.rawValue
            let meaning = layer.isGood ? "as declared" : isCutOff ? "cut off" : "failed"
            legend.addField(layer.style, "\(layer.name) (\(meaning))")
        }
        return ChartFigure(
            id: "\(run.prefix)-\(name)",
            title: title,
            description: description,
            axes: axes,
            content: chart.layers,
            legend: legend.markup,
            notes: ["By the second in which an arrival was due."],
            table: table(title, layers, axes)
        ).markup
    }

    private var description: String {
        let parts = run.result.outcomes.prefix(10).map {
            "\($0.name) \(Count.grouped($0.count))"
        }
        return parts.isEmpty ? "Nothing was recorded." : "\(parts.joined(separator: ", "))."
    }

    private func table(_ title: String, _ layers: [Layer], _ axes: ChartAxes) -> DataTable {
        DataTable(
            caption: "\(title) over time",
            titles: ["from"] + layers.map(\.name),
            rows: run.timeline.rows(axes) { index, _ in
                layers.map { Count.grouped($0.counts[index]) }
            }
        )
    }
}
