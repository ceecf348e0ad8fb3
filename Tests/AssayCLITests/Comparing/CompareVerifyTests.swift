import AssayCLI
import CommandLineTool
import Contract
import JSON
import TestSupport
import Testing

/// `assay compare` on reports of `assay verify`.
struct CompareVerifyTests {
    private func compare(
        _ old: [BuiltReport],
        _ new: [BuiltReport],
        _ options: String...
    ) async throws -> CommandRun {
        let folder = try TemporaryDirectory()
        let before = try old.enumerated().map { index, report in
            try folder.write(Array(report.text.utf8), to: "old-\(index).json")
        }
        let after = try new.enumerated().map { index, report in
            try folder.write(Array(report.text.utf8), to: "new-\(index).json")
        }
        return await CommandRun(["compare"] + before + ["--"] + after + options, in: folder)
    }

    @Test("What changed is listed, the gravest first; a newly broken promise ends with 7")
    func changes() async throws {
        let old = BuiltReport([
            "a": "held", "b": "broken", "c": "held", "d": "held", "e": "never tried",
            "f": "held", "g": "differs",
        ])
        let new = BuiltReport([
            "a": "held", "b": "held", "c": "broken", "d": "never tried", "e": "never tried",
            "g": "differs", "h": "held",
        ])
        let run = try await compare([old], [new])
        #expect(run.status == .regression)
        #expect(
            run.output == """
                6 promises in 1 old report and 1 new report

                  promise         before           now             verdict
                  Boxes: c          held        broken        newly broken
                  Boxes: d          held   never tried       newly untried
                  Boxes: f          held  not promised  no longer promised
                  Boxes: b        broken          held          newly held
                  Boxes: h  not promised          held          newly held

                Regression: 1 newly broken, 1 newly untried, 1 no longer promised, 2 newly held

                """
        )
    }

    @Test("Promises that are no longer tried prove nothing, and fail when that is asked for")
    func untried() async throws {
        let (old, new) = (BuiltReport(["a": "held"]), BuiltReport(["a": "undetermined"]))
        let run = try await compare([old], [new])
        #expect(run.status == .success)
        let headline = "Nothing newly broken, as far as it was tried: 1 newly untried"
        #expect(run.output.hasSuffix("\n\(headline)\n"))
        #expect(try await compare([old], [new], "--strict").status == .invalidMeasurement)
    }

    @Test("A promise that was broken before is not newly broken, be it once in several runs")
    func flaky() async throws {
        let old = [BuiltReport(["a": "held"]), BuiltReport(["a": "broken"])]
        let run = try await compare(old, [BuiltReport(["a": "broken"])])
        #expect(run.status == .success)
        #expect(
            run.output == "1 promise in 2 old reports and 1 new report\n\nNothing newly broken\n"
        )
    }

    @Test("Reports that cannot be compared say why")
    func refused() async throws {
        var observed = BuiltReport(["a": "held"])
        observed.basis = .observed
        let held = BuiltReport(["a": "held"])
        let cases: [(BuiltReport, String)] = [
            (
                observed,
                "the basis differs: documented in old-0.json, observed in new-0.json"
            ),
            (BuiltReport([:]), "new-0.json says nothing about any promise"),
            (
                BuiltReport(["z": "held"]),
                "old-0.json and new-0.json have no promise in common"
            ),
        ]
        for (new, reason) in cases {
            let run = try await compare([held], [new])
            #expect(run.status == .invalidMeasurement)
            #expect(run.output.contains("\n  note: \(reason)\n"), "\(run.output)")
            #expect(run.output.hasSuffix("\nThese reports cannot be compared\n"))
        }
    }

    @Test("A run that ended early is no proof that nothing broke")
    func interrupted() async throws {
        var new = BuiltReport(["a": "held"])
        new.ending = .interrupted
        let run = try await compare([BuiltReport(["a": "held"])], [new], "--strict")
        #expect(run.status == .invalidMeasurement)
        #expect(run.output.contains("note: new-0.json was interrupted\n"))
    }

    @Test("GitHub shows a newly broken promise at its line of the contract")
    func gitHub() async throws {
        let run = try await compare(
            [BuiltReport(["a": "held", "b": "held"])],
            [BuiltReport(["a": "broken", "b": "never tried"])],
            "--format",
            "github"
        )
        #expect(run.status == .regression)
        let place = "file=contracts/boxes.yaml,line=1,col=1,title=assay compare%3A"
        #expect(
            run.output == """
                ::error \(place) Boxes%3A a::Boxes: a was held, and is broken
                ::warning \(place) Boxes%3A b::Boxes: b was held, and is never tried
                ::error title=assay compare%3A Regression%3A 1 newly broken%2C 1 newly untried::2 \
                promises in 1 old report and 1 new report.

                """
        )
    }

    @Test("Programs get every change")
    func json() async throws {
        let run = try await compare(
            [BuiltReport(["a": "held"])],
            [BuiltReport(["a": "broken"])],
            "--format",
            "json"
        )
        let report = try JSONValue(parsing: run.output)
        #expect(report["kind"] == "verify")
        #expect(report["conclusion"] == "regression")
        #expect(report["counts"]?["broken"] == 1)
        #expect(
            report["changes"] == [
                [
                    "kind": "broken", "contract": "Boxes", "promise": "a", "client": false,
                    "old": "held", "new": "broken", "reason": nil,
                ]
            ]
        )
    }
}
