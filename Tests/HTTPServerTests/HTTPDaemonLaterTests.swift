import HTTP
import HTTPServer
import Synchronization
import TestSupport
import Testing

/// Responses that are made asynchronously.
struct HTTPDaemonLaterTests {
    private static let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)

    /// A signal for several waiters.
    private final class Bell: Sendable {
        private struct State {
            var isRung = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        func ring() {
            let waiting = state.withLock { state in
                defer { state = State(isRung: true) }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isRung = state.withLock { state in
                    if !state.isRung { state.waiting.append(continuation) }
                    return state.isRung
                }
                if isRung { continuation.resume() }
            }
        }
    }

    @Test("More responses than threads can be pending, and none delays another")
    func manyWait() async throws {
        let bell = Bell()
        let server = try HTTPDaemon(
            limits: Self.limits,
            options: .small(connections: 64, drainTimeout: .seconds(1)),
            loss: { _ in },
            laterHandler: { request in
                if request.path == "/wait" { await bell.wait() } else { bell.ring() }
                return DaemonResponse(ServerResponse(status: 200, body: Array(request.path.utf8)))
            }
        )
        // Blocking calls would occupy the threads that the handler needs.
        let port = server.port
        let responses = try await DetachedThread.value {
            let clients = try (0..<4).map { _ in try RawClient(port: port) }
            for client in clients { try client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n") }
            var responses: [String] = []
            for _ in 0..<8 {
                let other = try RawClient(port: port)
                responses.append(try other.exchange("GET /now HTTP/1.1\r\nHost: h\r\n\r\n").text)
            }
            for client in clients { responses.append(try client.receive().text) }
            return responses
        }
        #expect(
            responses == Array(repeating: "/now", count: 8) + Array(repeating: "/wait", count: 4)
        )
        #expect(server.stop())
    }

    @Test("Stopping ends a connection with a pending response")
    func stop() throws {
        let bell = Bell()
        let server = try HTTPDaemon(
            limits: Self.limits,
            options: .small(connections: 8, drainTimeout: .milliseconds(50)),
            loss: { _ in },
            laterHandler: { _ in
                await bell.wait()
                return DaemonResponse(ServerResponse(status: 200))
            }
        )
        let client = try RawClient(port: server.port)
        try client.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(server.stop())
        #expect(try client.receiveToEnd().isEmpty)
        bell.ring()
    }

    @Test(
        "Connections without a complete request are reported",
        arguments: [
            ("hello\r\n\r\n", ServerLoss.noRequest(isSilent: false)),
            ("", .noRequest(isSilent: true)),
            (
                "POST /cut HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc",
                .brokenOff(method: "POST", target: "/cut")
            ),
            (
                "POST /cut HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                .brokenOff(method: "POST", target: "/cut")
            ),
        ]
    )
    func losses(sent: String, loss: ServerLoss) async throws {
        let bell = Bell()
        let told = Mutex<[ServerLoss]>([])
        let server = try HTTPDaemon(
            limits: Self.limits,
            loss: { loss in
                told.withLock { $0.append(loss) }
                bell.ring()
            },
            laterHandler: { _ in DaemonResponse(ServerResponse(status: 200)) }
        )
        do {
            let client = try RawClient(port: server.port)
            try client.send(sent)
        }
        await bell.wait()
        #expect(told.withLock { $0 } == [loss])
        server.stop()
    }

    @Test("The response to HEAD announces the length of the omitted body")
    func head() async throws {
        let server = try HTTPDaemon(
            limits: Self.limits,
            loss: { _ in },
            laterHandler: { _ in
                let fields = HTTPFields([.init(name: "Content-Length", value: "321")])
                return DaemonResponse(ServerResponse(status: 200, headers: fields))
            }
        )
        let port = server.port
        let length = try await DetachedThread.value {
            let client = try RawClient(port: port)
            try client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n")
            return try client.receive(hasBody: false).headers["content-length"]
        }
        #expect(length == "321")
        server.stop()
    }

    @Test(
        "Piped data arrives as it is sent, and its end shows whether it is complete",
        arguments: [true, false]
    )
    func pipe(isWhole: Bool) async throws {
        let pipe = StreamPipe()
        let server = try HTTPDaemon(
            limits: Self.limits,
            loss: { _ in },
            laterHandler: { _ in
                DaemonResponse(ServerResponse(status: 200), events: pipe.follower)
            }
        )
        let port = server.port
        try await DetachedThread.value {
            let client = try RawClient(port: port)
            try client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(pipe.send(Array("one,".utf8)))
            _ = try client.receive(upTo: "one,")
            #expect(pipe.send(Array("two,".utf8)))
            _ = try client.receive(upTo: "two,")
            if isWhole { pipe.end() } else { pipe.breakOff() }
            let rest = String(decoding: try client.receiveToEnd(), as: UTF8.self)
            #expect(rest.contains("0\r\n\r\n") == isWhole)
            #expect(!pipe.send([0]))
        }
        server.stop()
    }

    @Test("A client that reads nothing is dropped once it is too far behind")
    func behind() async throws {
        let pipe = StreamPipe()
        let bytes = [UInt8](repeating: 0, count: StreamPipe.mostBehind / 4)
        for _ in 0..<4 { #expect(pipe.send(bytes)) }
        #expect(!pipe.send([0]))
    }
}
