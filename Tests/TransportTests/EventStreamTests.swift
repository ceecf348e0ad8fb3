import Compression
import HTTP
import TestSupport
import Testing
import Transport

/// Event streams over a real connection, which the server never ends.
struct EventStreamTests {
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"

    private static func body(
        _ limit: EventStreamLimit,
        _ actions: [ScriptedServer.Action],
        head: String = head
    ) async throws -> Result<String, TransportFailure> {
        let script = [.receiveHead, .send(head)] + actions
        let server = try ScriptedServer(scripts: [script])
        var request = HTTPRequest(
            method: "GET",
            origin: "http://127.0.0.1:\(server.port)",
            path: "/events"
        )
        request.eventStreamLimit = limit
        return try await CurlTransport().exchange(request, timeout: .seconds(60))
            .map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("Reading ends with the last requested event, even if the server sends no more")
    func count() async throws {
        let limit = EventStreamLimit(duration: .seconds(50), count: 2)
        let text = "data: a\n\ndata: b\n\n"
        #expect(try await Self.body(limit, [.send(text), .hang]).get() == text)
    }

    @Test("Compressed events are counted as they arrive")
    func compressed() async throws {
        let limit = EventStreamLimit(duration: .seconds(50), count: 2)
        let coded = ContentCoding.gzip.encoded(Array("data: a\n\ndata: b\n\n".utf8))
        let head = Self.head.replacing("\r\n\r\n", with: "\r\nContent-Encoding: gzip\r\n\r\n")
        // The check sum, which ends the coding, never comes.
        _ = try await Self.body(limit, [.send(coded.dropLast(8)), .hang], head: head).get()
    }

    @Test("Reading ends with the duration, however few events have arrived")
    func time() async throws {
        let limit = EventStreamLimit(duration: .milliseconds(1), count: 2)
        #expect(try await Self.body(limit, [.send("data: a\n\n"), .hang]).get() == "data: a\n\n")
    }

    @Test("An endless line is read up to its limit")
    func line() async throws {
        let limit = EventStreamLimit(duration: .seconds(50))
        let flood = Array(repeating: UInt8(ascii: "a"), count: 65_536)
        let body = try await Self.body(limit, [.flood(flood)]).get()
        #expect((1 << 20...1 << 21).contains(body.utf8.count))
    }
}
