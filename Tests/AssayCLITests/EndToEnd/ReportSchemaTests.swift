import ContractFile
import JSON
import JSONSchemas
import TestSupport
import Testing

/// JSON reports of real runs, checked against the schema that ships with the contracts.
struct ReportSchemaTests {
    /// Contracts of the package, with cases distinguished by the actions of their steps.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let words: [String]
        /// Text that proves that the report contains the purpose of the sample.
        let mark: String

        var testDescription: String { name }
    }

    private static let contracts = PackageRoot.contracts
    private static let nobody = "http://127.0.0.1:1"

    private static let samples = [
        Sample(
            name: "calls of a client, listeners",
            words: [
                "\(contracts)/nifty/client.yaml", "\(contracts)/nifty/push.yaml", "--basis", "all",
            ],
            mark: #""direction": "received""#
        ),
        Sample(
            name: "faults, local calls",
            words: [
                "\(contracts)/toast-push/client.yaml", "--case", "offline", "--case", "bad-status",
            ],
            mark: #""fault": ""#
        ),
        Sample(
            name: "nobody there",
            words: ["\(contracts)/nifty/push.yaml", "--target", nobody, "--repeat", "2"],
            mark: #""kind": "refused""#
        ),
        Sample(
            name: "two servers",
            words: [
                "\(contracts)/nifty", "--case", "refused", "--target", nobody, "--compare-with",
                "http://127.0.0.1:2",
            ],
            mark: #""assayTargetComparison": 1"#
        ),
    ]

    @Test("Reports of every kind match the schema", arguments: samples)
    func schema(sample: Sample) async throws {
        let words = ["verify"] + sample.words + ["--format", "json", "--seed", "1"]
        let run = try await RunningProgram(words).end()
        #expect(run.output.contains(sample.mark), "\(run.errors)")
        try Self.expectValid(run.output)
    }

    @Test("Reports of interrupted calls match the schema, with each of their requests")
    func broken() async throws {
        let contract = try SampleContract(
            cases: """
                  first: { covers: twice/Odd, steps: [ { call: twice, fault: { latency: 1ms } } ] }
                  second: { steps: [ { call: twice } ] }
                  third: { waived: { reason: odd }, steps: [ { call: getThing, expect: { status: 201 } } ] }
                """,
            tables: """
                client: { errors: { Odd: { code: "1" } }, outcomes: [ { when: { error: E1 }, error: Odd } ] }
                calls:
                  twice: { performs: [ { call: getThing }, { call: getThing } ], errors: [Odd] }
                  never: { local: it stays in the app }
                """
        )
        let server = try ScriptedServer(answering: Answer.box)
        let words = [
            "verify", contract.path, "--target", server.origin, "--run-waived", "--format", "json",
        ]
        let run = try await RunningProgram(words).end()
        #expect(run.ending == .exited(4), "\(run.errors)")
        for mark in ["exchanges\": [", "byConstruction\": ", "local\"", "waivedRun\": \"failed\""] {
            #expect(run.output.contains(mark), "\(run.output)")
        }
        try Self.expectValid(run.output)
    }

    @Test(
        "Reports of coverage and trace match their own schemas",
        arguments: ["coverage", "trace"]
    )
    func documents(command: String) async throws {
        let folder = try TemporaryDirectory()
        let results = folder.file("verify.json")
        let nifty = "\(Self.contracts)/nifty"
        let verified = try await RunningProgram(
            ["verify", nifty, "--report", "json=\(results)", "--quiet", "--basis", "all"]
        ).end()
        #expect(verified.ending == .exited(0), "\(verified.errors)")
        for words in [[Self.contracts], [nifty, "--results", results]] {
            let run = try await RunningProgram([command] + words + ["--format", "json"]).end()
            #expect(run.ending == .exited(0), "\(run.errors)")
            try Self.expectValid(run.output, by: "\(command)-report")
        }
    }

    private static func expectValid(_ output: String, by name: String = "report") throws {
        let bytes = try DiskFiles().read("\(contracts)/\(name)-1.schema.json", atMost: 1 << 20)
        let schema = try JSONSchema(document: try JSONValue(parsing: bytes), assertsFormat: true)
        let report = try JSONValue(parsing: Array(output.utf8))
        let outcome = schema.violations(in: report, limit: 5)
        #expect(outcome.violations.map(\.description) == [])
        #expect(!outcome.isUndecided)
    }
}
