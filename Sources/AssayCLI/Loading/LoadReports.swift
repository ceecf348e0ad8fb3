import Contract
import HTTP
import Measure
import Reports

/// Writes what a load run came to to wherever it was asked for, and says how the command ends.
struct LoadReports {
    /// Named in messages: `load`.
    let command: String
    let outputs: LoadOutputs
    let console: Console
    /// Takes out of every text what nobody may read.
    let redactor: Redactor
    /// Where the result is kept too; `nil` for nowhere.
    var history: HistoryOption?

    /// Standard output comes first: whatever happens to files, somebody has seen it.
    ///
    /// - Parameter result: What was measured.
    /// - Returns: The status to end with.
    func publish(_ result: RunResult) async -> ExitStatus {
        let style = TextStyle(isColored: console.terminal.wantsColor(outputs.color))
        console.write(text(of: result, as: outputs.format, style, console.terminal.columns))
        var statuses = [LoadVerdict.status(result.judgement, cut: result.cut)]
        for file in outputs.files {
            let text = text(of: result, as: file.format, TextStyle(isColored: false), 80)
            guard let reason = file.write(text) else { continue }
            console.printError("assay \(command): cannot write \(file.path): \(reason)")
            statuses.append(.defect)
        }
        if let collector = outputs.collector,
            let reason = await collector.send(redactor.redact(OTLPMetrics().text(of: result)))
        {
            console.printError(
                "assay \(command): sending figures to \(collector.url): \(reason)"
            )
            statuses.append(.defect)
        }
        let kept = history.map { history in
            history.add(
                KeptResult(result, document: result.fileText),
                status: .gravest(of: statuses)
            )
        }
        if let reason = kept ?? nil {
            console.printError("assay \(command): \(reason)")
            statuses.append(.defect)
        }
        return .gravest(of: statuses)
    }

    private func text(
        of result: RunResult,
        as format: LoadFormat,
        _ style: TextStyle,
        _ width: Int
    ) -> String {
        let text =
            switch format {
            case .text: LoadTextReport(style: style, width: width).text(of: result)
            case .json: result.fileText
            case .markdown: LoadMarkdown().text(of: result)
            case .junit: LoadJUnit().text(of: result)
            case .csv: LoadCSV().text(of: result)
            case .hdr: LoadIntervalLog().text(of: result)
            case .prometheus: PrometheusText().text(of: result)
            }
        return redactor.redact(text)
    }
}
