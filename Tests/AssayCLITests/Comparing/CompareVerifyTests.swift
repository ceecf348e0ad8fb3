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

    @Test("Changes are listed by severity; a newly failed promise exits with 7")
    func changes() async throws {
        let old = BuiltReport([
            "a": "passed", "b": "failed", "c": "passed", "d": "passed", "e": "not covered",
            "f": "passed", "g": "differs",
        ])
        let new = BuiltReport([
            "a": "passed", "b": "passed", "c": "failed", "d": "not covered", "e": "not covered",
            "g": "differs", "h": "passed",
        ])
        let run = try await compare([old], [new])
        #expect(run.status == .regression)
        #expect(
            run.output == """
                6 promises in 1 old report and 1 new report
                  contracts: Boxes
                  old: the built-in reference, 2026-09-21 14:13 UTC
                  new: the built-in reference, 2026-09-21 14:13 UTC

                  promise         before           now             verdict
                  Boxes: c        passed        failed        newly failed
                  Boxes: d        passed   not covered   no longer checked
                  Boxes: f        passed  not promised  no longer promised
                  Boxes: b        failed        passed        newly passed
                  Boxes: h  not promised        passed        newly passed

                Regression: 1 newly failed, 1 no longer checked, 1 no longer promised, 2 newly passed

                """
        )
    }

    @Test("Promises that are no longer covered prove nothing, and fail on request")
    func untried() async throws {
        let (old, new) = (BuiltReport(["a": "passed"]), BuiltReport(["a": "inconclusive"]))
        let run = try await compare([old], [new])
        #expect(run.status == .success)
        let headline =
            "Nothing newly failed, but some promises were not checked: 1 no longer checked"
        #expect(run.output.hasSuffix("\n\(headline)\n"))
        #expect(try await compare([old], [new], "--strict").status == .invalidMeasurement)
    }

    @Test("A promise that already failed, even in one of several runs, is not newly failed")
    func flaky() async throws {
        let old = [BuiltReport(["a": "passed"]), BuiltReport(["a": "failed"])]
        let run = try await compare(old, [BuiltReport(["a": "failed"])])
        #expect(run.status == .success)
        #expect(
            run.output == """
                1 promise in 2 old reports and 1 new report
                  contracts: Boxes
                  old: the built-in reference, 2026-09-21 14:13 UTC
                  old: the built-in reference, 2026-09-21 14:13 UTC
                  new: the built-in reference, 2026-09-21 14:13 UTC

                Nothing newly failed

                """
        )
    }

    @Test("Reports that cannot be compared are rejected with the reason")
    func refused() async throws {
        var observed = BuiltReport(["a": "passed"])
        observed.basis = .observed
        let held = BuiltReport(["a": "passed"])
        let cases: [(BuiltReport, String)] = [
            (
                observed,
                "the basis differs: documented in old-0.json, observed in new-0.json"
            ),
            (BuiltReport([:]), "new-0.json contains no promises"),
            (
                BuiltReport(["z": "passed"]),
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

    @Test("A run that ended early does not prove the absence of regressions")
    func interrupted() async throws {
        var new = BuiltReport(["a": "passed"])
        new.ending = .interrupted
        let run = try await compare([BuiltReport(["a": "passed"])], [new], "--strict")
        #expect(run.status == .invalidMeasurement)
        #expect(run.output.contains("note: new-0.json was interrupted\n"))
    }

    @Test("GitHub shows a newly failed promise at its line of the contract")
    func gitHub() async throws {
        let run = try await compare(
            [BuiltReport(["a": "passed", "b": "passed"])],
            [BuiltReport(["a": "failed", "b": "not covered"])],
            "--format",
            "github"
        )
        #expect(run.status == .regression)
        let place = "file=contracts/boxes.yaml,line=1,col=1,title=assay compare%3A"
        #expect(
            run.output == """
                ::error \(place) Boxes%3A a::Boxes: a: passed before, failed now
                ::warning \(place) Boxes%3A b::Boxes: b: passed before, not covered now
                ::error title=assay compare%3A Regression%3A 1 newly failed%2C 1 no longer checked::2 \
                promises in 1 old report and 1 new report.%0Acontracts: Boxes%0Aold: the built-in \
                reference, 2026-09-21 14:13 UTC%0Anew: the built-in reference, 2026-09-21 14:13 UTC

                """
        )
    }

    @Test("JSON contains every change")
    func json() async throws {
        let run = try await compare(
            [BuiltReport(["a": "passed"])],
            [BuiltReport(["a": "failed"])],
            "--format",
            "json"
        )
        let report = try JSONValue(parsing: run.output)
        #expect(report["kind"] == "verify")
        #expect(report["conclusion"] == "regression")
        #expect(report["counts"]?["failed"] == 1)
        #expect(
            report["changes"] == [
                [
                    "kind": "failed", "contract": "Boxes", "promise": "a", "client": false,
                    "old": "passed", "new": "failed", "reason": nil,
                ]
            ]
        )
    }
}
