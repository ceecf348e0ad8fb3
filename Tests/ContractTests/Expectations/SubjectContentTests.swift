import Compression
import Contract
import HTTP
import JSON
import Testing

@Suite("Bodies with a content coding")
struct SubjectContentTests {
    private func subject(_ coding: String, _ body: [UInt8]) -> Subject {
        let headers = HTTPFields([HTTPFields.Field(name: "Content-Encoding", value: coding)])
        let response = HTTPResponse(status: 200, headers: headers, body: body)
        return Subject(response, to: HTTPRequest(method: "GET", origin: "http://h", path: "/"))
    }

    @Test("Codings are undone in reverse before the body is read as JSON")
    func undone() throws {
        let text = Array("{\"a\":1}".utf8)
        let twice = ContentCoding.gzip.encoded(ContentCoding.deflate.encoded(text))
        #expect(try subject("gzip", ContentCoding.gzip.encoded(text)).json() == ["a": 1])
        #expect(try subject("deflate, GZIP", twice).json() == ["a": 1])
        #expect(try subject("identity", text).json() == ["a": 1])
    }

    @Test("bytes and sha256 see the body as it came")
    func raw() throws {
        let body = ContentCoding.gzip.encoded(Array("x".utf8))
        let found = try Query.bytes.result(in: subject("gzip", body))
        #expect(found == .value(.bytes(body)))
    }

    @Test("A body that is not in its coding, or in one that is not known, is a difference")
    func wrong() {
        #expect(throws: Unanswerable.self) { try subject("gzip", Array("{}".utf8)).json() }
        do {
            _ = try subject("br", []).json()
            Issue.record("an unknown coding was taken")
        } catch {
            #expect(
                "\(error)"
                    == "header Content-Encoding: expected gzip, deflate or nothing, got \"br\""
            )
        }
    }
}
