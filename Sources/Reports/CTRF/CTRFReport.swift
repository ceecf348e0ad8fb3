import Base
package import Contract
package import HTTP
package import JSON

/// The report of `assay verify` in the Common Test Report Format: one test for each case after its
/// rows were expanded.
///
/// Source: the CTRF specification and its JSON Schema, ctrf.io.
package struct CTRFReport: Sendable {
    private let version: String
    private let redactor: Redactor

    /// The version of the specification whose members are used.
    private static let specification = "0.1.0"

    /// Prepares to write reports.
    ///
    /// - Parameters:
    ///   - version: The version of this tool.
    ///   - redactor: Takes out what must not be shown.
    package init(version: String, redactor: Redactor) {
        self.version = version
        self.redactor = redactor
    }
}

extension CTRFReport {
    /// The whole report, ending with a line end.
    package func text(of result: VerificationResult) -> String {
        document(of: result).prettyText() + "\n"
    }

    /// The report as a value.
    package func document(of result: VerificationResult) -> JSONValue {
        let result = result.redacted(by: redactor)
        let end = result.startedAt + result.duration.seconds
        let tests = result.contracts.flatMap { contract in
            contract.cases.map { CTRFTest(result: $0, contract: contract).object }
        }
        return [
            "reportFormat": "CTRF",
            "specVersion": .string(Self.specification),
            "timestamp": .string(Self.text(ofSecondsSince1970: end)),
            "generatedBy": .string("assay \(version)"),
            "results": [
                "tool": ["name": "assay", "version": .string(version)],
                "summary": summary(of: result),
                "tests": .array(tests),
                "environment": environment(of: result),
            ],
        ]
    }

    private func summary(of result: VerificationResult) -> JSONValue {
        var counts: [CTRFTest.Status: Int] = [:]
        for each in result.cases { counts[.init(each.verdict), default: 0] += 1 }
        var object = JSONObject()
        object["tests"] = .integer(result.cases.count)
        for status in CTRFTest.Status.allCases {
            object[status.rawValue] = .integer(counts[status] ?? 0)
        }
        object["flaky"] = .integer(result.count(.flaky))
        object["suites"] = .integer(result.contracts.filter { !$0.cases.isEmpty }.count)
        let start = Int((result.startedAt * 1e3).rounded())
        object["start"] = .integer(start)
        object["stop"] = .integer(start + result.duration.wholeMilliseconds)
        object["duration"] = .integer(result.duration.wholeMilliseconds)
        var extra = JSONObject()
        extra["ending"] = .string(result.ending.rawValue)
        extra["seed"] = .number(.unsigned(result.seed))
        extra["promises"] = coverage(of: result.promises, level: result.level)
        if !result.clientPromises.isEmpty {
            extra["clientPromises"] = coverage(of: result.clientPromises, level: result.level)
        }
        object["extra"] = .object(extra)
        return .object(object)
    }

    private func coverage(of promises: [PromiseResult], level: Basis) -> JSONValue {
        let counts = CoverageSummary(promises).counts(upTo: level)
        return [
            "basis": .string(level.rawValue),
            "all": .integer(counts.total),
            "held": .integer(counts[.held]),
            "broken": .integer(counts[.broken]),
            "coverage": .number(.real(counts.fraction)),
        ]
    }

    private func environment(of result: VerificationResult) -> JSONValue {
        let contracts = result.contracts.filter { !$0.cases.isEmpty }.map { contract -> JSONValue in
            var object = JSONObject()
            object["file"] = .string(contract.file)
            object["title"] = .string(contract.title)
            object["version"] = contract.version.map(JSONValue.string)
            object["targets"] = .array(
                contract.targets.map { target in
                    [
                        "name": .string(target.name), "url": .string(target.url),
                        "reference": .bool(target.isReference),
                    ]
                }
            )
            return .object(object)
        }
        return ["extra": ["contracts": .array(contracts)]]
    }

    private static func text(ofSecondsSince1970 seconds: Double) -> String {
        let moment = Timestamp(nanosecondsSince1970: Int64((seconds * 1e3).rounded()) * 1_000_000)
        return TimeFormat.rfc3339Milliseconds.text(of: moment, offsetSeconds: 0)
    }
}
