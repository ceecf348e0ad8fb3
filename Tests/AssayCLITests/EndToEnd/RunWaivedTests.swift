import TestSupport
import Testing

/// `assay verify --run-waived`.
struct RunWaivedTests {
    private static let cases = """
          first: { steps: [ { call: getThing } ] }
          held: { waived: { reason: it was odd }, steps: [ { call: getThing, path: /held } ] }
          odd: { waived: { reason: it is odd }, steps: [ { call: getThing, expect: { status: 201 } } ] }
        """

    @Test("Waived cases run and fail nothing; a waiver that is no longer needed is named")
    func runs() async throws {
        let contract = try SampleContract(cases: Self.cases)
        let server = try ScriptedServer(answering: Answer.box)
        let words = ["verify", contract.path, "--target", server.origin]
        let plain = try await RunningProgram(words).end()
        #expect(!plain.output.contains("remove the waiver"))
        #expect(server.received.count == 1)
        let run = try await RunningProgram(words + ["--run-waived", "--fail-fast"]).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.received.count == 4)
        let list = """
            Waived, but it passed: remove the waiver (1)
              case held: it was odd  \(contract.path):14:3

            """
        #expect(run.output.contains(list), "\(run.output)")
        #expect(run.output.contains("3 cases: 1 passed, 2 waived ("), "\(run.output)")
    }

    @Test("A waived assert that passed for every response is named; one that failed once is not")
    func asserts() async throws {
        let text = """
            contract: "1"
            info: { title: Sample }
            targets: { api: { documented: "https://api.invalid" } }
            operations:
              getThing:
                request: { method: GET, path: /thing }
                responses:
                  "200":
                    asserts:
                      - { jsonpath: "$.name", length: { lte: 3 }, waived: { reason: it was odd } }
                      - { jsonpath: "$.name", equals: box, waived: { reason: it is odd } }
                      - { jsonpath: "$.gone", exists: true, waived: { reason: it is not there } }
            cases:
              first: { steps: [ { call: getThing } ] }
              second: { steps: [ { call: getThing } ] }
            """
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(text.utf8), to: "sample.yaml")
        let server = try ScriptedServer([
            .receiveRequest, .send(Answer.box), .receiveRequest, .send(Answer.bag),
        ])
        let words = ["verify", path, "--target", server.origin, "--run-waived"]
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        let list = """
            Waived, but it passed: remove the waiver (1)
              assert $.name length at most 3: it was odd  \(path):10:13

            """
        #expect(run.output.contains(list), "\(run.output)")
    }
}
