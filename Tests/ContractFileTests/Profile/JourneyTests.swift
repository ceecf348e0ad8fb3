import Contract
import ContractFile
import LoadModel
import Profile
import Testing

struct JourneyTests {
    private static let millisecond: Int64 = 1_000_000

    @Test("A journey has steps with think times between them, and coexists with sends")
    func journey() throws {
        let text = LoadedProfile.text(
            sends: """
                [{ name: join, weight: 3, steps: [{ call: createPush, captures: { id: { jsonpath: $.id } } }, { think: { from: 100ms, to: 2s } }, { call: findPush, query: { id: "{{id}}" } }, { think: 1s }, { call: findPush, name: again }] }, { call: createPush }]
                """
        )
        let loaded = LoadedProfile(text)
        #expect(loaded.errors == [])
        let profile = try #require(loaded.profile)
        #expect(
            profile.sends.map(\.name) == [
                "join/createPush", "join/findPush", "join/again", "createPush",
            ]
        )
        #expect(
            profile.sends.map(\.think) == [
                nil, ThinkTime(from: 100 * Self.millisecond, to: 2_000 * Self.millisecond),
                ThinkTime(from: 1_000 * Self.millisecond, to: 1_000 * Self.millisecond), nil,
            ]
        )
        #expect(profile.sends.map { $0.captures.map(\.name) } == [["id"], [], [], []])
        let mix = profile.mix
        #expect(mix.kinds.map(\.name) == ["join", "createPush"])
        #expect(mix.kinds.map(\.weight) == [3, 1])
        #expect(
            mix.rows == [
                "join", "createPush", "join/createPush", "join/findPush", "join/again",
            ]
        )
        #expect((0..<4).map { mix.row(ofSend: $0) } == [2, 3, 4, 1])
        #expect(mix.stepCount == 3)
        // The last journeys must be able to finish too: the timeout, and the longest pauses.
        #expect(profile.load.drain == (5_000 + 2_000 + 1_000) * Self.millisecond)
    }

    @Test(
        "A stage that ends before most of its journeys do causes a warning",
        arguments: [
            (
                "8999ms",
                [
                    "3:31: the stage of 8.999 s is too short for the journey \"join\" with a "
                        + "think time of up to 3 s: most journeys that begin in this stage finish after it "
                        + "[make each stage 9 s or longer]"
                ]
            ), ("9s", []),
        ]
    )
    func shortStage(length: String, warnings: [String]) {
        let text = LoadedProfile.text(
            sends: """
                [{ name: join, steps: [{ call: createPush }, { think: { from: 1s, to: 2s } }, { call: findPush }, { think: 1s }, { call: findPush, name: again }] }]
                """,
            load: "{ stages: [{ rate: 10/s, for: 60s }, { rate: 20/s, for: \(length) }] }"
        )
        let loaded = LoadedProfile(text)
        #expect(loaded.errors == [])
        #expect(loaded.forecast == warnings)
    }

    @Test("A threshold applies to a journey or to one of its steps")
    func thresholds() throws {
        let text = LoadedProfile.text(
            sends: "[{ name: join, steps: [{ call: createPush }, { call: findPush }] }]",
            more: """
                thresholds:
                  - { latency: p50, lt: 1s, of: join }
                  - { errors: ratio, lt: 1%, of: join/findPush }
                """
        )
        let profile = try #require(LoadedProfile(text).profile)
        #expect(profile.thresholds.map(\.send) == [0, 2])
        #expect(
            profile.thresholds.map { $0.text(sends: profile.mix.rows) } == [
                "latency p50 < 1 s of join", "errors < 1% of join/findPush",
            ]
        )
    }

    @Test(
        "Errors in a journey are reported with their position",
        arguments: [
            (
                "[{ name: a, steps: [] }]",
                ["3:27: expected a list of steps, at least one, got sequence"]
            ),
            ("[{ steps: [{ call: createPush }] }]", ["3:9: missing key \"name\" in a journey"]),
            (
                "[{ name: a, steps: [{ think: 1s }, { call: createPush }] }]",
                ["3:28: a pause must be between two steps"]
            ),
            (
                "[{ name: a, steps: [{ call: createPush }, { think: 1s }] }]",
                ["3:50: no step follows this pause"]
            ),
            (
                "[{ name: a, steps: [{ call: createPush }, { think: { from: 2s, to: 1s } }, { call: findPush }] }]",
                ["3:59: expected from to be at most to, got 2 s and 1 s"]
            ),
            (
                "[{ name: a, steps: [{ call: createPush }, { call: createPush }] }]",
                ["3:50: there is a step \"a/createPush\" already [give one of them a name]"]
            ),
            (
                "[{ name: a, steps: [{ call: findPush, query: { id: \"{{id}}\" } }, { call: createPush, captures: { id: { jsonpath: $.id } } }] }]",
                [
                    "3:62: \"id\" is not defined [names come from variables, let, rows, states and "
                        + "captures of earlier steps; functions are alnum, digits, hex, now, seq, uuid]"
                ]
            ),
            (
                "[{ name: a, call: createPush, steps: [{ call: findPush }] }]",
                [
                    "3:20: unknown key \"call\" in a journey [the steps of a journey define its "
                        + "requests]"
                ]
            ),
            (
                "[{ name: createPush, steps: [{ call: findPush }] }, { call: createPush }]",
                ["3:60: there is a send \"createPush\" already [give one of them a name]"]
            ),
        ]
    )
    func faults(sends: String, errors: [String]) {
        #expect(LoadedProfile(LoadedProfile.text(sends: sends)).errors == errors)
    }

    @Test("A closed load cannot have journeys")
    func closed() {
        let text = LoadedProfile.text(
            sends: "[{ name: a, steps: [{ call: findPush }] }]",
            load: "{ stages: [{ connections: 2, for: 1s }] }"
        )
        #expect(
            LoadedProfile(text).errors == [
                "3:9: journeys require stages with a rate: connections that wait for responses "
                    + "would delay due steps"
            ]
        )
    }

    @Test("A threshold on a step cannot abort a run, because the number of arrivals is unknown")
    func abort() {
        let text = LoadedProfile.text(
            sends: "[{ name: a, steps: [{ call: findPush }] }]",
            more: "thresholds: [{ latency: p50, lt: 1s, of: a/findPush, abort: true }]"
        )
        #expect(
            LoadedProfile(text).errors == ["5:54: a step cannot end the run; give this to \"a\""]
        )
    }
}

