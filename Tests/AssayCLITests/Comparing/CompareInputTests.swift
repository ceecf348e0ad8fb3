import AssayCLI
import CommandLineTool
import Measure
import TestSupport
import Testing

/// `assay compare` with files that it cannot compare.
struct CompareInputTests {
    private func compare(_ old: String, _ new: String) async throws -> CommandRun {
        let folder = try TemporaryDirectory()
        let paths = [
            try folder.write(Array(old.utf8), to: "old.json"),
            try folder.write(Array(new.utf8), to: "new.json"),
        ]
        return await CommandRun(["compare"] + paths, in: folder)
    }

    @Test(
        "A file that is not a result is reported with the reason, with status 2",
        arguments: [
            ("", "expected a result of assay load, got an empty file"),
            (
                #"{"metrics": {}, "root_group": {}}"#,
                "expected a result of assay load, got an object without \"assayResult\" "
                    + "(\"metrics\", \"root_group\")"
            ),
            (
                #"{"assayResult": 9}"#,
                "expected version 1 of the format, got version 9; read it with the assay that wrote it"
            ),
            (
                #"{"assayVerification": 2}"#,
                "expected version 1 of the format, got version 2; read it with the assay that wrote it"
            ),
            (
                #"{"assayVerification": 1, "basis": "documented", "ending": "late"}"#,
                "ending: expected one of complete, interrupted, fail-fast, got \"late\""
            ),
        ]
    )
    func foreign(text: String, reason: String) async throws {
        let run = try await compare(BuiltRun().result.fileText, text)
        #expect(run.status == .unusableFile)
        #expect(run.errors == "assay compare: new.json: \(reason)\n")
        #expect(run.output.isEmpty)
    }

    @Test("A truncated file is reported with the position of the cut")
    func cut() async throws {
        let text = BuiltRun().result.fileText
        let half = String(decoding: text.utf8.prefix(3_000), as: UTF8.self)
        let run = try await compare(half, text)
        #expect(run.status == .unusableFile)
        #expect(
            run.errors
                == "assay compare: old.json: the file is cut short after 3000 bytes; copy it again, "
                + "or repeat the run\n"
        )
    }

    @Test("A load result and a verify report cannot be compared")
    func mixed() async throws {
        let run = try await compare(
            BuiltRun().result.fileText,
            BuiltReport(["a": "passed"]).text
        )
        #expect(run.status == .invalidMeasurement)
        #expect(
            run.errors
                == "assay compare: old.json is a result of assay load, and new.json is a report of "
                + "assay verify; expected results of one command\n"
        )
    }

    @Test(
        "A command line that does not name two sides is rejected",
        arguments: [
            (["a"], "BASE: expected BASE... -- NEW..., or one file for each, got \"a\""),
            (
                ["a", "b", "c"],
                "BASE: expected BASE... -- NEW..., or one file for each, got \"a b c\""
            ),
            (["--", "a"], "missing argument BASE"),
            (["a", "--"], "missing argument NEW"),
            ([], "missing argument BASE"),
            (["a", "b", "--", "a"], "NEW: expected each file once, got \"a\""),
            (
                ["a", "b", "--metric", "p98"],
                "option \"--metric\": expected rate, achieved, p50, p90, p95, p99, p99.9, failed, "
                    + "delivered p50, delivered p99, lost or twice, got \"p98\"; did you mean \"p90\"?"
            ),
        ]
    )
    func commandLine(words: [String], message: String) async throws {
        let run = await CommandRun(["compare"] + words, in: try TemporaryDirectory())
        #expect(run.status == .commandLine)
        #expect(
            run.errors == "assay compare: \(message)\nsee \"assay help compare\"\n"
        )
    }

    @Test("More than five metrics are rejected; rate and achieved count as one")
    func metrics() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(BuiltRun(), to: "old.json")
        let other = try folder.write(BuiltRun(), to: "new.json")
        func words(_ metrics: [String]) -> [String] {
            ["compare", path, other] + metrics.flatMap { ["--metric", $0] }
        }
        let names = ["p50", "p90", "p95", "p99", "failed"]
        let six = await CommandRun(words(names + ["rate"]), in: folder)
        #expect(six.status == .commandLine)
        #expect(six.errors.contains("expected at most 5 metrics"))
        let both = await CommandRun(words(["rate", "achieved"] + names.dropFirst()), in: folder)
        #expect(both.status == .invalidMeasurement)
        #expect(both.errors.isEmpty)
    }

    @Test("A missing file is named")
    func missing() async throws {
        let run = await CommandRun(
            ["compare", "/nowhere/a.json", "/nowhere/b.json"],
            in: try TemporaryDirectory()
        )
        #expect(run.status == .unusableFile)
        #expect(
            run.errors == """
                assay compare: /nowhere/a.json: No such file or directory
                assay compare: /nowhere/b.json: No such file or directory

                """
        )
    }
}
