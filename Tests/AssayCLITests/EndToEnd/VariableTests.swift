import TestSupport
import Testing

/// `--var` and the environment variables of contracts.
struct VariableTests {
    private static let tables = """
        variables:
          mark: { env: SAMPLE_MARK }
          size: { default: 5 }
        """
    private static let cases =
        #"  first: { steps: [ { call: getThing, query: { m: "{{mark}}", s: "{{size}}" } } ] }"#

    @Test(
        "The command line comes before the environment, which comes before the default",
        arguments: [
            ([], ["SAMPLE_MARK=env"], "m=env&s=5"),
            (["--var", "mark=own"], ["SAMPLE_MARK=env"], "m=own&s=5"),
            (["--var", "mark=", "--var", "size=6=7"], [], "m=&s=6%3D7"),
            (["--var", "mark=a", "--var", "mark=b"], [], "m=b&s=5"),
        ] as [([String], [String], String)]
    )
    func order(options: [String], environment: [String], query: String) async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.box)
        let words = ["verify", contract.path, "--target", server.origin] + options
        let run = try await RunningProgram(words, environment: environment).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.received.first?.headLines.first == "GET /thing?\(query) HTTP/1.1")
    }

    @Test("A variable without a value is said with its place, and nothing is sent")
    func missing() async throws {
        let tables = Self.tables + "\nstates: { full: { summary: \"\" } }"
        let contract = try SampleContract(
            cases: Self.cases + "\n  second: { given: [full], steps: [ { call: getThing } ] }",
            tables: tables
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay("verify", contract.path, "--target", server.origin)
        #expect(run.ending == .exited(2))
        #expect(
            run.errors == """
                assay verify: \(contract.path):12:3: variable "mark" has no value; give --var \
                mark=VALUE or set SAMPLE_MARK in the environment

                """
        )
        #expect(server.connectionCount == 0)
    }

    @Test("A variable that no contract has is a wrong command line, with the nearest name")
    func unknown() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let run = try await assay("verify", contract.path, "--var", "makr=1")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay verify: option "--var": expected a variable of the contracts (mark or size), \
                got "makr"; did you mean "mark"?
                see "assay help verify"

                """
        )
        let none = try SampleContract()
        let other = try await assay("verify", none.path, "--var", "mark=1")
        #expect(other.ending == .exited(1))
        #expect(other.errors.contains("expected a variable of the contracts, which have none"))
    }

    @Test("A secret too short to be hidden is refused")
    func shortSecret() async throws {
        let contract = try SampleContract(
            tables: "variables: { key: { secret: true, default: long-enough } }"
        )
        let run = try await assay("verify", contract.path, "--var", "key=abc")
        #expect(run.ending == .exited(2))
        #expect(
            run.errors == """
                assay verify: \(contract.path):11:14: variable "key" is secret: expected at least \
                4 characters, got 3; a shorter value cannot be kept out of reports

                """
        )
    }

    @Test("A text that is no number is refused for a variable that is one")
    func noNumber() async throws {
        let contract = try SampleContract(
            tables: "variables: { size: { type: number }, pin: { type: number, secret: true } }"
        )
        let given = ["--var", "size=six", "--var", "pin=0123"]
        let size = try await RunningProgram(["verify", contract.path] + given).end()
        #expect(size.ending == .exited(2))
        #expect(
            size.errors == """
                assay verify: \(contract.path):11:14: variable "size": expected a number, got "six"

                """
        )
        let pin = try await RunningProgram(
            ["verify", contract.path] + given + ["--var", "size=6"]
        )
        .end()
        #expect(
            pin.errors == """
                assay verify: \(contract.path):11:38: variable "pin": expected a number, got \
                another text

                """
        )
    }
}
