import Base
import CommandLineTool
import HTTP
import HTTPServer
import Interchange
import ReportText

/// The messages of `assay record`; all on standard error, as the contract may go to standard output.
struct RecordingLines: Sendable {
    let console: Console
    /// Whether every request gets a line, not only those that are not recorded.
    let tellsAll: Bool

    private static let lineLimit = 200

    /// The address of the proxy, and the next step.
    func tellStart(at origin: String, before upstream: String, _ path: String?) {
        console.printError("recording at \(origin) in front of \(upstream)")
        console.printError(
            "send requests there; Ctrl-C stops and writes \(path ?? "the contract to standard output")"
        )
    }

    /// Writes a line about an event.
    func tell(_ event: RecordingProxy.Event) {
        switch event {
        case .recorded(let exchange, _):
            guard tellsAll else { return }
            let head = Self.head(exchange.request.method, exchange.request.target)
            let (status, bytes) = (exchange.response.status, exchange.response.body.count)
            console.printError("\(head): \(status), \(Count.of(bytes, "byte"))")
        case .notRecorded(let request, let status, let reason):
            let target = request.query.map { "\(request.path)?\($0)" } ?? request.path
            console.printError(
                "\(Self.head(request.method, target)): \(status), not recorded: "
                    + PrintableText.line(reason, limit: Self.lineLimit)
            )
        case .lost(.noRequest):
            console.printError("a connection was closed without an HTTP/1.1 request: not recorded")
        case .lost(.brokenOff(let method, let target)):
            console.printError("\(Self.head(method, target)): aborted, not recorded")
        }
    }

    private static func head(_ method: String, _ target: String) -> String {
        // A query can contain secrets.
        let path = target.prefix { $0 != "?" }
        let mark = path.utf8.count == target.utf8.count ? "" : "?…"
        return PrintableText.line("\(method) \(path)\(mark)", limit: lineLimit)
    }

    /// The contract that was written, and the next step.
    func tellEnd(
        _ contract: ImportedContract,
        _ exchanges: Int,
        _ tally: RecordingTally,
        _ path: String?,
        _ upstream: String
    ) {
        for remark in Self.remarks(tally) { console.printError(remark) }
        console.printError(
            "recorded \(Count.of(exchanges, "exchange")) in \(Count.of(contract.cases, "case")); "
                + ImportCommand.summary(of: contract, path)
        )
        guard let path else { return }
        let schema = EditorSchema.contract.command(beside: path).map { "; \($0)" } ?? ""
        console.printError(
            "next: assay lint \(path); assay verify \(path) --target \(upstream)\(schema)"
        )
    }

    /// Writes how the traffic compares with existing contracts.
    ///
    /// - Parameters:
    ///   - comparison: The comparison with contracts.
    ///   - rows: Catalogue rows for missing errors; empty when none is missing.
    func tellComparison(_ comparison: RecordedComparison, _ rows: String) {
        for line in comparison.lines { console.printError(line) }
        if !rows.isEmpty, !comparison.findings.isEmpty {
            console.printError("failures among them as rows of the catalogue, to be copied:")
            console.writeError(rows)
        }
        console.printError(
            "\(Count.of(comparison.known, "exchange")) with an operation of the contracts, "
                + "\(Count.of(comparison.new.count, "exchange")) without; "
                + "\(Count.of(comparison.findings.count, "contradiction"))"
        )
    }

    /// Writes that every exchange has an operation already.
    func tellNoAddition(_ exchanges: Int, _ tally: RecordingTally) {
        for remark in Self.remarks(tally) { console.printError(remark) }
        console.printError(
            "recorded \(Count.of(exchanges, "exchange")); the contracts have an operation for each, so "
                + "nothing was written"
        )
    }

    /// Writes why it made no contract.
    func tellNothing(_ tally: RecordingTally) {
        for remark in Self.remarks(tally) { console.printError(remark) }
        console.printError(
            "assay record: nothing was recorded, so no contract was written; send requests to "
                + "the address above"
        )
    }

    /// The exchanges that are missing in a recording.
    static func remarks(_ tally: RecordingTally) -> [String] {
        [
            (tally.unanswered, "request", "without a response of the server"),
            (tally.unfinished, "request", "not finished at the end"),
            (tally.refused, "request", "not forwarded"),
            (tally.lost, "connection", "without a complete HTTP request"),
            (tally.tooMuch, "exchange", "over the memory limit"),
        ].compactMap { count, what, why in
            count == 0 ? nil : "Not recorded: \(Count.of(count, what)), \(why)."
        }
    }
}
