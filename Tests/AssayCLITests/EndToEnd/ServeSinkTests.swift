import Glibc
import HTTP
import JSON
import TestSupport
import Testing
import Transport

/// `assay serve` with a sink, as a program.
struct ServeSinkTests {
    @Test("A sink shows its address, checks messages, and reports its counts and load at the end")
    func apns() async throws {
        let server = try await ReferenceProcess("apns", "--unavailable", "100%", "--streams", "5")
        let client = try RawClient(port: Int(server.port))
        let refused = try client.exchange(
            "POST /3/device/00 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}"
        )
        #expect(refused.status == 403)
        #expect(refused.text == #"{"reason":"MissingProviderToken"}"#)
        let control = "GET /.well-known/assay/knobs HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        let knobs = try JSONValue(parsing: client.exchange(control).body).objectValue
        #expect(knobs?["unavailable"] == 1.0)
        #expect(knobs?["streams"]?.intValue == 5)
        // A page of another site gets no data.
        let foreign = "GET /.well-known/assay/knobs HTTP/1.1\r\nHost: example.com\r\n\r\n"
        #expect(try client.exchange(foreign).status == 403)
        server.program.send(SIGTERM)
        let run = await server.program.end()
        #expect(run.ending == .exited(0))
        let lines = run.output.split(separator: "\n")
        let judged = lines.last ?? ""
        #expect(
            lines[1] == "knobs, account and provider states at \(server.origin)/.well-known/assay"
        )
        #expect(judged.hasPrefix("apns checked 1 request and was busy for "))
        #expect(!judged.contains("limit"))
    }

    @Test(
        "A sender with a fixed provider host reaches the sink through its proxy, over TLS and HTTP/2",
        arguments: [
            ("apns", "api.push.apple.com", "MissingProviderToken"),
            ("fcm", "oauth2.googleapis.com", "Error 404"),
            ("fcm", "fcm.googleapis.com", "Error 404"),
            ("web-push", "updates.push.services.mozilla.com", "unknown"),
            ("web-push", "wns2-par02p.notify.windows.com", "unknown"),
        ]
    )
    func proxy(sink: String, host: String, reason: String) async throws {
        let folder = try TemporaryDirectory()
        let authority = folder.file("ca.pem")
        let server = try await ReferenceProcess(sink, "--ca", authority, "--proxy")
        var options = TransportOptions()
        options.cacert = authority
        options.proxy = server.origin
        let transport = try CurlTransport(options: options)
        let push = HTTPRequest(
            method: "POST",
            origin: "https://\(host)",
            path: "/3/device/00",
            body: [0x7B, 0x7D]
        )
        let response = try await transport.exchange(push).get()
        #expect(response.version == "2")
        #expect(String(decoding: response.body, as: UTF8.self).contains(reason))
        var other = push
        other.origin = "https://example.com"
        guard case .failure(let failure) = await transport.exchange(other) else {
            Issue.record("it led to another host")
            return
        }
        #expect(failure.kind == .proxy)
        server.program.send(SIGTERM)
        let output = await server.program.end().output
        #expect(output.contains("TLS at https://127.0.0.1:\(server.port)"))
    }

    @Test(
        "The credentials for a sender contain the address that it is to use",
        arguments: [
            ("fcm", "token_uri", "https://oauth2.googleapis.com/"),
            ("web-push", "endpoint", "https://updates.push.services.mozilla.com/"),
        ]
    )
    func need(sink: String, member: String, documented: String) async throws {
        let folder = try TemporaryDirectory()
        let runs = [
            [], ["--ca", folder.file("a.pem")], ["--ca", folder.file("b.pem"), "--proxy"],
        ]
        for (run, options) in runs.enumerated() {
            let program = try RunningProgram(["serve", sink] + options)
            let lines = await program.lines(3 + run)
            let line = try #require(lines.last { $0.hasPrefix("a sender needs {") })
            let need = try JSONValue(parsing: Array(line.drop { $0 != "{" }.utf8))
            let origin = String(lines[0].split(separator: " ").last ?? "")
            let origins = [origin, origin.replacing("http:", with: "https:"), documented]
            #expect(need[member]?.stringValue?.hasPrefix(origins[run]) == true)
            program.send(SIGTERM)
        }
    }

    @Test("With a fault, senders are given the address in front of the fault")
    func faulty() async throws {
        let folder = try TemporaryDirectory()
        let authority = folder.file("ca.pem")
        let program = try RunningProgram([
            "serve", "web-push", "--ca", authority, "--fault", "latency=1ms",
        ])
        let lines = await program.lines(4)
        try #require(lines.count >= 4)
        let origin = String(lines[0].split(separator: " ").last ?? "")
        let secure = origin.replacing("http:", with: "https:")
        #expect(lines[2] == "TLS at \(secure)")
        #expect(lines[3].contains(#""endpoint":"\#(secure)/push/"#))
        var options = TransportOptions()
        options.cacert = authority
        let push = HTTPRequest(method: "POST", origin: secure, path: "/push/x")
        let response = try await CurlTransport(options: options).exchange(push).get()
        #expect(response.version == "2")
        #expect(response.status == 404)
        program.send(SIGTERM)
    }

    @Test(
        "Options that a sink does not use or cannot read are rejected",
        arguments: [
            (["--service-time", "2ms"], 1, "an option of sinks"),
            (["--error-rate", "1%"], 1, "an option of sinks"),
            (["--defect", "x"], 1, "a defect of apns"),
            (["--auth-key", "/dev/null"], 1, "--auth-key requires --key-id ID"),
            (
                ["--auth-key", "/dev/null", "--key-id", "ABC"], 2,
                "expected a private key in PEM form"
            ),
            (["--auth-key", "/nowhere", "--key-id", "ABC"], 2, "/nowhere"),
            (["--tls-cert", "/nowhere"], 1, "--tls-cert requires --tls-key FILE"),
            (["--tls-cert", "/nowhere", "--tls-key", "/nowhere"], 2, "/nowhere"),
            (["--proxy"], 2, "requires --ca or --tls-cert"),
            (["--ca", "/nowhere/ca.pem"], 2, "/nowhere/ca.pem"),
            (["--streams", "0"], 1, "from 1 to 100000"),
            (["--unavailable", "101%"], 1, "a percentage from 0 to 100"),
        ]
    )
    func unusable(options: [String], status: Int32, message: String) async throws {
        try await Self.expectEnd(["serve", "apns"] + options, status, message)
    }

    @Test(
        "Options of another sink are rejected",
        arguments: [
            (
                ["fcm", "--topic", "a"], 1,
                #"SERVICE: expected apns, which --topic requires, got "fcm""#
            ),
            (["web-push", "--auth-key", "/dev/null"], 1, "apns, which --auth-key requires"),
            (["fcm", "--servers", "2"], 1, "an option of sinks"),
            (["web-push", "--proxy"], 2, "requires --ca or --tls-cert"),
            (["fcm", "--defect", "x"], 1, "a defect of fcm"),
            (
                ["fcm", "ncmb"], 1,
                #"one service, or several sinks, each once: apns, fcm, web-push, got "ncmb""#
            ),
            (["fcm", "apns", "fcm"], 1, #"each once: apns, fcm, web-push, got "fcm""#),
            (["fcm", "web-push", "--topic", "a"], 1, "apns, which --topic requires"),
            (["web-push", "--keys", "/nowhere"], 2, "/nowhere/web-push.json"),
            (
                ["ncmb", "--keys", "."], 1,
                #"apns, fcm or web-push, which --keys requires, got "ncmb""#
            ),
            (["nhn-push", "--proxy"], 1, "web-push, which --proxy requires"),
            (["ncmb", "--ca", "a", "fcm"], 1, "one service, or several sinks"),
            (["apsn", "--ca", "a"], 1, #"did you mean "apns"?"#),
            (["all", "--topic", "a"], 1, "apns, which --topic requires"),
            (["fcm", "--hostname", "a,DNS:b"], 1, #"and "-", got "a,DNS:b""#),
            (["fcm", "--hostname", String(repeating: "a", count: 254)], 1, "at most 253 letters"),
        ]
    )
    func others(words: [String], status: Int32, message: String) async throws {
        try await Self.expectEnd(["serve"] + words, status, message)
    }

    private static func expectEnd(
        _ words: [String],
        _ status: Int32,
        _ message: String
    ) async throws {
        let program = try RunningProgram(words)
        let run = await program.end()
        #expect(run.ending == .exited(status))
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
