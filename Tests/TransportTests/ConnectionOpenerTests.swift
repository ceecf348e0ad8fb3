import Base
import Glibc
import HTTP
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5)))
struct ConnectionOpenerTests {
    private static func open(
        _ opener: ConnectionOpener
    ) async -> Result<OpenedConnection, TransportFailure> {
        await withCheckedContinuation { continuation in
            opener.open { continuation.resume(returning: $0) }
        }
    }

    @Test("A plain connection is a non-blocking socket that outlives libcurl's handle")
    func plain() async throws {
        let server = try ScriptedServer([.receive(through: Array("ping".utf8)), .close])
        let opener = try ConnectionOpener(to: server.origin)
        let connection = try await Self.open(opener).get()
        #expect(connection.stream == nil)
        let socket = connection.descriptor
        #expect(fcntl(socket, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(socket, F_GETFD) & FD_CLOEXEC != 0)
        #expect(send(socket, "ping", 4, Int32(MSG_NOSIGNAL)) == 4)
        await server.waitForReceived()
        #expect(server.received.map(\.text) == ["ping"])
        close(socket)
    }

    @Test("All connections are opened, even beyond the concurrency limit")
    func many() async throws {
        let server = try ScriptedServer([.hang])
        let opener = try ConnectionOpener(to: server.origin)
        let sockets = await withTaskGroup { group in
            for _ in 0..<300 { group.addTask { await Self.open(opener) } }
            return await group.reduce(into: Set<Int32>()) { sockets, result in
                if case .success(let connection) = result { sockets.insert(connection.descriptor) }
            }
        }
        #expect(sockets.count == 300)
        for socket in sockets { close(socket) }
    }

    @Test("A closed port is refused")
    func refused() async throws {
        try await LoopbackSocket.withClosedPort { port in
            let opener = try ConnectionOpener(to: "http://127.0.0.1:\(port)")
            let failure = await Self.open(opener).failure
            #expect(failure?.kind == .refused)
        }
    }

    @Test("An unknown name is a dns failure")
    func unknownName() async throws {
        let opener = try ConnectionOpener(to: "http://name.invalid")
        #expect(await Self.open(opener).failure?.kind == .dns)
    }

    @Test("A name is looked up once, however many connections are opened")
    func lookups() async throws {
        let server = try ScriptedServer([.hang])
        let opener = try ConnectionOpener(to: "http://localhost:\(server.port)")
        let connections = await withTaskGroup { group in
            for _ in 0..<40 { group.addTask { await Self.open(opener) } }
            return await group.reduce(into: [OpenedConnection]()) { list, result in
                if case .success(let connection) = result { list.append(connection) }
            }
        }
        #expect(connections.count == 40)
        #expect(opener.lookupCount == 1)
        for connection in connections { connection.close() }
    }

    @Test("All waiters for an unresolvable name receive the failure")
    func unresolved() async throws {
        let opener = try ConnectionOpener(to: "http://name.invalid")
        let troubles = await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await Self.open(opener).failure?.local } }
            return await group.reduce(into: [LocalTrouble?]()) { $0.append($1) }
        }
        #expect(troubles == Array(repeating: .name, count: 8))
    }

    @Test(
        "A system call's error may be attributed to this machine",
        arguments: [
            (EADDRNOTAVAIL, .ports), (EADDRINUSE, .ports), (EMFILE, .files), (ENFILE, .files),
            (ENOBUFS, .memory), (ENOMEM, .memory), (EPERM, .permission), (EACCES, .permission),
            (ECONNREFUSED, nil), (EHOSTUNREACH, nil), (ETIMEDOUT, nil),
        ] as [(Int32, LocalTrouble?)]
    )
    func local(code: Int32, trouble: LocalTrouble?) {
        #expect(LocalTrouble(systemError: code) == trouble)
    }

    @Test("An untrusted certificate is rejected, by the system's and by a file's authorities")
    func untrusted() async throws {
        let (identity, other) = (try await TLSIdentity(), try await TLSIdentity())
        let server = try await TLSServer(identity, "-rev")
        let origin = "https://localhost:\(server.port)"
        for cacert in [nil, other.certificate] {
            var options = TransportOptions()
            options.cacert = cacert
            let opener = try ConnectionOpener(to: origin, options: options)
            #expect(await Self.open(opener).failure?.kind == .tls, "\(cacert ?? "system")")
        }
        var options = TransportOptions()
        options.insecure = true
        let opener = try ConnectionOpener(to: origin, options: options)
        #expect(await Self.open(opener).failure == nil)
    }

    @Test("A TLS connection is read and written through libcurl")
    func tls() async throws {
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-rev")
        var options = TransportOptions()
        options.cacert = identity.certificate
        let opener = try ConnectionOpener(to: "https://localhost:\(server.port)", options: options)
        let stream = try #require(try await Self.open(opener).get().stream)
        #expect(Array("hello\n".utf8).withUnsafeBytes { stream.send($0) } == .bytes(6))
        // The server sends every line back reversed.
        var response: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64)
        while response.count < 6 {
            switch buffer.withUnsafeMutableBytes({ stream.receive(into: $0) }) {
            case .bytes(let count): response += buffer[..<count]
            case .wait:
                var ready = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&ready, 1, -1)
            case .end, .cut, .failed:
                Issue.record("the connection ended")
                return
            }
        }
        #expect(response == Array("olleh\n".utf8))
    }

    @Test("Unsent bytes continue from another address, over TLS too")
    func stuck() async throws {
        let identity = try await TLSIdentity()
        // The server prints its input, and reads no more than fits into the pipe until the pipe is read.
        let server = try await TLSServer(identity)
        var options = TransportOptions()
        options.cacert = identity.certificate
        let opener = try ConnectionOpener(to: "https://localhost:\(server.port)", options: options)
        let stream = try #require(try await Self.open(opener).get().stream)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 16_000)
        var step = TLSStream.Step.bytes(0)
        while case .bytes = step { step = bytes.withUnsafeBytes { stream.send($0) } }
        #expect(step == .wait)
        async let line = server.process.line(after: "<")
        var rest = (bytes + Array("<\n".utf8))[...]
        while !rest.isEmpty {
            step = rest.withUnsafeBytes { stream.send($0) }
            switch step {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wait:
                var ready = pollfd(fd: stream.descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            case .end, .cut, .failed:
                Issue.record("the connection ended: \(step)")
                server.process.end()
                rest = []
            }
        }
        #expect(await line == "")
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
