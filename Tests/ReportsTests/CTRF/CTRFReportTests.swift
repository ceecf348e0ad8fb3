import Contract
import Glibc
import HTTP
import JSON
import JSONSchemas
import TestSupport
import Testing

@testable import Reports

struct CTRFReportTests {
    private let report = CTRFReport(version: "1.2.3")

    @Test("A run with every verdict becomes a complete CTRF document")
    func everyVerdict() {
        Golden.expect(report.text(of: EveryVerdict.result.facts), is: "every-verdict.ctrf.json")
    }

    @Test(
        "Documents conform to the CTRF schema",
        .enabled(if: isThere, absence),
        arguments: [EveryVerdict.result, VerificationResult(contracts: [])]
    )
    func schema(result: VerificationResult) throws {
        let schema = try Self.schema()
        let outcome = schema.violations(in: report.document(of: result.facts))
        #expect(outcome.isValid, "\(outcome.violations)")
    }

    @Test(
        "The schema rejects a document with a status unknown to CTRF",
        .enabled(if: isThere, absence)
    )
    func schemaCanFail() throws {
        let wrong = report.text(of: EveryVerdict.result.facts).split(separator: "\"pending\",")
            .joined(separator: "\"waived\",")
        let outcome = try Self.schema().violations(in: JSONValue(parsing: wrong))
        #expect(outcome.violations.map(\.instanceLocation) == ["/results/tests/4/status"])
    }

    @Test("The counts of the summary add up to the number of tests")
    func counts() throws {
        let document = report.document(of: EveryVerdict.result.facts)
        let summary = try #require(document["results"]?["summary"])
        let counts = ["passed", "failed", "skipped", "pending", "other"].compactMap { name in
            summary[name]?.intValue
        }
        #expect(counts == [2, 1, 1, 1, 1])
        #expect(summary["tests"]?.intValue == counts.reduce(0, +))
    }

    private static let path = ConformanceData.folder + "/ctrf.schema.json"
    static let isThere = access(path, R_OK) == 0
    static let absence: Comment = "NOT RUN: there is no \(path); set CONFORMANCE"

    static func schema() throws -> JSONSchema {
        let document = try JSONValue(parsing: ConformanceData.contents(of: path))
        return try JSONSchema(document: document, assertsFormat: true)
    }
}
