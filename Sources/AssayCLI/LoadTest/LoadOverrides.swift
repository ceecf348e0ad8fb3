import CommandLineTool
import Contract
import LoadModel
import Profile

/// Options that override a profile's `load`.
struct LoadOverrides: Hashable {
    var connections: Int?
    /// Arrivals per second, from the first to the last.
    var rate: Double?
    /// The total of all stages, in nanoseconds.
    var duration: Int64?

    init(_ arguments: ParsedArguments) throws {
        connections = try arguments.int("connections", in: 1...1_000_000)
        rate = try arguments.value(
            "rate",
            expected: Self.rateForms,
            convert: Quantity.rate
        )
        let duration = try arguments.duration("duration")
        guard duration.map({ $0 > .zero && $0 < .seconds(Self.longest) }) ?? true else {
            throw arguments.unusable(
                arguments.string("duration") ?? "",
                for: "duration",
                expected: "a duration such as 30s, more than 0"
            )
        }
        self.duration = duration?.wholeNanoseconds
    }

    /// Thirty years; nanoseconds are counted with 64 bits.
    private static let longest = 1e9

    /// The values of `rate`, for messages.
    static let rateForms = "arrivals a second such as 500, 1.5/s or 30/m, more than 0"

    /// The profile with the overrides of the command line.
    ///
    /// - Parameters:
    ///   - profile: The profile of the file.
    ///   - arguments: The command line, for messages.
    /// - Returns: The profile to run.
    /// - Throws: A `CommandLineError` for options that do not fit the profile.
    func applied(
        to profile: LoadProfile,
        _ arguments: ParsedArguments
    ) throws -> LoadProfile {
        var profile = profile
        guard rate == nil || profile.scenarios.isEmpty else {
            throw arguments.unusable(
                arguments.string("rate") ?? "",
                for: "rate",
                expected: "a profile with one load; each scenario of \(profile.file) has its own"
            )
        }
        let (whole, file) = (profile.load.span, profile.file)
        try profile.changeLoads { load in
            switch load.model {
            case .open(let stages, let arrivals):
                load.model = .open(self.stages(stages, whole), arrivals)
            case .closed(let stages, let think):
                guard rate == nil else {
                    throw arguments.unusable(
                        arguments.string("rate") ?? "",
                        for: "rate",
                        expected:
                            "a profile with rates; \(file) has a closed load"
                    )
                }
                load.model = .closed(self.stages(stages, whole), think: think)
            }
        }
        if let connections { profile.setConnections(connections) }
        try checkLength(of: profile, arguments)
        return profile
    }

    /// The stages, all scaled by the same factor.
    private func stages(
        _ stages: [LoadShape.ConnectionStage],
        _ span: Int64
    ) -> [LoadShape.ConnectionStage] {
        guard let duration else { return stages }
        return stages.map { stage in
            var stage = stage
            let share = Double(stage.duration) / Double(span)
            stage.duration = max(Int64((share * Double(duration)).rounded()), 1)
            return stage
        }
    }

    /// One stage at the rate; without one, the profile's stages, all scaled by the same factor.
    ///
    /// A run that ends with its audience does so at any rate, unless a duration is given.
    private func stages(_ stages: [LoadShape.Stage], _ span: Int64) -> [LoadShape.Stage] {
        if let rate {
            let count = duration == nil ? stages.last?.arrivalCount : nil
            let length = count.map { Duration.seconds(min(Double($0) / rate, Self.longest)) }
            return [
                LoadShape.Stage(
                    rate: rate,
                    duration: max(length?.wholeNanoseconds ?? duration ?? span, 1),
                    arrivalCount: count
                )
            ]
        }
        guard let duration else { return stages }
        let factor = Duration.nanoseconds(duration) / .nanoseconds(span)
        return stages.map { stage in
            LoadShape.Stage(
                from: stage.startRate,
                to: stage.endRate,
                duration: max((.nanoseconds(stage.duration) * factor).wholeNanoseconds, 1)
            )
        }
    }

    /// Rejects a length whose slices would be too wide: wider than the limit, or wider than windows allow.
    private func checkLength(of profile: LoadProfile, _ arguments: ParsedArguments) throws {
        guard let option = duration != nil ? "duration" : rate != nil ? "rate" : nil else { return }
        guard let width = SliceWidth.narrowest(for: profile.load.total) else {
            throw arguments.unusable(
                arguments.string(option) ?? "",
                for: option,
                expected:
                    "warm-up, stages and drain to last at most \(SliceWidth.longestHours) hours "
                    + "together"
            )
        }
        for threshold in profile.thresholds {
            guard let length = threshold.windows?.length else { continue }
            if length % width == 0 { continue }
            throw arguments.unusable(
                arguments.string(option) ?? "",
                for: option,
                expected:
                    "a run short enough for the window of \(threshold.place ?? "a threshold"), "
                    + "as slices get wider with the length of a run"
            )
        }
    }
}
