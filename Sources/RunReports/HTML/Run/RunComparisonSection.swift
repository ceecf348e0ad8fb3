import LoadModel
import Measure

/// Several runs side by side, without a verdict.
struct RunComparisonSection {
    let runs: [RunView]

    var markup: Markup {
        let deliveries = DeliveryComparisonTable(runs: runs).markup
        return Markup(
            [figures.markup, deliveries, remarks] + PageCharts.comparison.map { $0(runs) }
        )
    }

    // MARK: - Table

    private var figures: DataTable {
        let quantiles = RunView.quantiles
        return DataTable(
            caption: "Figures",
            titles: ["Run", "Verdict", "due", "answered", "failed"]
                + quantiles.map(\.description) + ["max", "CPU per request"],
            rows: runs.map { run in
                let figures = run.figures
                let settled = run.result.parts.reduce(UInt64(0)) { $0 + $1.statistics.settled }
                let each =
                    settled == 0 ? nil : run.result.processTime / Int64(clamping: settled)
                let texts =
                    [
                        LoadNumber.rate(figures.dueRate), LoadNumber.rate(figures.doneRate),
                        figures.failedRatio.map { LoadNumber.percent($0) } ?? "–",
                    ] + quantiles.map { run.text(figures.latency, $0) }
                    + [RunView.text(figures.latency.greatest), RunView.text(each)]
                return DataTable.Row(
                    run.name,
                    [run.verdict.badge] + texts.map { Markup(text: $0) }
                )
            }
        )
    }

    // MARK: - Remarks

    private var remarks: Markup {
        PageVerdict.list(
            differences.map { PageVerdict(.doubtful, $0) } + [
                PageVerdict(
                    .neutral,
                    "Runs vary by themselves; what stands here side by side is no verdict. \"assay "
                        + "compare\" says whether a difference means anything."
                )
            ]
        )
    }

    /// What makes figures incomparable.
    private var differences: [String] {
        let questions: [(String, (RunResult) -> String)] = [
            ("different profiles", { $0.profile.hash }),
            ("different processors", { $0.firstPart.environment.cpu }),
            ("different numbers of cores", { "\($0.firstPart.environment.cores)" }),
            ("different generators", { "\($0.firstPart.environment.libcurl)" }),
        ]
        var found = questions.filter { question in
            Set(runs.map { question.1($0.result) }).count > 1
        }.map(\.0)
        if Set(runs.map(\.result.profile.load.isClosed)).count > 1 {
            found.append("open and closed models")
        }
        return found.isEmpty ? [] : ["These runs have \(found.joined(separator: ", "))."]
    }
}

/// Percentiles of each run as dots on one line.
struct RunSpreadFigure {
    let runs: [RunView]

    private static let quantiles: [Quantile] = [.p50, .p90, .p99]
    private static let rowHeight = 26.0

    var markup: Markup {
        let axes = ChartAxes(
            x: .durations(
                for: runs.flatMap { marks(of: $0).compactMap(\.self) },
                title: "latency"
            ),
            y: ChartAxes.Side(
                form: .linear,
                domain: 0...Double(runs.count),
                ticks: [],
                title: ""
            ),
            height: Self.rowHeight * Double(runs.count),
            left: 190
        )
        var legend = ChartLegend()
        for (style, name) in names.enumerated() { legend.addField(style, name) }
        let rows = runs.enumerated().map { row($0.offset, $0.element, axes) }
        return ChartFigure(
            id: "spread",
            title: "Latency of each run",
            description: "The table has the same figures.",
            axes: axes,
            content: Markup([axes.grid] + rows + [axes.frame]),
            legend: legend.markup,
            table: table
        ).markup
    }

    private var names: [String] { Self.quantiles.map(\.description) + ["greatest"] }

    /// In the order of the names; `nil` for what failed or says nothing.
    private func marks(of run: RunView) -> [Double?] {
        let latency = run.figures.latency
        let values = Self.quantiles.map { quantile -> Double? in
            guard case .value(let value) = latency[quantile] else { return nil }
            return Double(value)
        }
        return values + [latency.greatest.map { Double($0) }]
    }

    private func row(_ index: Int, _ run: RunView, _ axes: ChartAxes) -> Markup {
        let y = axes.plot.top + (Double(index) + 0.5) * Self.rowHeight
        let name = run.name.count > 28 ? "…\(run.name.suffix(27))" : run.name
        let text = SVG.text(name, at: SVG.Point(axes.plot.left - 8, y + 4), .end, "stage")
        let places = marks(of: run).map { $0.map { axes.x.position(of: $0) } }
        let known = places.compactMap(\.self)
        let line = SVG.line(
            SVG.Point(known.min() ?? axes.plot.left, y),
            SVG.Point(known.max() ?? axes.plot.left, y),
            "axis"
        )
        let dots = places.enumerated().map { style, x in
            x.map { ChartMark.dot(style, at: SVG.Point($0, y)) } ?? Markup()
        }
        return Markup([text, line] + dots)
    }

    private var table: DataTable {
        DataTable(
            caption: "Latency of each run",
            titles: ["Run"] + names,
            rows: runs.map { run in
                let latency = run.figures.latency
                return DataTable.Row(
                    run.name,
                    Self.quantiles.map { run.text(latency, $0) }
                        + [RunView.text(latency.greatest)]
                )
            }
        )
    }
}
