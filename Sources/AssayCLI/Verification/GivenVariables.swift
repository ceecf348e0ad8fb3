import Base
import CommandLineTool
import Contract

/// The values of variables from the command line: from `--var`, and from the files of
/// `--variables-file`.
struct GivenVariables {
    /// From `--var`, in the order in which they were given.
    let names: [String]
    /// The entries of the files, in the order in which they were given.
    let filed: [VariablesFile.Entry]
    /// The values by name: the last of several, and `--var` before files.
    let values: [String: String]

    /// No values.
    static let none = GivenVariables([], [])

    /// Reads the files too.
    ///
    /// - Parameter arguments: The arguments of a command with these two options.
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

    /// The values as `--var` words, for another machine without the files.
    var words: [String] {
        values.sorted { $0.key < $1.key }.flatMap { ["--var", "\($0.key)=\($0.value)"] }
    }

    /// Remarks on entries of the files for variables of no contract; another contract may use them.
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
