import Contract
import HTTP
import JSON
import JSONSchemas
@testable import ReportText
import Testing

@testable import Reports

/// Injected faults are shown next to their effects.
struct FaultedStepTests {
    private static let result: VerificationResult = {
        var step = SampleResult.step(.failed, line: 5, headline: "wanted timeout, got reset")
        step.fault = Fault(.reset, request: 2)
        let plain = SampleResult.step(.passed, line: 4)
        let failed = SampleResult.caseResult("broken-off", line: 3, .failed, steps: [plain, step])
        return SampleResult.result([failed])
    }()

    @Test("A readable report names the fault of a step")
    func people() {
        let line = "  step 2 send with fault reset,request=2: wanted timeout, got reset"
        let text = TextReport(style: TextStyle(isColored: false)).text(of: Self.result.facts)
        #expect(text.contains("\n\(line)"))
        #expect(JUnitReport().text(of: Self.result.facts).contains("\n\(line)"))
        let markdown = MarkdownReport().text(of: Self.result.facts)
        #expect(markdown.contains(" step 2 `send` with fault `reset,request=2`\n"))
        let annotation = "::step 2 send with fault reset,request=2: wanted timeout, got reset"
        #expect(GitHubReport().text(of: Self.result.facts).contains(annotation))
    }

    @Test("Third-party formats include the fault where they have room for extensions")
    func others() throws {
        let ctrf = CTRFReport(version: "1").document(of: Self.result.facts)
        let test = try #require(ctrf["results"]?["tests"]?.arrayValue?.first)
        #expect(test["extra"]?["fault"] == "reset,request=2")
        let faults = (test["steps"]?.arrayValue ?? []).map { $0["extra"]?["fault"]?.stringValue }
        #expect(faults == [nil, "reset,request=2"])
        #expect(test["trace"]?.stringValue?.hasPrefix("step 2 send with fault reset,") == true)
        let tap = TAPReport().text(of: Self.result.facts)
        #expect(tap.contains("\n  step: \"2 send\"\n  fault: \"reset,request=2\"\n"))
        let har = HARReport(version: "1").document(of: Self.result.facts)
        let entries = har["log"]?["entries"]?.arrayValue ?? []
        #expect(entries.map { $0["_fault"]?.stringValue } == [nil, "reset,request=2"])
        let comment = entries.last?["comment"]?.stringValue ?? ""
        #expect(comment.contains("step 2 send with fault reset,request=2: wanted timeout"))
    }

    @Test("A machine-readable report has the fault in command-line form, and its schema allows it")
    func programs() throws {
        let document = JSONReport(version: "1").document(of: Self.result.facts)
        let steps = document["contracts"]?.arrayValue?.first?["cases"]?.arrayValue?.first?["steps"]
        let faults = (steps?.arrayValue ?? []).map { $0["fault"]?.stringValue }
        #expect(faults == [nil, "reset,request=2"])
        let text = try #require(Golden.read("../../../contracts/report-1.schema.json"))
        let schema = try JSONSchema(document: JSONValue(parsing: Array(text.utf8)))
        #expect(schema.violations(in: document).violations.isEmpty)
    }
}
