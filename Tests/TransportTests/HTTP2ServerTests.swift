import HTTP
import TestSupport
import Testing
import Transport

/// The server against which other tests check reports, tested with libcurl and with hand-written frames.
struct HTTP2ServerTests {
    private static func transport() throws -> CurlTransport {
        var options = TransportOptions.patient
        options.httpVersion = .http2PriorKnowledge
        return try CurlTransport(options: options)
    }

    /// Over TLS: libcurl 7.88 opens a connection for each request when using HTTP/2 with prior knowledge.
    private static func keepingTransport() throws -> CurlTransport {
        var options = TransportOptions.patient
        options.insecure = true
        return try CurlTransport(options: options)
    }

    private static func exchange(
        _ behaviour: HTTP2Server.Behaviour,
        method: String = "GET"
    ) async throws -> (Result<HTTPResponse, TransportFailure>, HTTP2Server.Account) {
        let server = try HTTP2Server(behaviour)
        let request = HTTPRequest(method: method, origin: server.origin, path: "/a?b=c")
        return (try await transport().exchange(request), server.account)
    }

    @Test("A response follows the behaviour, and the request is counted as received")
    func answer() async throws {
        var response = HTTP2Server.Response(202, HTTPFields([.init(name: "A", value: "b")]))
        // More than one frame and more than a window.
        response.body = [UInt8](repeating: 7, count: 300_000)
        response.interim = [103]
        response.trailers.append("x-end", "yes")
        let server = try HTTP2Server(HTTP2Server.Behaviour(response))
        let request = HTTPRequest(
            method: "POST",
            origin: server.origin,
            path: "/a?b=c",
            headers: HTTPFields([.init(name: "X-One", value: "1")]),
            body: [UInt8](repeating: 9, count: 300_000)
        )
        let answer = try await Self.transport().exchange(request).get()
        #expect(answer.version == "2")
        #expect(answer.status == 202)
        #expect(answer.headers["a"] == "b")
        #expect(answer.body == response.body)
        let account = server.account
        let came = try #require(account.firstRequests.first)
        #expect(came.method == "POST")
        #expect(came.path == "/a?b=c")
        #expect(came.authority == "127.0.0.1:\(server.port)")
        #expect(came.fields["x-one"] == "1")
        #expect(came.body == request.body)
        #expect(account.requestsByPath == ["/a?b=c": 1])
        #expect(account.responses == [202: 1])
        #expect(account.mostStreams == 1)
    }

    @Test("The response to HEAD has no body")
    func head() async throws {
        let fields = HTTPFields([.init(name: "content-length", value: "4")])
        let response = HTTP2Server.Response(200, fields, body: "body")
        let (result, account) = try await Self.exchange(
            HTTP2Server.Behaviour(response),
            method: "HEAD"
        )
        #expect(try result.get().body == [])
        #expect(account.responses == [200: 1])
    }

    @Test("HTTP/2 is used over TLS if the server selects it", arguments: ["h2", "http/1.1"])
    func tls(negotiated: String) async throws {
        let server = try HTTP2Server(
            HTTP2Server.Behaviour(HTTP2Server.Response(body: "ok")),
            identity: await TLSIdentity(),
            negotiated: negotiated
        )
        var options = TransportOptions.patient
        options.insecure = true
        options.httpVersion = .http2
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        let result = try await CurlTransport(options: options).exchange(request)
        if negotiated == "h2" {
            #expect(try result.get().version == "2")
            #expect(try result.get().body == Array("ok".utf8))
        } else {
            #expect(throws: TransportFailure.self) { try result.get() }
        }
    }

    @Test(
        "GOAWAY ends a connection after the requested number of requests without loss",
        arguments: [HTTP2Server.GoAway.Ending.drained, .announced]
    )
    func goAway(ending: HTTP2Server.GoAway.Ending) async throws {
        var behaviour = HTTP2Server.Behaviour()
        behaviour.goAway = HTTP2Server.GoAway(afterRequests: 2, ending: ending)
        behaviour.identityField = "apns-id"
        let server = try HTTP2Server(behaviour, identity: await TLSIdentity())
        let transport = try Self.keepingTransport()
        for number in 0..<6 {
            let fields = HTTPFields([.init(name: "apns-id", value: "\(number / 2)")])
            let request = HTTPRequest(
                method: "GET",
                origin: server.origin,
                path: "/",
                headers: fields
            )
            #expect(try await transport.exchange(request).get().status == 200)
            // Until libcurl knows that the connection is over, it may send the next request on it.
            if number % 2 == 1 { await server.wait { $0.openConnections == 0 } }
        }
        let account = server.account
        #expect(account.connections.map(\.requests) == [2, 2, 2])
        #expect(account.answered == 6)
        #expect(account.duplicates == ["0": 2, "1": 2, "2": 2])
    }

