import Base
import CommandLineTool
import HTTP
import Statistics
import Transport

/// `--interleave TARGET_A TARGET_B PROFILE`: measures two targets in turns, A B B A A B B A ….
struct InterleavedRuns {
    let targets: [InterleavedOrder.Side: String]
    let profile: String
    /// The process IDs of the targets; empty if not given.
    let processes: [InterleavedOrder.Side: String]
    /// The number of runs on each side.
    let count: Int
    /// The folder for the results; `nil` if they are not stored.
    let folder: String?
    /// The seed from which the seeds of all runs are derived.
    let seed: UInt64
    /// Options that are passed on to `assay load`.
    let options: [String]
    /// From `--file-root`.
    let fileRoots: [String]
    /// Whether the progress is hidden.
    let isQuiet: Bool
    /// The duration of a run by its profile, without set-up; `nil` until the profile is read.
    var expectedTime: Duration?

    /// `nil` unless the option is given.
    init?(_ arguments: ParsedArguments) throws {
        guard arguments.flag("interleave") else {
            for name in Self.ownOptions where !arguments.words(of: [name]).isEmpty {
                throw arguments.dependent(name, on: "--interleave")
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
                expected: "it twice with a process number, for the old target and the new one"
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
        "Transport of alternating runs, as in curl",
        TransportOptionGroup.routeOptions
    )

    static let group = OptionGroup(
        "Alternating runs",
        [
            .flag(
                "interleave",
                excludes: ["against-history"],
                help:
                    "Measure before comparing: BASE is then TARGET_A TARGET_B PROFILE, two base "
                    + "URLs, the old one first. \"assay load\" runs against them alternately, A B "
                    + "B A, so that a change of the machine affects both servers alike."
            ),
            .value(
                "runs",
                ValueSpecification("COUNT", default: "6"),
                help: "With --interleave: make this number of runs on each side, at most 100."
            ),
            .value(
                "keep",
                ValueSpecification("FOLDER", completion: .folder),
                help: "With --interleave: store the results in this folder, as A-1.json, "
                    + "B-1.json and so on."
            ),
            .value(
                "target-pid",
                ValueSpecification("PID", isRepeatable: true),
                help: "With --interleave: also measure the processor time of this process on this "
                    + "machine; give the option twice, for the old target first."
            ),
            .value(
                "rate",
                ValueSpecification("RATE"),
                help: "Run one stage at this arrival rate, as in \"assay load\"."
            ),
            .value(
                "duration",
                ValueSpecification("DURATION"),
                help: "Scale the stages to this total duration, as in \"assay load\"."
            ),
            .value(
                "connections",
                ValueSpecification("COUNT"),
                help: "Open this number of connections, as in \"assay load\"."
            ),
            .value(
                "seed",
                ValueSpecification("NUMBER"),
                help: "Use the random values of an earlier comparison. Each run uses its own, "
                    + "whatever the profile's seed, because a server can remember those of "
                    + "earlier runs. Default: a new seed each time."
            ),
            .value(
                "var",
                ValueSpecification("NAME=VALUE", isRepeatable: true),
                help: "Set a variable of the contract, as in \"assay load\"."
            ),
            .value(
                "variables-file",
                ValueSpecification("FILE", isRepeatable: true, completion: .file),
                help: "Read variables from a file, as in \"assay load\"."
            ),
            .value(
                "file-root",
                ValueSpecification("FOLDER", isRepeatable: true, completion: .folder),
                help: "Read files from this folder, as in \"assay load\"."
            ),
        ]
    )
}
