import Testing

@testable import Faults

struct MessageScannerTests {
    /// The length of the message in `text`, given at once and byte by byte.
    private static func length(_ text: String, _ kind: MessageScanner.Kind) -> [Int?] {
        let bytes = Array(text.utf8)
        return [bytes.count, 1].map { step in
            var scanner = MessageScanner(kind)
            for start in stride(from: 0, to: bytes.count, by: step) {
                let piece = bytes[start..<min(start + step, bytes.count)]
                if scanner.consume(piece) < piece.count { break }
            }
            return scanner.isComplete ? scanner.count : nil
        }
    }

    @Test(
        "A request ends according to its length or its chunks",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "\r\nGET / HTTP/1.1\n\n",
            "POST / HTTP/1.1\r\ncontent-LENGTH:  5\r\n\r\nhello",
            "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n0123456789\r\n0\r\nT: v\r\n\r\n",
        ]
    )
    func request(text: String) {
        let count = text.utf8.count
        #expect(Self.length(text, .request) == [count, count])
        #expect(Self.length(text + "GET /next HTTP/1.1\r\n", .request) == [count, count])
        #expect(Self.length(String(text.dropLast()), .request) == [nil, nil])
    }

    @Test("A response ends according to its status, its method or its length")
    func answer() {
        let plain = MessageScanner.Kind.response(isToHead: false)
        for (text, kind) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", plain),
            ("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n", plain),
            ("HTTP/1.1 304 Not Modified\r\n\r\n", plain),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", .response(isToHead: true)),
            ("HTTP/1.1 103 Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", plain),
        ] {
            #expect(Self.length(text + "more", kind) == [text.utf8.count, text.utf8.count])
        }
    }

    @Test("A response without a length ends with its connection")
    func untilClose() {
        var scanner = MessageScanner(.response(isToHead: false))
        let bytes = Array("HTTP/1.1 200 OK\r\n\r\nbody".utf8)
        #expect(scanner.consume(bytes[...]) == bytes.count)
        #expect(!scanner.isComplete && !scanner.isMalformed)
        #expect(scanner.bodyStart == bytes.count - 4)
    }

    @Test(
        "Data that is not parsable HTTP/1.1 is reported as such",
        arguments: [
            "SSH-2.0-OpenSSH\r\n", "PRI * HTTP/2.0\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            String(repeating: "a", count: 70_000),
        ]
    )
    func malformed(text: String) {
        var scanner = MessageScanner(.request)
        _ = scanner.consume(Array(text.utf8)[...])
        #expect(scanner.isMalformed)
    }
}
