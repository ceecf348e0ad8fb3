import Compression
import Contract
import HTTP
import JSON
import JSONSchemas
import Testing

@testable import Reports

struct HARReportTests {
    private let report = HARReport(version: "1.2.3")

    @Test("A run becomes a complete archive, in order of the exchanges' start")
    func everyVerdict() {
        Golden.expect(report.text(of: EveryVerdict.result.facts), is: "every-verdict.har")
    }

    @Test(
        "Archives have every member that HAR 1.2 requires, and no unknown ones",
        arguments: [EveryVerdict.result, VerificationResult(contracts: [])]
    )
    func schema(result: VerificationResult) throws {
        let outcome = try HARSchema.compiled().violations(in: report.document(of: result.facts))
        #expect(outcome.isValid, "\(outcome.violations)")
    }

    @Test("The test's schema rejects an archive that lacks a member")
    func schemaCanFail() throws {
        let text = report.text(of: EveryVerdict.result.facts).split(separator: "\"redirectURL\"")
            .joined(separator: "\"_redirectURL\"")
        let outcome = try HARSchema.compiled().violations(in: JSONValue(parsing: text))
        #expect(outcome.count == 4)
    }

    @Test("The phases of an exchange add up to its time")
    func timings() throws {
        for entry in try entries(of: EveryVerdict.result) {
            let timings = try #require(entry["timings"])
            let parts = ["dns", "connect", "send", "wait", "receive"].compactMap { name in
                timings[name].flatMap(Self.microseconds)
            }
            #expect(parts.count == 5)
            #expect(
                parts.map { max(0, $0) }.reduce(0, +) == entry["time"].flatMap(Self.microseconds)
            )
        }
    }

    @Test("A TLS handshake is part of the connect time, and is also listed separately")
    func handshake() throws {
        let phases = PhaseTimes(
            nameLookup: .milliseconds(1),
            connect: .milliseconds(3),
            tlsHandshake: .milliseconds(10),
            firstByte: .milliseconds(30),
            total: .milliseconds(31)
        )
        let timings = try #require(try entry(HTTPResponse(status: 200, phases: phases))["timings"])
        let names = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"]
        #expect(names.map { timings[$0] } == [-1, 1, 9, 7, 0, 20, 1])
    }

    @Test("Bytes that are not text are in Base64, in the request too")
    func binary() throws {
        let response = HTTPResponse(status: 200, body: [0xFF, 0, 0xFE])
        let entry = try entry(response, sending: [0x80, 0x81])
        let content = try #require(entry["response"]?["content"])
        #expect(content == ["size": 3, "mimeType": "", "text": "/wD+", "encoding": "base64"])
        let data = try #require(entry["request"]?["postData"])
        #expect(data["text"] == "gIE=")
        #expect(data["_encoding"] == "base64")
    }

    @Test("A compressed response is shown decompressed, with the saving")
    func compressed() throws {
        let text = String(repeating: "hello ", count: 100)
        let bytes = ContentCoding.gzip.encoded(Array(text.utf8))
        let headers = HTTPFields([.init(name: "Content-Encoding", value: "gzip")])
        let response = HTTPResponse(status: 200, headers: headers, body: bytes)
        let shown = try #require(try entry(response)["response"])
        #expect(shown["bodySize"] == .integer(bytes.count))
        #expect(shown["content"]?["text"] == .string(text))
        #expect(shown["content"]?["size"] == 600)
        #expect(shown["content"]?["compression"] == .integer(600 - bytes.count))
    }

    @Test("A compressed response that cannot be decoded is stored unchanged")
    func broken() throws {
        let headers = HTTPFields([.init(name: "Content-Encoding", value: "gzip")])
        let response = HTTPResponse(status: 200, headers: headers, body: [0xFF])
        #expect(try entry(response)["response"]?["content"]?["text"] == "/w==")
    }

    @Test("For a polling step the comment notes that only the last attempt is included")
    func polling() throws {
        let comments = try entries(of: EveryVerdict.result).compactMap {
            $0["comment"]?.stringValue
        }
        #expect(
            comments.filter { $0.contains("attempts") } == [
                "contracts/push.yaml: send, step 1 createPush; the last of 3 attempts"
            ]
        )
    }

    private static func microseconds(_ value: JSONValue) -> Int? {
        guard case .number(let number) = value else { return nil }
        return Int((number.doubleValue * 1e3).rounded())
    }

    private func entries(of result: VerificationResult) throws -> [JSONValue] {
        try #require(report.document(of: result.facts)["log"]?["entries"]?.arrayValue)
    }

    /// The entry of one exchange.
    private func entry(_ response: HTTPResponse, sending body: [UInt8]? = nil) throws -> JSONValue {
        var each = EveryVerdict.passed
        each.steps[0].exchanges[0].request.body = body
        each.steps[0].exchanges[0].result = .success(response)
        let contract = ContractResult(file: "a.yaml", title: "A", cases: [each])
        return try #require(try entries(of: VerificationResult(contracts: [contract])).first)
    }
}
