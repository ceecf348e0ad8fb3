@testable import CommandLineTool
import ContractFile
import Glibc
import Measure
import TestSupport
import Testing

@testable import AssayCLI

/// Runs in turns made by a program that has all results available.
struct RunTurnsTests {
    private let folder: TemporaryDirectory
    private let results: TemporaryDirectory
    private var kept: String { results.path }

    init() throws {
        (folder, results) = (try TemporaryDirectory(), try TemporaryDirectory())
    }

    /// A program like `assay load` that copies `NAME.json` to the path given with `--output`.
    private func program() throws -> String {
        let text = """
            #!/bin/sh
            while [ "$1" != --output ]; do shift; done
            exec cp "\(folder.path)/$(basename "$2")" "$2"

            """
        let path = try folder.write(Array(text.utf8), to: "load.sh")
        chmod(path, 0o700)
        return path
    }

    /// Writes the results of `count` runs on each side.
    private func write(count: Int) throws {
        for number in 1...count {
            for side in ["A", "B"] {
                var run = BuiltRun()
                run.latency = 4_000_000 + Int64(3_000 * number)
                _ = try folder.write(run, to: "\(side)-\(number).json")
            }
        }
    }

    private func runs(_ words: String...) throws -> InterleavedRuns {
        let all = ["--interleave", "old", "new", "push.yaml", "--keep", kept] + words
        let arguments = try ArgumentParser.parse(all, as: CompareCommand.specification)
        return try #require(try InterleavedRuns(arguments))
    }

    @Test("No two runs draw the same values, which a server may reject; a seed fixes all values")
    func seeds() async throws {
        try write(count: 2)
        let sink = "\(folder.path)/calls"
        let text = """
            #!/bin/sh
            echo "$*" >> "\(sink)"
            exec "\(try program())" "$@"

            """
        let path = try folder.write(Array(text.utf8), to: "noted.sh")
        chmod(path, 0o700)
        let turns = RunTurns(
            runs: try runs("--runs", "2", "--seed", "7"),
            rules: ComparisonRules(),
            program: path,
            folder: try ResultFolder(kept),
            current: CurrentCall(),
            console: Console(output: MemorySink(), errors: MemorySink(), terminal: .none)
        )
        _ = try await turns.results(2)
        let calls = String(decoding: try DiskFiles().read(sink, atMost: 1 << 16), as: UTF8.self)
        let seeds = calls.split(separator: "\n").compactMap { line in
            line.split(separator: " ").drop { $0 != "--seed" }.dropFirst().first.map(String.init)
        }
        #expect(seeds == (7..<11).map { "\($0)" })
    }

    @Test("Interrupted runs leave the completed results and no others")
    func interrupted() async throws {
        try write(count: 2)
        let current = CurrentCall()
        // The third run has been announced but has not begun.
        let errors = Watch("run 3 of 4") { current.interrupt() }
        let turns = RunTurns(
            runs: try runs("--runs", "2"),
            rules: ComparisonRules(),
            program: try program(),
            folder: try ResultFolder(kept),
            current: current,
            console: Console(output: MemorySink(), errors: errors, terminal: .none)
        )
        let results = try await turns.results(2)
        #expect(results.isInterrupted)
        #expect(results.old.map(\.path) == ["\(kept)/A-1.json"])
        #expect(results.new.map(\.path) == ["\(kept)/B-1.json"])
        #expect(access("\(kept)/B-2.json", F_OK) != 0)
    }

    @Test("A folder with results is not overwritten")
    func takenFolder() throws {
        _ = try ResultFolder(kept)
        let there = try ResultFolder(kept)
        try results.write([], to: "A-1.json")
        there.removeUnlessKept()
        #expect(access("\(kept)/A-1.json", F_OK) == 0)
        let error = #expect(throws: InterleavingObstacle.self) { try ResultFolder(kept) }
        #expect(
            error?.description == "\(kept): the folder contains results; choose another folder"
        )
    }
}

/// Runs an action as soon as a given text is written.
private final class Watch: ByteSink {
    private let text: String
    private let action: @Sendable () -> Void

    init(_ text: String, action: @escaping @Sendable () -> Void) {
        self.text = text
        self.action = action
    }

    func write(_ text: String) throws(WriteFailure) {
        if text.hasPrefix(self.text) { action() }
    }
}
