import HTTP
import HTTP2Serving
import JSON
import ReferencePush
import TestSupport
import Testing
import Transport

@testable import PushSinks

/// Sinks on the wire, in every protocol that senders may use.
struct SinkServerTests {
    /// A sink and a request that it accepts.
    struct Example: CustomTestStringConvertible {
        let sink: any PushSink
        let path: String
        let headers: HTTPFields
        let body: [UInt8]
        let status: Int

        static let all: [Example] = {
            do {
                return [try apns(), fcm(), webPush()]
            } catch {
                preconditionFailure("the built-in key signs: \(error)")
            }
        }()

        static func apns(_ knobs: SinkKnobs = SinkKnobs()) throws -> Example {
            let push = try Push()
            return Example(
                sink: APNsSink(knobs: knobs),
                path: push.path,
                headers: push.headers,
                body: push.body ?? [],
                status: 200
            )
        }

        static func fcm(_ knobs: SinkKnobs = SinkKnobs()) -> Example {
            var options = SinkOptions()
            options.knobs = knobs
            let service = FCMService(options: options)
            let token = service.mint.token(until: .max, allowsMessaging: true)
            return Example(
                sink: service,
                path: "/v1/projects/reference/messages:send",
                headers: HTTPFields([.init(name: "Authorization", value: "Bearer \(token)")]),
                body: Array(#"{"message":{"topic":"t"}}"#.utf8),
                status: 200
            )
        }

        static func webPush(_ knobs: SinkKnobs = SinkKnobs()) -> Example {
            var options = SinkOptions()
            options.knobs = knobs
            return Example(
                sink: WebPushService(options: options),
                path: "/push/\(WebPushService.exampleName)",
                headers: HTTPFields([
                    .init(name: "TTL", value: "60"),
                    .init(name: "Content-Encoding", value: "aes128gcm"),
                ]),
                body: RFC8291.message,
                status: 201
            )
        }

        var testDescription: String { sink.name }

        func request(to origin: String) -> HTTPRequest {
            HTTPRequest(method: "POST", origin: origin, path: path, headers: headers, body: body)
        }
    }

    /// The protocol of a sender.
    enum Way: CaseIterable {
        case http1, http2, tls1, tls2

        var isTLS: Bool { self == .tls1 || self == .tls2 }
        var version: String { self == .http1 || self == .tls1 ? "1.1" : "2" }

        var options: TransportOptions {
            var options = TransportOptions()
            options.maximumIdleSeconds = 3_600
            switch self {
            case .http1, .tls2: break
            case .http2: options.httpVersion = .http2PriorKnowledge
            case .tls1: options.httpVersion = .http1_1
            }
            return options
        }
    }

    @Test(
        "Every sink accepts messages over HTTP/1.1 and HTTP/2, in clear text and over TLS",
        arguments: Example.all,
        Way.allCases
    )
    func ways(example: Example, way: Way) async throws {
        let authority = try CertificateAuthority(name: "A test")
        let context = try authority.context(for: ["127.0.0.1"], protocols: ["h2", "http/1.1"])
        let server = try SinkServer(example.sink, tls: context)
        let folder = try TemporaryDirectory()
        try folder.write(Array(authority.pem.utf8), to: "ca.pem")
        var options = way.options
        options.cacert = folder.file("ca.pem")
        let transport = try CurlTransport(options: options)
        let origin = "\(way.isTLS ? "https" : "http")://127.0.0.1:\(server.port)"
        for _ in 0..<2 {
            let response = try await transport.exchange(example.request(to: origin)).get()
            #expect(response.version == way.version)
            #expect(response.status == example.status)
        }
    }

    private static func knobs(_ change: (inout SinkKnobs) -> Void) -> SinkKnobs {
        var knobs = SinkKnobs()
        change(&knobs)
        return knobs
    }

    private static let opening =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.bytes(.settings)

    /// A stream limit as a SETTINGS parameter (RFC 9113 §6.5.1).
    private static func limit(_ streams: UInt8) -> String {
        let frame = HTTP2Frame.bytes(.settings, payload: [0, 3, 0, 0, 0, streams])
        return String(decoding: frame, as: UTF8.self)
    }

    /// GET with the path `/`, which no sink allows (RFC 7541 appendix A).
    private static func get(stream: Int32) -> [UInt8] {
        HTTP2Frame.bytes(
            .headers,
            flags: HTTP2Frame.endHeaders | HTTP2Frame.endStream,
            stream: stream,
            payload: [0x82, 0x86, 0x84, 0x01, 1, 0x61]
        )
    }

    @Test(
        "A connection has the number of streams of the knob, from the start and after a change",
        arguments: [Example.fcm(knobs { $0.streams = 7 }), .webPush(knobs { $0.streams = 7 })]
    )
    func streams(example: Example) async throws {
        let server = try SinkServer(example.sink)
        let client = try RawClient(port: server.port)
        try client.send(Self.opening)
        _ = try client.receive(upTo: Self.limit(7))
        _ = try await server.control("PUT", "knobs", ["streams": 9])
        try client.send(Self.get(stream: 1))
        _ = try client.receive(upTo: Self.limit(9))
    }

    @Test(
        "After N requests a connection ends with GOAWAY, and the account records it",
        arguments: [
            Example.fcm(knobs { $0.goAwayEvery = 2 }), .webPush(knobs { $0.goAwayEvery = 2 }),
        ]
    )
    func goAway(example: Example) async throws {
        let server = try SinkServer(example.sink)
        let client = try RawClient(port: server.port)
        try client.send(Self.opening + Self.get(stream: 1) + Self.get(stream: 3))
        // Length 8, no flags, stream 0; the last answered stream is 3, with code NO_ERROR.
        _ = try client.receive(
            upTo:
                "\u{0}\u{0}\u{8}\u{7}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{3}\u{0}\u{0}\u{0}\u{0}"
        )
        _ = try client.receiveToEnd()
        let noted = try await server.control("GET", "account").objectValue?["noted"]
        #expect(noted == ["connections": 1, "goAways": 1])
    }

    @Test("A sink with a defect is served like one without")
    func defect() async throws {
        let defect = Defect(name: "fcm-cached", service: "fcm", summary: "Tokens may be cached") {
            var response = $1.handle($0)
            response.headers.remove("Cache-Control")
            return response
        }
        let example = Example.fcm()
        let server = try SinkServer(example.sink, defect: defect)
        let transport = try CurlTransport(options: Way.http2.options)
        let response = try await transport.exchange(example.request(to: server.origin)).get()
        #expect(response.version == "2")
        #expect(response.status == 200)
        var grant = example.request(to: server.origin)
        grant.path = "/token"
        let sound = try SinkServer(Example.fcm().sink)
        #expect(try await transport.exchange(grant).get().headers["Cache-Control"] == nil)
        grant.origin = sound.origin
        let uncached = try await transport.exchange(grant).get().headers["Cache-Control"]
        #expect(uncached == "no-store")
    }
}
