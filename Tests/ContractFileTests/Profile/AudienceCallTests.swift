import ContractFile
import LoadModel
import Profile
import Testing

/// Requests to each recipient before and after a run.
struct AudienceCallTests {
    private static let audience = #"audience: { count: 3, recipient: "{{index}}" }"#

    private static func loaded(_ more: String) -> LoadedProfile {
        LoadedProfile(LoadedProfile.text(more: more))
    }

    @Test("Audience calls accept the keys of sends, plus rate, time limit and permitted failures")
    func values() throws {
        let calls = """
            prepare:
              - { call: createPush, for: audience, connections: 4, rate: 120/m, failures: 2, within: 90s, set: { /json/to: "{{recipient}}" } }
              - { call: createPush, name: tag, for: audience, expect: { status: 404 }, json: { all: "{{recipients}}" } }
            cleanup: [{ call: createPush, for: audience, set: { /json/gone: "{{recipient}}" } }]
            """
        let loaded = Self.loaded(Self.audience + "\n" + calls)
        #expect(loaded.errors == [])
        let profile = try #require(loaded.profile)
        #expect(profile.prepare.map(\.send.name) == ["createPush", "tag"])
        let first = try #require(profile.prepare.first)
        #expect(first.connections == 4 && first.rate == 2 && first.failures == 2)
        #expect(first.limit == 90_000_000_000)
        let second = profile.prepare[1]
        #expect(second.connections == nil && second.rate == nil && second.failures == 0)
        #expect(second.limit == 3_600_000_000_000)
        #expect(second.send.expectedStatus == 404)
        let cleanup = try #require(profile.cleanup.first)
        #expect(cleanup.limit == 60_000_000_000)
        #expect(!profile.namesRun)
    }

    @Test("Audience calls use no more connections than the command line gives")
    func connections() throws {
        let calls =
            #"prepare: [{ call: createPush, for: audience, connections: 9, set: { /json/to: "{{recipient}}" } }]"#
        var profile = try #require(Self.loaded(Self.audience + "\n" + calls).profile)
        profile.setConnections(12)
        #expect(profile.load.connections == 12 && profile.prepare[0].connections == 9)
        profile.setConnections(2)
        #expect(profile.load.connections == 2 && profile.prepare[0].connections == 2)
    }

    @Test(
        "Errors in audience calls are reported with their position",
        arguments: [
            (
                #"prepare: [{ call: createPosh, for: audience, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:19: unknown operation "createPosh" [did you mean "createPush"?]"#]
            ),
            (
                #"prepare: [{ call: createPush, for: audience }]"#,
                [
                    #"6:11: createPush names no recipient, so all would be sent the same [insert {{recipient}}, such as json: { token: "{{recipient}}" }]"#
                ]
            ),
            (
                #"prepare: [{ call: createPush, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:11: missing key "for" in "prepare""#]
            ),
            (
                #"prepare: [{ call: createPush, for: 10s, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:36: expected "audience", got string "10s""#]
            ),
            (
                #"prepare: [{ call: createPush, for: audience, failures: 4, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:56: expected at most 3, as many as there are recipients, got integer 4"#]
            ),
            (
                #"prepare: [{ call: createPush, for: audience, failures: -1, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:56: expected an integer from 0 to 1000000000, got -1"#]
            ),
            (
                #"prepare: [{ call: createPush, for: audience, rate: 0/s, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:52: at a rate of zero nothing is sent"#]
            ),
            (
                #"prepare: [{ call: createPush, for: audience, connections: 0, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:59: expected an integer from 1 to 1000000, got 0"#]
            ),
            (
                #"cleanup: [{ call: createPush, for: audience, within: 13h, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:54: expected a time of at most 12h, got string "13h""#]
            ),
            (
                #"cleanup: [{ call: createPush, for: audience, failures: 1, set: { /json/to: "{{recipient}}" } }]"#,
                [
                    #"6:46: unknown key "failures" in "cleanup" [failures here do not change the exit status]"#
                ]
            ),
            (
                #"prepare: [{ call: createPush, for: audience, set: { /json/to: "{{recipient}}" } }, { call: createPush, for: audience, set: { /json/to: "{{recipient}}" } }]"#,
                [#"6:84: there is "createPush" already [give one of them a name]"#]
            ),
        ]
    )
    func faults(line: String, errors: [String]) {
        #expect(Self.loaded(Self.audience + "\n" + line).errors == errors)
    }

    @Test("A call for the audience is rejected in a profile without one")
    func nobody() {
        let line = "prepare: [{ call: createPush, for: audience }]"
        #expect(Self.loaded(line).errors == ["5:36: the profile has no \"audience\""])
    }

    @Test(
        "Each run has its own run text if the profile uses it",
        arguments: [
            (#"audience: { count: 3, recipient: "{{run}}{{index}}" }"#, true),
            (#"setup: [{ call: createPush, json: { mark: "{{run}}" } }]"#, true),
            (#"setup: [{ call: createPush, json: { mark: "{{appKey}}" } }]"#, false),
        ]
    )
    func run(more: String, isNamed: Bool) throws {
        let loaded = Self.loaded(more)
        #expect(loaded.errors == [])
        #expect(try #require(loaded.profile).namesRun == isNamed)
    }
}
