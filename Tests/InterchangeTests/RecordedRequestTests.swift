import Base
import Contract
import HTTP
import JSON
import Testing

@testable import Interchange

/// Recorded requests that depend on earlier responses, or whose body is not text.
struct RecordedRequestTests {
    /// `2026-01-31T09:05:00Z`.
    private static let moment = Timestamp(nanosecondsSince1970: 1_769_850_300_000_000_000)

    private func exchange(
        _ method: String,
        _ target: String,
        _ status: Int,
        _ content: String = "{}",
        sends headers: [(String, String)] = [],
        body: [UInt8]? = nil,
        gives responseHeaders: [(String, String)] = []
    ) -> RecordedExchange {
        func fields(_ list: [(String, String)]) -> HTTPFields {
            HTTPFields(list.map { .init(name: $0.0, value: $0.1) })
        }
        let target = RequestTarget(target)
        var response = HTTPResponse(status: status)
        response.headers = fields(responseHeaders + [("Content-Type", "application/json")])
        response.body = Array(content.utf8)
        return RecordedExchange(
            moment: Self.moment,
            request: HTTPRequest(
                method: method,
                origin: "http://127.0.0.1:8080",
                path: target.path,
                query: target.query,
                headers: fields(headers),
                body: body
            ),
            response: response
        )
    }

    private func recorded(_ exchanges: [RecordedExchange]) throws -> ImportedContract {
        try #require(TrafficImport.contract(of: exchanges, title: "T", bodiesIn: "r.files"))
    }

