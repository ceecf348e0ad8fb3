import CommandLineTool
import Contract
import LoadModel
import Measure
import Profile
import Reports

/// The command line of `assay capacity`, read and checked before anything runs.
struct CapacityPlan {
    let basis: LoadBasis
    /// Of the first step, in arrivals a second; `nil` leaves it to the profile.
    let startRate: Double?
    /// `nil` leaves it to the profile.
    let connections: Int?
    let workers: Int
    let budget: Duration
    let outputs: ReportOutputs
    /// The history to store the result in; `nil` for none.
    let history: HistoryOption?
    /// The address of the dashboard; `nil` for none.
    let dashboard: DashboardOption?
    let isQuiet: Bool
    /// The generators that run the steps; `nil` when this process does.
    let generators: GeneratorFleetOption?

    init(_ arguments: ParsedArguments) throws {
        basis = try LoadBasis(arguments)
        startRate = try arguments.value(
            "rate",
            expected: LoadOverrides.rateForms,
            convert: Quantity.rate
        )
        connections = try arguments.int("connections", in: 1...1_000_000)
        workers = try arguments.int("workers", in: 1...256) ?? 1
        let budget = try arguments.duration("budget") ?? .seconds(300)
        guard budget > .zero else {
            throw arguments.unusable(
                arguments.string("budget") ?? "",
                for: "budget",
                expected: "a duration such as 5m, more than 0"
            )
        }
        self.budget = budget
        outputs = try ReportOutputs(arguments, ReportFormats.capacity)
        history = try HistoryOption(arguments)
        dashboard = try DashboardOption(arguments)
        isQuiet = arguments.flag("quiet")
        generators = try GeneratorFleetOption(arguments)
    }

    /// The settings of a search with this profile.
    ///
    /// - Parameters:
    ///   - profile: The profile of the file.
    ///   - arguments: The command line, for messages.
    /// - Returns: The settings of the search.
    /// - Throws: A `CommandLineError` for options that do not fit the profile, a `LoadObstacle` for
    ///   a profile that cannot be searched.
    func settings(
        for profile: LoadProfile,
        _ arguments: ParsedArguments
    ) throws -> CapacitySettings {
        try basis.check(against: profile, arguments)
        let connections = connections ?? profile.load.connections
        guard workers <= connections else {
            throw arguments.unusable(
                "\(workers)",
                for: "workers",
                expected: "at most one for each of the \(connections) connections"
            )
        }
        guard !profile.thresholds.isEmpty else { throw Self.withoutThresholds(profile) }
        guard profile.scenarios.isEmpty else {
            throw Self.withoutRate(profile, "several scenarios, each with its own")
        }
        guard case .open(let stages, let arrivals) = profile.load.model else {
            throw Self.withoutRate(profile, "a closed load, which has no rate")
        }
        let rates = stages.flatMap { [$0.startRate, $0.endRate] }
        guard let rate = startRate ?? rates.first(where: { $0 > 0 }) else {
            throw Self.withoutRate(profile, "none")
        }
        return CapacitySettings(
            startRate: rate,
            quantile: CapacitySettings.finestQuantile(of: profile.thresholds),
            perArrival: CapacitySettings.isOfDeliveries(profile.thresholds)
                ? profile.audience?.perSend ?? 1 : 1,
            arrivals: arrivals,
            connections: connections * (generators?.count ?? 1),
            streams: profile.load.streams,
            warmup: profile.load.warmup,
            think: profile.longestThink,
            budget: budget.wholeNanoseconds
        )
    }

    private static func withoutThresholds(_ profile: LoadProfile) -> LoadObstacle {
        LoadObstacle(
            .unusableFile,
            """
            \(profile.file): thresholds: expected what must hold at the rate that is looked for, got \
            none; write for example
              thresholds:
                - { latency: p99, lt: 250ms }
                - { errors: ratio, lt: 0.1% }
            """
        )
    }

    private static func withoutRate(_ profile: LoadProfile, _ found: String) -> LoadObstacle {
        LoadObstacle(
            .unusableFile,
            """
            \(profile.file): load: expected a rate to begin with, got \(found); write for example
              load:
                stages: [{ rate: 100/s, for: 10s }]
                connections: 128
            """
        )
    }
}
