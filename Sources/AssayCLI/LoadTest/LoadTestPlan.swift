import CommandLineTool
import Contract
import LoadModel
import Measure
import Platform
import Profile
import Reports
import Transport

/// The command line of `assay load`, read and checked before anything runs.
struct LoadTestPlan {
    let basis: LoadBasis
    let overrides: LoadOverrides
    /// Nanoseconds without a response after which the run is aborted; `nil` leaves it to the profile.
    let breakOff: Int64?
    let workers: Int
    let shard: Shard
    let start: StartMoment?
    let outputs: ReportOutputs
    /// `nil` unless the result is stored.
    let history: HistoryOption?
    /// The address of the live metrics; `nil` for none.
    let listen: ListenAddress?
    /// The address of the dashboard; `nil` for none.
    let dashboard: DashboardOption?
    let isQuiet: Bool
    /// Whether the run ends with standard input.
    let isSupervised: Bool
    /// The process of the server under test, to measure its processor time; `nil` if not given.
    let targetProcess: Int32?
    /// The generators that perform the run; `nil` when this process does.
    let generators: GeneratorFleetOption?
    /// Whether a coordinator starts the run and takes care of the common parts of all shards.
    var isLed = false

    init(_ arguments: ParsedArguments) throws {
        basis = try LoadBasis(arguments)
        overrides = try LoadOverrides(arguments)
        breakOff = try arguments.duration("break-off")?.wholeNanoseconds
        guard breakOff.map({ $0 > 0 }) ?? true else {
            throw arguments.unusable(
                arguments.string("break-off") ?? "",
                for: "break-off",
                expected: "a duration such as 30s, more than 0"
            )
        }
        workers = try arguments.int("workers", in: 1...256) ?? 1
        shard =
            try arguments.value(
                "shard",
                expected: "a shard and the number of shards, such as 2/4",
                convert: { Shard($0, atMost: 1_000) }
            ) ?? .whole
        start = try arguments.value(
            "start-at",
            expected: "a time such as 2026-01-31T12:00:00Z, or +5s",
            convert: StartMoment.init
        )
        outputs = try ReportOutputs(arguments, ReportFormats.load)
        history = try HistoryOption(arguments)
        listen = try arguments.listenAddress("listen")
        dashboard = try DashboardOption(arguments)
        isQuiet = arguments.flag("quiet")
        isSupervised = arguments.flag(Supervision.endOption.name)
        generators = try GeneratorFleetOption(arguments)
        targetProcess = try arguments.int("target-pid", in: 1...ProcessorTime.greatestProcess)
        for name in ["shard", "start-at", "target-pid"] where generators != nil {
            guard let value = arguments.string(name) else { continue }
            throw arguments.unusable(
                value,
                for: name,
                expected: "no --generators, which assigns each generator its part"
            )
        }
        if let targetProcess, basis.targets.isEmpty {
            throw arguments.unusable(
                "\(targetProcess)",
                for: "target-pid",
                expected: "--target as well; the reference target is always measured"
            )
        }
    }

    var path: String { basis.path }
    /// `nil` leaves it to the profile.
    var seed: UInt64? { basis.seed }
    /// Additional options of a reference target.
    var reference: [String] { basis.reference }
    var transport: TransportOptions { basis.transport }

    /// Options that are passed on to `assay serve`, together with the seed.
    static let referenceOptions = ["service-time", "servers", "stall", "error-rate"]

    /// Short enough to be typed again.
    static func randomSeed() -> UInt64 { UInt64.random(in: 1...999_999_999) }
}

extension LoadTestPlan {
    /// The profile with the overrides of this command line.
    ///
    /// - Parameters:
    ///   - profile: The profile of the file.
    ///   - arguments: The command line, for messages.
    /// - Returns: The profile to run.
    /// - Throws: A `CommandLineError` for options that do not fit the profile.
    func checked(
        _ profile: LoadProfile,
        _ arguments: ParsedArguments
    ) throws -> LoadProfile {
        try basis.check(against: profile, arguments)
        if shard.count > 1, !isLed { try checkShards(profile, arguments) }
        var profile = try overrides.applied(to: profile, arguments)
        if let breakOff { profile.changeLoads { $0.breakOff = breakOff } }
        guard workers <= profile.load.connections else {
            throw arguments.unusable(
                "\(workers)",
                for: "workers",
                expected: "at most one for each of the \(profile.load.connections) connections"
            )
        }
        return profile
    }

    /// Checks the values that all shards must have in common.
    private func checkShards(_ profile: LoadProfile, _ arguments: ParsedArguments) throws {
        var missing: String?
        if seed == nil, profile.seed == nil {
            missing = "--seed as well, the same for all shards, or a seed in the profile"
        } else if basis.run == nil, profile.namesRun {
            missing = "--run as well, the same for all shards, as the profile uses {{run}}"
        } else if start == nil, !profile.prepare.isEmpty || !profile.cleanup.isEmpty {
            missing = "--start-at as well, as each shard prepares its part of the audience"
        }
        guard let missing else { return }
        throw arguments.unusable(shard.description, for: "shard", expected: missing)
    }
}
