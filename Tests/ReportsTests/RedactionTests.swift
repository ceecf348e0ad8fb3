import Compression
import Contract
import Cryptography
import HTTP
import TestSupport
import Testing

@testable import Reports

/// A secret planted in every text of a result and searched for in every report.
struct RedactionTests {
    /// A secret that markup, quoting and cutting would change if it were still there.
    private static let secret = "s3cr*t_`k\"ey/#|é+"

    @Test(
        "No report shows a secret in any form",
        arguments: ["tap", "ctrf", "markdown", "github", "har"]
    )
    func planted(format: String) throws {
        let redactor = try Redactor(secrets: [Self.secret])
        let plain = text(of: Self.result, format, Redactor())
        let shown = text(of: Self.result, format, redactor)
        for form in Self.forms {
            #expect(!contains(shown, form), "\(format) shows \(form)")
        }
        #expect(shown.contains(Redactor.mark))
        // Otherwise the test would pass on empty reports.
        #expect(Self.forms.contains { contains(plain, $0) })
        // The last search, over the complete text, must not find anything more.
        #expect(redactor.redact(shown) == shown)
    }

    @Test("A secret in a binary body is redacted before the body is encoded")
    func binary() throws {
        let redactor = try Redactor(secrets: [Self.secret])
        let body = [0xFF] + Array(Self.secret.utf8) + [0xFE]
        let result = Self.result(response: HTTPResponse(status: 200, body: body))
        let shown = text(of: result, "har", redactor)
        let cleaned = [0xFF] + Array(Redactor.mark.utf8) + [0xFE]
        #expect(shown.contains(Base64.encode(cleaned)))
    }

    @Test(
        "A secret in a compressed body is found, and undecodable content is omitted",
        arguments: [true, false]
    )
    func compressed(isWhole: Bool) throws {
        let redactor = try Redactor(secrets: [Self.secret])
        let body = ContentCoding.gzip.encoded(Array("key=\(Self.secret)".utf8))
        let headers = HTTPFields([.init(name: "Content-Encoding", value: "gzip")])
        let response = HTTPResponse(
            status: 200,
            headers: headers,
            body: isWhole ? body : Array(body.dropLast(9))
        )
        let shown = Self.result(response: response).facts(redactor).cases[0].steps[0].response?.body
        let expected =
            isWhole
            ? "key=[redacted]" : "[redacted] \(body.count - 9) bytes that cannot be decoded"
        #expect(shown.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test("A compressed body without a secret stays unchanged")
    func innocent() throws {
        let body = ContentCoding.gzip.encoded(Array("nothing to hide".utf8))
        let headers = HTTPFields([.init(name: "Content-Encoding", value: "gzip")])
        let result = Self.result(
            response: HTTPResponse(status: 200, headers: headers, body: body)
        )
        let redactor = try Redactor(secrets: [Self.secret])
        #expect(result.facts(redactor).cases[0].steps[0].response?.body == body)
    }

    private func contains(_ text: String, _ part: String) -> Bool {
        Array(text.utf8).firstRange(of: Array(part.utf8)) != nil
    }

    private func text(
        of result: VerificationResult,
        _ format: String,
        _ redactor: Redactor
    ) -> String {
        switch format {
        case "tap": TAPReport().text(of: result.facts(redactor))
        case "ctrf": CTRFReport(version: "1").text(of: result.facts(redactor))
        case "markdown": MarkdownReport().text(of: result.facts(redactor))
        case "github": GitHubReport().text(of: result.facts(redactor))
        default: HARReport(version: "1").text(of: result.facts(redactor))
        }
    }

    /// The secret unchanged, and encoded in URLs, JSON, YAML, Markdown, workflow commands and Base64.
    private static let forms = [
        secret, "s3cr%2At_%60k%22ey%2F%23%7C%C3%A9%2B", #"s3cr*t_`k\"ey/#|é+"#,
        #"s3cr*t_`k\"ey\/#|\u00e9+"#, ##"s3cr*t_`k\"ey/\#|é+"##, ##"s3cr*t_`k"ey/\#|é+"##,
        Base64.encode(Array(secret.utf8)), "s3cr*t_",
    ]

    private static let result = result(
        response: HTTPResponse(
            status: 200,
            headers: HTTPFields([.init(name: "Set-Cookie", value: "key=\(secret)")]),
            // Long bodies are cut in the middle of it.
            body: Array((String(repeating: "x", count: 2_040) + secret).utf8)
        )
    )

    private static func result(response: HTTPResponse) -> VerificationResult {
        let encoded = Base64.encode(Array(secret.utf8))
        let step = StepResult(
            phase: .steps,
            label: "call \(secret)",
            location: EveryVerdict.place(1),
            promises: [secret],
            outcome: .failed,
            request: HTTPRequest(
                method: "POST",
                origin: "http://127.0.0.1",
                path: "/s3cr%2At_%60k%22ey%2F%23%7C%C3%A9%2B",
                query: "key=\(encoded)",
                headers: HTTPFields([.init(name: "Cookie", value: "key=\(secret)")]),
                body: Array(#"{"key":"s3cr*t_`k\"ey\/#|\u00e9+"}"#.utf8)
            ),
            response: response,
            headline: "wanted \(secret)",
            differences: [
                Difference(path: "$.\(secret)", expected: secret, actual: encoded)
            ],
            stringToSign: secret
        )
        let each = CaseResult(
            file: "a.yaml",
            name: "case \(secret)",
            location: EveryVerdict.place(1),
            tags: [secret],
            verdict: .failed,
            reason: "because of \(secret)",
            covers: [secret],
            steps: [step]
        )
        let promise = PromiseResult(
            id: secret,
            kind: .error,
            basis: .documented,
            summary: secret,
            doc: secret,
            location: EveryVerdict.place(1),
            status: .notCovered,
            reason: secret,
            cases: [secret]
        )
        let contract = ContractResult(
            file: "a.yaml",
            title: secret,
            version: secret,
            targets: [.init(name: secret, url: "http://\(secret)", isReference: false)],
            cases: [each],
            promises: [promise]
        )
        return VerificationResult(contracts: [contract])
    }
}
