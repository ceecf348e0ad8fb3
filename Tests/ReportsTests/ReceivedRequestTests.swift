import Base
import Contract
import HTTP
import JSON
@testable import ReportText
import Testing

@testable import Reports

/// A step that waited for a request to a listener is shown as received.
struct ReceivedRequestTests {
    private static func result(_ exchanges: [ExchangeRecord]) -> VerificationResult {
        var step = SampleResult.step(
            .failed,
            line: 5,
            headline: "received apns: expected 1 request"
        )
        step.label = "received apns"
        step.direction = .received
        step.exchanges = exchanges
        let failed = SampleResult.caseResult("arrives", line: 4, .failed, steps: [step])
        return SampleResult.result([failed])
    }

    private static let exchange = ExchangeRecord(
        request: HTTPRequest(
            method: "POST",
            origin: "http://127.0.0.1:4000",
            path: "/3/device/hidden",
            headers: HTTPFields([.init(name: "X-Key", value: "hidden")]),
            body: Array(#"{"secret":"hidden"}"#.utf8)
        ),
        result: .success(HTTPResponse(status: 410, body: Array("gone".utf8))),
        startedAt: Timestamp(nanosecondsSince1970: 0)
    )

    private static let redactor: Redactor = {
        do {
            return try Redactor(secrets: ["hidden"])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    private static func reports(_ result: VerificationResult) -> [(name: String, text: String)] {
        [
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
    }

    /// The marks that the request was received, not sent.
    private static let marks = [
        "text": "    received:\n", "json": #""direction": "received""#, "tap": "  received: |",
        "ctrf": #"\nreceived:\n"#, "junit": "    received:\n",
        "markdown": "Request and response, as the listener received it",
        "har": "step 1 received apns, received by a listener",
    ]

    @Test("Every report shows the received request and its response, without secrets")
    func everyReport() throws {
        for report in Self.reports(Self.result([Self.exchange])) {
            let mark = try #require(Self.marks[report.name])
            #expect(report.text.contains(mark), "\(report.name): \(report.text)")
            #expect(report.text.contains("/3/device/[redacted]"), "\(report.name)")
            #expect(report.text.contains("410"), "\(report.name)")
            #expect(!report.text.contains("hidden"), "\(report.name)")
        }
    }

    @Test("If nothing was received, no report says that nothing was sent")
    func nothing() {
        for report in Self.reports(Self.result([])) {
            #expect(!report.text.contains("nothing was sent"), "\(report.name)")
            let says = report.text.contains("nothing was received")
            #expect(says == ["tap", "ctrf"].contains(report.name), "\(report.name)")
        }
    }
}
