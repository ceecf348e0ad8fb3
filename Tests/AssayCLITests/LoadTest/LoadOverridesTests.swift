import Base
@testable import CommandLineTool
import Contract
import LoadModel
import Profile
import Testing

@testable import AssayCLI

struct LoadOverridesTests {
    private static func arguments(_ words: [String]) throws -> ParsedArguments {
        try ArgumentParser.parse(["load", "profile.yaml"] + words, as: AssayCommand.specification)
    }

    /// The load of a profile with these options applied.
    private static func load(_ profile: SampleProfile, _ words: String...) throws -> LoadShape {
        let arguments = try arguments(words)
        let loaded = try #require(LoadedProfile(path: profile.path).profile)
        return try LoadOverrides(arguments).applied(to: loaded, arguments).load
    }

    private static func refusal(_ words: String...) throws -> String {
        let error = #expect(throws: CommandLineError.self) {
            try LoadTestPlan(arguments(words))
        }
        return error?.description.split(separator: "\n").first.map(String.init) ?? ""
    }

    private static let ramp =
        "stages: [{ rate: 10/s, for: 10s }, { rate: 10/s, to: 50/s, for: 30s }], connections: 4"

    @Test("Without options the profile stays unchanged")
    func nothing() throws {
        let profile = try SampleProfile(load: Self.ramp)
        let shape = try Self.load(profile)
        #expect(shape == LoadedProfile(path: profile.path).profile?.load)
    }

    @Test("A rate makes one stage, with the length of all stages unless a duration is given")
    func rate() throws {
        let profile = try SampleProfile(load: Self.ramp)
        let shape = try Self.load(profile, "--rate", "1.5/s", "--connections", "9")
        let stage = LoadShape.Stage(rate: 1.5, duration: 40_000_000_000)
        #expect(shape.model == .open([stage], .constant))
        #expect(shape.connections == 9)
        let short = try Self.load(profile, "--rate", "30/m", "--duration", "500ms")
        let other = LoadShape.Stage(rate: 0.5, duration: 500_000_000)
        #expect(short.model == .open([other], .constant))
    }

    @Test("A duration alone scales all stages equally")
    func duration() throws {
        let shape = try Self.load(try SampleProfile(load: Self.ramp), "--duration", "4s")
        let first = LoadShape.Stage(rate: 10, duration: 1_000_000_000)
        let second = LoadShape.Stage(from: 10, to: 50, duration: 3_000_000_000)
        #expect(shape.model == .open([first, second], .constant))
    }

    @Test(
        "A run that ends with its audience does so at another rate, but not with a given duration"
    )
    func audience() throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 10/s, for: audience }]",
            sends: "[{ call: getThing, headers: { A: \"{{recipient}}\" } }]",
            more: "audience: { count: 100, recipient: \"{{index}}\" }"
        )
        let fast = LoadShape.Stage(rate: 50, duration: 2_000_000_000, arrivalCount: 100)
        #expect(try Self.load(profile, "--rate", "50/s").model == .open([fast], .constant))
        let short = LoadShape.Stage(rate: 10, duration: 3_000_000_000)
        #expect(try Self.load(profile, "--duration", "3s").model == .open([short], .constant))
    }

    @Test("A closed profile has a duration and no rate")
    func closed() throws {
        let profile = try SampleProfile(
            load: "stages: [{ connections: 3, for: 30s, think: 1ms }]"
        )
        let shape = try Self.load(profile, "--duration", "2s")
        #expect(shape.model == .closed(duration: 2_000_000_000, think: 1_000_000))
        let error = #expect(throws: CommandLineError.self) {
            try Self.load(profile, "--rate", "5")
        }
        #expect(
            error?.description.contains(
                "expected a profile with rates; \(profile.path) has a closed load, "
                    + "got \"5\""
            ) == true
        )
    }

    @Test("A run too long for a window is rejected")
    func windows() throws {
        let profile = try SampleProfile(
            thresholds: "[{ latency: p50, lt: 1s, window: 1s }]"
        )
        let error = #expect(throws: CommandLineError.self) {
            try Self.load(profile, "--duration", "1h")
        }
        #expect(error?.description.contains("short enough for the window of") == true)
        #expect(try Self.load(profile, "--duration", "5m").span == 300_000_000_000)
    }

    @Test(
        "A run longer than a profile allows is rejected",
        arguments: [
            ["--duration", "30h"], ["--duration", "365d"], ["--rate", "1/h"],
        ]
    )
    func length(words: [String]) throws {
        let profile = try SampleProfile(
            load: "stages: [{ rate: 10/s, for: audience }]",
            sends: "[{ call: getThing, headers: { A: \"{{recipient}}\" } }]",
            more: "audience: { count: 100, recipient: \"{{index}}\" }"
        )
        let arguments = try Self.arguments(words)
        let loaded = try #require(LoadedProfile(path: profile.path).profile)
        let error = #expect(throws: CommandLineError.self) {
            try LoadOverrides(arguments).applied(to: loaded, arguments)
        }
        #expect(
            error?.description.contains(
                "option \"\(words[0])\": expected warm-up, stages and drain to last at most 30 hours "
                    + "together, got \"\(words[1])\""
            ) == true
        )
        // Including the minute of the drain.
        _ = try Self.load(profile, "--duration", "899m")
    }

    @Test(
        "Invalid options are rejected before anything is read",
        arguments: [
            (["--rate", "0"], "--rate"), (["--rate", "5/d"], "--rate"),
            (["--rate", "1e3"], "--rate"), (["--rate", "/s"], "--rate"),
            (["--duration", "0s"], "--duration"), (["--duration", "999999999d"], "--duration"),
            (["--connections", "0"], "--connections"),
            (["--shard", "0/4"], "--shard"), (["--shard", "5/4"], "--shard"),
            (["--shard", "2"], "--shard"), (["--start-at", "soon"], "--start-at"),
            (["--start-at", "5s"], "--start-at"), (["--servers", "0"], "--servers"),
            (["--service-time", "exp(2)ms"], "--service-time"),
        ] as [([String], String)]
    )
    func refused(words: [String], option: String) throws {
        let error = #expect(throws: CommandLineError.self) {
            try LoadTestPlan(Self.arguments(words))
        }
        #expect(error?.description.contains("option \"\(option)\": expected") == true)
    }

    @Test(
        "A start is a timestamp or a delay",
        arguments: [
            ("+5s", 5_000_000_000), ("+0", 0), ("1970-01-01T00:00:12Z", 2_000_000_000),
            ("1970-01-01T01:00:09+01:00", -1_000_000_000),
        ] as [(String, Int64)]
    )
    func start(text: String, nanoseconds: Int64) throws {
        let start = try #require(StartMoment(text))
        let now = Timestamp(nanosecondsSince1970: 10_000_000_000)
        #expect(start.nanoseconds(from: now) == nanoseconds)
    }

    @Test("Options of the reference target exclude an explicit target")
    func reference() throws {
        let words = ["--target", "http://127.0.0.1:1", "--servers", "4"]
        #expect(throws: CommandLineError.self) { try Self.arguments(words) }
    }
}
