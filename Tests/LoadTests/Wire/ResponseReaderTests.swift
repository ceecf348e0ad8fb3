import Testing

@testable import Load

struct ResponseReaderTests {
    /// The result of reading a response.
    struct Result: Hashable {
        var step: ResponseReader.Step
        var status = 0
        var keepsAlive = false
        var body = ""
    }

    /// Reads `text` in pieces of `size` bytes; with `closes` the connection ends after it.
    static func read(
        _ text: String,
        size: Int,
        isResponseToHead: Bool = false,
        closes: Bool = false
    ) -> Result {
        var reader = ResponseReader()
        reader.begin(isResponseToHead: isResponseToHead, capture: .everything)
        let bytes = Array(text.utf8)
        var step = ResponseReader.Step.more
        var start = 0
        while start < bytes.count, step == .more {
            let end = min(start + size, bytes.count)
            step = Array(bytes[start..<end]).withUnsafeBytes { reader.take($0) }
            start = end
        }
        if closes && step == .more { step = reader.takeEnd() }
        return Result(
            step: step,
            status: reader.status,
            keepsAlive: reader.keepsAlive,
            body: String(decoding: reader.body, as: UTF8.self)
        )
    }

    @Test(
        "A response is read the same in any segmentation",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, true, "hello"),
            ("HTTP/1.1 200 OK\ncontent-length:5\n\nhello", 200, true, "hello"),
            ("HTTP/1.1 201\r\nCONTENT-LENGTH: 0 \r\nX: y\r\n\r\n", 201, true, ""),
            (
                "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n", 200, false,
                ""
            ),
            ("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", 200, false, "a"),
            (
                "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\na", 200,
                true, "a"
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", 200, true, "a"),
            ("HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n", 204, true, ""),
            ("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", 304, true, ""),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1;x=y\r\n!\r\n0\r\n\r\n",
                200, true, "hello!"
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n00A \r\n0123456789\r\n0\r\nT: u\r\n\r\n",
                200, true, "0123456789"
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
                200, false, "a"
            ),
            (
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                200, true, "ok"
            ),
            ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", 101, false, ""),
            ("HTTP/1.1 200 OK\r\nX: a\r\n  folded\r\nContent-Length: 2\r\n\r\nok", 200, true, "ok"),
            (
                "HTTP/1.1 200 OK\r\nContent-Lengthy: 9\r\nContent-Length: 2\r\n\r\nok", 200, true,
                "ok"
            ),
        ] as [(String, Int, Bool, String)]
    )
    func answers(text: String, status: Int, keepsAlive: Bool, body: String) {
        let expected = Result(step: .complete, status: status, keepsAlive: keepsAlive, body: body)
        for size in [1, 2, 3, 7, 1000] { #expect(Self.read(text, size: size) == expected) }
    }

    @Test(
        "A body without a length continues until the connection closes",
        arguments: [
            "HTTP/1.1 200 OK\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhello",
        ]
    )
    func untilClose(text: String) {
        let expected = Result(step: .complete, status: 200, keepsAlive: false, body: "hello")
        for size in [1, 1000] { #expect(Self.read(text, size: size, closes: true) == expected) }
    }

    @Test("The response to HEAD has no body, whatever its length field")
    func head() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        let expected = Result(step: .complete, status: 200, keepsAlive: true)
        #expect(Self.read(text, size: 1000, isResponseToHead: true) == expected)
    }

    @Test(
        "A response cut off by the connection is not complete",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ]
    )
    func truncated(text: String) {
        for size in [1, 1000] {
            #expect(Self.read(text, size: size, closes: true).step == .more)
        }
    }

    @Test(
        "Invalid responses are rejected",
        arguments: [
            ("SSH-2.0-OpenSSH_9.2\r\n", .statusLine), ("HTTP/2 200\r\n\r\n", .statusLine),
            ("HTTP/1.1 20 OK\r\n\r\n", .statusLine), ("HTTP/1.1 2000 OK\r\n\r\n", .statusLine),
            ("HTTP/1.1 099 OK\r\n\r\n", .statusLine), ("HTTP/1.1 2x0 OK\r\n\r\n", .statusLine),
            ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .fieldLine),
            ("HTTP/1.1 200 OK\r\n: x\r\n\r\n", .fieldLine),
            ("HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\n", .fieldLine),
            ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", .contentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", .contentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n", .contentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9999999999999999999\r\n\r\n", .contentLength),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", .contentLength),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", .chunkSize),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n", .chunkSize),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
                .chunkSize
            ),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", .chunkEnd),
        ] as [(String, ResponseFault)]
    )
    func malformed(text: String, fault: ResponseFault) {
        for size in [1, 1000] { #expect(Self.read(text, size: size).step == .malformed(fault)) }
    }

    @Test(
        "Bytes after a response do not change it, and their connection is not reused",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na", 200, "a"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", 200, "a"),
            ("HTTP/1.1 204 No Content\r\n\r\n", 204, ""),
        ]
    )
    func excess(text: String, status: Int, body: String) {
        let expected = Result(step: .complete, status: status, keepsAlive: false, body: body)
        #expect(Self.read(text + "HTTP/1.1 200 OK\r\n", size: 1000) == expected)
    }

    @Test("An endless head is rejected")
    func endlessHead() {
        let text = "HTTP/1.1 200 OK\r\n" + String(repeating: "X: 0123456789\r\n", count: 18_000)
        #expect(Self.read(text, size: 64_000).step == .malformed(.headTooLarge))
        let line = "HTTP/1.1 200 " + String(repeating: "O", count: 270_000)
        #expect(Self.read(line, size: 64_000).step == .malformed(.headTooLarge))
        let chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"
        let endless = chunk + String(repeating: "x", count: 20_000)
        #expect(Self.read(endless, size: 64_000).step == .malformed(.chunkSize))
        let trailers = chunk + "\r\na\r\n0\r\n" + String(repeating: "T: u\r\n", count: 50_000)
        #expect(Self.read(trailers, size: 64_000).step == .malformed(.headTooLarge))
    }

    @Test("A reader reads one response after the other and stores only the requested parts")
    func reuse() {
        var reader = ResponseReader()
        let failure = Array("HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\noops".utf8)
        let success = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine".utf8)
        for _ in 0..<2 {
            reader.begin(isResponseToHead: false, capture: .failures)
            #expect(failure.withUnsafeBytes { reader.take($0) } == .complete)
            #expect(reader.body == Array("oops".utf8))
            reader.begin(isResponseToHead: false, capture: .failures)
            #expect(success.withUnsafeBytes { reader.take($0) } == .complete)
            #expect(reader.body.isEmpty)
        }
        let capture = ResponseReader.Capture(lowestStatus: 0, limit: 3)
        reader.begin(isResponseToHead: false, capture: capture)
        #expect(failure.withUnsafeBytes { reader.take($0) } == .complete)
        #expect(reader.body == Array("oop".utf8))
    }

    @Test("A response with an unusual status is stored with its head, wherever its body is cut")
    func sample() {
        var reader = ResponseReader()
        let capture = ResponseReader.Capture(lowestStatus: 600, limit: 1, usual: 200...201)
        func read(_ text: String) {
            reader.begin(isResponseToHead: false, capture: capture)
            #expect(Array(text.utf8).withUnsafeBytes { reader.take($0) } == .complete)
        }
        for status in [404, 199 + 3] {
            let head = "HTTP/1.1 \(status) Oh\r\nContent-Length: 3000\r\n\r\n"
            read(head + String(repeating: "x", count: 3000))
            #expect(reader.head == Array(head.utf8))
            #expect(reader.body.count == 2048)
        }
        read("HTTP/1.1 201 OK\r\nContent-Length: 4\r\n\r\nfine")
        #expect(reader.head.isEmpty && reader.body.isEmpty)
    }
}
