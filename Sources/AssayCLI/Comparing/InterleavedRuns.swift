import Base
import CommandLineTool
import HTTP
import Statistics
import Transport

/// `--interleave TARGET_A TARGET_B PROFILE`: measures two targets in turns, A B B A A B B A ….
struct InterleavedRuns {
    let targets: [InterleavedOrder.Side: String]
    let profile: String
    /// The numbers of their processes; empty when nobody named them.
    let processes: [InterleavedOrder.Side: String]
    /// How many runs there are on each side.
    let count: Int
    /// Where the results are kept; `nil` when nobody wants them.
    let folder: String?
    /// What the seeds of all runs follow from.
    let seed: UInt64
    /// What is passed on to `assay load`.
    let options: [String]
    /// Of the profile.
    let fileRoots: [String]
    /// Whether nothing is said while the runs last.
    let isQuiet: Bool
    /// What a run takes by its profile, without set-up; `nil` as long as nobody has read that.
    var expectedTime: Duration?

    /// `nil` unless it is asked for.
    init?(_ arguments: ParsedArguments) throws {
        guard arguments.flag("interleave") else {
            for name in Self.ownOptions {
                // The name of a flag, which has no value, stands for it.
                guard let word = arguments.words(of: [name]).prefix(2).last else { continue }
                throw arguments.unusable(
                    word,
                    for: name,
                    expected: "\"--interleave\" beside it"
                )
            }
            return nil
        }
        let words = arguments.strings("BASE")
        guard words.count == 3, arguments.strings("NEW").isEmpty else {
            throw arguments.unusable(
                words.joined(separator: " "),
                for: "BASE",
                expected: "TARGET_A TARGET_B PROFILE with --interleave"
            )
        }
        for target in words.prefix(2) where URLParts(target) == nil {
            guard target.contains("://"), URLCredentials(in: target) != nil else { continue }
            throw arguments.unusable(
                target,
                for: "BASE",
                expected: "a base URL without user name and password"
            )
        }
        targets = [.old: words[0], .new: words[1]]
        profile = words[2]
        processes = try Self.processes(arguments)
        count = try arguments.int("runs", in: 1...100) ?? Self.usualCount
        seed =
            try arguments.int("seed", in: UInt64.min...UInt64.max) ?? LoadTestPlan.randomSeed()
        folder = arguments.string("keep")
        fileRoots = arguments.strings("file-root")
        isQuiet = arguments.flag("quiet")
        try TransportOptionGroup.route(arguments).validate()
        options = arguments.words(of: Self.passedOn)
    }

    private static func processes(
        _ arguments: ParsedArguments
    ) throws -> [InterleavedOrder.Side: String] {
        let numbers = arguments.strings("target-pid")
        guard !numbers.isEmpty else { return [:] }
        guard numbers.count == 2, numbers.allSatisfy({ Int32($0) != nil }) else {
            throw arguments.unusable(
                numbers.joined(separator: " "),
                for: "target-pid",
                expected: "it twice with the number of a process, for the old target and the "
                    + "new one"
            )
        }
        return [.old: numbers[0], .new: numbers[1]]
    }

    /// The fewest runs on each side with which five figures are compared in blocks of A B B A.
    private static let usualCount = 6

    private static let passedOn =
        ["rate", "duration", "connections", "var", "variables-file", "file-root"]
        + TransportOptionGroup.routeOptions.map(\.name)
    private static let ownOptions = ["runs", "keep", "target-pid", "seed"] + passedOn

    static let transport = OptionGroup(
        "Transport of runs in turns, as in curl",
        TransportOptionGroup.routeOptions
    )

    static let group = OptionGroup(
        "Runs in turns",
        [
            .flag(
                "interleave",
                excludes: ["against-history"],
                help:
                    "Measure first: BASE is then TARGET_A TARGET_B PROFILE, two base URLs of which "
                    + "the first is the old one. They are driven in turns, A B B A, by \"assay load\", "
                    + "so that a machine that changes harms both alike."
            ),
            .value(
                "runs",
                ValueSpecification("COUNT", default: "6"),
                help: "With --interleave: how many runs on each side, up to 100."
            ),
            .value(
                "keep",
                ValueSpecification("FOLDER", completion: .folder),
                help: "With --interleave: keep the results here, as A-1.json, B-1.json and so on."
            ),
            .value(
                "target-pid",
                ValueSpecification("PID", isRepeatable: true),
                help: "With --interleave, for each target: also measure the processor time of its "
                    + "process on this machine, first of the old one."
            ),
            .value("rate", ValueSpecification("RATE"), help: "As of \"assay load\"."),
            .value("duration", ValueSpecification("DURATION"), help: "As of \"assay load\"."),
            .value("connections", ValueSpecification("COUNT"), help: "As of \"assay load\"."),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "Draw the same random values again. Each run draws its own, whatever the "
                    + "profile's seed is, because a server may remember those of earlier runs; "
                    + "without it, others each time."
            ),
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "As of \"assay load\"."
            ),
            .value(
                "variables-file",
                ValueSpecification("FILE", isRepeatable: true, completion: .file),
                help: "As of \"assay load\"."
            ),
            .value(
                "file-root",
                ValueSpecification("FOLDER", isRepeatable: true, completion: .folder),
                help: "As of \"assay load\"."
            ),
        ]
    )
}
