import HTTP
import TestSupport
import Testing
import Transport

struct CancellationTests {
    typealias Action = ScriptedServer.Action

    private static func request(_ server: ScriptedServer) -> HTTPRequest {
        HTTPRequest(method: "GET", origin: server.origin, path: "/")
    }

    private static let stages: [(name: String, script: [Action])] = [
        ("before an answer", [.receiveRequest, .hang]),
        ("within the head", [.receiveRequest, .send("HTTP/1.1 200 OK\r\nA: b"), .hang]),
        (
            "within a body that only closing ends",
            [.receiveRequest, .send("HTTP/1.0 200 OK\r\n\r\nabc"), .hang]
        ),
        (
            "within a flood",
            [.receiveRequest, .send("HTTP/1.0 200 OK\r\n\r\n"), .flood([1, 2, 3])]
        ),
    ]

    @Test("Cancelling the task ends its transfer", arguments: stages)
    func task(stage: (name: String, script: [Action])) async throws {
        let server = try ScriptedServer(stage.script)
        var options = TransportOptions.patient
        options.maxTime = nil
        options.maxFilesize = 0
        let transport = try CurlTransport(options: options)
        let task = Task { await transport.exchange(Self.request(server)) }
        await server.waitForReceived()
        task.cancel()
        let result = await task.value
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .cancelled)
    }

    @Test("cancelAll ends current and queued transfers, and no later ones")
    func all() async throws {
        let server = try ScriptedServer(
            [.receiveRequest, .hang],
            [.receiveRequest, .hang],
            [.forever([.receiveRequest, .send("HTTP/1.1 204 No Content\r\n\r\n")])]
        )
        let transport = try CurlTransport(width: 2)
        let kinds = await withTaskGroup(of: TransportFailure.Kind?.self) { group in
            for _ in 0..<2 {
                group.addTask { await Self.failureKind(transport, server) }
            }
            await server.waitForReceived(2)
            // Waits for a handle, or runs when all is over: cancelled or answered, never stuck.
            for _ in 0..<3 {
                group.addTask { await Self.failureKind(transport, server) }
            }
            transport.cancelAll()
            return await group.reduce(into: [TransportFailure.Kind?]()) { $0.append($1) }
        }
        #expect(kinds.filter { $0 == .cancelled }.count >= 2)
        #expect(kinds.allSatisfy { $0 == .cancelled || $0 == nil })
        #expect(try await transport.exchange(Self.request(server)).get().status == 204)
    }

    @Test("A queued task can be cancelled")
    func waiting() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        let transport = try CurlTransport(width: 1)
        let first = Task { await transport.exchange(Self.request(server)) }
        await server.waitForReceived()
        let second = Task { await transport.exchange(Self.request(server)) }
        second.cancel()
        #expect(await second.value == .failure(Self.cancelledUnsent))
        #expect(server.connectionCount == 1)
        first.cancel()
        _ = await first.value
    }

    @Test("A task cancelled beforehand sends nothing")
    func before() async throws {
        let server = try ScriptedServer([.receiveRequest, .hang])
        let transport = try CurlTransport(options: .patient)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await transport.exchange(Self.request(server))
        }
        #expect(await task.value == .failure(Self.cancelledUnsent))
        #expect(server.connectionCount == 0)
    }

    @Test("A transfer that is still connecting can be cancelled")
    func connecting() async throws {
        // A SOCKS proxy that never responds to the greeting: version 5, one method, none.
        let silent = try ScriptedServer([.receive(through: [5]), .hang])
        var options = TransportOptions.patient
        options.proxy = "socks5h://127.0.0.1:\(silent.port)"
        let transport = try CurlTransport(options: options)
        let task = Task {
            await transport.exchange(
                HTTPRequest(method: "GET", origin: "http://host.invalid", path: "/")
            )
        }
        await silent.waitForReceived()
        transport.cancelAll()
        let result = await task.value
        let failure = try #require(throws: TransportFailure.self) { try result.get() }
        #expect(failure.kind == .cancelled)
    }

    private static let cancelledUnsent = TransportFailure(
        kind: .cancelled,
        detail: "the exchange was cancelled"
    )

    private static func failureKind(
        _ transport: CurlTransport,
        _ server: ScriptedServer
    ) async -> TransportFailure.Kind? {
        switch await transport.exchange(request(server)) {
        case .success: nil
        case .failure(let failure): failure.kind
        }
    }
}
