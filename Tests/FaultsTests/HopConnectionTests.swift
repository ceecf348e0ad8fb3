import HTTP
import Testing

@testable import Faults

/// The decisions of a connection, without sockets or a clock.
struct HopConnectionTests {
    private static let request = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    private static let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody".utf8)

    private static func connection(_ faults: [String?]) throws -> HopConnection {
        var actions = try faults.map { try $0.map { try Fault(text: $0).action } }
        return HopConnection { actions.isEmpty ? nil : actions.removeFirst() }
    }

    /// Takes the bytes to send, as if they had been sent.
    private static func sent(_ connection: inout HopConnection, at now: Duration = .zero) -> [UInt8]
    {
        var all: [UInt8] = []
        while !connection.toClient.isEmpty {
            let bytes = connection.toClient
            all += bytes
            connection.sentToClient(bytes.count, at: now)
        }
        return all
    }

    @Test("A response is delayed from its first byte, for exactly the given time")
    func latency() throws {
        var connection = try Self.connection(["latency=500ms"])
        connection.receive(fromClient: Self.request[...], at: .seconds(1))
        #expect(connection.toUpstream == Self.request)
        #expect(connection.deadline == nil)
        connection.receive(fromUpstream: Self.response[...], at: .seconds(2))
        #expect(connection.toClient.isEmpty)
        #expect(connection.deadline == .milliseconds(2_500))
        connection.advance(to: .milliseconds(2_499))
        #expect(connection.toClient.isEmpty)
        connection.advance(to: .milliseconds(2_500))
        #expect(connection.toClient == Self.response)
        #expect(connection.deadline == nil)
    }

    @Test("A response arrives at N bytes per second")
    func slow() throws {
        var connection = try Self.connection(["slow=10"])
        connection.receive(fromClient: Self.request[...], at: .zero)
        connection.receive(fromUpstream: Self.response[...], at: .zero)
        #expect(connection.toClient.isEmpty)
        for tenths in 1...Self.response.count {
            let now = Duration.milliseconds(tenths * 100)
            #expect(connection.deadline == .milliseconds(tenths * 100))
            connection.advance(to: now)
            #expect(Self.sent(&connection, at: now) == [Self.response[tenths - 1]])
        }
        #expect(connection.deadline == nil && connection.isIdle)
    }

    @Test(
        "A response is truncated at any split of its bytes, and never arrives complete",
        arguments: 0...5
    )
    func truncation(count: Int) throws {
        for step in [1, 3, 7, Self.response.count] {
            var connection = try Self.connection(["truncate=\(count)"])
            connection.receive(fromClient: Self.request[...], at: .zero)
            var came: [UInt8] = []
            for start in stride(from: 0, to: Self.response.count, by: step) {
                guard connection.ending == nil else { break }
                let end = min(start + step, Self.response.count)
                connection.receive(fromUpstream: Self.response[start..<end], at: .zero)
                came += Self.sent(&connection)
            }
            let head = Self.response.count - 4
            #expect(came == Array(Self.response[..<(head + min(count, 3))]), "by \(step)")
            #expect(connection.ending == .orderly)
        }
    }

    @Test("Pipelined requests are answered in order, each with its own fault")
    func pipelining() throws {
        var connection = try Self.connection([nil, "latency=1s", "status=503"])
        let all = Self.request + Self.request + Self.request
        connection.receive(fromClient: all[...], at: .zero)
        #expect(connection.toUpstream == Self.request)
        connection.sentToUpstream(Self.request.count, at: .zero)
        connection.receive(fromUpstream: Self.response[...], at: .zero)
        #expect(Self.sent(&connection) == Self.response)
        #expect(connection.toUpstream == Self.request)
        connection.sentToUpstream(Self.request.count, at: .zero)
        connection.receive(fromUpstream: Self.response[...], at: .zero)
        #expect(Self.sent(&connection).isEmpty)
        connection.advance(to: .seconds(1))
        let rest = String(decoding: Self.sent(&connection, at: .seconds(1)), as: UTF8.self)
        let whole = String(decoding: Self.response, as: UTF8.self)
        #expect(rest.hasPrefix(whole + "HTTP/1.1 503 "))
        #expect(connection.ending == .orderly)
    }

    @Test("A hop does not wait for data that is not HTTP, and counts the connection once")
    func opaque() throws {
        for greeting in [[0x16, 0x03, 0x01, 0x00], Array("SSH-2.0-x\r\n".utf8)] {
            var connection = try Self.connection([nil, "reset"])
            connection.receive(fromClient: greeting[...], at: .zero)
            connection.receive(fromUpstream: [1, 2, 3][...], at: .zero)
            connection.receive(fromClient: greeting[...], at: .zero)
            #expect(connection.toUpstream == greeting + greeting)
            #expect(Self.sent(&connection) == [1, 2, 3])
            #expect(connection.ending == nil)
        }
    }

    @Test("Faults that do not need HTTP apply to TLS from its first bytes")
    func opaqueFaults() throws {
        var connection = try Self.connection(["reset"])
        connection.receive(fromClient: [0x16], at: .zero)
        #expect(connection.ending == .reset)
        connection = try Self.connection(["hang"])
        connection.receive(fromClient: [0x16, 3, 1], at: .zero)
        #expect(connection.ending == nil && connection.toUpstream.isEmpty && connection.readsClient)
        connection = try Self.connection(["tls"])
        connection.receive(fromClient: [0x16], at: .zero)
        #expect(connection.toClient == [0x15, 3, 3, 0, 2, 2, 0x28])
        connection = try Self.connection(["drop-after=2"])
        connection.receive(fromClient: [0x16], at: .zero)
        connection.receive(fromUpstream: [1, 2, 3], at: .zero)
        #expect(connection.toClient == [1, 2] && connection.ending == .reset)
    }

    @Test("Reading stops before the buffered bytes exceed their limit")
    func bounds() throws {
        var connection = try Self.connection([nil])
        let head = Array("POST / HTTP/1.1\r\nContent-Length: 1000000\r\n\r\n".utf8)
        connection.receive(fromClient: head[...], at: .zero)
        let piece = [UInt8](repeating: 0x61, count: HopConnection.capacity)
        connection.receive(fromClient: piece[...], at: .zero)
        #expect(!connection.readsClient)
        connection.sentToUpstream(connection.toUpstream.count, at: .zero)
        #expect(connection.readsClient)
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".utf8)
        connection.receive(fromUpstream: response[...], at: .zero)
        for _ in 0..<2 { connection.receive(fromUpstream: piece[...], at: .zero) }
        #expect(!connection.readsUpstream)
        _ = Self.sent(&connection)
        #expect(connection.readsUpstream)
    }

    @Test("A client that disconnects ends its connection, with or without a delayed response")
    func clientLeaves() throws {
        for fault in [nil, "hang", "latency=1h", "slow=1"] {
            var connection = try Self.connection([fault])
            connection.receive(fromClient: Self.request[...], at: .zero)
            if fault != "hang" { connection.receive(fromUpstream: Self.response[...], at: .zero) }
            connection.clientEnded(at: .zero)
            #expect(connection.ending == .orderly)
        }
    }
}
