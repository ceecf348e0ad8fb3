import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct CoverageTests {
    @Test("A step without covers is checked for its operation's success response")
    func success() async throws {
        let text = "cases: { one: { steps: [ { call: ping } ] } }"
        let held = try Replaying(text, responses: [answer(200)])
        #expect(try await held.promises()["ping"]?.status == .passed)
        let broken = try await Replaying(text, responses: [refusal(400, "E1")]).promises()["ping"]
        #expect(broken?.status == .failed)
        #expect(broken?.reason == "one: wanted success, got E1 «No.» (400)")
    }

    @Test(
        "A call in set-up or teardown, or one that expects an error, is not evidence for its operation"
    )
    func notSuccess() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                setup: [ { call: ping } ]
                steps:
                  - { call: ping, covers: ping/lively }
                teardown: [ { call: ping } ]
              two: { steps: [ { call: ping, expect: { error: E1 } } ] }
            """
        ) { index, _ in index < 3 ? answer(200) : refusal(400, "E1") }
        let promises = try await replay.promises()
        #expect(promises["ping"]?.status == .notCovered)
        #expect(promises["ping/lively"]?.status == .passed)
        #expect(promises["ping/lively"]?.cases == ["one"])
        #expect(promises["errors/E1"]?.status == .notCovered)
    }

    @Test("An operation whose calls were all not reached or skipped reports why it was not checked")
    func successNotReached() async throws {
        let text = """
            cases:
              one: { setup: [ { request: { path: /setup } } ], steps: [ { call: ping } ] }
              two: { tags: [slow], steps: [ { call: send } ] }
            """
        var replay = try Replaying(text) { _, _ in failure(.refused) }
        replay.options.selection.excludedTags = ["slow"]
        let promises = try await replay.promises()
        #expect(promises["ping"]?.status == .inconclusive)
        #expect(promises["ping"]?.reason == "set-up step GET /setup: no response: refused")
        #expect(promises["send"]?.status == .notCovered)
        #expect(promises["send"]?.reason == "excluded by tag slow")
    }

    @Test("A checked operation passes even if another call was not reached")
    func successReachedOnce() async throws {
        let replay = try Replaying(
            """
            cases:
              one: { steps: [ { call: ping } ] }
              two: { steps: [ { request: { path: /bad } }, { call: ping } ] }
            """
        ) { _, request in answer(request.path == "/bad" ? 500 : 200) }
        #expect(try await replay.promises()["ping"]?.status == .passed)
    }

    private static let rows = """
        cases:
          r:
            rows: [ { n: a }, { n: b }, { n: c } ]
            covers: ping/denied
            steps: [ { call: ping, query: { n: "{{n}}" } } ]
        """

    @Test("A promise with rows passes if all of them pass, and fails if one fails")
    func allRows() async throws {
        let good = try Replaying(Self.rows) { _, _ in refusal(400, "E1") }
        let held = try #require(try await good.promises()["ping/denied"])
        #expect(held.status == .passed)
        #expect(held.reason == nil)
        #expect(held.cases == ["r[a]", "r[b]", "r[c]"])

        let bad = try Replaying(Self.rows) { index, _ in
            index == 1 ? refusal(404, "E2") : refusal(400, "E1")
        }
        let broken = try #require(try await bad.promises()["ping/denied"])
        #expect(broken.status == .failed)
        #expect(broken.reason == "wanted E1, got E2 «No.» (404)")
    }

    @Test("If only the failure counts, the row reports that its code was not checked")
    func codeUnjudged() async throws {
        let text = """
            contract: "1"
            targets: { api: {} }
            failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
            operations:
              ping:
                request: { method: GET, path: /ping }
                promises:
                  guessed: { error: { id: E1, basis: recommended } }
                  doubted: { error: E3 }
                  known: { error: E2 }
            errors: { E1: { status: 400 }, E2: { status: 404 }, E3: { status: 500, basis: inferred } }
            cases:
              one: { rows: [ { to: guessed }, { to: doubted }, { to: known } ], covers: "ping/{{to}}", steps: [ { call: ping } ] }

            """
        var replay = try Replaying(text) { _, _ in refusal(404, "E2") }
        let rows = try await replay.promises()
        let note = "failed, code not judged"
        for name in ["guessed", "doubted"] {
            #expect(rows["ping/\(name)"]?.status == .passed)
            #expect(rows["ping/\(name)"]?.isCodeUnjudged == true)
            #expect(rows["ping/\(name)"]?.reason == note)
        }
        #expect(rows["ping/known"]?.isCodeUnjudged == false)
        replay = try Replaying(text) { _, _ in refusal(404, "E2") }
        replay.options.level = .recommended
        let judged = try await replay.promises()["ping/guessed"]
        #expect(judged?.status == .failed)
        #expect(judged?.isCodeUnjudged == false)
    }

    @Test("An inconclusive row makes the promise inconclusive, but a failed one takes precedence")
    func worstRow() async throws {
        let away = try Replaying(Self.rows) { index, _ in
            index == 2 ? failure(.refused) : refusal(400, "E1")
        }
        let inconclusive = try #require(try await away.promises()["ping/denied"])
        #expect(inconclusive.status == .inconclusive)
        #expect(inconclusive.reason == "no response: refused")

        let both = try Replaying(Self.rows) { index, _ in
            index == 2 ? failure(.refused) : answer(200)
        }
        #expect(try await both.promises()["ping/denied"]?.status == .failed)
    }

    @Test(
        "A step that expects a declared status covers success; one that expects another does not",
        arguments: [
            ("201", answer(201, ["ok": true]), PromiseStatus.passed), ("201", answer(201), .failed),
            ("204", answer(204), .notCovered), ("{ lt: 300 }", answer(204), .notCovered),
        ]
    )
    func ownStatus(
        status: String,
        response: ScriptedTransport.Outcome,
        expected: PromiseStatus
    ) async throws {
        let text = "cases: { a: { steps: [{ call: send, expect: { status: \(status) } }] } }\n"
        let promises = try await Replaying(text, responses: [response]).promises()
        #expect(promises["send"]?.status == expected)
    }

    @Test("A promise is partly covered if a row is skipped for lack of a state")
    func skippedRow() async throws {
        let replay = try Replaying(
            """
            states: { full: {} }
            cases:
              r:
                rows: [ { n: a }, { n: b, states: [full] } ]
                covers: ping/denied
                given: "{{states}}"
                steps: [ { call: ping, query: { n: "{{n}}" } } ]
            """
        ) { _, _ in refusal(400, "E1") }
        let promise = try #require(try await replay.promises()["ping/denied"])
        #expect(promise.status == .passed)
        #expect(promise.isPartlyTried)
        #expect(promise.reason?.hasPrefix("not every case ran: needs state full") == true)
    }

    @Test("Excluded rows do not revoke a promise but are reported")
    func leftOutRows() async throws {
        var replay = try Replaying(Self.rows) { _, _ in refusal(400, "E1") }
        replay.options.selection.patterns = ["r[a]"]
        let promise = try #require(try await replay.promises()["ping/denied"])
        #expect(promise.status == .passed)
        #expect(promise.reason == "not every case ran: not selected by name")
        // If cases were selected, it is clear that the others did not run.
        #expect(!promise.isPartlyTried)
        replay.options.selection.patterns = ["x"]
        let untried = try #require(try await replay.promises()["ping/denied"])
        #expect(untried.status == .notCovered)
        #expect(untried.reason == "not selected by name")
        #expect(untried.cases == ["r[a]", "r[b]", "r[c]"])
    }

    @Test("A code is as documented if one of its triggers produces it")
    func catalogue() async throws {
        let replay = try Replaying(
            """
            cases:
              one: { covers: ping/denied, steps: [ { call: ping } ] }
              two: { covers: ping/denied-later, steps: [ { call: ping } ] }
            """,
            responses: [answer(200), refusal(400, "E1")]
        )
        let promises = try await replay.promises()
        #expect(promises["ping/denied"]?.status == .failed)
        #expect(promises["ping/denied-later"]?.status == .passed)
        #expect(promises["errors/E1"]?.status == .passed)
        #expect(promises["errors/E1"]?.cases == ["one", "two"])
        #expect(promises["errors/E2"]?.status == .notCovered)
        #expect(promises["errors/E3"]?.status == .untestable)
        #expect(promises["errors/E3"]?.reason == "nobody knows how")
    }

    @Test("A code fails if all of its triggers fail, and a case may name its row directly")
    func brokenCatalogue() async throws {
        let replay = try Replaying(
            """
            cases:
              one: { covers: errors/E1, steps: [ { call: ping } ] }
              two: { covers: ping/gone, steps: [ { call: ping } ] }
            """,
            responses: [answer(200), failure(.dns)]
        )
        let promises = try await replay.promises()
        #expect(promises["errors/E1"]?.status == .failed)
        #expect(promises["errors/E2"]?.status == .inconclusive)
    }

    @Test("A promise that its case did not reach is inconclusive, with the obstacle")
    func unreached() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                setup: [ { request: { path: /setup } } ]
                steps: [ { call: send }, { call: ping, covers: ping/denied } ]
              two: { steps: [ { call: send }, { call: ping, covers: ping/lively } ] }
            """
        ) { _, request in request.path == "/setup" ? failure(.refused) : answer(500) }
        let promises = try await replay.promises()
        #expect(promises["ping/denied"]?.status == .inconclusive)
        #expect(promises["ping/denied"]?.reason == "set-up step GET /setup: no response: refused")
        #expect(promises["errors/E1"]?.status == .inconclusive)
        #expect(promises["ping/lively"]?.status == .inconclusive)
        #expect(
            promises["ping/lively"]?.reason == "wanted success, got a failure without a code (500)"
        )
        #expect(promises["send"]?.status == .failed)
    }

    @Test(
        "Below the required level a promise can only differ; at its level it fails",
        arguments: [(Basis.documented, PromiseStatus.differs), (.observed, .failed)]
    )
    func belowLevel(level: Basis, status: PromiseStatus) async throws {
        var replay = try Replaying(
            "cases: { one: { covers: ping/gone, steps: [ { call: ping } ] } }",
            responses: [refusal(400, "E1")]
        )
        replay.options.level = level
        let promise = try #require(try await replay.promises()["ping/gone"])
        #expect(promise.status == status)
        #expect(promise.reason == "wanted E2, got E1 «No.» (400)")
    }

    @Test("A case that differs only below the level passes, and the promise at its level passes")
    func surplus() async throws {
        let replay = try Replaying(
            """
            cases:
              one:
                steps:
                  - call: ping
                    expect: { asserts: [ { jsonpath: "$.a", equals: 1, basis: inferred } ] }
            """
        ) { _, _ in answer(200) }
        let result = try await replay.result()
        #expect(result.verdict == .passed)
        #expect(result.steps[0].outcome == .differs)
        #expect(try await replay.promises()["ping"]?.status == .passed)
    }

    @Test("A flaky case passes its promise; every repetition of a repeated case counts")
    func retriesAndRepetitions() async throws {
        let text = "cases: { one: { steps: [ { call: ping } ] } }"
        var flaky = try Replaying(text, responses: [answer(500), answer(200)])
        flaky.options.retries = 1
        #expect(try await flaky.promises()["ping"]?.status == .passed)
        var repeated = try Replaying(text, responses: [answer(200), answer(500), answer(200)])
        repeated.options.repetitions = 3
        #expect(try await repeated.promises()["ping"]?.status == .failed)
    }

    @Test("Rows are in file order: operations with their promises, then the catalogue")
    func order() throws {
        let contract = try Replaying("cases: {}") { _, _ in answer(200) }.contract
        let rows = Coverage(level: .documented, today: "2026-01-31")
            .rows(of: contract, in: contract.file)
        #expect(
            rows.map(\.id) == [
                "ping", "ping/lively", "ping/cookie", "ping/denied", "ping/denied-later",
                "ping/gone", "send", "errors/E1", "errors/E2", "errors/E3",
            ]
        )
        #expect(rows.map(\.kind)[0...3] == [.success, .behaviour, .behaviour, .error])
        #expect(rows.last?.kind == .catalogue)
        #expect(rows[1].summary == "says that it is alive")
        #expect(rows[2].basis == .observed)
        #expect(rows.allSatisfy { $0.location.file == "sample.yaml" })
    }
}
