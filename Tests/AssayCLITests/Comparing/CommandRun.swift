import AssayCLI
import CommandLineTool
import Measure
import TestSupport

/// Output and exit status of a command, without the name of the folder that contains its files.
struct CommandRun {
    let status: CommandLineTool.ExitStatus
    let output: String
    let errors: String

    init(_ words: [String], in folder: TemporaryDirectory) async {
        let (output, errors) = (MemorySink(), MemorySink())
        let console = Console(output: output, errors: errors, terminal: .none)
        status = await AssayCommand.run(words, console: console)
        self.output = output.text.replacing(folder.path + "/", with: "")
        self.errors = errors.text.replacing(folder.path + "/", with: "")
    }
}

extension TemporaryDirectory {
    /// Writes a made-up load result; returns its path.
    func write(_ run: BuiltRun, to name: String) throws -> String {
        try write(Array(run.result.fileText.utf8), to: name)
    }

    /// Five runs on each side in the order A B B A …, or one side after the other; no two are identical.
    func sides(
        old: Int64 = 2_000_000,
        new: Int64 = 2_000_000,
        takingTurns: Bool = true,
        change: (inout BuiltRun) -> Void = { _ in }
    ) throws -> (old: [String], new: [String]) {
        let turns: [Int64] = [0, 3, 4, 7, 8]
        let places =
            takingTurns ? [turns, [1, 2, 5, 6, 9]] : [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]]
        let sides = try zip([old, new], places).map { latency, places in
            try places.map { place in
                var run = BuiltRun()
                run.startedAt += 60 * place
                run.latency = latency + 3_000 * place
                change(&run)
                return try write(run, to: "\(place).json")
            }
        }
        return (sides[0], sides[1])
    }
}