struct ScenarioTests {
    private static func text(_ scenarios: String) -> String {
        LoadedProfile.text().replacing("sends: [{ call: createPush }]\n", with: "").replacing(
            "load: { stages: [{ rate: 10/s, for: 10s }] }",
            with: "scenarios: \(scenarios)"
        )
    }

    @Test("Scenarios have their own sends and load, and together form one load")
    func scenarios() throws {
        let loaded = LoadedProfile(
            Self.text(
                """
                [{ name: a, sends: [{ call: createPush }, { name: j, steps: [{ call: findPush }] }], load: { stages: [{ rate: 10/s, to: 30/s, for: 10s }], connections: 4 } }, { name: b, sends: [{ call: createPush }], load: { stages: [{ rate: 5/s, for: 20s }], connections: 2 } }]
                """
            )
        )
        #expect(loaded.errors == [])
        let profile = try #require(loaded.profile)
        #expect(profile.mix.rows == ["a/createPush", "a/j", "b/createPush", "a/j/findPush"])
        #expect(profile.scenarios.map(\.name) == ["a", "b"])
        #expect(profile.scenarios.map(\.kinds) == [0..<2, 2..<3])
        let second: Int64 = 1_000_000_000
        #expect(
            profile.load.model
                == .open(
                    [
                        .init(from: 15, to: 35, duration: 10 * second),
                        .init(from: 5, to: 5, duration: 10 * second),
                    ],
                    .constant
                )
        )
        #expect(
            profile.load.pools == [
                .init(target: "a", connections: 4), .init(target: "b", connections: 2),
            ]
        )
        #expect(profile.sends.indices.map { profile.pool(ofSend: $0) } == [0, 0, 1])
    }

    @Test("A threshold is judged on data of its own scenario")
    func forecast() {
        let scenarios = """
            [{ name: a, sends: [{ call: createPush }], load: { stages: [{ rate: 5/s, for: 10s }] } }, { name: b, sends: [{ call: createPush }, { call: findPush }], load: { stages: [{ rate: 100/s, for: 10s }] } }, { name: c, sends: [{ call: findPush }], load: { stages: [{ connections: 1, for: 1s }] } }]
            """
        let thresholds = ["a/createPush", "b/createPush", "c/findPush"].map {
            "  - { latency: p90, lt: 1s, of: \($0) }\n"
        }
        let text = Self.text(scenarios) + "thresholds:\n" + thresholds.joined()
        let forecast = LoadedProfile(text).forecast
        #expect(forecast.count == 1)
        #expect(forecast.first?.contains("about 50 of a/createPush are due") == true)
    }

    @Test(
        "Errors in scenarios are reported with their position",
        arguments: [
            ("[]", ["3:12: expected a list of scenarios, at least one, got sequence"]),
            (
                "[{ name: a, sends: [{ call: createPush }] }]",
                ["3:13: missing key \"load\" in a scenario"]
            ),
            (
                "[{ name: a, sends: [{ call: createPush }], load: { stages: [{ rate: 1/s, for: 1s }] } }]\nsends: [{ call: findPush }]",
                ["4:1: \"sends\" is that of each scenario"]
            ),
            (
                "[{ name: a, sends: [{ call: createPush }] }, { name: b, sends: [{ call: findPush }] }]",
                [
                    "3:13: missing key \"load\" in a scenario",
                    "3:57: missing key \"load\" in a scenario",
                ]
            ),
        ]
    )
    func faults(scenarios: String, errors: [String]) {
        #expect(LoadedProfile(Self.text(scenarios)).errors == errors)
    }
}