    private func put(_ text: String, _ tag: String, _ status: Int) -> RecordedExchange {
        exchange(
            "PUT",
            "/doc",
            status,
            status == 200 ? #"{"version":2}"# : #"{"detail":"changed"}"#,
            sends: [("Content-Type", "application/json"), ("If-Match", tag)],
            body: Array(#"{"text":"\#(text)"}"#.utf8),
            gives: status == 200 ? [("ETag", #""2""#)] : []
        )
    }

    @Test("A precondition is sent again, with the tag of an earlier response")
    func preconditions() throws {
        let contract = try recorded([
            exchange(
                "GET",
                "/doc",
                200,
                sends: [("If-None-Match", #""cached""#)],
                gives: [("ETag", #""1""#)]
            ),
            put("b", #""1""#, 200), put("c", #""1""#, 412),
            exchange(
                "GET",
                "/doc",
                200,
                sends: [("If-None-Match", #""2""#)],
                gives: [("ETag", #""2""#)]
            ),
        ])
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(linted.contract.cases.count == 1, "\(contract.text)")
        #expect(contract.text.ranges(of: #"If-Match: "{{etag}}""#).count == 2, "\(contract.text)")
        #expect(contract.text.contains(#"If-None-Match: "{{etag2}}""#), "\(contract.text)")
        #expect(contract.text.contains("etag: { header: ETag }"), "\(contract.text)")
        #expect(!contract.text.contains("cached"))
    }

    @Test("The Location of a response and the presence of a tag are checked")
    func location() throws {
        let contract = try recorded([
            exchange(
                "POST",
                "/files",
                201,
                body: [0x61],
                gives: [("Location", "/files/17"), ("ETag", "\"x\"")]
            ),
            exchange("GET", "/files/17", 200),
        ])
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        for part in [
            "header: Location, matches: \"^/files/[^/?#]+$\"", "header: ETag, matches:",
            "id: { header: Location", "params: { id: \"{{id}}\" }",
        ] { #expect(contract.text.contains(part), "\(part)\n\(contract.text)") }
    }

    private func form(_ parts: [(head: String, content: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            Array("--b0\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n".utf8)
                + part.content + Array("\r\n".utf8)
        } + Array("--b0--\r\n".utf8)
    }

    private let multipart = [("Content-Type", "multipart/form-data; boundary=b0")]

    @Test("A form with files is stored: texts in the contract, the rest next to it")
    func multipartBody() throws {
        let image: [UInt8] = [0x89, 0x50, 0x0D, 0x0A, 0xFF, 0x00]
        let contract = try recorded([
            exchange(
                "POST",
                "/file",
                201,
                sends: multipart,
                body: form([
                    (#"name="kind""#, Array("note".utf8)),
                    (
                        "name=\"text\"; filename=\"a.txt\"\r\nContent-Type: text/plain",
                        Array("hello".utf8)
                    ),
                    ("name=\"image\"; filename=\"x-1.png\"\r\nContent-Type: image/png", image),
                    (#"name="empty""#, []),
                ])
            ),
            exchange(
                "POST",
                "/raw",
                201,
                sends: [("Content-Type", "application/octet-stream")],
                body: image
            ),
        ])
        #expect(contract.files.map(\.path) == ["r.files/1-x-1.png", "r.files/2-body.bin"])
        #expect(contract.files.map(\.bytes) == [image, image])
        for part in [
            "kind: note", "text: { text: hello, filename: a.txt, type: text/plain }",
            "image: { file: r.files/1-x-1.png, filename: x-1.png, type: image/png }",
            "file: r.files/2-body.bin", "empty: \"\"",
        ] { #expect(contract.text.contains(part), "\(part)\n\(contract.text)") }
        // Those of the failures and of the errors, and none for a body.
        #expect(contract.openPlaces == 2, "\(contract.text)")
        #expect(!contract.text.contains("boundary"))
    }

    @Test("The secrets of a form are neither in the contract nor in files next to it")
    func multipartSecrets() throws {
        let long = String(repeating: "x", count: 3_000)
        let contract = try recorded([
            exchange(
                "POST",
                "/file",
                201,
                sends: multipart + [("Authorization", "Bearer tok-123456")],
                body: form([
                    (#"name="password""#, Array("hunter2".utf8)),
                    (
                        "name=\"meta\"\r\nContent-Type: application/json",
                        Array(#"{"user":"ann","secret":"s3cret"}"#.utf8)
                    ),
                    (#"name="env"; filename="a.env""#, Array("\(long)\nPASSWORD=hunter3\n".utf8)),
                    (#"name="log"; filename="a.log""#, Array("\(long) tok-123456".utf8)),
                    (#"name="token"; filename="t.bin""#, [0xFF, 0x00] + Array("hunter4".utf8)),
                ])
            )
        ])
        #expect(contract.files.isEmpty, "\(contract.files.map(\.path))")
        for secret in ["hunter", "s3cret", "tok-123456"] {
            #expect(!contract.text.contains(secret), "\(secret)\n\(contract.text)")
        }
        #expect(contract.text.contains(#"password: "{{password}}""#), "\(contract.text)")
        #expect(contract.text.contains("ann"))
    }

    @Test("A variable that every case captures before use needs no value")
    func captured() throws {
        let contract = try recorded([
            exchange(
                "POST",
                "/login",
                200,
                body: Array("x".utf8),
                gives: [("Set-Cookie", "session=abcdef123456")]
            ),
            exchange(
                "GET",
                "/me",
                200,
                #"{"name":"Ann"}"#,
                sends: [("Cookie", "session=abcdef123456")]
            ),
        ])
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(linted.contract.variables.isEmpty, "\(contract.text)")
        #expect(contract.text.contains("session: { cookie: session }"), "\(contract.text)")
    }

    @Test("A token that a login returns twice is captured for both of its uses")
    func twoPlaces() throws {
        let token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
        let contract = try recorded([
            exchange(
                "POST",
                "/login",
                200,
                #"{"user":"ann","token":"\#(token)"}"#,
                body: Array("x".utf8),
                gives: [("Set-Cookie", "sid=\(token); Path=/; HttpOnly")]
            ),
            exchange("GET", "/me", 200, sends: [("Cookie", "sid=\(token)")]),
            exchange("GET", "/api", 200, sends: [("Authorization", "Bearer \(token)")]),
        ])
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(linted.contract.variables.isEmpty, "\(contract.text)")
        for part in ["bearerToken: { jsonpath: $.token }", "sid: { cookie: sid }"] {
            #expect(contract.text.contains(part), "\(part)\n\(contract.text)")
        }
        #expect(!contract.text.contains(token), "\(contract.text)")
    }

    @Test("Two users of Basic authentication stay two, and a wrong password stays wrong")
    func accounts() throws {
        func me(_ pair: String, _ status: Int) -> RecordedExchange {
            let text = Base64Text.encoded(pair)
            return exchange("GET", "/me", status, sends: [("Authorization", "Basic \(text)")])
        }
        let contract = try recorded([
            me("ann:first", 200), me("bob:second", 200), me("ann:first", 200), me("bob:wrong", 401),
        ])
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(linted.contract.cases.count == 3, "\(contract.text)")
        #expect(
            linted.contract.variables.map(\.name).sorted() == [
                "basicPassword", "basicPassword2", "basicUsername", "basicUsername2",
            ],
            "\(contract.text)"
        )
        #expect(contract.text.contains("{{alnum 5}}"), "\(contract.text)")
        for secret in ["first", "second", "wrong"] { #expect(!contract.text.contains(secret)) }
    }

    @Test("A timestamp far from that of the request is data")
    func moments() throws {
        let contract = try recorded([
            exchange("GET", "/report?since=2025-01-01T00:00:00Z&until=2026-01-31T09:06:00Z", 200)
        ])
        #expect(contract.text.contains("2025-01-01T00:00:00Z"), "\(contract.text)")
        #expect(contract.text.contains("{{now rfc3339 +1m}}"), "\(contract.text)")
    }

    @Test("A recorded body is an example for the stub")
    func examples() throws {
        let contract = try recorded([
            exchange("GET", "/me", 200, #"{"name":"Alice","age":41}"#),
            exchange("GET", "/none", 404, #"{"detail":"none"}"#),
        ])
        #expect(
            contract.text.contains("examples: [ { name: Alice, age: 41 } ]"),
            "\(contract.text)"
        )
        #expect(contract.text.contains("examples: [ { detail: none } ]"), "\(contract.text)")
    }
}

/// Base64 of a text, for credentials.
private enum Base64Text {
    static func encoded(_ text: String) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var result = ""
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let chunk = bytes[start..<min(start + 3, bytes.count)]
            let padded = Array(chunk) + Array(repeating: 0, count: 3 - chunk.count)
            let bits = padded.reduce(0) { $0 << 8 | Int($1) }
            for index in 0...chunk.count { result.append(alphabet[bits >> (18 - 6 * index) & 63]) }
            result += String(repeating: "=", count: 3 - chunk.count)
        }
        return result
    }
}
