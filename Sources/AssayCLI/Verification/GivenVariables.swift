import Base
import CommandLineTool
import Contract

/// The values of variables that a command line gives: by `--var`, and in the files of
/// `--variables-file`.
struct GivenVariables {
    /// From `--var`, in the order in which they were given.
    let names: [String]
    /// What the files say, in the order in which they were given.
    let filed: [VariablesFile.Entry]
    /// By name: of several values the last, and one of `--var` before any of a file.
    let values: [String: String]

    /// Nobody gave any.
    static let none = GivenVariables([], [])

    /// Reads the files too.
    ///
    /// - Parameter arguments: Of a command with these two options.
    /// - Throws: A `CommandLineError`, or a `VerificationObstacle` for a file.
    init(_ arguments: ParsedArguments) throws {
        let assignments = try arguments.assignments("var").map { ($0.name ?? "", $0.value) }
        var filed: [VariablesFile.Entry] = []
        for path in arguments.strings("variables-file") {
            filed += try VariablesFile.entries(of: path)
        }
        self.init(assignments, filed)
    }

    private init(_ assignments: [(String, String)], _ filed: [VariablesFile.Entry]) {
        names = assignments.map(\.0)
        self.filed = filed
        let pairs = filed.map { ($0.name, $0.value) } + assignments
        values = Dictionary(pairs) { _, later in later }
    }

    /// The values as words that give them again, where the files are not.
    var words: [String] {
        values.sorted { $0.key < $1.key }.flatMap { ["--var", "\($0.key)=\($0.value)"] }
    }

    /// What the files say of variables that no contract has: they may be for others.
    ///
    /// - Parameter known: The variables of the contracts.
    /// - Returns: A line for each, with its place.
    func remarks(knowing known: [VariableSpecification]) -> [String] {
        let names = Set(known.map(\.name))
        return filed.filter { !names.contains($0.name) }.map { entry in
            let hint =
                NearestName.suggestion(for: entry.name, among: names.sorted())
                .map { "; did you mean \"\($0)\"?" } ?? ""
            return "\(entry.location): no contract has a variable \"\(entry.name)\"\(hint)"
        }
    }
}
