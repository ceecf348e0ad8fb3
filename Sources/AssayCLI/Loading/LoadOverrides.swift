import Contract
import Measure

/// What the command line says in place of a profile's `load`.
struct LoadOverrides: Hashable {
    var connections: Int?
    /// Arrivals per second, from the first to the last.
    var rate: Double?
    /// Of all stages together.
    var duration: Duration?

    init(_ arguments: ParsedArguments) throws {
        connections = try arguments.int("connections", in: 1...1_000_000)
        rate = try arguments.value(
            "rate",
            expected: Self.rateForms,
            convert: Self.rate
        )
        duration = try arguments.duration("duration")
        if let duration, duration <= .zero {
            throw arguments.unusable(
                arguments.string("duration") ?? "",
                for: "duration",
                expected: "a duration such as 30s, more than 0"
            )
        }
    }

    /// What `rate` takes, for messages.
    static let rateForms = "arrivals a second such as 500, 1.5/s or 30/m, more than 0"

    /// A rate in arrivals a second.
    static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let units = ["s": 1.0, "m": 60, "h": 3600]
        let isNumber = parts[0].allSatisfy { $0.isDigit || $0 == "." }
        guard let unit = parts.count == 1 ? 1 : units[String(parts[1])], parts.count <= 2,
            isNumber, let number = Double(parts[0]), number > 0, number <= 1e9
        else { return nil }
        return number / unit
    }

    /// The profile as the command line wants it.
    ///
    /// - Parameters:
    ///   - profile: As the file has it.
    ///   - arguments: The command line, for messages.
    /// - Returns: The profile to run.
    /// - Throws: A `CommandLineError` for what does not go with the profile.
    func applied(
        to profile: LoadProfile,
        _ arguments: ParsedArguments
    ) throws -> LoadProfile {
        let shape = profile.load
        let model: LoadShape.Model
        switch shape.model {
        case .open(let stages, let arrivals):
            model = .open(self.stages(stages, shape.span), arrivals)
        case .closed(let length, let think):
            guard rate == nil else {
                throw arguments.unusable(
                    arguments.string("rate") ?? "",
                    for: "rate",
                    expected: "a profile with rates; \(profile.file) keeps connections busy instead"
                )
            }
            model = .closed(duration: duration ?? length, think: think)
        }
        let load = LoadShape(
            model: model,
            warmup: shape.warmup,
            connections: connections ?? shape.connections,
            timeout: shape.timeout,
            drain: shape.drain,
            requestsPerConnection: shape.requestsPerConnection
        )
        try checkWindows(profile.thresholds, load, arguments)
        return LoadProfile(
            file: profile.file,
            title: profile.title,
            contract: profile.contract,
            seed: profile.seed,
            audience: profile.audience,
            setup: profile.setup,
            sends: profile.sends,
            load: load,
            thresholds: profile.thresholds
        )
    }

    /// One stage at the rate; without one, the profile's stages, all longer or shorter alike.
    ///
    /// A run that ends with its audience does so at any rate, unless it is given a length.
    private func stages(_ stages: [LoadShape.Stage], _ span: Duration) -> [LoadShape.Stage] {
        if let rate {
            let count = duration == nil ? stages.last?.arrivalCount : nil
            let length = count.map { Duration.seconds(Double($0) / rate) }
            return [
                LoadShape.Stage(
                    startRate: rate,
                    endRate: rate,
                    duration: max(length ?? duration ?? span, .nanoseconds(1)),
                    arrivalCount: count
                )
            ]
        }
        guard let duration else { return stages }
        let factor = duration / span
        return stages.map { stage in
            LoadShape.Stage(
                startRate: stage.startRate,
                endRate: stage.endRate,
                duration: stage.duration * factor
            )
        }
    }

    /// A longer run is kept in wider slices, which windows must not cut.
    private func checkWindows(
        _ thresholds: [LoadThreshold],
        _ load: LoadShape,
        _ arguments: ParsedArguments
    ) throws {
        guard let option = duration != nil ? "duration" : rate != nil ? "rate" : nil else { return }
        let width = RecordingPlan.sliceWidth(for: load.total.wholeNanoseconds)
        for threshold in thresholds {
            guard let length = threshold.windows?.length.wholeNanoseconds else { continue }
            if let width, length % width == 0 { continue }
            throw arguments.unusable(
                arguments.string(option) ?? "",
                for: option,
                expected: "a run short enough for the window of \(threshold.location), as slices "
                    + "get wider with the length of a run"
            )
        }
    }
}
