import ContractFile
import Glibc
import HTTP
import JSON
import TestSupport
import Testing
import Transport

struct RecordCommandTests {
    /// `assay record` in front of a server; it writes `recorded.yaml` to its own folder.
    private struct Setting {
        let folder: TemporaryDirectory
        let program: RunningProgram
        let origin: String
        var path: String { folder.file("recorded.yaml") }

        init(before upstream: String, _ options: [String] = []) async throws {
            folder = try TemporaryDirectory()
            let words = ["record", "--upstream", upstream, "-o", folder.file("recorded.yaml")]
            program = try RunningProgram(words + options)
            let line = await program.firstErrorLine()
            origin = String(line.dropFirst("recording at ".count).prefix { $0 != " " })
            try #require(line == "recording at \(origin) in front of \(upstream)", "\(line)")
        }

        func send(
            _ method: String,
            _ path: String,
            _ headers: [String: String] = [:],
            _ body: String? = nil
        ) async throws -> HTTPResponse {
            let split = RequestTarget(path)
            let request = HTTPRequest(
                method: method,
                origin: origin,
                path: split.path,
                query: split.query,
                headers: HTTPFields(headers.map { .init(name: $0.key, value: $0.value) }),
                body: body.map { Array($0.utf8) }
            )
            return try await CurlTransport().exchange(request, timeout: .seconds(20)).get()
        }

        /// Ends the recording.
        func end() async throws -> ProgramRun {
            program.send(SIGINT)
            return await program.end()
        }

        /// The recorded text; empty if nothing was written.
        var text: String {
            get throws {
                guard access(path, F_OK) == 0 else { return "" }
                return String(decoding: try DiskFiles().read(path, atMost: 1 << 24), as: UTF8.self)
            }
        }
    }

