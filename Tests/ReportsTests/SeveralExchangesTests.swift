import Base
import Contract
import HTTP
import JSON
@testable import ReportText
import Testing

@testable import Reports

/// A step that sent several requests is shown with all of them.
struct SeveralExchangesTests {
    private static let result: VerificationResult = {
        var step = SampleResult.step(.failed, line: 5, headline: "wanted E1, got E2")
        let responses: [(label: String, status: Int)] = [("register", 200), ("lookUp", 503)]
        step.exchanges = responses.map { label, status in
            ExchangeRecord(
                label: label,
                request: HTTPRequest(
                    method: "POST",
                    origin: "http://api.test",
                    path: "/\(label)",
                    headers: HTTPFields([.init(name: "X-Key", value: "hidden")])
                ),
                result: .success(
                    HTTPResponse(status: status, body: Array("\(label) says hidden".utf8))
                ),
                stringToSign: "signed \(label)",
                startedAt: Timestamp(nanosecondsSince1970: Int64(status) * 1_000_000_000)
            )
        }
        let failed = SampleResult.caseResult("calls", line: 4, .failed, steps: [step])
        return SampleResult.result([failed])
    }()

    private static let redactor: Redactor = {
        do {
            return try Redactor(secrets: ["hidden"])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static let reports: [(name: String, text: String)] = [
        (
            "text",
            TextReport(style: TextStyle(isColored: false)).text(of: result.facts(redactor))
        ),
        ("json", JSONReport(version: "1").text(of: result.facts(redactor))),
        ("tap", TAPReport().text(of: result.facts(redactor))),
        ("ctrf", CTRFReport(version: "1").text(of: result.facts(redactor))),
        ("junit", JUnitReport().text(of: result.facts(redactor))),
        ("markdown", MarkdownReport().text(of: result.facts(redactor))),
        ("har", HARReport(version: "1").text(of: result.facts(redactor))),
    ]

    @Test("Every report shows every request and response, in order and without secrets")
    func everyReport() throws {
        for report in Self.reports {
            let first = try #require(report.text.firstRange(of: "/register"), "\(report.name)")
            let second = try #require(report.text.firstRange(of: "/lookUp"), "\(report.name)")
            // In the format for programs, the last exchange is in the step, before the list.
            let isOrdered = first.lowerBound < second.lowerBound
            #expect(isOrdered || report.name == "json", "\(report.name)")
            #expect(report.text.contains("register says [redacted]"), "\(report.name)")
            #expect(report.text.contains("lookUp says [redacted]"), "\(report.name)")
            #expect(!report.text.contains("hidden"), "\(report.name)")
        }
    }

    @Test("An archive has an entry for each exchange, with its own time and its number in the step")
    func archive() {
        let document = HARReport(version: "1").document(of: Self.result.facts)
        let entries = document["log"]?["entries"]?.arrayValue ?? []
        let place = "contracts/sample/push.yaml: calls, step 1 send"
        #expect(
            entries.map { $0["comment"]?.stringValue } == [
                "\(place), request 1: wanted E1, got E2", "\(place), request 2: wanted E1, got E2",
            ]
        )
        #expect(
            entries.map { $0["startedDateTime"]?.stringValue } == [
                "1970-01-01T00:03:20.000Z", "1970-01-01T00:08:23.000Z",
            ]
        )
    }

    @Test("In JSON a step has the last exchange, and a list of all")
    func json() throws {
        let document = JSONReport(version: "1").document(of: Self.result.facts)
        let cases = document["contracts"]?.arrayValue?.first?["cases"]?.arrayValue
        let step = try #require(cases?.first?["steps"]?.arrayValue?.first)
        #expect(step["response"]?["status"] == 503)
        let exchanges = step["exchanges"]?.arrayValue ?? []
        #expect(exchanges.map { $0["label"] } == ["register", "lookUp"])
        #expect(exchanges.map { $0["response"]?["status"] } == [200, 503])
    }
}
