import Compression
import LoadModel
import Measure
import Testing

@testable import Load

/// Bodies with content codings, as the worker reads them.
struct BodyCodingTests {
    private static let text = #"{"ok":false,"error":"QUOTA","id":"i7"}"#

    private static func reader(_ head: String, _ body: [UInt8]) -> ResponseReader {
        var reader = ResponseReader()
        reader.begin(isResponseToHead: false, capture: .everything)
        let response = Array("HTTP/1.1 200 OK\r\n\(head)Content-Length: \(body.count)\r\n\r\n".utf8)
        #expect((response + body).withUnsafeBytes { reader.take($0) } == .complete)
        reader.decode()
        return reader
    }

    @Test(
        "Codings are decoded from the last to the first, in any notation",
        arguments: [
            ("", [ContentCoding]()), ("Content-Encoding: identity\r\n", []),
            ("Content-Encoding: gzip\r\n", [.gzip]), ("content-encoding:X-GZIP\r\n", [.gzip]),
            ("Content-Encoding: deflate\r\n", [.deflate]),
            ("Content-Encoding: deflate, gzip\r\n", [.deflate, .gzip]),
            ("Content-Encoding: deflate\r\nContent-Encoding: gzip\r\n", [.deflate, .gzip]),
        ]
    )
    func undone(_ head: String, _ codings: [ContentCoding]) {
        let body = codings.reduce(Array(Self.text.utf8)) { $1.encoded($0) }
        let reader = Self.reader(head, body)
        #expect(reader.content == Array(Self.text.utf8) && reader.unjudged == nil)
        #expect(reader.body == body)
    }

    @Test("A body that cannot be decoded or exceeds the size limit is not checked")
    func unjudged() {
        let gzip = ContentCoding.gzip.encoded(Array(Self.text.utf8))
        #expect(Self.reader("Content-Encoding: br\r\n", [1, 2]).unjudged == .notDecodable)
        #expect(Self.reader("Content-Encoding: gzip\r\n", [1, 2]).unjudged == .notDecodable)
        #expect(
            Self.reader("Content-Encoding: gzip\r\n", gzip.dropLast()).unjudged == .notDecodable
        )
        let six = [String](repeating: "gzip", count: 6).joined(separator: ", ")
        #expect(Self.reader("Content-Encoding: \(six)\r\n", gzip).unjudged == .notDecodable)
        let bomb = ContentCoding.gzip.encoded([UInt8](repeating: 0x20, count: 8 << 20))
        #expect(Self.reader("Content-Encoding: gzip\r\n", bomb).unjudged == .tooLong)
        let long = [UInt8](repeating: 0x20, count: ResponseReader.Capture.everything.limit + 1)
        #expect(Self.reader("", long).unjudged == .tooLong)
        #expect(Self.reader("", Array(long.dropLast())).unjudged == nil)
        // An empty body needs no decoding.
        #expect(Self.reader("Content-Encoding: gzip\r\n", []).unjudged == nil)
    }

    @Test(
        "A request that closes its connection is recognised in any of its header lists",
        arguments: [
            ("Connection: close", true), ("connection: keep-alive, CLOSE", true),
            ("Connection: keep-alive", false), ("X-Connection: close", false),
            ("X: y\r\nConnection:close", true),
        ]
    )
    func closes(_ field: String, _ isLast: Bool) {
        let request = Array(
            "POST / HTTP/1.1\r\nHost: h\r\n\(field)\r\n\r\nConnection: close\r\n".utf8
        )
        #expect(request.withUnsafeBytes { ResponseHead.asksForClose($0) } == isLast)
    }
}
