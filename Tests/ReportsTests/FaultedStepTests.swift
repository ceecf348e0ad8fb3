import Contract
import JSON
import Testing

@testable import Reports

/// What went wrong on purpose stands beside what came of it.
struct FaultedStepTests {
    private static let result: VerificationResult = {
        var step = SampleResult.step(.broken, line: 5, headline: "wanted timeout, got reset")
        step.fault = Fault(.reset, request: 2)
        let plain = SampleResult.step(.held, line: 4)
        let failed = SampleResult.caseResult("broken-off", line: 3, .failed, steps: [plain, step])
        return SampleResult.result([failed])
    }()

    @Test("A report for people names the fault of a step")
    func people() {
        let line = "  step 2 send with fault reset,request=2: wanted timeout, got reset"
        let text = TextReport(style: TextStyle(isColored: false)).text(of: Self.result)
        #expect(text.contains("\n\(line)"))
        #expect(JUnitReport().text(of: Self.result).contains("\n\(line)"))
        let markdown = MarkdownReport(redactor: Redactor()).text(of: Self.result)
        #expect(markdown.contains(" step 2 `send` with fault `reset,request=2`\n"))
    }

    @Test("A report for programs has it as the command line writes it, and its schema knows it")
    func programs() throws {
        let document = JSONReport(version: "1").document(of: Self.result)
        let steps = document["contracts"]?.arrayValue?.first?["cases"]?.arrayValue?.first?["steps"]
        let faults = (steps?.arrayValue ?? []).map { $0["fault"]?.stringValue }
        #expect(faults == [nil, "reset,request=2"])
        let text = try #require(Golden.read("report.schema.json"))
        let schema = try JSONSchema(document: JSONValue(parsing: Array(text.utf8)))
        #expect(schema.violations(in: document).violations.isEmpty)
    }
}
