import Base
import Contract
import HTTP
import JSON
import ReportText

/// The report of `assay verify` in the Common Test Report Format: one test for each case after its
/// rows were expanded.
///
/// Source: the CTRF specification and its JSON Schema, ctrf.io.
struct CTRFReport: Sendable {
    private let version: String

    /// The version of the specification that is followed.
    private static let specification = "0.1.0"

    /// Prepares to write reports.
    ///
    /// - Parameter version: The version of this tool.
    init(version: String) {
        self.version = version
    }
}

extension CTRFReport {
    /// The whole report, with a final line end.
    func text(of facts: VerifyFacts) -> String {
        document(of: facts).prettyText() + "\n"
    }

    /// The report as a value.
    func document(of facts: VerifyFacts) -> JSONValue {
        let result = facts.result
        let end = result.startedAt + result.duration.seconds
        let tests = result.contracts.flatMap { contract in
            contract.cases.map { CTRFTest(result: $0, contract: contract).object }
        }
        let extra = facts.conclusion.judgedNothing ? [nothingJudged(facts.conclusion.sentence)] : []
        return [
            "reportFormat": "CTRF",
            "specVersion": .string(Self.specification),
            "timestamp": .string(Self.text(ofSecondsSince1970: end)),
            "generatedBy": .string("assay \(version)"),
            "results": [
                "tool": .tool(version),
                "summary": summary(of: facts, extra: extra.count),
                "tests": .array(tests + extra),
                "environment": environment(of: facts),
            ],
        ]
    }

    /// A test for the run as a whole, so that not all tests are skipped.
    private func nothingJudged(_ sentence: String) -> JSONValue {
        [
            "name": .string(VerifyFacts.someCaseIsJudged),
            "status": .string(CTRFTest.Status.other.rawValue), "duration": 0,
            "message": .string(sentence), "rawStatus": "nothingJudged",
        ]
    }

    private func summary(of facts: VerifyFacts, extra: Int) -> JSONValue {
        let result = facts.result
        var counts: [CTRFTest.Status: Int] = [.other: extra]
        for each in facts.cases { counts[.init(each.verdict), default: 0] += 1 }
        var object = JSONObject()
        object["tests"] = .integer(facts.cases.count + extra)
        for status in CTRFTest.Status.allCases {
            object[status.rawValue] = .integer(counts[status] ?? 0)
        }
        object["flaky"] = .integer(facts.cases.count { $0.verdict == .flaky })
        object["suites"] = .integer(facts.suites.count)
        let start = Int((result.startedAt * 1e3).rounded())
        object["start"] = .integer(start)
        object["stop"] = .integer(start + result.duration.wholeMilliseconds)
        object["duration"] = .integer(result.duration.wholeMilliseconds)
        var members = JSONObject()
        members["ending"] = .string(result.ending.rawValue)
        members["seed"] = .number(.unsigned(result.seed))
        members["promises"] = coverage(of: facts.server, level: result.level)
        if !facts.client.promises.isEmpty {
            members["clientPromises"] = coverage(of: facts.client, level: result.level)
        }
        if !facts.documents.isEmpty {
            members["documentCoverage"] = .documentSum(facts.documents)
            members["documents"] = .array(facts.documents.map(JSONValue.figures))
        }
        object["extra"] = .object(members)
        return .object(object)
    }

    private func coverage(of side: PromiseSide, level: Basis) -> JSONValue {
        let counts = side.counted
        return [
            "basis": .string(level.rawValue),
            "all": .integer(counts.total),
            "passed": .integer(counts[.passed]),
            "failed": .integer(counts[.failed]),
            "coverage": .number(.real(counts.fraction)),
        ]
    }

    private func environment(of facts: VerifyFacts) -> JSONValue {
        let contracts = facts.suites.map { contract -> JSONValue in
            var object = JSONObject()
            object["file"] = .string(contract.file)
            object["title"] = .string(contract.title)
            object["version"] = contract.version.map(JSONValue.string)
            object["targets"] = .array(contract.targets.map(JSONValue.target))
            return .object(object)
        }
        return ["extra": ["contracts": .array(contracts)]]
    }

    private static func text(ofSecondsSince1970 seconds: Double) -> String {
        let moment = Timestamp(seconds: (seconds * 1e3).rounded() / 1e3)
        return TimeFormat.rfc3339Milliseconds.text(of: moment, offsetSeconds: 0)
    }
}