    @Test("Every request selected by the behaviour is reset")
    func resets() async throws {
        let server = try HTTP2Server(
            HTTP2Server.Behaviour {
                $0.number % 3 == 2 ? .reset(.refusedStream) : .response(HTTP2Server.Response())
            },
            identity: await TLSIdentity()
        )
        let transport = try Self.keepingTransport()
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        var failures: [Int] = []
        for number in 0..<6 {
            if case .failure = await transport.exchange(request) { failures.append(number) }
        }
        #expect(failures == [2, 5])
        #expect(server.account.resetsSent == [.refusedStream: 2])
        #expect(server.account.responses == [200: 4])
    }

    @Test("A server may respond before the body has arrived, and stop receiving it")
    func early() async throws {
        var behaviour = HTTP2Server.Behaviour(HTTP2Server.Response(201, body: "done"))
        behaviour.responsesEarly = true
        let server = try HTTP2Server(behaviour)
        let client = try RawClient(port: Int(server.port))
        try client.send(Self.opening + Self.request(1, hasBody: true))
        _ = try client.receive(upTo: "done")
        let reset = HTTP2Frame.bytes(.resetStream, stream: 1, payload: [0, 0, 0, 0])
        _ = try client.receive(upTo: String(decoding: reset, as: UTF8.self))
        let body = HTTP2Frame.bytes(.data, flags: HTTP2Frame.endStream, stream: 1, payload: [7])
        try client.send(body + Self.request(3))
        _ = try client.receive(upTo: "done")
        #expect(server.account.requests == 2)
        #expect(server.account.responses == [201: 2])
        #expect(server.account.resetsSent == [.noError: 1])
    }

    /// Misbehaviour that no request survives.
    struct Misbehaviour: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let behaviour: HTTP2Server.Behaviour

        init(_ name: String, _ raw: HTTP2Server.RawBytes) {
            var behaviour = HTTP2Server.Behaviour { _ in .silence }
            behaviour.rawBytes = raw
            (testDescription, self.behaviour) = (name, behaviour)
        }

        init(_ name: String, _ change: (inout HTTP2Server.Behaviour) -> Void) {
            var behaviour = HTTP2Server.Behaviour { _ in .silence }
            change(&behaviour)
            (testDescription, self.behaviour) = (name, behaviour)
        }

