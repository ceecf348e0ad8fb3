import AssayCLI
import CommandLineTool
import History
import JSON
import LoadModel
import Measure
import TestSupport
import Testing

/// `assay history`, and comparisons with a history.
struct HistoryCommandTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.file("runs.db") }

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func assay(_ words: String...) async -> CommandRun {
        await CommandRun(words, in: folder)
    }

    /// Adds a made-up result under a commit.
    private func add(_ commit: String, _ change: (inout BuiltRun) -> Void = { _ in }) async throws {
        var run = BuiltRun()
        change(&run)
        let file = try folder.write(run, to: "\(commit).json")
        let added = await assay(
            "history",
            "add",
            file,
            "--history",
            path,
            "--branch",
            "main",
            "--revision",
            commit
        )
        #expect(added.status == .success)
        #expect(added.errors.isEmpty)
    }

    /// Adds jobs with these p99 values next to one result, under the same conditions.
    private func addJobs(_ values: [Double]) async throws {
        try await add("first")
        let store = try HistoryStore(path: path, access: .existing)
        let first = try #require(try store.run(1)).record
        for (number, value) in values.enumerated() {
            let record = RunRecord(
                kind: .load,
                recordedAt: first.recordedAt + Int64(number) * 60_000,
                title: first.title,
                branch: "main",
                revision: "commit-\(number)",
                likeness: first.likeness,
                status: 0,
                isValid: true,
                figures: ["p99": value]
            )
            try store.append(record, document: "{}")
        }
    }

    @Test("An added result is listed, shown, and returned as the original file")
    func added() async throws {
        try await add("0123456789abcdef0123456789abcdef01234567")
        let list = await assay("history", "list", "--history", path)
        let lines = list.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.count == 3)
        #expect(lines[0].starts(with: ["result", "time", "(UTC)", "command", "branch", "commit"]))
        #expect(
            lines[1].starts(with: ["1", "2026-09-21", "14:13", "load", "main", "0123456", "0"]),
            "\(list.output)"
        )
        #expect(list.output.hasSuffix(": achieved 99.9 %, p50 2.10 ms, p99 2.20 ms, failed 0 %\n"))
        let show = await assay("history", "show", "1", "--history", path)
        #expect(show.output.contains("branch                     main\n"), "\(show.output)")
        #expect(show.output.contains("p99                        2.20 ms\n"), "\(show.output)")
        let copy = folder.file("copy.json")
        let written = await assay("history", "show", "1", "--history", path, "--output", copy)
        #expect(written.status == .success)
        let same = await assay("compare", folder.file("copy.json"), copy + "x")
        #expect(same.errors == "assay compare: copy.jsonx: No such file or directory\n")
        let again = await assay("history", "show", "1", "--history", path, "--output", copy)
        #expect(again.status == .unusableFile)
        #expect(
            again.errors
                == "assay history show: cannot write copy.json: the file exists; --force replaces "
                + "it\n"
        )
    }

    @Test("JSON contains every result with its metrics")
    func json() async throws {
        try await add("a")
        try await add("b") { $0.failed = 100 }
        let run = await assay(
            "history",
            "list",
            "--history",
            path,
            "--format",
            "json",
            "--last",
            "1"
        )
        let list = try #require(try JSONValue(parsing: run.output).arrayValue)
        #expect(list.count == 1)
        #expect(list[0]["number"] == 2)
        #expect(list[0]["commit"] == "b")
        #expect(list[0]["command"] == "load")
        #expect(list[0]["figures"]?["failed"] == 0.05)
        #expect(list[0]["figures"]?["p99"] == JSONValue.null)
    }

    @Test("Numbers that no run can have are shown unchanged")
    func oddNumbers() async throws {
        try await addJobs([1e308, -1e308, 1e308, 1e308, -1e308, -1e308, 1e308, 1e308])
        let store = try HistoryStore(path: path, access: .existing)
        let first = try #require(try store.run(1)).record
        for moment in [Int64.max, .min] {
            let record = RunRecord(
                kind: .load,
                recordedAt: moment,
                title: first.title,
                branch: "main",
                likeness: first.likeness,
                status: 0,
                isValid: true,
                figures: ["p99": 1e308, "achieved": -1e308, "failed": 1e308]
            )
            try store.append(record, document: "{}")
        }
        let list = await assay("history", "list", "--history", path)
        #expect(list.output.contains("  2262-04-11 23:47  "), "\(list.output)")
        #expect(list.output.contains("  1677-09-21 00:12  "), "\(list.output)")
        #expect(list.output.contains("p99 1e+308 s"), "\(list.output)")
        let others = [
            ["list", "--format", "json"], ["show", "10"], ["trend"], ["trend", "--format", "json"],
        ]
        for words in others {
            let run = await CommandRun(["history"] + words + ["--history", path], in: folder)
            #expect(run.status == .success, "\(words)")
        }
        #expect(try await against(2_000_000).status == .success)
    }

    @Test("A list fits 80 columns, whatever names it contains")
    func width() async throws {
        let store = try HistoryStore(path: path, access: .creating)
        let record = RunRecord(
            kind: .compare,
            recordedAt: 1_790_000_000_000,
            title: String(repeating: "a long title ", count: 9),
            branch: "feature/a-branch-with-a-name-of-its-own",
            revision: "0123456789abcdef0123456789abcdef01234567",
            likeness: "same",
            status: 7,
            isValid: false,
            figures: ["passed": 12345, "failed": 12345, "differs": 12345, "inconclusive": 12345]
        )
        try store.append(record, document: "{}")
        let list = await assay("history", "list", "--history", path)
        let lines = list.output.split(separator: "\n")
        #expect(lines.count > 2)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(list.output)")
    }

    @Test("An added result has the exit status of its run")
    func status() async throws {
        try await add("interrupted") { $0.cut = .interrupted }
        try await add("lost") { $0.cut = .noConnection("refused") }
        try await add("late") { $0.unsentThoughFree = 3 }
        try await add("good")
        let store = try HistoryStore(path: path, access: .existing)
        let statuses = try (1...4).map { try store.run($0)?.record.status }
        // Requests that were not sent do not fail a run without thresholds.
        #expect(statuses == [130, 3, 0, 0])
    }

    @Test("A file that is not a history is rejected and left unchanged")
    func refused() async throws {
        let text = try folder.write(Array("hello".utf8), to: "hello.db")
        let cases = [
            (folder.file("none.db"), "there is no history at none.db"),
            (
                text,
                "hello.db is not a history: it is not an SQLite database, or it is damaged"
            ),
            (
                folder.path,
                "\(folder.path) cannot be opened: Is a directory; expected a file that may be read and "
                    + "written, in a folder that may be written"
            ),
        ]
        for (path, reason) in cases {
            let run = await assay("history", "list", "--history", path)
            #expect(run.status == .unusableFile)
            #expect(run.errors == "assay history list: \(reason)\n")
        }
        let run = try folder.write(BuiltRun(), to: "run.json")
        let far = await assay("history", "add", run, "--history", folder.file("none/a.db"))
        #expect(far.status == .unusableFile)
        #expect(
            far.errors
                == "assay history add: none/a.db cannot be made: its folder is not there; make the "
                + "folder first\n"
        )
        let added = await assay("history", "add", run, "--history", text)
        #expect(added.status == .unusableFile)
        #expect(added.errors.hasPrefix("assay history add: hello.db is not a history"))
        let unnamed = await assay("history", "list")
        #expect(unnamed.status == .commandLine)
        #expect(
            unnamed.errors == """
                assay history list: missing option "--history FILE"
                see "assay help history list"

                """
        )
        let missing = await assay("history")
        #expect(missing.status == .commandLine)
        #expect(missing.errors.contains("list, show, trend, add or prune"))
    }

    @Test("Pruning keeps the latest results, and requires a limit")
    func prune() async throws {
        try await addJobs([0.1, 0.2, 0.3])
        let none = await assay("history", "prune", "--history", path)
        #expect(none.status == .commandLine)
        let run = await assay("history", "prune", "--history", path, "--keep", "1")
        #expect(run.output == "3 results taken out\n")
        let store = try HistoryStore(path: path, access: .existing)
        #expect(try store.runs().map(\.record.revision) == ["commit-2"])
        let old = await assay("history", "prune", "--history", path, "--older-than", "365d")
        #expect(old.status == .success)
    }

    @Test("A trend names the commit at which a metric changed")
    func trend() async throws {
        let before = (0..<12).map { 0.010 + Double($0 % 3) / 10_000 }
        let after = (0..<12).map { 0.012 + Double($0 % 3) / 10_000 }
        try await addJobs(before + after)
        let run = await assay("history", "trend", "--history", path, "--metric", "p99")
        #expect(run.status == .success)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "Made up push, branch main: 25 commits")
        // The very first result is a separate one: 2.2 ms.
        #expect(lines.contains { $0.contains("since commit-12, result 14 of ") }, "\(run.output)")
        let json = await assay(
            "history",
            "trend",
            "--history",
            path,
            "--metric",
            "p99",
            "--format",
            "json"
        )
        let series = try #require(try JSONValue(parsing: json.output).arrayValue?.first)
        #expect(series["values"]?.arrayValue?.count == 25)
        let changes = series["changes"]?.arrayValue ?? []
        #expect(changes.contains { $0["commit"] == "commit-12" })
    }

    @Test(
        "A slow drift is one line with its sum, also in JSON, in whatever order results were added"
    )
    func drift() async throws {
        // Odd ones first, as when results of a second machine are added later.
        let values = (0..<40).map { (job: Int) -> Double in
            let noise = Double(job % 3) * 0.00002
            return 0.010 + Double(job) * 0.00003 + noise
        }
        try addFigures(values)
        let run = await assay("history", "trend", "--history", path, "--metric", "p99")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(run.output)")
        #expect(lines[2].hasPrefix("    worse since job-0, result 21 of "), "\(run.output)")
        #expect(
            lines[2].contains(" in all (10.0 ms → 11.2 ms), "),
            "\(lines[2])"
        )
        let json = await assay(
            "history",
            "trend",
            "--history",
            path,
            "--metric",
            "p99",
            "--format",
            "json"
        )
        let series = try #require(try JSONValue(parsing: json.output).arrayValue?.first)
        #expect(series["drift"]?["commit"] == "job-0")
        #expect(series["changes"] == .array([]))
    }

    @Test("Two series with the same name have distinct headings")
    func namesakes() async throws {
        try addFigures([0.01, 0.01, 0.01])
        try addFigures([0.02, 0.02, 0.02], likeness: "profile hash: sha256:99; CPU model: Xeon")
        let run = await assay("history", "trend", "--history", path, "--metric", "p99")
        let headings = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(
            headings == [
                "Push, branch main, profile hash: sha256:0f: 3 commits",
                "Push, branch main, profile hash: sha256:99: 3 commits",
            ]
        )
    }

    /// Adds results with these values of p99 an hour apart, those at odd positions first.
    private func addFigures(
        _ values: [Double],
        likeness: String = "profile hash: sha256:0f; CPU model: Xeon"
    ) throws {
        let store = try HistoryStore(path: path, access: .creating)
        let places = values.indices.filter { $0 % 2 == 1 } + values.indices.filter { $0 % 2 == 0 }
        for place in places {
            let record = RunRecord(
                kind: .load,
                recordedAt: 1_790_000_000_000 + 3_600_000 * Int64(place),
                title: "Push",
                branch: "main",
                revision: "job-\(place)",
                likeness: likeness,
                status: 0,
                isValid: true,
                figures: ["p99": values[place]]
            )
            try store.append(record, document: "\"\(likeness)\"")
        }
    }

    @Test("Runs without a known commit are called runs")
    func withoutCommit() async throws {
        try await addJobs([0.0022, 0.0023])
        let store = try HistoryStore(path: path, access: .existing)
        let known = try #require(try store.run(1)).record
        for number in 0..<3 {
            let record = RunRecord(
                kind: .load,
                recordedAt: known.recordedAt,
                title: known.title,
                branch: "main",
                likeness: known.likeness,
                status: 0,
                isValid: true,
                figures: ["p99": 0.0022]
            )
            try store.append(record, document: "\(number)")
        }
        let run = await assay("history", "trend", "--history", path, "--metric", "p99")
        let first = run.output.split(separator: "\n").first
        #expect(first == "Made up push, branch main: 3 commits, 3 runs without a commit")
    }

    @Test("The shards of a run make one result; an incomplete set is rejected")
    func shards() async throws {
        func shard(_ number: UInt64) throws -> String {
            var run = BuiltRun()
            run.shard = Shard(number, of: 2)
            return try folder.write(run, to: "shard-\(number).json")
        }
        let (first, second) = (try shard(1), try shard(2))
        let whole = try folder.write(BuiltRun(), to: "whole.json")
        let alone = await assay("history", "add", first, whole, "--history", path)
        #expect(alone.status == .unusableFile)
        #expect(
            alone.errors
                == "assay history add: shard 2/2 is missing; all shards of a run are needed\n"
        )
        let run = await assay("history", "add", second, whole, first, "--history", path)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "result 1: shard-2.json, shard-1.json\nresult 2: whole.json\n")
        let again = await assay("history", "add", whole, "--history", path)
        #expect(again.output == "result 2: whole.json (added before)\n")
        let list = await assay("history", "list", "--history", path, "--format", "json")
        let valid = try JSONValue(parsing: list.output).arrayValue?.map { $0["valid"] }
        #expect(valid == [true, true])
    }

    @Test("A branch is rejected if nothing is stored", arguments: ["--branch", "--revision"])
    func branchAlone(option: String) async throws {
        let run = await assay("load", "push.yaml", option, "main")
        #expect(run.status == .commandLine)
        #expect(
            run.errors.hasPrefix(
                "assay load: \(option) requires --history FILE"
            ),
            "\(run.errors)"
        )
    }

    private func against(_ latency: Int64, _ options: String...) async throws -> CommandRun {
        var run = BuiltRun()
        run.latency = latency
        let new = try folder.write(run, to: "new.json")
        let words = ["compare", new, "--against-history", "main", "--history", path]
        return await CommandRun(words + ["--metric", "p99"] + options, in: folder)
    }

    @Test("Against nineteen jobs a result is within the usual range or hints at a regression")
    func againstHistory() async throws {
        try await addJobs((0..<20).map { 0.0022 + Double($0) / 1_000_000 })
        let usual = try await against(2_000_000)
        #expect(usual.status == .success)
        #expect(usual.output.hasSuffix("\nWithin the usual range\n"), "\(usual.output)")
        let slow = try await against(4_000_000)
        #expect(slow.status == .success)
        #expect(slow.output.contains("\nRegression, indicative only: p99 +"), "\(slow.output)")
        #expect(try await against(4_000_000, "--fail-on", "indicative").status == .regression)
    }

    @Test("Without a baseline, or with a short one, the comparison is inconclusive")
    func shortHistory() async throws {
        try await add("first") { $0.hash = "sha256:other" }
        let none = try await against(2_000_000)
        #expect(none.status == .invalidMeasurement)
        #expect(none.output.hasSuffix("\nNo earlier jobs to compare with\n"))
        #expect(
            none.output.contains("note: runs.db has runs of this profile's title of branch main")
        )
        let other = await CommandRun(
            [
                "compare", folder.file("new.json"), "--against-history", "dev", "--history", path,
            ],
            in: folder
        )
        #expect(other.status == .invalidMeasurement)
        #expect(other.output.contains("note: runs.db has no load run of branch dev\n"))
        try await add("second")
        #expect(try await against(2_000_000).status == .success)
        #expect(try await against(2_000_000, "--strict").status == .invalidMeasurement)
    }

    @Test("A comparison is stored on request")
    func keptComparison() async throws {
        let old = try folder.write(BuiltRun(), to: "old.json")
        let new = try folder.write(BuiltRun(), to: "new.json")
        let run = await assay("compare", old, new, "--history", path, "--branch", "topic")
        #expect(run.status == .invalidMeasurement)
        let store = try HistoryStore(path: path, access: .existing)
        let kept = try #require(try store.run(1)).record
        #expect(kept.kind == .compare)
        #expect(kept.branch == "topic")
        #expect(kept.status == 8)
        #expect(kept.title == "Made up push")
        let document = try #require(try store.document(ofRun: 1))
        #expect(try JSONValue(parsing: document)["conclusion"] == "tooFewRuns")
    }

    @Test("A verify report is checked against the latest of a branch")
    func verifyReports() async throws {
        for (name, status) in [("old", "passed"), ("new", "failed")] {
            try folder.write(Array(BuiltReport(["a": status]).text.utf8), to: "\(name).json")
        }
        let (old, new) = (folder.file("old.json"), folder.file("new.json"))
        let empty = await assay("history", "add", old, "--history", path, "--branch", "dev")
        #expect(empty.status == .success)
        let none = await assay("compare", new, "--against-history", "main", "--history", path)
        #expect(none.status == .invalidMeasurement)
        #expect(
            none.errors
                == "assay compare: runs.db has no reliable report of assay verify of branch main with the "
                + "same basis and common promises\n"
        )
        _ = await assay("history", "add", old, "--history", path, "--branch", "main")
        let run = await assay("compare", new, "--against-history", "main", "--history", path)
        #expect(run.status == .regression)
        #expect(run.output.contains("  note: old is run 2 of main\n"), "\(run.output)")
        #expect(run.output.hasSuffix("\nRegression: 1 newly failed\n"))
    }
}
