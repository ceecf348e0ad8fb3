import Cryptography
import HTTP
import HTTP2Serving
import JSON
import PushSinks
import TestSupport
import Testing
import Transport

/// Rules that apply to a connection, and the sink's reports about it.
struct APNsConnectionTests {
    @Test("A valid notification gets 200, no body, and its apns-id byte for byte")
    func accepted() async throws {
        let server = try SinkServer(APNsSink())
        let id = "123E4567-e89b-12d3-A456-4266554400A0"
        let response = try await server.send(try Push { $0.headers.set("apns-id", id) })
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(response.headers["apns-id"] == id)
        #expect(response.headers["apns-unique-id"] != nil)
        #expect(response.headers["content-type"] == nil)
    }

    @Test("The time of a token may be a string of digits, as some senders sign it")
    func textualTime() async throws {
        let server = try SinkServer(APNsSink())
        #expect(try await server.send(try Push(SignedJWT(quote: "\""))).status == 200)
    }

    @Test("Production sends no apns-unique-id, and gives each notification its own apns-id")
    func production() async throws {
        var options = APNsOptions()
        options.environment = .production
        let server = try SinkServer(APNsSink(options: options))
        var ids: Set<String> = []
        for _ in 0..<20 {
            let response = try await server.send(try Push())
            #expect(response.headers["apns-unique-id"] == nil)
            ids.insert(try #require(response.headers["apns-id"]))
        }
        #expect(ids.count == 20)
    }

    @Test(
        "The first valid token binds a connection to a team and a key",
        arguments: [
            (SignedJWT(key: "ASSAYKEY02"), "UnrelatedKeyIdInToken", 403),
            (SignedJWT(key: "ASSAYKEY03", team: "ASSAYTEAM2"), "InvalidProviderToken", 403),
        ]
    )
    func binding(other: SignedJWT, reason: String, status: Int) async throws {
        let server = try SinkServer(APNsSink())
        let client = try RawClient(port: server.port)
        // A bad token does not bind the connection.
        #expect(try client.exchange(Push(SignedJWT(isDamaged: true)).text).status == 403)
        #expect(try client.exchange(Push().text).status == 200)
        let refused = try client.exchange(Push(other).text)
        #expect(refused.status == status)
        #expect(refused.text == #"{"reason":"\#(reason)"}"#)
        #expect(try client.exchange(Push().text).status == 200)
        // Another connection is not bound.
        #expect(try await server.send(Push(other)).status == 200)
    }

    @Test("A connection accepts one token renewal in twenty minutes")
    func renewals() throws {
        let server = try SinkServer(APNsSink())
        let client = try RawClient(port: server.port)
        let pushes = try [0, 10, 20].map { try Push(SignedJWT(age: $0)).text }
        #expect(try client.exchange(pushes[0]).status == 200)
        #expect(try client.exchange(pushes[1]).status == 200)
        #expect(try client.exchange(pushes[1]).status == 200)
        let refused = try client.exchange(pushes[2])
        #expect(refused.status == 429)
        #expect(refused.text == #"{"reason":"TooManyProviderTokenUpdates"}"#)
        #expect(try client.exchange(pushes[1]).status == 200)
    }

    private static let opening =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.bytes(.settings)

    /// A stream limit as a SETTINGS parameter (RFC 9113 §6.5.1).
    private static func limit(_ streams: UInt8) -> String {
        let frame = HTTP2Frame.bytes(.settings, payload: [0, 3, 0, 0, 0, streams])
        return String(decoding: frame, as: UTF8.self)
    }

    /// A request with literal fields (RFC 7541 §6.2.2).
    private static func frames(_ push: Push, stream: Int32) -> [UInt8] {
        let pseudo = [
            (":method", push.method), (":scheme", "http"), (":path", push.path),
            (":authority", "h"),
        ]
        let fields = pseudo + push.headers.fields.map { ($0.name, $0.value) }
        let block: [UInt8] = fields.flatMap { name, value -> [UInt8] in
            [0] + literal(Array(name.utf8)) + literal(Array(value.utf8))
        }
        return HTTP2Frame.bytes(
            .headers,
            flags: HTTP2Frame.endHeaders,
            stream: stream,
            payload: block
        )
            + HTTP2Frame.bytes(
                .data,
                flags: HTTP2Frame.endStream,
                stream: stream,
                payload: push.body ?? []
            )
    }

    /// A length in seven bits, followed by more bytes if needed (RFC 7541 §5.1).
    private static func literal(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        return length + [UInt8(rest)] + bytes
    }

    @Test("One stream is allowed until a valid token arrives, then the number of the knob")
    func streams() throws {
        var knobs = SinkKnobs()
        knobs.streams = 77
        let server = try SinkServer(APNsSink(knobs: knobs))
        let client = try RawClient(port: server.port)
        try client.send(Self.opening)
        _ = try client.receive(upTo: Self.limit(1))
        let bad = try Push(SignedJWT(isDamaged: true))
        try client.send(Self.frames(bad, stream: 1))
        // The bytes up to the end of the response do not contain another limit.
        let refused = try client.receive(upTo: #"{"reason":"InvalidProviderToken"}"#)
        #expect(!refused.contains(Self.limit(77)))
        try client.send(Self.frames(try Push(), stream: 3))
        _ = try client.receive(upTo: Self.limit(77))
    }

    @Test("After N requests a connection ends with a GOAWAY that has the reason")
    func goAway() throws {
        var knobs = SinkKnobs()
        knobs.goAwayEvery = 2
        let server = try SinkServer(APNsSink(knobs: knobs))
        let client = try RawClient(port: server.port)
        let push = try Push()
        try client.send(Self.opening + Self.frames(push, stream: 1))
        _ = try client.receive(upTo: Self.limit(1))
        try client.send(Self.frames(push, stream: 3))
        let text = try client.receive(upTo: #"{"reason":"Shutdown"}"#)
        // The last answered stream is 3, with code NO_ERROR.
        #expect(text.hasSuffix("\u{0}\u{0}\u{0}\u{3}\u{0}\u{0}\u{0}\u{0}{\"reason\":\"Shutdown\"}"))
        _ = try client.receiveToEnd()
    }

    @Test("A long idle connection ends with a GOAWAY that has the reason")
    func idle() throws {
        var options = HTTP2Options()
        options.idleTimeout = .milliseconds(1)
        let server = try SinkServer(APNsSink(), options: options)
        let client = try RawClient(port: server.port)
        try client.send(Self.opening)
        _ = try client.receive(upTo: #"{"reason":"IdleTimeout"}"#)
        _ = try client.receiveToEnd()
    }
}

/// Knobs and the account, through the control address.
struct APNsKnobTests {
    @Test("The same seed declares the same devices dead, in the configured share")
    func unregistered() async throws {
        var dead: [Set<Int>] = []
        for seed in [7, 7, 8] as [UInt64] {
            var knobs = SinkKnobs()
            knobs.unregistered = 0.25
            knobs.seed = seed
            let server = try SinkServer(APNsSink(knobs: knobs))
            let client = try RawClient(port: server.port)
            var push = try Push()
            let numbers = try (0..<200).filter { number in
                push.path = "/3/device/" + String(repeating: "0", count: 60) + "\(1_000 + number)"
                return try client.exchange(push.text).status == 410
            }
            dead.append(Set(numbers))
        }
        #expect(dead[0] == dead[1])
        #expect(dead[0] != dead[2])
        #expect((20...80).contains(dead[0].count))
    }

    @Test("Knobs change at runtime, and the account counts every response")
    func control() async throws {
        let server = try SinkServer(APNsSink())
        #expect(try await server.send(try Push()).status == 200)
        let knobs = try await server.control("PUT", "knobs", ["unavailable": 1, "streams": 5])
        #expect(knobs.objectValue?["streams"]?.intValue == 5)
        let response = try await server.send(try Push())
        #expect(response.status == 503)
        #expect(response.reason == "ServiceUnavailable")
        _ = try await server.control("PUT", "knobs", ["unavailable": 0, "tooMany": 1])
        #expect(try await server.send(try Push()).reason == "TooManyRequests")
        let account = try await server.control("GET", "account").objectValue
        #expect(account?["requests"]?.intValue == 3)
        #expect(account?["accepted"]?.intValue == 1)
        #expect(
            account?["refused"] == ["ServiceUnavailable": 1, "TooManyRequests": 1]
        )
    }

    @Test("A response is delayed for the time of the knob without delaying others")
    func latency() async throws {
        var knobs = SinkKnobs()
        knobs.latency = .seconds(3_600)
        let server = try SinkServer(APNsSink(knobs: knobs))
        let slow = try RawClient(port: server.port)
        try slow.send(try Push().text)
        // Responds only if that thread does not wait.
        while try await server.control("GET", "account").objectValue?["requests"]?.intValue != 1 {}
        _ = try await server.control("PUT", "knobs", ["latency": "0ms"])
        #expect(try await server.send(try Push()).status == 200)
        server.stop()
        #expect(try slow.receiveToEnd() == [])
    }
}