    @Test(
        "Traffic recorded between verify and a reference server passes on a fresh one and lints clean"
    )
    func roundTrip() async throws {
        let keys = [
            "NCMB_APP_KEY=6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56",
            "NCMB_CLIENT_KEY=1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75",
        ]
        let contracts = ["installations", "push"].map {
            "\(PackageRoot.path)/contracts/ncmb/\($0).yaml"
        }
        let setting: Setting
        do {
            let server = try await ReferenceProcess("ncmb")
            setting = try await Setting(before: server.origin)
            let words = ["verify"] + contracts + ["--target", setting.origin]
            let run = try await RunningProgram(words).end()
            #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
            let end = try await setting.end()
            #expect(end.ending == .exited(0), "\(end.errors)")
            let summary = end.errors.split(separator: "\n").suffix(2).map(String.init)
            #expect(summary[0].contains("operations, "), "\(summary)")
            #expect(summary[1].hasPrefix("next: assay lint \(setting.path); assay verify "))
            #expect(
                summary[1].hasSuffix(
                    "; assay schema print contract > \(setting.folder.file("contract-1.schema.json"))"
                )
            )
        }
        let text = try setting.text
        #expect(
            text.hasPrefix("# yaml-language-server: $schema=contract-1.schema.json\n# Made from")
        )
        for key in keys { #expect(!text.contains(key.split(separator: "=")[1])) }
        let lint = try await assay("lint", setting.path)
        #expect(lint.ending == .exited(0))
        #expect(lint.output.hasSuffix("cases: no errors\n"), "\(lint.output)")
        let fresh = try await ReferenceProcess("ncmb")
        let replay = try await assay(
            "verify",
            setting.path,
            "--target",
            fresh.origin,
            environment: keys + ["PATH=/usr/bin:/bin"]
        )
        #expect(replay.ending == .exited(0), "\(replay.output)\(replay.errors)")
        let cases = try #require(
            replay.output.split(separator: "\n").first { $0.contains(" cases: ") }
        )
        let words = cases.split(separator: " ")
        // All of the many cases passed.
        #expect(words[0] == words[2] && words[3] == "passed", "\(cases)")
        #expect((Int(words[0]) ?? 0) > 50, "\(cases)")
        #expect(text.contains("captures: { objectId: { jsonpath: $.objectId } }"))
        #expect(text.contains("covers: postPush/E400008"))
    }

    @Test("A secret is in no file, whether a header, a query, a form or a body carried it")
    func secrets() async throws {
        let server = try ScriptedServer(answering: Answer.json(#"{"token": "answer-secret-8888"}"#))
        let setting = try await Setting(before: server.origin)
        _ = try await setting.send(
            "GET",
            "/a?api_key=query-secret-1111",
            ["X-Api-Key": "header-secret-2222"]
        )
        let json =
            #"{"user": "ann", "password": "body-secret-3333", "deep": [{"clientSecret": "deep-secret-4444"}]}"#
        _ = try await setting.send("POST", "/b", ["Content-Type": "application/json"], json)
        _ = try await setting.send(
            "POST",
            "/c",
            ["Content-Type": "application/x-www-form-urlencoded"],
            "name=x&passwd=form-secret-5555"
        )
        _ = try await setting.send(
            "GET",
            "/d",
            ["Authorization": "Bearer bearer-secret-6666", "Cookie": "sid=cookie-secret-7777"]
        )
        _ = try await setting.send("GET", "/e?cursor=answer-secret-8888&again=header-secret-2222")
        let run = try await setting.end()
        #expect(run.ending == .exited(0))
        let text = try setting.text
        #expect(!text.contains("-secret-"), "\(text)")
        for line in [
            "password: \"{{password}}\"", "clientSecret: \"{{clientSecret}}\"",
            "passwd: \"{{passwd}}\"",
            "Authorization: \"Bearer {{bearerToken}}\"", "cursor: \"{{token}}\"",
        ] { #expect(text.contains(line), "\(line) is not in \(text)") }
        #expect(try await assay("lint", setting.path).ending == .exited(0))
    }

    @Test(
        "An incomplete exchange is reported, returns 502, and is not recorded",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", "truncated"),
            ("nonsense\r\n\r\n", "malformed"),
            ("", "empty"),
        ]
    )
    func brokenServer(sent: String, reason: String) async throws {
        let server = try ScriptedServer([.receiveRequest, .send(sent), .close])
        let setting = try await Setting(before: server.origin)
        let response = try await setting.send("GET", "/thing?key=secret-key-1")
        #expect(response.status == 502)
        let body = String(decoding: response.body, as: UTF8.self)
        #expect(
            body.hasPrefix("assay record: no response from \(server.origin): \(reason)"),
            "\(body)"
        )
        let run = try await setting.end()
        #expect(run.ending == .exited(9))
        #expect(
            run.errors.contains("GET /thing?…: 502, not recorded: no response from"),
            "\(run.errors)"
        )
        #expect(run.errors.contains("Not recorded: 1 request, without a response of the server.\n"))
        #expect(
            run.errors.contains("assay record: nothing was recorded, so no contract was written")
        )
        #expect(try setting.text.isEmpty)
    }

    @Test("Bytes that are not HTTP are reported, and recording ends after N requests")
    func brokenClient() async throws {
        let server = try ScriptedServer(answering: Answer.box)
        let setting = try await Setting(before: server.origin, ["--requests", "1"])
        let port = try #require(Int(setting.origin.split(separator: ":").last ?? ""))
        let client = try RawClient(port: port)
        try client.send("no http\r\n\r\n")
        _ = try client.receiveToEnd()
        #expect(try await setting.send("GET", "/thing").body == Array(#"{"name":"box"}"#.utf8))
        let run = await setting.program.end()
        #expect(run.ending == .exited(0))
        #expect(
            run.errors.contains(
                "a connection was closed without an HTTP/1.1 request: not recorded\n"
            )
        )
        #expect(run.errors.contains("recorded 1 exchange in 1 case; wrote"))
    }

    /// Records an endless stream that a client reads up to `last`.
    private static func record(
        _ actions: [ScriptedServer.Action],
        upTo last: String,
        _ meanwhile: @escaping @Sendable (RawClient) throws -> Void = { _ in }
    ) async throws -> (run: ProgramRun, text: String, path: String, folder: TemporaryDirectory) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        let server = try ScriptedServer(scripts: [[.receiveHead, .send(head)] + actions])
        let setting = try await Setting(before: server.origin)
        let port = try #require(Int(setting.origin.split(separator: ":").last ?? ""))
        try await DetachedThread.value {
            let client = try RawClient(port: port)
            try client.send("GET /ticks HTTP/1.1\r\nHost: h\r\n\r\n")
            try meanwhile(client)
            _ = try client.receive(upTo: last)
        }
        let run = try await setting.end()
        return (run, try setting.text, setting.path, setting.folder)
    }

    @Test("An event stream is forwarded as it arrives, and recorded as events")
    func events() async throws {
        let gate = try Gate()
        let one = "event: tick\nid: 1\ndata: {\"n\":1}\n\n"
        let two = "event: tick\nid: 2\ndata: {\"n\":2}\n\n"
        let found = try await Self.record(
            [.send(one), .wait(at: gate), .send(two), .hang],
            upTo: two
        ) { client in
            _ = try client.receive(upTo: one)
            gate.open()
        }
        #expect(found.run.ending == .exited(0), "\(found.run.errors)")
        #expect(found.text.contains("events: { count: 2 }"), "\(found.text)")
        #expect(found.text.contains(#"value: { "n": 1 }"#), "\(found.text)")
        let lint = try await assay("lint", found.path)
        #expect(lint.ending == .exited(0), "\(lint.output)")
        let server = try ScriptedServer(
            answering:
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
                + one + two
        )
        let run = try await assay("verify", found.path, "--target", server.origin)
        #expect(run.ending == .exited(0), "\(run.output)")
    }

    @Test(
        "A stream without events and an incomplete event are recorded as far as possible",
        arguments: [
            (": ping\n\n", ": ping\n\n", "No event came while this was recorded."),
            ("data: a\n\ndata: cut", "data: a\n\n", "events: { count: 1 }"),
        ]
    )
    func poorEvents(sent: String, last: String, part: String) async throws {
        let found = try await Self.record([.send(sent), .hang], upTo: last)
        #expect(found.run.ending == .exited(0), "\(found.run.errors)")
        #expect(found.text.contains(part), "\(found.text)")
        #expect(try await assay("lint", found.path).ending == .exited(0))
    }

    @Test(
        "Binary data and a line without an end are reported in the contract",
        arguments: [
            ([0xFF, 0x0A], "line 1 is not UTF-8"),
            (Array(repeating: 0x61, count: 65_536), "event 1 is longer than 1048576 bytes"),
        ] as [([UInt8], String)]
    )
    func badEvents(bytes: [UInt8], reason: String) async throws {
        let found = try await Self.record([.flood(bytes)], upTo: "\n") { client in
            // More than the limit of a line.
            let mark = bytes[0] == 0xFF ? "\n" : String(repeating: "a", count: 4_096)
            for _ in 0..<400 { _ = try client.receive(upTo: mark) }
        }
        #expect(found.run.ending == .exited(0), "\(found.run.errors)")
        #expect(
            found.text.contains("FILL IN its events: what came was no stream, as \(reason)."),
            "\(found.text)"
        )
    }

    @Test("An unreachable server and an untrusted certificate are reported")
    func unreachable() async throws {
        let setting = try await Setting(before: "http://127.0.0.1:1", ["--requests", "1"])
        #expect(try await setting.send("GET", "/thing").status == 502)
        #expect(
            try await setting.end().errors.contains(
                "no response from http://127.0.0.1:1: refused: "
            )
        )
        guard OpenSSL.path != nil else { return }
        let identity = try await TLSIdentity()
        let server = try await TLSServer(identity, "-www")
        for (options, status) in [([], 502), (["--cacert", identity.certificate], 200)] {
            let upstream = "https://localhost:\(server.port)"
            let more = ["--resolve", "localhost:\(server.port):127.0.0.1"] + options
            let setting = try await Setting(before: upstream, more)
            #expect(try await setting.send("GET", "/").status == status)
            let run = try await setting.end()
            #expect(
                run.errors.contains("not recorded: no response from \(upstream): tls: ")
                    == (status == 502)
            )
            #expect(run.ending == .exited(status == 502 ? 9 : 0))
        }
        withExtendedLifetime(server) {}
    }

    @Test(
        "Traffic is checked against an existing contract, and only new calls are written"
    )
    func into() async throws {
        let contract = try SampleContract(cases: "  none: { steps: [ { call: getThing } ] }")
        let server = try ScriptedServer([
            .forever([
                .reply { request in
                    request.text.contains("/thing")
                        ? Answer.bag : Answer.json(#"{"code": "E1"}"#, status: "404 Not Found")
                }
            ])
        ])
        let setting = try await Setting(before: server.origin, ["--into", contract.path])
        for path in ["/thing", "/thing", "/other"] { _ = try await setting.send("GET", path) }
        let run = try await setting.end()
        #expect(run.ending == .exited(4))
        #expect(run.errors.contains("DIFFERS getThing: "), "\(run.errors)")
        #expect(run.errors.contains("(2 times)  GET /thing\n"))
        #expect(
            run.errors.contains(
                "2 exchanges with an operation of the contracts, 1 exchange without; 1 contradiction\n"
            )
        )
        let text = try setting.text
        #expect(text.contains("  getOther:\n") && !text.contains("getThing"))
        #expect(text.contains("  E1: { status: 404, "))
    }
}
