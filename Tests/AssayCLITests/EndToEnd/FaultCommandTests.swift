import Contract
import Glibc
import HTTP
import JSON
import TestSupport
import Testing
import Transport

struct FaultCommandTests {
    /// `assay fault` with a control address in front of a server that responds.
    private struct Setting {
        let server: ScriptedServer
        let program: RunningProgram
        let origin: String
        let control: String

        init(_ options: String...) async throws {
            server = try ScriptedServer(answering: Answer.box)
            let words = ["fault", "--upstream", server.origin, "--control", "127.0.0.1:0"]
            program = try RunningProgram(words + options)
            let lines = await program.lines(2)
            let first = lines[0].split(separator: " ").map(String.init)
            try #require(first.count == 7, "\(lines)")
            #expect(lines[0] == "listening at \(first[2]) in front of \(server.origin)")
            origin = first[2]
            control = String(lines[1].dropFirst("control at ".count))
            #expect(lines[1] == "control at \(control)")
        }

        /// The status, or the kind of failure.
        func outcome() async throws -> String {
            let request = HTTPRequest(method: "GET", origin: origin, path: "/thing")
            switch try await CurlTransport().exchange(request, timeout: .seconds(20)) {
            case .success(let response): return "\(response.status)"
            case .failure(let failure): return failure.kind.rawValue
            }
        }

        func control(
            _ method: String,
            _ body: String? = nil,
            type: String = "application/json",
            headers: [HTTPFields.Field] = []
        ) async throws -> (Int, JSONValue) {
            let parts = try #require(URLParts(control))
            let request = HTTPRequest(
                method: method,
                origin: parts.origin,
                path: parts.path,
                headers: HTTPFields(headers + [.init(name: "Content-Type", value: type)]),
                body: body.map { Array($0.utf8) }
            )
            let response = try await CurlTransport().exchange(request).get()
            return (response.status, try JSONValue(parsing: response.body))
        }
    }

    @Test("The fault is active from the start, and the counts are reported at the end")
    func fault() async throws {
        let setting = try await Setting("--fault", "reset,request=2")
        #expect(try await setting.outcome() == "200")
        #expect(try await setting.outcome() == "reset")
        #expect(try await setting.outcome() == "200")
        setting.program.send(SIGINT)
        let run = await setting.program.end()
        #expect(run.ending == .exited(0))
        #expect(run.errors.isEmpty)
        #expect(run.output.hasSuffix("\n3 connections, 3 requests, 1 with a fault\n"))
    }

    @Test("The control address shows the fault, changes it in either form, and removes it")
    func control() async throws {
        let setting = try await Setting()
        #expect(try await setting.outcome() == "200")
        var (status, shown) = try await setting.control("GET")
        #expect(status == 200)
        #expect(shown["fault"] == .null)
        #expect(shown["requests"] == 1)
        (status, shown) = try await setting.control("PUT", #"{ "status": 503, "request": 1 }"#)
        #expect(status == 200)
        #expect(shown["fault"]?.text == #"{"status":503,"request":1}"#)
        #expect(try await setting.outcome() == "503")
        #expect(try await setting.outcome() == "200")
        (status, _) = try await setting.control("POST", "empty\n")
        #expect(status == 200)
        #expect(try await setting.outcome() == "empty")
        (_, shown) = try await setting.control("PUT", #""status=500""#)
        #expect(shown["fault"] == ["status": 500])
        (_, shown) = try await setting.control("DELETE")
        #expect(shown["fault"] == .null)
        #expect(shown["faults"] == 2)
        #expect(try await setting.outcome() == "200")
    }

    @Test(
        "The control address rejects invalid requests with a reason and changes nothing",
        arguments: [
            ("PUT", "hangs", 400, "unknown fault \"hangs\": did you mean \"hang\"?"),
            ("PUT", "{\"slow\":0}", 400, "slow: expected an integer from 1 to 1000000000, got 0"),
            ("PATCH", "", 405, "expected GET, PUT, POST or DELETE, got PATCH"),
            (
                "PUT", "refuse,request=2", 409,
                "refuse applies to every request: refused connections never reach the proxy, so it "
                    + "cannot count them"
            ),
        ]
    )
    func refusals(method: String, body: String, status: Int, problem: String) async throws {
        let setting = try await Setting("--fault", "empty")
        let response = try await setting.control(method, body)
        #expect(response.0 == status)
        #expect(response.1["error"] == .string(problem))
        #expect(try await setting.control("GET").1["fault"] == ["empty": true])
    }

    @Test("A web page can neither change the fault nor read it")
    func pages() async throws {
        let setting = try await Setting("--fault", "empty")
        let form = try await setting.control("POST", "hang", type: "text/plain")
        #expect(form.0 == 415)
        let foreign = HTTPFields.Field(name: "Origin", value: "http://evil.example")
        #expect(try await setting.control("PUT", "{}", headers: [foreign]).0 == 403)
        let name = HTTPFields.Field(name: "Host", value: "evil.example")
        let rebound = try await setting.control("GET", headers: [name])
        #expect(rebound.0 == 403)
        #expect(rebound.1["fault"] == nil)
        #expect(try await setting.control("GET").1["fault"] == ["empty": true])
    }

    @Test(
        "An invalid command line is rejected with a message",
        arguments: [
            ([], "missing option \"--upstream URL\""),
            (
                ["--upstream", "http://a/b"],
                "option \"--upstream\": expected http://HOST[:PORT] or https://HOST[:PORT], without "
                    + "a path, got \"http://a/b\""
            ),
            (
                ["--upstream", "127.0.0.1:80"],
                "option \"--upstream\": expected http://HOST[:PORT] or https://HOST[:PORT], without "
                    + "a path, got \"127.0.0.1:80\""
            ),
            (
                ["--upstream", "http://a", "--fault", "hangs"],
                "option \"--fault\": expected a fault (unknown fault \"hangs\": did you mean "
                    + "\"hang\"?), got \"hangs\""
            ),
            (
                ["--upstream", "https://a", "--fault", "status=500"],
                "option \"--fault\": expected another fault (status needs HTTP that can be read, and "
                    + "TLS hides it; drop-after, empty and reset do without), got \"status=500\""
            ),
            (
                ["--upstream", "http://a", "--control", "0.0.0.0:9000"],
                "option \"--control\": expected an address that only this machine can reach, such as "
                    + "127.0.0.1:9000, since each client can change the fault, got "
                    + "\"0.0.0.0:9000\""
            ),
        ]
    )
    func commandLine(options: [String], problem: String) async throws {
        let run = try await RunningProgram(["fault"] + options).end()
        #expect(run.ending == .exited(1))
        #expect(run.errors == "assay fault: \(problem)\nsee \"assay help fault\"\n")
    }
}
