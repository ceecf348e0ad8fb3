import Contract
import HTTP
import JSON
import JSONSchemas
import Testing

@testable import Reports

struct JSONReportTests {
    private static func parsed(_ result: VerificationResult) throws -> JSONValue {
        try JSONValue(parsing: Array(JSONReport(version: "1.2.3").text(of: result.facts).utf8))
    }

    /// The cases of a report by name.
    private static func cases(_ document: JSONValue) -> [String: JSONValue] {
        let all = (document["contracts"]?.arrayValue ?? []).flatMap {
            $0["cases"]?.arrayValue ?? []
        }
        return Dictionary(all.map { ($0["name"]?.stringValue ?? "", $0) }) { first, _ in first }
    }

    @Test("Every report conforms to the schema, which covers all of its members")
    func schema() throws {
        let text = try #require(Golden.read("../../../contracts/report-1.schema.json"))
        let schema = try JSONSchema(document: JSONValue(parsing: Array(text.utf8)))
        #expect(schema.unknownKeywords.isEmpty)
        for result in [
            SampleResult.everything, SampleResult.result([], ending: .interrupted),
            SampleResult.result(SampleResult.judgedCases, ending: .failFast),
            SampleResult.result([]), Self.doubtful,
        ] {
            let outcome = schema.violations(in: try Self.parsed(result))
            #expect(outcome.violations.isEmpty, "\(outcome.violations)")
            #expect(!outcome.isUndecided)
        }
    }

    /// A run with differences that do not contradict the contract.
    private static let doubtful: VerificationResult = {
        let standings: [Difference.Standing] = [.unknown, .waived("a known defect")]
        var failed = SampleResult.judgedCases[0]
        failed.steps = [
            StepResult(
                phase: .steps,
                label: "push",
                location: SampleResult.place(3),
                outcome: .inconclusive,
                differences: standings.map {
                    Difference(path: "$.id", expected: "1", actual: "2", standing: $0)
                }
            )
        ]
        return SampleResult.result([failed])
    }()

    @Test("The schema detects a member that is missing, unknown or of another type")
    func schemaIsStrict() throws {
        let text = try #require(Golden.read("../../../contracts/report-1.schema.json"))
        let schema = try JSONSchema(document: JSONValue(parsing: Array(text.utf8)))
        let good = try Self.parsed(SampleResult.everything)
        #expect(schema.isValid(good))
        for (name, value) in [("seed", JSONValue.string("42")), ("extra", 1), ("basis", "none")] {
            var object = try #require(good.objectValue)
            object[name] = value
            #expect(!schema.isValid(.object(object)), "\(name)")
        }
    }

    @Test("The report states the contracts, the tool and the outcome")
    func head() throws {
        let document = try Self.parsed(SampleResult.everything)
        #expect(document["assayVerification"] == 1)
        #expect(document["tool"] == ["name": "assay", "version": "1.2.3"])
        #expect(document["seed"] == 42)
        #expect(document["basis"] == "observed")
        #expect(document["ending"] == "complete")
        #expect(document["startedAt"] == 1_769_817_600.25)
        #expect(document["durationSeconds"] == 12.345)
        #expect(
            document["summary"]?["cases"] == [
                "passed": 3, "failed": 6, "inconclusive": 3, "flaky": 1, "waived": 1, "skipped": 1,
            ]
        )
        #expect(
            document["summary"]?["promises"]?["counted"] == [
                "all": 8, "passed": 1, "failed": 2, "differs": 0, "inconclusive": 1,
                "notCovered": 1,
                "waived": 1, "untestable": 2, "coverage": 0.6,
            ]
        )
    }

    @Test("A failed step has its differences, a curl command and the complete response")
    func failedStep() throws {
        let cases = Self.cases(try Self.parsed(SampleResult.everything))
        let step = try #require(cases["json-body"]?["steps"]?.arrayValue?.last)
        #expect(step["outcome"] == "failed")
        #expect(step["differenceCount"] == 2)
        #expect(step["differences"]?.arrayValue?.first?["path"] == "$.count")
        #expect(step["response"]?["body"]?.stringValue?.hasPrefix("{\n  \"count\"") == true)
        #expect(step["curl"]?.stringValue?.contains("'http://api.test/v1/push'") == true)
        #expect(step["response"]?["phasesSeconds"]?["total"] == 0.014)

        let many = try #require(cases["many-differences"]?["steps"]?.arrayValue?.first)
        #expect(many["differences"]?.arrayValue?.count == 100)
        #expect(many["differenceCount"] == 130)
        #expect(many["response"]?["body"]?.stringValue?.utf8.count == 3_000)
    }

    @Test("A body that is not text is in Base64, and control characters survive")
    func bodies() throws {
        let cases = Self.cases(try Self.parsed(SampleResult.everything))
        let binary = cases["binary-body"]?["steps"]?.arrayValue?.first?["response"]
        #expect(binary?["bodyBase64"] == "UE5HPCY+IgABAn+A/2FiY2RlZmc=")
        #expect(binary?["body"] == nil)
        let control = cases["control-characters"]?["steps"]?.arrayValue?.first?["response"]
        #expect(control?["body"]?.stringValue?.hasPrefix("\u{1B}[2J") == true)
    }

    @Test("A transport failure is reported with its kind")
    func failure() throws {
        let cases = Self.cases(try Self.parsed(SampleResult.everything))
        let step = try #require(cases["nobody-there"]?["steps"]?.arrayValue?.first)
        #expect(step["failure"] == ["kind": "refused", "detail": "nobody listens at port 1"])
        #expect(step["response"] == nil)
        #expect(step["curl"] != nil)
    }

    @Test("A secret is redacted in commands, responses and messages")
    func secrets() throws {
        var result = SampleResult.everything
        result.contracts[0].cases[1].steps[1].exchanges[0].result = .success(
            HTTPResponse(status: 200, body: Array("\0it's-secret".utf8))
        )
        result.contracts[0].cases[1].steps[1].headline = "wanted it's-secret"
        let redactor = try Redactor(secrets: ["it's-secret"])
        let text = JSONReport(version: "1").text(of: result.facts(redactor))
        #expect(!text.contains("s-secret"))
        #expect(text.contains("wanted [redacted]"))
    }
}
