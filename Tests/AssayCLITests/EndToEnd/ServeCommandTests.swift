import Glibc
import TestSupport
import Testing

struct ServeCommandTests {
    @Test(
        "It ends with 0 when told to, with a connection open, and its port is free again",
        arguments: [SIGTERM, SIGINT]
    )
    func end(signal: Int32) async throws {
        let server = try await ReferenceProcess("ncmb")
        let client = try HeldConnection(port: server.port)
        defer { client.close() }
        server.program.send(signal)
        let run = await server.program.end()
        #expect(run.ending == .exited(0))
        #expect(run.errors.isEmpty)
        let next = try await ReferenceProcess("ncmb", "--listen", "127.0.0.1:\(server.port)")
        #expect(next.port == server.port)
    }

    @Test(
        "It says where it listens and where it takes provider states",
        arguments: ["ncmb", "nifty"]
    )
    func lines(service: String) async throws {
        let server = try await ReferenceProcess(service)
        server.program.send(SIGTERM)
        let output = await server.program.end().output
        #expect(
            output == """
                serving \(service) at \(server.origin)
                provider states at \(server.origin)/.well-known/assay/state

                """
        )
    }

    @Test("A port that is taken is said, with status 3")
    func takenPort() async throws {
        let listener = try LoopbackSocket.listen()
        defer { close(listener.descriptor) }
        let address = "127.0.0.1:\(listener.port)"
        let run = try await assay("serve", "ncmb", "--listen", address)
        #expect(run.ending == .exited(3))
        #expect(run.output.isEmpty)
        #expect(
            run.errors == """
                assay serve: cannot listen on \(address): Address already in use; choose another \
                port, or 0 for any

                """
        )
    }

    @Test("A service that is not there is a wrong command line")
    func unknownService() async throws {
        let run = try await assay("serve", "ncbm")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay serve: SERVICE: expected ncmb or nifty, got "ncbm"; did you mean "ncmb"?
                see "assay help serve"

                """
        )
    }
}

/// `assay serve` on a free port.
struct ReferenceProcess {
    let program: RunningProgram
    let origin: String
    let port: UInt16

    init(_ service: String, _ options: String...) async throws {
        program = try RunningProgram(["serve", service] + options)
        let line = await program.firstLine()
        let colon = try #require(line.lastIndex(of: ":"), "\(line)")
        port = try #require(UInt16(line[line.index(after: colon)...]), "\(line)")
        origin = "http://127.0.0.1:\(port)"
        try #require(line == "serving \(service) at \(origin)")
    }
}

/// A connection on which nothing is sent.
private struct HeldConnection {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, size)
            }
        }
        try #require(status == 0, "connect: error \(errno)")
    }

    func close() { Glibc.close(descriptor) }
}
