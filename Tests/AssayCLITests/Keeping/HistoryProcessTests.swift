import Contract
import Glibc
import Reports
import TestSupport
import Testing

@testable import AssayCLI
@testable import History

/// Several processes that share one history.
@Suite(.timeLimit(.minutes(5)))
struct HistoryProcessTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.file("runs.db") }

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// Arguments that make a process add `count` small reports, each in a separate transaction.
    private func words(_ branch: String, count: Int) throws -> [String] {
        let files = try (1...count).map { number in
            let report = BuiltReport(["a\(number)": "passed", "b": "failed"]).text
            return try folder.write(Array(report.utf8), to: "\(branch)\(number).json")
        }
        return ["history", "add"] + files + [
            "--history", path, "--branch", branch, "--revision", "c0ffee",
        ]
    }

    /// The numbers that a process reported as added.
    private static func numbers(_ output: String) -> [Int64] {
        output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.count == 3 && words[0] == "result" ? Int64(words[1].dropLast()) : nil
        }
    }

    private func checkIntegrity() throws {
        let database = try Database(path: path, createsFile: false, patience: 20_000)
        #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]])
        #expect(try database.rows("PRAGMA foreign_key_check") == [])
    }

    @Test("Processes that create a history at once and fill it together lose nothing")
    func together() async throws {
        let writers = try ["one", "two", "three"].map {
            try RunningProgram(words($0, count: 20))
        }
        var numbers: [Int64] = []
        for writer in writers {
            let run = await writer.end()
            #expect(run.ending == .exited(0), "\(run.errors)")
            let own = Self.numbers(run.output)
            #expect(own.count == 20)
            numbers += own
        }
        #expect(numbers.sorted() == Array(1...60))
        let store = try HistoryStore(path: path, access: .existing)
        for branch in ["one", "two", "three"] {
            #expect(try store.runs(HistoryFilter(branch: branch)).count == 20)
        }
        try checkIntegrity()
    }

    @Test("Processes that are killed while they write lose no result that they reported")
    func killed() async throws {
        // Each is killed after it has reported a certain count, in the middle of later ones that it cannot report
        // without a reader.
        let writers = try [1, 3, 8].map { count in
            (count, try UnreadProgram(words("after-\(count)", count: 1_000)))
        }
        var told: [String: [Int64]] = [:]
        for (count, writer) in writers {
            let beginning = try await writer.lines(count)
            let (ending, rest) = writer.kill()
            #expect(ending == .killed(signal: SIGKILL))
            told["after-\(count)"] = Self.numbers(beginning + rest)
            #expect(Self.numbers(beginning).count == count)
        }
        try checkIntegrity()
        let store = try HistoryStore(path: path, access: .existing)
        for (branch, numbers) in told {
            let there = try store.runs(HistoryFilter(branch: branch)).map(\.number)
            #expect(there.starts(with: numbers), "\(branch)")
            // The last one may have been killed before it could report.
            #expect(there.count - numbers.count <= 1, "\(branch)")
            for number in there {
                #expect(try store.run(number)?.record.figures == ["passed": 1, "failed": 1])
            }
        }
        let next = try await RunningProgram(words("next", count: 1)).end()
        #expect(next.ending == .exited(0), "\(next.errors)")
        try checkIntegrity()
    }

    @Test("assay verify stores its report under branch and commit")
    func verification() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(
            at: server.origin,
            "--history",
            path,
            environment: ["PATH=/usr/bin:/bin", "GITHUB_REF_NAME=main", "GITHUB_SHA=c0ffee"]
        )
        #expect(run.ending == .exited(0), "\(run.errors)")
        let store = try HistoryStore(path: path, access: .existing)
        let record = try #require(try store.run(1)).record
        #expect(record.kind == .verify)
        #expect(record.branch == "main")
        #expect(record.revision == "c0ffee")
        #expect(record.target == server.origin)
        #expect(record.title == "Sample")
        #expect(record.status == 0)
        #expect(record.isValid)
        #expect(record.figures["passed"] == 1)
        let document = try #require(try store.document(ofRun: 1))
        let kept = try ComparedFile("run 1", bytes: Array(document.utf8))
        #expect(kept.verification?.count(.passed) == 1)
    }
}

/// The built program, whose output is read only as far as a test requests: further output fills a socket, and then the
/// program waits.
private final class UnreadProgram {
    private let number: pid_t
    private let output: Pipe
    private var isRunning = true

    init(_ words: [String]) throws {
        let process = try ChildProcess.start(builtProgram, words, .kept, ["PATH=/usr/bin:/bin"])
        (number, output) = (process.number, process.output)
    }

    deinit {
        if isRunning { _ = kill() }
    }

    /// The first lines of its output, as soon as they are there; fewer if the program exits before.
    func lines(_ count: Int) async throws -> String {
        let reader = output.reader
        return try await DetachedThread.value {
            var (text, byte): ([UInt8], UInt8) = ([], 0)
            var missing = count
            while missing > 0, read(reader, &byte, 1) == 1 {
                text.append(byte)
                if byte == UInt8(ascii: "\n") { missing -= 1 }
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Kills it at once; returns the rest of its output beyond the lines.
    func kill() -> (ending: ChildProcess.Ending, rest: String) {
        Glibc.kill(number, SIGKILL)
        isRunning = false
        return (ChildProcess.wait(for: number), output.text)
    }
}