        static let all = [
            Misbehaviour("HTTP/1.1", .http1),
            Misbehaviour("a huge frame", .hugeFrame),
            Misbehaviour("broken SETTINGS", .brokenSettings),
            Misbehaviour("a broken header block", .brokenHeaderBlock),
            Misbehaviour("16 MB of fields", .headerBlock(size: 16 << 20)),
            Misbehaviour("closes early", .closing(afterRequests: 1)),
            Misbehaviour("resets early", .closing(afterRequests: 1, resets: true)),
            Misbehaviour("an abrupt GOAWAY") {
                $0.goAway = HTTP2Server.GoAway(
                    afterRequests: 1,
                    code: .enhanceYourCalm,
                    ending: .abrupt(lastStream: 0)
                )
            },
            Misbehaviour("a reset within the body") {
                var response = HTTP2Server.Response(body: "begun")
                response.resetCode = .internalError
                $0.answer = { [response] _ in .response(response) }
            },
        ]
    }

    @Test("A request to a misbehaving server fails", arguments: Misbehaviour.all)
    func misbehaviour(_ misbehaviour: Misbehaviour) async throws {
        let (result, account) = try await Self.exchange(misbehaviour.behaviour)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind != .timeout, "\(failure)")
        #expect(account.answered == 0)
    }

    enum Flood: String, CaseIterable {
        case ping, settings, resets

        var bytes: HTTP2Server.RawBytes {
            switch self {
            case .ping: .pingFlood
            case .settings: .settingsFlood
            case .resets: .resetFlood
            }
        }

        /// The payload that each of its frames contains once.
        var payload: String {
            switch self {
            case .ping: String(repeating: "\u{1}", count: 8)
            case .settings: "\0\u{3}\0\0\0d"
            case .resets: "\0\0\0\u{2}"
            }
        }
    }

    @Test("A flood continues until the client disconnects", arguments: Flood.allCases)
    func flood(_ flood: Flood) async throws {
        var behaviour = HTTP2Server.Behaviour { _ in .silence }
        behaviour.rawBytes = flood.bytes
        let server = try HTTP2Server(behaviour)
        do {
            let client = try RawClient(port: Int(server.port))
            try client.send(Self.opening + Self.request(1))
            // More frames than are sent at a time.
            for _ in 0..<2_500 { _ = try client.receive(upTo: flood.payload) }
        }
        await server.wait { $0.connections.allSatisfy(\.isOver) }
        #expect(server.account.connections.count == 1)
    }

    @Test("A paused server responds when resumed")
    func pause() async throws {
        var behaviour = HTTP2Server.Behaviour(HTTP2Server.Response(delay: .microseconds(1)))
        behaviour.pause = HTTP2Server.Pause(afterRequests: 1)
        let server = try HTTP2Server(behaviour)
        let transport = try Self.transport()
        let request = HTTPRequest(method: "GET", origin: server.origin, path: "/")
        async let result = transport.exchange(request)
        await server.wait { $0.requests == 1 }
        #expect(server.account.answered == 0)
        server.resume()
        #expect(try await result.get().status == 200)
    }

    @Test("A server that never greets does not respond")
    func silent() async throws {
        var behaviour = HTTP2Server.Behaviour()
        behaviour.greeting = .never
        let server = try HTTP2Server(behaviour)
        let client = try RawClient(port: Int(server.port))
        try client.send(Self.opening + Self.request(1))
        await server.wait { $0.requests == 1 }
        server.stop()
        #expect(try client.receiveToEnd() == [])
    }

    @Test(
        "Bodies beyond the window wait if the window is never reopened",
        arguments: [true, false]
    )
    func window(isUpdated: Bool) async throws {
        var behaviour = HTTP2Server.Behaviour()
        behaviour.windowUpdates = isUpdated ? .after(.milliseconds(1)) : .never
        let server = try HTTP2Server(behaviour)
        let transport = try Self.transport()
        let request = HTTPRequest(
            method: "POST",
            origin: server.origin,
            path: "/",
            body: [UInt8](repeating: 1, count: 65_536)
        )
        // Long enough for a slow client, and unlimited where no window is opened.
        let patience: Duration = isUpdated ? .seconds(60) : .milliseconds(200)
        let result = await transport.exchange(request, timeout: patience)
        if isUpdated {
            #expect(try result.get().status == 200)
        } else {
            let failure = try #require(throws: TransportFailure.self) { try result.get() }
            #expect(failure.kind == .timeout)
        }
        #expect(server.account.requests == (isUpdated ? 1 : 0))
    }

    /// The first bytes of a client (RFC 9113 §3.4).
    private static let opening =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame.bytes(.settings)
    private static let acknowledgement = HTTP2Frame.bytes(
        .settings,
        flags: HTTP2Frame.acknowledgement
    )

    /// `GET /` with entries 2, 6 and 4 of the static table, and entry 1, `:authority`, with `a`.
    private static func request(_ stream: Int32, hasBody: Bool = false) -> [UInt8] {
        HTTP2Frame.bytes(
            .headers,
            flags: HTTP2Frame.endHeaders | (hasBody ? 0 : HTTP2Frame.endStream),
            stream: stream,
            payload: [0x82, 0x86, 0x84, 0x01, 1, 0x61]
        )
    }

    @Test("A stream above the limit is refused, or a protocol violation once the limit is known")
    func limit() async throws {
        var behaviour = HTTP2Server.Behaviour { _ in .silence }
        behaviour.maxConcurrentStreams = 2
        let server = try HTTP2Server(behaviour)
        let requests = Self.request(1) + Self.request(3) + Self.request(5)
        let unknowing = try RawClient(port: Int(server.port))
        try unknowing.send(Self.opening + requests)
        await server.wait { $0.streamsAboveLimit == 1 }
        #expect(server.account.invalidFrames == 0)
        let knowing = try RawClient(port: Int(server.port))
        try knowing.send(Self.opening + Self.acknowledgement + requests)
        await server.wait { $0.invalidFrames == 1 }
        let account = server.account
        #expect(account.requests == 4)
        #expect(account.connections.map(\.mostStreams) == [2, 2])
        #expect(account.resetsSent == [.refusedStream: 1])
    }

    @Test("The limit changes during the run, by plan and by call")
    func changedLimit() async throws {
        var behaviour = HTTP2Server.Behaviour()
        behaviour.maxConcurrentStreams = 1
        behaviour.limitChanges = [HTTP2Server.LimitChange(to: 0, afterRequests: 1)]
        let server = try HTTP2Server(behaviour)
        let client = try RawClient(port: Int(server.port))
        try client.send(Self.opening + Self.request(1))
        await server.wait { $0.answered == 1 }
        server.limitStreams(to: 9)
        server.sendGoAway(.drained)
        let bytes = try client.receiveToEnd()
        let limits = [1, 0, 9].map {
            bytes.firstRange(of: HTTP2Frame.bytes(.settings, payload: [0, 3, 0, 0, 0, $0]))
        }
        let places = limits.compactMap { $0?.lowerBound }
        #expect(places.count == 3)
        #expect(places == places.sorted())
    }

    @Test("After GOAWAY streams above the last one are ignored")
    func ignoredStreams() async throws {
        var behaviour = HTTP2Server.Behaviour()
        behaviour.goAway = HTTP2Server.GoAway(
            afterRequests: 2,
            code: .noError,
            debugData: "enough"
        )
        let server = try HTTP2Server(behaviour)
        let client = try RawClient(port: Int(server.port))
        // In one piece, so that all requests arrive before GOAWAY is sent.
        try client.send(Self.opening + [1, 3, 5, 7].flatMap { Self.request($0) })
        let bytes = try client.receiveToEnd()
        let goAway = HTTP2Frame.bytes(
            .goAway,
            payload: [0, 0, 0, 3, 0, 0, 0, 0] + Array("enough".utf8)
        )
        #expect(bytes.contains(goAway))
        #expect(server.account.requests == 2)
        #expect(server.account.answered == 2)
        #expect(server.account.goAwaysSent == [.noError: 1])
    }
}
