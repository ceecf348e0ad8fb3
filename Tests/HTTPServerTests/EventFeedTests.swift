import HTTP
import HTTPServer
import TestSupport
import Testing

struct StreamedLinesTests {
    @Test(
        "Each line of the data has its own field, regardless of line ends",
        arguments: [
            ("", "data: "), ("one", "data: one"), ("a\nb", "data: a\ndata: b"),
            ("a\r\nb\rc\n", "data: a\ndata: b\ndata: c\ndata: "),
            ("\n\n", "data: \ndata: \ndata: "), ("é\u{2028}", "data: é\u{2028}"),
        ]
    )
    func lines(data: String, fields: String) {
        let bytes = StreamedEvent.stream([StreamedEvent(name: "now", data: data)])
        #expect(String(decoding: bytes, as: UTF8.self) == "event: now\n\(fields)\n\n")
    }
}

/// Events over real connections.
struct EventFeedTests {
    private static func server(_ feed: EventFeed) throws -> HTTPDaemon {
        let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
        let options = ServerOptions(drainTimeout: .milliseconds(200))
        return try HTTPDaemon(limits: limits, options: options) { _ in
            guard let follower = feed.follower() else {
                return DaemonResponse(ServerResponse(status: 503))
            }
            return DaemonResponse(ServerResponse(status: 200), events: follower)
        }
    }

    private static func follow(_ server: HTTPDaemon) throws -> RawClient {
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return client
    }

    @Test("A new client gets the last event of each name, and then each new one")
    func follows() throws {
        let feed = EventFeed(clientLimit: 4)
        let server = try Self.server(feed)
        feed.publish(StreamedEvent(name: "a", data: "1"))
        feed.publish(StreamedEvent(name: "b", data: "2"))
        feed.publish(StreamedEvent(name: "a", data: "3"))
        let clients = try (0..<2).map { _ in try Self.follow(server) }
        for client in clients {
            let text = try client.receive(upTo: "data: 3\n\n")
            #expect(text.contains("data: 2\n\n"))
            #expect(!text.contains("data: 1\n\n"))
            #expect(text.contains("Transfer-Encoding: chunked"))
        }
        feed.publish(StreamedEvent(name: "b", data: "4"))
        for client in clients { _ = try client.receive(upTo: "event: b\ndata: 4\n\n") }
    }

    @Test("The end comes after the last event, and nothing after the end")
    func ends() throws {
        let feed = EventFeed(clientLimit: 4)
        let server = try Self.server(feed)
        let client = try Self.follow(server)
        feed.publish(StreamedEvent(name: "a", data: "last"))
        feed.end()
        feed.publish(StreamedEvent(name: "a", data: "never"))
        let text = try client.receive(upTo: "0\r\n\r\n")
        #expect(text.contains("data: last\n\n"))
        #expect(!text.contains("never"))
        // The connection is free for the next request.
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive(upTo: "0\r\n\r\n").contains("data: last\n\n"))
    }

    @Test("A client that does not read gets the newest event when it reads again")
    func slow() throws {
        let feed = EventFeed(clientLimit: 4)
        let server = try Self.server(feed)
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        // More than the buffers of two sockets can hold.
        let long = String(repeating: "x", count: 16_000_000)
        feed.publish(StreamedEvent(name: "a", data: long))
        _ = try client.receive(upTo: "data: xxx")
        for number in 1...1_000 { feed.publish(StreamedEvent(name: "a", data: "\(number)")) }
        feed.end()
        let end = String(decoding: try client.receiveToEnd().suffix(200), as: UTF8.self)
        #expect(end.contains("xxx\n\n\r\n"))
        #expect(end.contains("data: 1000\n\n"))
        #expect(!end.contains("data: 999\n\n"))
    }

    @Test("Clients are limited in number; the place of a departed one is free after the next event")
    func limit() throws {
        let feed = EventFeed(clientLimit: 1)
        let server = try Self.server(feed)
        var client: RawClient? = try Self.follow(server)
        feed.publish(StreamedEvent(name: "a", data: "1"))
        _ = try client?.receive(upTo: "data: 1\n\n")
        let second = try RawClient(port: server.port)
        #expect(try second.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 503)
        client = nil
        while feed.clientCount > 0 { feed.publish(StreamedEvent(name: "a", data: "2")) }
        _ = try Self.follow(server).receive(upTo: "data: 2\n\n")
    }

    @Test("A server stops even if clients wait for events")
    func stops() throws {
        let feed = EventFeed(clientLimit: 4)
        let server = try Self.server(feed)
        let client = try Self.follow(server)
        feed.publish(StreamedEvent(name: "a", data: "1"))
        _ = try client.receive(upTo: "data: 1\n\n")
        #expect(server.stop())
        #expect(feed.clientCount == 0)
        _ = try client.receiveToEnd()
    }
}
