import ContractFile
import JSON
import TestSupport
import Testing

/// `assay coverage`, run as a user would.
struct CoverageCommandTests {
    private static func sample() throws -> SampleContract {
        try SampleContract(
            cases: "  gone: { covers: getThing/gone, steps: [ { call: getThing } ] }",
            promises: "{ gone: { error: E1 }, kept: { waived: later } }"
        )
    }

    @Test("coverage shows the state of every promise and sends nothing")
    func text() async throws {
        let contract = try Self.sample()
        let run = try await assay("coverage", contract.path)
        #expect(run.ending == .exited(0))
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                          calls  errors  promises  covered  waived  not covered
                  Sample      1       1         4        2       1            1

                Sample  \(contract.path), 1 case

                  call      promises  covered  set aside  not covered
                  getThing         3        1          1            1
                      E1

                  error code  calls  status
                  E1              1  covered by gone

                  promises of calls that are not covered
                  getThing: not covered: no case covers it
                  getThing/kept: waived: later

                """
        )
    }

    @Test("Results of a run are shown next to the coverage")
    func results() async throws {
        let contract = try Self.sample()
        let server = try ScriptedServer(
            answering: Answer.json(#"{"code":"E1"}"#, status: "404 Not Found")
        )
        let file = contract.folder.file("verify.json")
        let verified = try await contract.verify(
            at: server.origin,
            "--report",
            "json=\(file)"
        )
        #expect(verified.ending == .exited(0))
        let run = try await assay(
            "coverage",
            contract.path,
            "--results",
            file,
            "--format",
            "json"
        )
        #expect(run.ending == .exited(0))
        let document = try JSONValue(parsing: Array(run.output.utf8))
        let summary = document["services"]?.arrayValue?.first?["summary"]?["results"]
        #expect(summary?["passed"] == 2)
        #expect(summary?["waived"] == 1)
        #expect(summary?["notCovered"] == 1)
    }

    @Test("Results of other contracts are rejected")
    func otherResults() async throws {
        let contract = try Self.sample()
        let bytes = Array(#"{"assayVerification":1,"contracts":[]}"#.utf8)
        let file = try contract.folder.write(bytes, to: "verify.json")
        let run = try await assay("coverage", contract.path, "--results", file)
        #expect(run.ending == .exited(2))
        #expect(run.output.isEmpty)
        #expect(
            run.errors
                == "assay coverage: \(file) has results for no promise; run \"assay verify\" on "
                + "the same paths, in the same folder\n"
        )
    }

    @Test("contracts/COVERAGE.md is what the command prints")
    func tablesOfThePackage() async throws {
        let run = try await assay("coverage", PackageRoot.contracts, "--format", "markdown")
        #expect(run.ending == .exited(0))
        let printed = run.output.replacing(PackageRoot.contracts, with: "contracts")
        let kept = try Self.text(of: "contracts/COVERAGE.md")
        #expect(
            printed == kept,
            "run: assay coverage contracts --format markdown > contracts/COVERAGE.md"
        )
    }

    private static func text(of name: String) throws -> String {
        let bytes = try DiskFiles().read("\(PackageRoot.path)/\(name)", atMost: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }
}
