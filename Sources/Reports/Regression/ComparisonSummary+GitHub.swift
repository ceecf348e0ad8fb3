import Contract
import ReportText

extension ComparisonSummary {
    /// The report as annotations, for a step of GitHub Actions to print: an error for each regression, a warning for
    /// each inconclusive row, and the verdict last.
    ///
    /// A promise is annotated at its line of the contract; figures have no file.
    func gitHub(paths: RepositoryPaths = .asGiven) -> String {
        let bad = rows.filter { $0.outcome == .bad }.map { annotation($0, .error, paths) }
        let doubtful = rows.filter { $0.outcome == .doubtful }
            .map { annotation($0, .warning, paths) }
        return (bad + doubtful + [verdict]).map { "\($0)\n" }.joined()
    }

    private func annotation(
        _ row: Row,
        _ name: WorkflowCommand.Name,
        _ paths: RepositoryPaths
    ) -> WorkflowCommand {
        let place = row.location.map(paths.properties(of:))
        let title = "assay compare: \(PrintableText.line(row.name, limit: 200))"
        return WorkflowCommand(
            name: name,
            properties: (place ?? []) + [("title", title)],
            message: PrintableText.line(row.sentence, limit: 500)
        )
    }

    /// An error or warning even without rows, when nothing could be compared.
    private var verdict: WorkflowCommand {
        let name: WorkflowCommand.Name =
            switch outcome {
            case .bad: .error
            case .doubtful: .warning
            case .good: .notice
            }
        return WorkflowCommand(
            name: name,
            properties: [("title", "assay compare: \(PrintableText.line(headline, limit: 500))")],
            message: ([title + "."] + factLines + notes).map { PrintableText.line($0, limit: 500) }
                .joined(separator: "\n")
        )
    }
}
