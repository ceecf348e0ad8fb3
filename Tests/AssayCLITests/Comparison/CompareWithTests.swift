import TestSupport
import Testing

/// `assay verify --compare-with` with real servers.
struct CompareWithTests {
    /// Responses that differ each time, one per connection.
    private func server(_ bodies: String...) throws -> ScriptedServer {
        let scripts = bodies.map { body in
            let response =
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            return [ScriptedServer.Action.receiveRequest, .send(response)]
        }
        return switch scripts.count {
        case 1: try ScriptedServer(scripts[0])
        case 2: try ScriptedServer(scripts[0], scripts[1])
        default: try ScriptedServer(scripts[0], scripts[1], scripts[2])
        }
    }

    private func compare(
        _ contract: SampleContract,
        _ first: ScriptedServer,
        _ second: String,
        _ options: String...
    ) async throws -> ProgramRun {
        let words = [
            "verify", contract.path, "--seed", "1", "--target", first.origin, "--compare-with",
            second,
        ]
        return try await RunningProgram(words + options).end()
    }

    @Test("Servers that differ only in their own identifiers have no differences")
    func same() async throws {
        let contract = try SampleContract()
        let first = try server(#"{"name":"box","id":"a"}"#, #"{"name":"box","id":"b"}"#)
        let second = try server(#"{"name":"box","id":"c"}"#)
        let run = try await compare(contract, first, second.origin)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                first   api \(first.origin)
                second  api \(second.origin)

                  verdict  first  second
                  passed       1       1

                1 case on both servers: no differences; seed 1

                """
        )
        #expect(run.ending == .exited(0))
    }

    @Test("A difference yields status 4 and is shown with both values")
    func difference() async throws {
        let contract = try SampleContract()
        let first = try server(#"{"name":"box","size":1}"#)
        let second = try server(#"{"name":"box","size":2}"#)
        let run = try await compare(contract, first, second.origin)
        #expect(
            run.output == """
                first   api \(first.origin)
                second  api \(second.origin)

                  verdict  first  second
                  passed       1       1

                Responses differ (1)
                  first  \(contract.path):13:3
                    step 1 getThing  \(contract.path):13:21
                      $.size: 1 ≠ 2

                1 case on both servers: 1 differs (0 in the verdict); seed 1

                """
        )
        #expect(run.ending == .exited(4))
    }

    @Test("The same failure on both sides is not a difference")
    func brokenAlike() async throws {
        let contract = try SampleContract()
        let (first, second) = (try server(#"{"name":"bag"}"#), try server(#"{"name":"bag"}"#))
        let run = try await compare(contract, first, second.origin)
        #expect(run.output.contains("\n  failed       1       1\n"))
        #expect(run.ending == .exited(0))
    }

    @Test("A case that passes only once is repeated with other values to learn from")
    func redrawn() async throws {
        let contract = try SampleContract()
        let first = try server(
            #"{"name":"box","id":"a"}"#,
            #"{"name":"bag","id":"b"}"#,
            #"{"name":"box","id":"c"}"#
        )
        let second = try server(#"{"name":"box","id":"d"}"#)
        let run = try await compare(contract, first, second.origin)
        #expect(run.output.contains("1 case on both servers: no differences; seed 1\n"))
        #expect(first.received.count == 3)
        #expect(run.ending == .exited(0))
    }

    @Test("An unreachable second server leaves the comparison inconclusive")
    func unreachable() async throws {
        let contract = try SampleContract()
        let first = try server(#"{"name":"box"}"#)
        let gone = try server("{}")
        gone.stop()
        let run = try await compare(contract, first, gone.origin)
        #expect(run.ending == .exited(3))
        #expect(
            run.output.contains(
                "\nInconclusive\n  first  \(contract.path):13:3\n    second: "
            )
        )
        #expect(run.output.contains("no differences; 1 inconclusive; seed 1\n"))
    }

    @Test("JSON goes to standard output or into a file")
    func json() async throws {
        let contract = try SampleContract()
        let (first, second) = (try server(#"{"name":"box"}"#), try server(#"{"name":"bag"}"#))
        let run = try await compare(contract, first, second.origin, "--format", "json")
        #expect(run.output.contains("\"assayTargetComparison\": 1"))
        #expect(run.output.contains("\"otherVerdict\": 1"))
        #expect(run.ending == .exited(4))
    }

    @Test(
        "Options that conflict with a comparison are command-line errors",
        arguments: [
            (
                ["--format", "junit"],
                "option \"--format\": expected text or json with \"--compare-with\", "
                    + "got \"junit\""
            ),
            (
                ["--require-coverage", "100%"],
                "options \"--compare-with\" and \"--require-coverage\" exclude each other; "
                    + "give one of them"
            ),
            (
                ["--compare-with", "http://h?x"],
                "option \"--compare-with\": expected a base URL without query, user name and "
                    + "password, got \"http://h?x\""
            ),
        ] as [([String], String)]
    )
    func wrong(options: [String], problem: String) async throws {
        let contract = try SampleContract()
        let words = ["verify", contract.path, "--compare-with", "x=http://127.0.0.1:1"]
        let run = try await RunningProgram(words + options).end()
        #expect(run.errors == "assay verify: \(problem)\nsee \"assay help verify\"\n")
        #expect(run.ending == .exited(1))
    }

    @Test("The reference targets of two generations differ where their documents do")
    func generations() async throws {
        let older = try RunningProgram(["serve", "nifty", "--listen", "127.0.0.1:0"])
        let line = await older.firstLine()
        let url = try #require(line.split(separator: " ").last.map(String.init))
        let run = try await assay(
            "verify",
            PackageRoot.contracts + "/ncmb/delivery.yaml",
            "--case",
            "one-of-two-fails",
            "--case",
            "delivered",
            "--basis",
            "all",
            "--compare-with",
            url
        )
        #expect(run.ending == .exited(4))
        let lines = run.output.split(separator: "\n").map { line in
            line.firstRange(of: "  \(PackageRoot.contracts)")
                .map { String(line[..<$0.lowerBound]) } ?? String(line)
        }
        #expect(
            lines.drop { !$0.hasPrefix("Verdicts differ") }.dropLast() == [
                "Verdicts differ (1)", "  one-of-two-fails  passed ≠ failed", "    step 4 getPush",
                "      $.status: 6 ≠ 4", "      $.error.ios.badDeviceToken: 1 ≠ nothing",
                "      $.error.ios.invalidToken: nothing ≠ 1",
                "    step 5 getPush: only the first reached it",
            ]
        )
        #expect(run.output.contains("2 cases on both servers: 1 differs (1 in the verdict); seed "))
    }
}
