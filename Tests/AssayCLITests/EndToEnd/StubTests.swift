import Contract
import Glibc
import HTTP
import JSON
import TestSupport
import Testing
import Transport

/// `assay serve FILE`: a stub of a contract that has no reference service.
struct StubTests {
    private static let contract = #"""
        contract: "1"
        info: { title: Notes, version: "1.0" }
        targets: { api: { documented: "https://api.notes.example.com", basePath: /v1 } }
        variables: { token: { secret: true, default: demo-token } }
        securitySchemes: { bearer: { type: http, scheme: bearer, token: "{{token}}" } }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.error" } }
        operations:
          createNote:
            request: { method: POST, path: /notes, security: bearer, json: { text: hello } }
            responses:
              "201":
                schema:
                  type: object
                  required: [id, text]
                  properties: { id: { type: string, minLength: 4 }, text: { type: string } }
            promises: { text-missing: { error: TEXT_REQUIRED } }
          getNote:
            request: { method: GET, path: "/notes/{id}", params: { id: none }, security: bearer }
            responses: { "200": { contains: { text: hello }, asserts: [ { jsonpath: "$.id", exists: true } ] } }
            errors: [NOT_FOUND]
        errors:
          TEXT_REQUIRED: { status: 422 }
          NOT_FOUND: { status: 404 }
        cases:
          write-and-read:
            steps:
              - { call: createNote, set: { /json/text: "note {{hex 8}}" }, captures: { id: { jsonpath: "$.id" } }, expect: { asserts: [ { jsonpath: "$.text", startsWith: "note " } ] } }
              - { call: getNote, params: { id: "{{id}}" }, expect: { asserts: [ { jsonpath: "$.id", equals: "{{id}}" } ] } }
          text-missing:
            covers: createNote/text-missing
            rows: [ { unset: [/json/text] }, { set: { /json/text: "" } }, { set: { /json/text: null } } ]
            steps: [ { call: createNote, set: "{{set}}", unset: "{{unset}}" } ]
          unknown:
            covers: getNote/NOT_FOUND
            steps: [ { call: getNote, headers: { Prefer: code=NOT_FOUND } } ]
        """#

    /// The stub of the contract above.
    private struct Setting {
        let folder: TemporaryDirectory
        let path: String
        let program: RunningProgram
        let lines: [String]
        let origin: String

        init(_ options: String..., lineCount: Int = 2) async throws {
            folder = try TemporaryDirectory()
            path = try folder.write(Array(StubTests.contract.utf8), to: "notes.yaml")
            program = try RunningProgram(["serve", path] + options)
            lines = await program.lines(lineCount)
            let place = try #require(lines[0].firstRange(of: " at "), "\(lines)")
            origin = String(lines[0][place.upperBound...])
            #expect(lines[0] == "serving a stub of \(path) at \(origin)")
        }

        func answer(
            _ method: String,
            _ target: String,
            prefer: String? = nil
        ) async throws -> Result<HTTPResponse, TransportFailure> {
            var request = HTTPRequest(method: method, origin: origin, path: target)
            if let prefer { request.headers.append("Prefer", prefer) }
            return await CurlTransport.shared.exchange(request, timeout: .seconds(20))
        }
    }

    @Test("A contract without a reference passes against its own stub")
    func verify() async throws {
        let setting = try await Setting()
        #expect(setting.lines[1] == "2 requests known")
        let run = try await assay(
            "verify",
            setting.path,
            "--target",
            setting.origin,
            "--format",
            "json"
        )
        let report = try run.report
        #expect(report.cases.count == 5)
        #expect(report.cases.filter { $0.verdict != "passed" }.map(\.name) == [])
        #expect(run.ending == .exited(0))
        setting.program.send(SIGTERM)
        let end = await setting.program.end()
        #expect(end.ending == .exited(0))
        #expect(end.errors.isEmpty)
    }

    @Test("A contract of an event stream passes against its own stub")
    func events() async throws {
        let folder = try TemporaryDirectory()
        let contract = #"""
            contract: "1"
            info: { title: Feed, version: "1.0" }
            targets: { api: { documented: "https://api.feed.example.com" } }
            operations:
              follow:
                request: { path: /feed }
                responses:
                  "200":
                    events: { for: 2s, count: 3 }
                    schema: { items: { required: [value, id], properties: { value: { required: [to], properties: { to: { type: string } } } } } }
                    asserts: [ { jsonpath: "$[*].id", sorted: ascending }, { jsonpath: "$[0].retry", equals: 250 } ]
            cases:
              follow: { steps: [ { call: follow } ] }
              longer: { steps: [ { call: follow, query: { last: "5" }, expect: { events: { count: 5 }, asserts: { jsonpath: "$[4].event", equals: sent } } } ] }
            """#
        let path = try folder.write(Array(contract.utf8), to: "feed.yaml")
        let program = try RunningProgram(["serve", path])
        let line = try #require(await program.lines(1).first)
        let place = try #require(line.firstRange(of: " at "), "\(line)")
        let target = String(line[place.upperBound...])
        let run = try await assay("verify", path, "--target", target, "--format", "json")
        let report = try run.report
        #expect(report.cases.map(\.verdict) == ["passed", "passed"], "\(report.cases)")
        program.send(SIGTERM)
        _ = await program.end()
    }

    @Test("Errors are returned on request, and unknown requests are reported")
    func answers() async throws {
        let setting = try await Setting()
        let error = try await setting.answer("GET", "/v1/notes/1", prefer: "code=TEXT_REQUIRED")
            .get()
        #expect(error.status == 422)
        #expect(String(decoding: error.body, as: UTF8.self) == #"{"error":"TEXT_REQUIRED"}"#)
        let unknown = try await setting.answer("GET", "/v2/notes").get()
        #expect(unknown.status == 404)
        let wrong = try await setting.answer("PUT", "/v1/notes").get()
        #expect(wrong.status == 405)
        #expect(wrong.headers["Allow"] == "OPTIONS, POST")
    }

    @Test("Pages of any origin may read the responses only with --cors")
    func origins() async throws {
        for options in [[], ["--cors"]] {
            let folder = try TemporaryDirectory()
            let path = try folder.write(Array(Self.contract.utf8), to: "notes.yaml")
            let program = try RunningProgram(["serve", path] + options)
            let lines = await program.lines(1)
            let place = try #require(lines[0].firstRange(of: " at "), "\(lines)")
            let origin = String(lines[0][place.upperBound...])
            func answer(_ method: String, _ target: String) async throws -> HTTPFields {
                var request = HTTPRequest(method: method, origin: origin, path: target)
                request.headers.append("Origin", "http://page.example")
                request.headers.append("Access-Control-Request-Method", "POST")
                request.headers.append("Access-Control-Request-Headers", "authorization")
                let result = await CurlTransport.shared.exchange(request, timeout: .seconds(20))
                return try result.get().headers
            }
            let isAllowed = !options.isEmpty
            let page = isAllowed ? "http://page.example" : nil
            let question = try await answer("OPTIONS", "/v1/notes")
            #expect(question["Access-Control-Allow-Origin"] == page)
            #expect(question["Allow"] == "OPTIONS, POST")
            let methods = question["Access-Control-Allow-Methods"]
            #expect(methods == (isAllowed ? "OPTIONS, POST" : nil))
            let fields = question["Access-Control-Allow-Headers"]
            #expect(fields == (isAllowed ? "authorization" : nil))
            let found = try await answer("GET", "/v1/notes/1")
            #expect(found["Access-Control-Allow-Origin"] == page)
            program.send(SIGTERM)
            _ = await program.end()
        }
    }

    @Test("A stub needs no secret, shows a call that works, and logs how requests were matched")
    func guide() async throws {
        let folder = try TemporaryDirectory()
        let token = "secret: true, default: demo-token"
        let text = Self.contract.replacing(token, with: "secret: true")
        let path = try folder.write(Array(text.utf8), to: "notes.yaml")
        let program = try RunningProgram(["serve", path, "--verbose"])
        let lines = await program.lines(10)
        let command = try ServeCommandTests.command(in: lines)
        #expect(command.contains("-H 'Authorization: Bearer made-up-token'"), "\(command)")
        let response = try ChildProcess("/bin/sh", ["-c", command])
        #expect(response.output.hasPrefix("HTTP/1.1 201 Created"), "\(response.output)")
        #expect(response.output.hasSuffix(#"{"id":"text-1","text":"hello"}"#), "\(response.output)")
        let wrong = command.replacing("notes'", with: "note'")
        let missing = try ChildProcess("/bin/sh", ["-c", wrong])
        #expect(missing.output.hasPrefix("HTTP/1.1 404"))
        program.send(SIGTERM)
        let output = await program.end().output.split(separator: "\n").dropFirst(10)
        #expect(output.first == "POST /v1/notes: createNote, 201, 30 bytes")
        let second = output.dropFirst().first ?? ""
        #expect(second.hasPrefix("POST /v1/note: no operation, 404, {\"stub\":"), "\(second)")
    }

    @Test("A fault sits in front of a stub and can be changed at runtime")
    func fault() async throws {
        let setting = try await Setting(
            "--fault",
            "empty,request=1",
            "--control",
            "127.0.0.1:0",
            lineCount: 4
        )
        #expect(setting.lines[3].hasPrefix("control at http://127.0.0.1:"))
        let failure = await #expect(throws: TransportFailure.self) {
            try await setting.answer("GET", "/v1/notes/1").get()
        }
        #expect(failure?.kind == .empty)
        #expect(try await setting.answer("GET", "/v1/notes/none").get().status == 404)
        setting.program.send(SIGINT)
        let run = await setting.program.end()
        #expect(run.ending == .exited(0))
        #expect(run.output.contains(" requests, 1 with a fault\n"))
    }

    @Test("A missing file, or one that is not a contract, is reported with status 2")
    func unusable() async throws {
        let missing = try await assay("serve", "nowhere/notes.yaml")
        #expect(missing.ending == .exited(2))
        #expect(missing.errors.contains("nowhere/notes.yaml"))
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array("contract: \"1\"\noperation: {}\n".utf8), to: "a.yaml")
        let wrong = try await assay("serve", path)
        #expect(wrong.ending == .exited(2))
        #expect(wrong.errors.contains("unknown key \"operation\""))
    }
}

extension CurlTransport {
    /// For tests that only want a response.
    fileprivate static let shared: CurlTransport = {
        do {
            return try CurlTransport()
        } catch {
            fatalError("\(error)")
        }
    }()
}