struct TargetPoolTests {
    private static func loaded(_ connections: String) -> LoadedProfile {
        LoadedProfile(
            LoadedProfile.text(
                sends: "[{ call: createPush }, { call: findPush, target: other }]",
                load: "{ stages: [{ rate: 10/s, for: 10s }], connections: \(connections) }"
            )
        )
    }

    @Test("Each server has its own connections")
    func pools() throws {
        let load = try #require(Self.loaded("{ api: 6, other: 2 }").profile).load
        #expect(
            load.pools == [
                .init(target: "api", connections: 6), .init(target: "other", connections: 2),
            ]
        )
        #expect(load.connections == 8)
        let same = try #require(Self.loaded("5").profile).load
        #expect(same.pools.map(\.connections) == [5, 5])
        #expect(same.connections == 10)
        #expect(same.over(connectionsEach: 3).connections == 6)
    }

    @Test(
        "Errors in connections are reported with their position",
        arguments: [
            (
                "{ api: 6 }",
                ["4:58: requests go to \"other\" too; expected how many connections it has"]
            ),
            (
                "{ api: 6, other: 2, third: 1 }",
                [
                    "4:78: no request of the profile goes to \"third\" [remove it, or use one of "
                        + "api, other]"
                ]
            ),
            (
                "{ min: 1, max: 4 }",
                [
                    "4:58: a range requires a single server, but these requests go to api, other "
                        + "[set the number of connections per server: { api: 64 }]"
                ]
            ),
        ]
    )
    func faults(connections: String, errors: [String]) {
        #expect(Self.loaded(connections).errors == errors)
    }
}

struct ConnectionStageTests {
    private static func loaded(_ stages: String) -> LoadedProfile {
        LoadedProfile(LoadedProfile.text(load: "{ stages: \(stages) }"))
    }

    @Test("Stages with connections may follow one another and change the number of connections")
    func ramp() throws {
        let stages = "[{ connections: 10, to: 200, for: 1m }, { connections: 200, for: 2m }]"
        let load = try #require(Self.loaded(stages).profile).load
        let minute: Int64 = 60_000_000_000
        #expect(
            load.model
                == .closed(
                    [
                        .init(.init(start: 10, end: 200), duration: minute),
                        .init(.init(start: 200, end: 200), duration: 2 * minute),
                    ],
                    think: 0
                )
        )
        #expect(load.connections == 200)
        #expect(load.span == 3 * minute)
    }

    @Test(
        "Conflicting stages are reported",
        arguments: [
            (
                "[{ connections: 1, for: 1s }, { rate: 1/s, for: 1s }]",
                ["4:47: stages with a rate and stages with connections do not mix"]
            ),
            (
                "[{ connections: 1, for: 1s }, { connections: 2, for: 1s, think: 1ms }]",
                ["4:47: expected the same \"think\" in all stages"]
            ),
        ]
    )
    func faults(stages: String, errors: [String]) {
        #expect(Self.loaded(stages).errors == errors)
    }
}
