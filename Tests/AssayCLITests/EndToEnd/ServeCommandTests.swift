import Contract
import Glibc
import HTTP
import TestSupport
import Testing

struct ServeCommandTests {
    @Test(
        "serve exits with 0 on a signal, with a connection open, and frees its port",
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
        "serve shows its address, its keys, and a call that works when pasted",
        arguments: [
            ("ncmb", 201, ["application key 6145f", "client key 1343d"], 8),
            ("nifty", 201, ["application key 6145f", "client key 1343d"], 8),
            ("core-push", 200, ["config key 9b8cd"], 5),
        ]
    )
    func lines(service: String, status: Int, keys: [String], commandLines: Int) async throws {
        let server = try await ReferenceProcess(service, "--verbose")
        let lines = await server.program.lines(2 + keys.count + 1 + commandLines)
        #expect(lines[0] == "serving \(service) at \(server.origin)")
        #expect(lines[1] == "provider states at \(server.origin)/.well-known/assay/state")
        for (line, key) in zip(lines.dropFirst(2), keys) { #expect(line.hasPrefix(key), "\(line)") }
        let command = try Self.command(in: lines)
        let response = try ChildProcess("/bin/sh", ["-c", command])
        #expect(
            response.output.hasPrefix("HTTP/1.1 \(status)"),
            "\(response.output)\(response.errors)"
        )
        server.program.send(SIGTERM)
        let log = await server.program.end().output.split(separator: "\n").last ?? ""
        #expect(log.contains(": POST /") && log.contains(", \(status), "), "\(log)")
    }

    /// The command below "try:".
    static func command(in lines: [String]) throws -> String {
        let start = try #require(lines.firstIndex(of: "try:"), "\(lines)")
        return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.joined(separator: "\n")
    }

    @Test("A service listens once for each of its hosts, and \"all\" serves every service")
    func severalHosts() async throws {
        let server = try RunningProgram(["serve", "all"])
        _ = await server.firstLine()
        server.send(SIGTERM)
        let lines = await server.end().output.split(separator: "\n")
        let served = lines.filter { $0.hasPrefix("serving ") }.map { $0.split(separator: " ")[1] }
        #expect(
            served == [
                "ncmb", "nifty", "nhn-push.api", "nhn-push.collector", "toast-push.api",
                "toast-push.collector", "core-push",
            ]
        )
        // Collectors have no call of their own to show.
        #expect(lines.count { $0 == "try:" } == 5)
    }

    @Test("A service time applies to the service and not to the server's own endpoint")
    func pace() async throws {
        let server = try await ReferenceProcess(
            "ncmb",
            "--service-time",
            "exp(1ms)",
            "--servers",
            "4",
            "--stall",
            "every=1h,for=1ms",
            "--error-rate",
            "100%"
        )
        let client = try RawClient(port: Int(server.port))
        let response = try client.exchange("GET /2013-09-01/push HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(response.status == 503)
        #expect(
            try #require(response.headers["Assay-Stall"]).hasPrefix("every=1h, for=1ms, phase=")
        )
        let own = try client.exchange("GET /.well-known/assay HTTP/1.1\r\nHost: [::1]\r\n\r\n")
        #expect(own.status == 200)
        #expect(own.headers["Assay-Stall"] == nil)
        server.program.send(SIGTERM)
        #expect(await server.program.end().ending == .exited(0))
    }

    @Test(
        "An invalid service time is a command-line error",
        arguments: [
            ("--service-time", "exp(2)ms", "a duration such as 2ms or 1.5s, or exp(2ms)"),
            ("--servers", "0", "a whole number, from 1 to 100000"),
            (
                "--stall", "every=1s,for=1s",
                "every=10s,for=500ms, the pause shorter than the period"
            ),
            ("--stall", "every=1s", "every=10s,for=500ms, the pause shorter than the period"),
            ("--error-rate", "101%", "a percentage from 0 to 100 such as 95 or 99.5%"),
            (
                "--deliver-to", "gcm=http://127.0.0.1:1",
                "apns=URL or fcm=URL, once each, the URL with http or https, a host and no path, "
                    + "such as apns=http://127.0.0.1:8443"
            ),
            (
                "--delivery-rate", "fast/s",
                "a rate such as 2000/s, 30/m or 0.5 (notifications a second), from 0.001/s to 1000000/s"
            ),
            (
                "--delivery-defect", "dropping",
                "drops, twice, reorders, ignores-unregistered, forgets, stalls, misdirects or "
                    + "truncates"
            ),
        ]
    )
    func wrongPace(option: String, value: String, expected: String) async throws {
        let run = try await assay("serve", "ncmb", option, value)
        #expect(run.ending == .exited(1))
        let sentence = "assay serve: option \"\(option)\": expected \(expected), got \"\(value)\""
        #expect(run.errors.hasPrefix(sentence))
    }

    @Test("A port in use is reported, with status 3")
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

    @Test(
        "The ports after the requested one must exist for every service",
        arguments: [("all", 65_533, 7), ("nhn-push", 65_535, 2)]
    )
    func portsThatAreNot(service: String, port: Int, count: Int) async throws {
        let run = try await assay("serve", service, "--listen", "127.0.0.1:\(port)")
        #expect(run.ending == .exited(1))
        #expect(run.output.isEmpty)
        #expect(
            run.errors == """
                assay serve: option "--listen": expected 0 or a port up to \(65_536 - count), as \
                \(count) services use consecutive ports, got "127.0.0.1:\(port)"
                see "assay help serve"

                """
        )
    }

    @Test("An unknown service is a command-line error")
    func unknownService() async throws {
        let run = try await assay("serve", "ncbm")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay serve: SERVICE: expected ncmb, nifty, nhn-push, toast-push, core-push, apns, \
                fcm, web-push, all or the path of a contract, got "ncbm"; did you mean "ncmb"?
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

    /// `host` is the first host of the service, with a leading dot; empty for a service with a single host.
    init(_ service: String, host: String = "", _ options: String...) async throws {
        try await self.init(service, host: host, options: options)
    }

    init(_ service: String, host: String = "", options: [String]) async throws {
        program = try RunningProgram(["serve", service] + options)
        let line = await program.firstLine()
        let colon = try #require(line.lastIndex(of: ":"), "\(line)")
        port = try #require(UInt16(line[line.index(after: colon)...]), "\(line)")
        origin = "http://127.0.0.1:\(port)"
        try #require(line == "serving \(service)\(host) at \(origin)")
    }

    /// Makes it deliver its notifications to a listener.
    func connect(to listener: ScriptedServer) throws {
        let body =
            #"{"state":"downstream","params":{"listener":"\#(listener.origin)"},"action":"setup"}"#
        let head = "POST /.well-known/assay/state HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        let fields = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        let client = try RawClient(port: Int(port))
        try #require(try client.exchange(head + fields + body).status == 200)
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
