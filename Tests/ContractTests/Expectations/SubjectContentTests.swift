import Compression
import Contract
import HTTP
import JSON
import Testing

@Suite("Bodies with a content coding")
struct SubjectContentTests {
    private func subject(
        _ coding: String,
        _ body: [UInt8],
        _ limits: BodyLimits = BodyLimits()
    ) -> Subject {
        let headers = HTTPFields([HTTPFields.Field(name: "Content-Encoding", value: coding)])
        let response = HTTPResponse(status: 200, headers: headers, body: body)
        return Subject(
            response,
            to: HTTPRequest(method: "GET", origin: "http://h", path: "/"),
            limits: limits
        )
    }

    @Test("The decoded size of a body is limited, absolutely and in proportion to its size")
    func limits() throws {
        let limits = BodyLimits(largestBody: 4 << 20)
        func content(_ size: Int, _ coding: ContentCoding = .gzip) -> Int? {
            let body = coding.encoded([UInt8](repeating: 0x20, count: size))
            return (try? subject(coding.rawValue, body, limits).content())?.count
        }
        // These take a thousandth of it; up to a megabyte is always accepted.
        #expect(content(1 << 20) == 1 << 20)
        #expect(content(1 << 20, .deflate) == 1 << 20)
        #expect(content((1 << 20) + 1) == nil)
        var state: UInt64 = 1
        let noise = (0..<20_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
        let body = ContentCoding.gzip.encoded(noise + [UInt8](repeating: 0, count: 3 << 20))
        #expect(try subject("gzip", body, limits).content().count == noise.count + 3 << 20)
        #expect(throws: Unanswerable.self) {
            try subject("gzip", body, BodyLimits(largestBody: 2 << 20)).content()
        }
        // Each of two codings has only the rest that the other leaves.
        func contentOfTwo(_ size: Int) -> Int? {
            let inner = ContentCoding.gzip.encoded([UInt8](repeating: 0, count: size))
            let body = ContentCoding.gzip.encoded(inner)
            return (try? subject("gzip, gzip", body, limits).content())?.count
        }
        #expect(contentOfTwo(1_000_000) == 1_000_000)
        #expect(contentOfTwo(1 << 20) == nil)
    }

    @Test("An empty body is empty in every known coding", arguments: ["gzip", "deflate"])
    func empty(coding: String) throws {
        #expect(try subject(coding, []).content().isEmpty)
    }

    @Test("An event stream may end in the middle of its coding, any other body may not")
    func cutStream() throws {
        let body = Array(ContentCoding.gzip.encoded(Array("data: 1\n\n".utf8)).dropLast(8))
        #expect(throws: Unanswerable.self) { try subject("gzip", body).content() }
        let headers = HTTPFields([
            HTTPFields.Field(name: "Content-Encoding", value: "gzip"),
            HTTPFields.Field(name: "Content-Type", value: "text/event-stream"),
        ])
        let response = HTTPResponse(status: 200, headers: headers, body: body)
        let request = HTTPRequest(method: "GET", origin: "http://h", path: "/")
        let stream = Subject(response, to: request)
        #expect(try stream.json().arrayValue?.count == 1)
    }

    @Test("JSON counts towards the memory shared by all jobs")
    func memory() throws {
        let text = Array(("[" + String(repeating: "1,", count: 1_000_000) + "1]").utf8)
        #expect(try subject("identity", text).json().arrayValue?.count == 1_000_001)
        #expect(throws: Unanswerable.self) {
            try subject("identity", text, BodyLimits(jobs: 16)).json()
        }
        #expect(BodyLimits(largestBody: 0).memory == .max)
        #expect(BodyLimits(largestBody: 1 << 20).memory == 8 << 20)
        #expect(BodyLimits(largestBody: 1 << 20, jobs: 256).memory == 1 << 20)
        #expect(BodyLimits(jobs: 2).shared(among: 4) == BodyLimits(jobs: 8))
        #expect(BodyLimits(jobs: 16).shared(among: 100).memory == 1 << 20)
        #expect(BodyLimits(largestBody: 0).shared(among: 100).memory == .max)
    }

    @Test("Codings are decoded in reverse before the body is read as JSON")
    func undone() throws {
        let text = Array("{\"a\":1}".utf8)
        let twice = ContentCoding.gzip.encoded(ContentCoding.deflate.encoded(text))
        #expect(try subject("gzip", ContentCoding.gzip.encoded(text)).json() == ["a": 1])
        #expect(try subject("deflate, GZIP", twice).json() == ["a": 1])
        #expect(try subject("identity", text).json() == ["a": 1])
    }

    @Test("bytes and sha256 use the undecoded body")
    func raw() throws {
        let body = ContentCoding.gzip.encoded(Array("x".utf8))
        let found = try Query.bytes.result(in: subject("gzip", body))
        #expect(found == .value(.bytes(body)))
    }

    @Test("A body that does not match its coding, or has an unknown one, is a difference")
    func wrong() {
        #expect(throws: Unanswerable.self) { try subject("gzip", Array("{}".utf8)).json() }
        do {
            _ = try subject("br", []).json()
            Issue.record("an unknown coding was taken")
        } catch {
            #expect(
                "\(error)"
                    == "body: expected a content coding that is known here (gzip, deflate), "
                    + "or encoded: true in the contract, got \"br\""
            )
        }
    }
}
