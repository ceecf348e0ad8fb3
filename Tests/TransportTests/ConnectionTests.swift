import HTTP
import TestSupport
import Testing
import Transport

/// Tests that connections are reused, and that requests are never sent twice.
struct ConnectionTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private static func request(_ server: ScriptedServer, _ method: String = "GET") -> HTTPRequest {
        HTTPRequest(method: method, origin: server.origin, path: "/", body: [1, 2, 3])
    }

    @Test("Sequential requests use one connection")
    func keepAlive() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        let transport = try CurlTransport(options: .patient)
        for _ in 1...5 {
            _ = try await transport.exchange(Self.request(server)).get()
        }
        #expect(server.connectionCount == 1)
        #expect(server.received.count == 5)
    }

    @Test("Connection: close is respected")
    func closed() async throws {
        let server = try ScriptedServer([
            .receiveRequest,
            .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
        ])
        let transport = try CurlTransport(options: .patient)
        for _ in 1...2 {
            _ = try await transport.exchange(Self.request(server)).get()
        }
        #expect(server.connectionCount == 2)
    }

    @Test(
        "No request follows one whose fields give its body another end",
        arguments: [("Content-Length", "2"), ("Transfer-Encoding", "chunked")]
    )
    func otherEnd(name: String, value: String) async throws {
        let server = try ScriptedServer(
            [.receiveHead, .send(Self.ok), .hang],
            [.receiveRequest, .send(Self.ok)]
        )
        let transport = try CurlTransport(options: .patient)
        var odd = Self.request(server)
        odd.headers.append(name, value)
        _ = try await transport.exchange(odd).get()
        _ = try await transport.exchange(Self.request(server)).get()
        #expect(server.connectionCount == 2)
    }

    @Test("A connection that the server closed while idle is not reused")
    func closedWhileIdle() async throws {
        let server = try ScriptedServer(
            [.receiveRequest, .send(Self.ok), .finishSending, .signal, .hang],
            [.forever([.receiveRequest, .send(Self.ok)])]
        )
        let transport = try CurlTransport(options: .patient)
        _ = try await transport.exchange(Self.request(server)).get()
        await server.waitForReceived(2)
        let second = await transport.exchange(Self.request(server))
        #expect(try second.get().status == 200)
        #expect(server.connectionCount == 2)
    }

    private static let stray = "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"

    @Test("A connection that received bytes while idle is not reused")
    func strayWhileIdle() async throws {
        let gate = try Gate()
        let server = try ScriptedServer(
            [.receiveRequest, .send(Self.ok), .wait(at: gate), .send(Self.stray), .signal, .hang],
            [.forever([.receiveRequest, .send(Self.ok)])]
        )
        let transport = try CurlTransport(options: .patient)
        _ = try await transport.exchange(Self.request(server)).get()
        gate.open()
        await server.waitForReceived(2)
        let second = await transport.exchange(Self.request(server))
        #expect(try second.get().status == 200)
        #expect(server.connectionCount == 2)
    }

    @Test(
        "Bytes after the end of a response are neither part of it nor the next response",
        arguments: [
            ok, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        ]
    )
    func strayAtOnce(sent: String) async throws {
        let server = try ScriptedServer(answering: sent + Self.stray)
        let transport = try CurlTransport(options: .patient)
        for _ in 1...3 {
            let response = try await transport.exchange(Self.request(server)).get()
            #expect(response.status == 200)
            #expect(response.body == Array("ok".utf8))
        }
    }

    @Test(
        "A request on a kept-alive connection that dies without a response is not resent",
        arguments: ["GET", "HEAD", "PUT", "POST"],
        [true, false]
    )
    func notSentAgain(method: String, isReset: Bool) async throws {
        let server = try ScriptedServer(
            [.receiveRequest, .send(Self.ok), .receiveRequest, isReset ? .reset : .close],
            [.forever([.receiveRequest, .send(Self.ok)])]
        )
        let transport = try CurlTransport(options: .patient)
        _ = try await transport.exchange(Self.request(server)).get()
        let result = await transport.exchange(Self.request(server, method))
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == (isReset ? .reset : .empty))
        #expect(
            failure.detail
                == "the reused connection ended before a response; the request was not repeated"
        )
        #expect(server.connectionCount == 1)
        #expect(server.received.count == 2)
        #expect(failure.endedKeptConnection)
        // The transport still works.
        #expect(try await transport.exchange(Self.request(server)).get().status == 200)
    }

    @Test(
        "A repeatable request is resent over a fresh connection if its method is idempotent",
        arguments: [
            ("GET", true), ("HEAD", true), ("PUT", true), ("POST", false), ("PATCH", false),
        ],
        [true, false]
    )
    func sentAgain(method: (name: String, isIdempotent: Bool), isReset: Bool) async throws {
        let server = try ScriptedServer(
            [.receiveRequest, .send(Self.ok), .receiveRequest, isReset ? .reset : .close],
            [.forever([.receiveRequest, .send(Self.ok)])]
        )
        let transport = try CurlTransport(options: .patient)
        _ = try await transport.exchange(Self.request(server)).get()
        var request = Self.request(server, method.name)
        request.mayBeSentAgain = true
        let result = await transport.exchange(request)
        switch result {
        case .success(let response):
            #expect(method.isIdempotent)
            #expect(response.wasSentAgain)
        case .failure(let failure):
            #expect(!method.isIdempotent)
            #expect(failure.endedKeptConnection)
        }
        #expect(server.connectionCount == (method.isIdempotent ? 2 : 1))
    }

    @Test("A fresh connection that dies fails its request, and nothing is resent")
    func freshDies() async throws {
        let server = try ScriptedServer([.receiveRequest, .reset])
        var request = Self.request(server)
        request.mayBeSentAgain = true
        let transport = try CurlTransport(options: .patient)
        let result = await transport.exchange(request)
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(!failure.endedKeptConnection)
        #expect(server.received.count == 1)
    }

    @Test("No connection is reused after a server error", arguments: [500, 503])
    func notKeptAfterError(status: Int) async throws {
        let broken = "HTTP/1.1 \(status) No\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer(
            [.receiveRequest, .send(broken), .receiveRequest, .reset],
            [.forever([.receiveRequest, .send(Self.ok)])]
        )
        let transport = try CurlTransport(options: .patient)
        #expect(try await transport.exchange(Self.request(server)).get().status == status)
        let next = try await transport.exchange(Self.request(server, "POST")).get()
        #expect(next.status == 200)
        #expect(!next.wasSentAgain)
        #expect(server.connectionCount == 2)
    }

    @Test(
        "After a refused expectation the request is not resent without it",
        arguments: ["", "nope"]
    )
    func expectationFailed(body: String) async throws {
        let server = try ScriptedServer([
            .forever([
                .receiveHead,
                .send("HTTP/1.1 417 No\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"),
            ])
        ])
        var request = Self.request(server, "POST")
        request.headers.append("Expect", "100-continue")
        let result = try await CurlTransport(options: .patient).exchange(request)
        switch result {
        case .success(let response):
            #expect(body.isEmpty)
            #expect(response.status == 417)
        case .failure(let failure):
            // libcurl drops the body, and a response without it would be wrong.
            #expect(!body.isEmpty)
            #expect(failure.kind == .other)
        }
        #expect(server.received.count == 1)
    }

    @Test("A kept-alive connection that ends within the first line of a response is truncated")
    func truncatedOnKeptConnection() async throws {
        let server = try ScriptedServer([
            .receiveRequest, .send(Self.ok), .receiveRequest, .send("HTTP/1.1 2"),
        ])
        let transport = try CurlTransport(options: .patient)
        _ = try await transport.exchange(Self.request(server)).get()
        let result = await transport.exchange(Self.request(server))
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .truncated)
        #expect(server.connectionCount == 1)
    }

    @Test("Concurrent requests use one connection each, up to the width, and all get a response")
    func concurrent() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        let transport = try CurlTransport(width: 3)
        let statuses = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try? await transport.exchange(Self.request(server)).get().status
                }
            }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 30))
        #expect((1...3).contains(server.connectionCount))
        #expect(server.received.count == 30)
    }

    @Test("Waiting transfers do not block others")
    func manyAtOnce() async throws {
        // Far more than processors: all must be in flight at once for the last to get a response.
        let silent = try ScriptedServer([.receiveRequest, .hang])
        let transport = try CurlTransport(width: 40)
        await withTaskGroup { group in
            for _ in 0..<40 {
                group.addTask { _ = await transport.exchange(Self.request(silent)) }
            }
            await silent.waitForReceived(40)
            transport.cancelAll()
        }
        #expect(silent.connectionCount == 40)
    }
}
