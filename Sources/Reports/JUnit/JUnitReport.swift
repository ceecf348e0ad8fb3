import Base
import Contract
import HTTP
import ReportText
import Trace

/// The report of `assay verify` as JUnit XML: one test case for each case after its rows were
/// expanded.
///
/// When nothing was checked, a further test case has an error that says so.
struct JUnitReport: Sendable {
    /// The whole document, with a final line end.
    func text(of facts: VerifyFacts) -> String {
        var suites = facts.suites.map { suite($0, in: facts) }
        if facts.conclusion.judgedNothing {
            var suite = JUnitDocument.Suite("assay verify")
            suite.cases = [
                .init("assay verify", VerifyFacts.someCaseIsJudged)
                    .with(.error, "nothingJudged", facts.conclusion.sentence)
            ]
            suites.append(suite)
        }
        let start = Timestamp(seconds: facts.result.startedAt)
        for position in suites.indices { suites[position].startedAt = start }
        return JUnitDocument(suites).text
    }

    private func suite(_ contract: ContractResult, in facts: VerifyFacts) -> JUnitDocument.Suite {
        var suite = JUnitDocument.Suite(contract.file)
        suite.duration = contract.cases.reduce(Duration.zero) { $0 + $1.duration }
        suite.properties = properties(of: contract, in: facts)
        suite.cases = contract.cases.map { test($0, in: contract) }
        suite.output = contract.cases.filter { $0.repetitions > 1 }.map {
            "\($0.name): \($0.verdict.rawValue) \($0.repetitions) times"
        }
        return suite
    }

    /// How to repeat the run, and the share of all promises that it checked, including those of
    /// files without cases.
    private func properties(
        of contract: ContractResult,
        in facts: VerifyFacts
    ) -> [(name: String, value: String)] {
        let (server, client) = (facts.server, facts.client)
        let coverage = [
            ("generated", facts.generated.first), ("documents", facts.documentCoverage),
            ("coverage", server.promises.isEmpty ? nil : server.coverage),
            ("clientCoverage", client.counted.total == 0 ? nil : client.coverage),
        ]
        let table = DocumentTable(facts.documents)
        let documents = zip(facts.documents, table.rows).map { document, row in
            ("document.\(document.inventory.document.name)", table.sentence(row))
        }
        return [("seed", "\(facts.result.seed)"), ("basis", facts.result.level.rawValue)]
            + contract.targets.map { ("target.\($0.name)", $0.url) }
            + coverage.compactMap { name, value in value.map { (name, $0) } } + documents
    }

    private func test(_ result: CaseResult, in contract: ContractResult) -> JUnitDocument.Case {
        var test = JUnitDocument.Case(contract.file, result.name)
        test.duration = result.duration
        let reason = result.mainPoint
        return switch result.verdict {
        case .passed: test
        case .failed: test.with(.failure, "failed", reason, details: details(of: result))
        case .inconclusive: test.with(.error, "inconclusive", reason, details: details(of: result))
        case .flaky: test.with(.flakyFailure, "flaky", reason)
        case .waived: test.with(.skipped, "waived", reason)
        case .skipped: test.with(.skipped, "skipped", reason)
        }
    }

    /// The text of the report for people.
    private func details(of result: CaseResult) -> String {
        let text = CaseText(style: TextStyle(isColored: false), isVerbose: false)
        return text.lines(of: result.printable).joined(separator: "\n")
    }
}
