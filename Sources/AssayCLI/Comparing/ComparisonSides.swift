import CommandLineTool

/// The files that a command line names on both sides.
struct ComparisonSides {
    /// Old results; empty when the baseline is a history.
    let old: [String]
    let new: [String]

    /// Reads those before and after `--`, or two without it; with a history all are new.
    init(_ arguments: ParsedArguments, isAgainstHistory: Bool) throws {
        let (before, after) = (arguments.strings("BASE"), arguments.strings("NEW"))
        if isAgainstHistory {
            guard after.isEmpty else {
                throw arguments.unusable(
                    after[0],
                    for: "NEW",
                    expected: "only new results: with --against-history the old ones come from "
                        + "the history"
                )
            }
            (old, new) = ([], before)
        } else if after.isEmpty {
            guard before.count == 2 else {
                throw arguments.unusable(
                    before.joined(separator: " "),
                    for: "BASE",
                    expected: "BASE... -- NEW..., or one file for each"
                )
            }
            (old, new) = ([before[0]], [before[1]])
        } else {
            (old, new) = (before, after)
        }
        try checkEachOnce(arguments)
    }

    /// The same file twice would count as two samples.
    private func checkEachOnce(_ arguments: ParsedArguments) throws {
        let paths = old + new
        for (index, path) in paths.enumerated() where paths[..<index].contains(path) {
            throw arguments.unusable(
                path,
                for: arguments.isGiven("NEW") && index >= old.count ? "NEW" : "BASE",
                expected: "each file once"
            )
        }
    }
}
