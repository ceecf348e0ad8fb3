import TestSupport
import Testing

/// Options that decide which verdicts count, and the seed.
struct VerdictOptionTests {
    private static let flaky: [[ScriptedServer.Action]] = [
        [
            .receiveRequest, .send(Answer.bag),
            .forever([.receiveRequest, .send(Answer.box)]),
        ]
    ]

    @Test(
        "A case that passes on a retry is flaky, and fails only on request",
        arguments: [
            ([], "failed", 1, 4), (["--retries", "1"], "flaky", 2, 0),
            (["--retries", "3", "--fail-on-flaky"], "flaky", 2, 4),
        ] as [([String], String, Int, Int32)]
    )
    func retries(options: [String], verdict: String, attempts: Int, status: Int32) async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(Self.flaky[0])
        let words = ["verify", contract.path, "--target", server.origin, "--format", "json"]
        let run = try await RunningProgram(words + options).end()
        let first = try run.report["first"]
        #expect(first?.verdict == verdict)
        #expect(first?.attempts == attempts)
        #expect(run.ending == .exited(status))
        if verdict == "flaky" {
            #expect(
                first?.reason == """
                    passed on attempt 2; at first: $.name: expected "box", got "bag"
                    """
            )
        }
    }

    @Test(
        "A promise counts from its own basis upwards",
        arguments: ["documented", "observed", "inferred", "recommended"]
    )
    func basis(of promise: String) async throws {
        let levels = ["documented", "observed", "inferred", "recommended", "all"]
        let rank = try #require(levels.firstIndex(of: promise))
        let contract = try SampleContract(
            cases: "  first: { covers: getThing/odd, steps: [ { call: getThing } ] }",
            promises: "{ odd: { basis: \(promise), expect: { contains: { name: bag } } } }"
        )
        let server = try ScriptedServer(answering: Answer.box)
        for (position, level) in levels.enumerated() {
            let run = try await contract.verify(
                at: server.origin,
                "--basis",
                level,
                "--format",
                "json"
            )
            let counts = position >= rank
            let report = try run.report
            #expect(report.promises["getThing/odd"] == (counts ? "failed" : "differs"), "\(level)")
            #expect(report["first"]?.verdict == (counts ? "failed" : "passed"), "\(level)")
            #expect(run.ending == .exited(counts ? 4 : 0), "\(level)")
        }
    }

    @Test(
        "The coverage gate fails below its share, and a failed contract takes precedence",
        arguments: [
            ([], Answer.box, 0), (["--require-coverage", "50%"], Answer.box, 0),
            (["--require-coverage", "50.1"], Answer.box, 5),
            (["--require-coverage", "100%"], Answer.box, 5),
            (["--require-coverage", "100%"], Answer.bag, 4),
        ] as [([String], String, Int32)]
    )
    func coverage(options: [String], response: String, status: Int32) async throws {
        // Two of four promises are covered: getThing and its behavior.
        let contract = try SampleContract(
            cases: "  first: { steps: [ { call: getThing }, { call: getThing, "
                + "covers: getThing/same } ] }",
            promises: "{ same: { expect: { contains: { name: box } } }, gone: { error: E1 } }"
        )
        let server = try ScriptedServer(answering: response)
        let words = ["verify", contract.path, "--target", server.origin]
        let run = try await RunningProgram(words + options).end()
        #expect(run.ending == .exited(status))
        let isMissed = status == 5 || options.last == "100%"
        #expect(run.errors.contains("coverage is ") == isMissed, "\(run.errors)")
    }

    @Test(
        "Client promises have their own gate, and neither share counts for the other",
        arguments: [
            ([], 0), (["--require-client-coverage", "50%"], 0),
            (["--require-client-coverage", "50.1%"], 5), (["--require-coverage", "1%"], 5),
        ] as [([String], Int32)]
    )
    func clientCoverage(options: [String], status: Int32) async throws {
        // Three of six promises pass with their errors: the call and its two preconditions.
        let contract = try SampleContract(
            cases: """
                  early: { covers: look/early, steps: [ { call: look } ] }
                  good: { clients: { app: { ready: true } }, steps: [ { call: look } ] }
                """,
            tables: """
                client: { state: { ready: false }, errors: { early: {}, late: {} }, outcomes: [ { when: { status: 500 }, error: late } ] }
                calls:
                  look: { requires: [ { state: ready, equals: true, else: early } ], performs: [ { call: getThing } ], errors: [early, late] }
                  tidy: { performs: [ { call: getThing } ] }
                  sort: { local: in the app }

                """
        )
        let server = try ScriptedServer(answering: Answer.box)
        let words = ["verify", contract.path, "--target", server.origin]
        let run = try await RunningProgram(words + options).end()
        #expect(run.ending == .exited(status), "\(run.output)")
        #expect(run.output.contains("3 of 6 client promises checked: 50.0 %, none failed"))
        #expect(run.output.contains("passed by preconditions of the client alone: 2"))
        #expect(run.output.contains("Client: Calls that stay in the app (1)"))
    }

    @Test(
        "The same seed sends the same requests, whatever else is selected; another seed sends others"
    )
    func seed() async throws {
        let contract = try SampleContract(
            cases: """
                  first:
                    steps: [ { call: getThing, query: { h: "{{hex 16}}", u: "{{uuid}}" } } ]
                  second:
                    let: { d: "{{digits 8}}" }
                    steps: [ { call: getThing, query: { d: "{{d}}" } } ]
                """
        )
        let server = try ScriptedServer(answering: Answer.bag)
        func curls(_ options: String...) async throws -> [String?] {
            let words = ["verify", contract.path, "--target", server.origin, "--format", "json"]
            let run = try await RunningProgram(words + options).end()
            return try run.report.cases.map { $0.decisive?.curl }
        }
        let seven = try await curls("--seed", "7")
        #expect(seven.count == 2 && !seven.contains(nil))
        #expect(try await curls("--seed", "7", "--jobs", "2") == seven)
        #expect(try await curls("--seed", "7", "--case", "second") == [nil, seven[1]])
        let eight = try await curls("--seed", "8")
        #expect(eight[0] != seven[0])
        #expect(eight[1] != seven[1])
        let before = server.received.count
        // The report shows the first of several identical ones.
        #expect(try await curls("--seed", "7", "--repeat", "2") == seven)
        #expect(Set(server.received.dropFirst(before).map(\.headLines.first)).count == 4)
    }

    @Test("A repeated case yields one result for each verdict, with its number of repetitions")
    func repetitions() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(scripts: Self.flaky)
        // More than one batch.
        let words = ["verify", contract.path, "--target", server.origin, "--repeat", "1100"]
        let run = try await RunningProgram(words + ["--format", "json"]).end()
        #expect(run.ending == .exited(4))
        #expect(
            try run.report.cases.map { "\($0.verdict) \($0.repetitions)" }
                == ["failed 1", "passed 1099"]
        )
        #expect(try run.report.count("passed") == 1099)
        // Formats with a test point for each result count these.
        let tap = try await RunningProgram(words + ["--format", "tap"]).end()
        #expect(tap.output.contains("\n1..2\n"))
        #expect(tap.output.contains(" (1099 times)\n"))
        let ctrf = try await RunningProgram(words + ["--format", "ctrf"]).end()
        #expect(ctrf.output.contains("\"tests\": 2,"))
        #expect(ctrf.output.contains("\"repetitions\": 1099"))
        let junit = try await RunningProgram(words + ["--format", "junit"]).end()
        #expect(junit.output.contains(": passed 1099 times"))
    }
}
