import CommandLineTool
import Contract
import ContractDiff
import ContractFile
import HTTP
import JSON
import Reports
import Trace

/// Writes the reports of `assay verify`, and determines the exit status.
struct VerificationReports {
    let outputs: ReportOutputs
    /// `nil` unless the result is stored.
    let history: HistoryOption?
    let console: Console
    /// Named in messages.
    var command = "verify"
    /// The texts of the contracts, for showing lines.
    var sources: [SourceText] = []

    /// Writes the reports on a verification.
    ///
    /// Secrets are removed from the result once, for all reports, and again from each text.
    ///
    /// - Parameters:
    ///   - outcome: The result.
    ///   - gates: Requirements on the run besides the contract.
    ///   - inventories: Of the documents that the contracts are of.
    /// - Returns: The status to end with.
    func publish(
        _ outcome: Verification.Outcome,
        gates: RunGates,
        inventories: [Inventory] = []
    ) -> ExitStatus {
        let redactor = Redactor(longSecrets: outcome.secrets, names: outcome.secretNames)
        let facts = VerifyFacts(
            outcome.result,
            gates: gates,
            redactor: redactor,
            inventories: inventories,
            environment: .current,
            line: line
        )
        let findings = facts.conclusion.findings
        let status = publish(
            facts,
            in: ReportFormats.verification,
            redactor,
            findings.map(\.status),
            findings.compactMap { $0.message(facts) }
        )
        guard let reason = keep(facts, redactor, status) else { return status }
        say(reason)
        return .gravest(of: [status, .defect])
    }

    /// Writes the reports on the differences of two servers.
    func publish(_ outcome: ComparedVerification.Outcome) -> ExitStatus {
        let redactor = Self.redactor(outcome.secrets)
        let result = outcome.result.redacted(by: redactor)
        let comparison = result.comparison
        var statuses: [ExitStatus] = []
        if [result.first, result.second].contains(where: { $0.ending == .interrupted }) {
            statuses.append(.interrupted)
        }
        if comparison.differing > 0 { statuses.append(.contractBroken) }
        if comparison.inconclusive > 0 { statuses.append(.couldNotRun) }
        if statuses.isEmpty, comparison.compared == 0 { statuses.append(.nothingJudged) }
        return publish(
            result,
            in: ReportFormats.targetComparison,
            redactor,
            statuses,
            statuses.contains(.nothingJudged) ? ["no case was compared"] : []
        )
    }

    /// Writes the reports on which defects were detected.
    func publish(
        _ outcome: MutantVerification.Outcome,
        inventories: [Inventory],
        contradictions: [DocumentContradictions]
    ) -> ExitStatus {
        let result = outcome.result
        let facts = MutationFacts(
            result,
            inventories: inventories,
            contradictions: contradictions,
            environment: .current
        )
        var statuses: [ExitStatus] = result.isInterrupted ? [.interrupted] : []
        if !(result.survivors + result.mistaken).isEmpty { statuses.append(.contractBroken) }
        if result.lacksProof || facts.missesContradictions { statuses.append(.contractBroken) }
        for failure in result.failuresWithoutDefect {
            statuses.append(failure.verdict == .failed ? .contractBroken : .couldNotRun)
        }
        if statuses.isEmpty, !result.provesAnything { statuses.append(.nothingJudged) }
        return publish(
            facts,
            in: ReportFormats.mutation,
            Self.redactor(outcome.secrets),
            statuses,
            statuses.contains(.nothingJudged)
                ? [
                    result.triesDefects && result.alterations == nil
                        ? "no defect was tried" : "nothing was changed"
                ] : []
        )
    }

    private func publish<Facts>(
        _ facts: Facts,
        in formats: [ReportFormat<Facts>],
        _ redactor: Redactor,
        _ statuses: [ExitStatus],
        _ messages: [String]
    ) -> ExitStatus {
        for message in messages { say(message) }
        let failures = outputs.write(
            facts,
            in: formats,
            of: command,
            without: redactor,
            to: console
        )
        return .gravest(of: statuses + failures)
    }

    /// The line of a contract at a place.
    private var line: @Sendable (SourceLocation) -> String? {
        let sources = Dictionary(sources.map { ($0.file, $0) }) { first, _ in first }
        return { place in sources[place.file].map { $0.line(place.line) } }
    }

    private func say(_ message: String) { console.printError("assay \(command): \(message)") }

    /// Adds the result to the history; returns the reason for a failure.
    private func keep(
        _ facts: VerifyFacts,
        _ redactor: Redactor,
        _ status: ExitStatus
    ) -> String? {
        guard let history else { return nil }
        let document = redactor.redact(JSONReport(version: Version.number).text(of: facts))
        do {
            let record = try VerificationRecord(try JSONValue(parsing: document), name: "result")
            return history.add(StoredResult(record, document: document), status: status)
        } catch {
            return "\(history.path): cannot store the result: \(error)"
        }
    }

    /// Values that are too short to be found reliably are skipped, rather than cutting holes into
    /// every text.
    static func redactor(_ secrets: [String]) -> Redactor {
        Redactor(longSecrets: secrets)
    }
}

extension RunConclusion.Finding {
    /// The exit status, unless there is a graver one.
    fileprivate var status: ExitStatus {
        switch self {
        case .interrupted: .interrupted
        case .broken, .flaky: .contractBroken
        case .inconclusive, .fruitless: .couldNotRun
        case .missed: .coverageMissed
        case .nothingJudged: .nothingJudged
        }
    }

    /// A message for users without a report; `nil` when the cases contain it.
    fileprivate func message(_ facts: VerifyFacts) -> String? {
        switch self {
        case .missed(let name, let reached, let required):
            "\(name) is \(CoverageSummary.percentage(reached)), and \(required) % were required"
        case .nothingJudged: "\(sentence): \(facts.verdicts)"
        case .fruitless: "\(sentence), so what they promise was not checked"
        case .interrupted, .broken, .flaky, .inconclusive: nil
        }
    }
}
