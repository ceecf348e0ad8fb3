import LoadModel
import Measure

/// Several runs side by side, without a verdict.
struct RunComparisonSection {
    private let sides: [RunSide]

    /// - Parameter runs: In the order of the command line.
    init(runs: [RunView]) { sides = RunSide.list(of: runs) }

    /// The runs, those of one side together.
    private var runs: [RunView] { sides.flatMap(\.runs) }

    var markup: Markup {
        let deliveries = DeliveryComparisonTable(runs: runs).markup
        return Markup(
            [remarks] + PageCharts.comparison(sides).map(\.markup) + [figures.markup, deliveries]
        )
    }

    // MARK: - Table

    private var figures: DataTable {
        let quantiles = RunView.quantiles
        return DataTable(
            caption: "Figures",
            titles: ["Run", "Verdict", "due", "responses", "failed"]
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
                    "Runs vary by chance, so differences on this page are not a verdict. Use \"assay "
                        + "compare\" to test whether they are significant."
                )
            ]
        )
    }

    /// Differences that make figures incomparable.
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
