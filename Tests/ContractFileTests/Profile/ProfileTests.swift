import Base
import Contract
import ContractFile
import LoadModel
import Profile
import Testing

struct ProfileTests {
    private static let whole = """
        profile: "1"
        info: { title: "NCMB push, 100,000 devices" }
        contract: ../push.yaml
        seed: 42
        audience: { count: 100000, perSend: 1000, recipient: { deviceToken: "{{hex 64}}" } }
        setup: [{ call: findPush }]
        sends:
          - { call: createPush, weight: 3, set: { /json/to: "{{recipients}}" }, expect: { status: 202 }, check: { every: 100 } }
          - { call: findPush, name: find }
        load:
          warmup: 2s
          stages:
            - { rate: 500/s, for: 10s }
            - { rate: 500/s, to: 2000/s, for: 20s }
            - { rate: 30/m, for: audience }
          arrivals: poisson
          connections: 64
          timeout: 1500ms
          requestsPerConnection: 100
          breakOff: after 30s
        thresholds:
          - { latency: p99, lt: 250ms, of: createPush, window: 10s, in: 99%, abort: true }
          - { errors: ratio, lt: 0.1% }
          - { outcome: E429000, lte: 1% }
          - { achieved: ratio, gte: 99% }

        """

    @Test("All parts of a profile are read")
    func parts() throws {
        let loaded = LoadedProfile(Self.whole)
        #expect(loaded.errors == [])
        let profile = try #require(loaded.profile)
        #expect(profile.title == "NCMB push, 100,000 devices")
        #expect(profile.seed == 42)
        #expect(profile.audience?.requestCount == 100)
        #expect(profile.setup.map(\.label) == ["findPush"])
        #expect(profile.sends.map(\.name) == ["createPush", "find"])
        #expect(profile.sends.map(\.weight) == [3, 1])
        #expect(profile.sends.map(\.expectedStatus) == [202, nil])
        #expect(profile.sends.map(\.checkEvery) == [100, nil])
        #expect(profile.sends.map(\.request.operation) == ["createPush", "findPush"])
    }

    @Test("The load consists of the stages in sequence")
    func load() throws {
        let load = try #require(LoadedProfile(Self.whole).profile?.load)
        let stages: [LoadShape.Stage] = [
            .init(rate: 500, duration: 10_000_000_000),
            .init(from: 500, to: 2000, duration: 20_000_000_000),
            // 100 requests, two seconds each.
            .init(rate: 0.5, duration: 200_000_000_000, arrivalCount: 100),
        ]
        #expect(load.model == .open(stages, .poisson))
        #expect(load.warmup == 2_000_000_000)
        #expect(load.connections == 64)
        #expect(load.timeout == 1_500_000_000)
        #expect(load.drain == load.timeout)
        #expect(load.requestsPerConnection == 100)
        #expect(load.breakOff == 30_000_000_000)
        #expect(load.span == 230_000_000_000)
    }

    @Test("Thresholds keep their limits exactly")
    func thresholds() throws {
        let thresholds = try #require(LoadedProfile(Self.whole).profile?.thresholds)
        #expect(
            thresholds.map(\.metric)
                == [
                    .latencyPercentile(.p99), .errorRatio, .outcomeRatio("E429000"), .achievedRatio,
                ]
        )
        #expect(thresholds.map(\.relation) == [.lt, .lt, .lte, .gte])
        #expect(
            thresholds.map(\.limit) == [
                Fraction(250_000_000), Fraction(1, of: 1000), Fraction(1, of: 100),
                Fraction(99, of: 100),
            ]
        )
        #expect(thresholds.map(\.send) == [0, nil, nil, nil])
        #expect(thresholds[0].windows?.length == 10_000_000_000)
        #expect(thresholds[0].windows?.share == Fraction(99, of: 100))
        #expect(thresholds.map(\.aborts) == [true, false, false, false])
    }

    @Test("Connections instead of a rate select the closed model")
    func closed() throws {
        let text = LoadedProfile.text(
            load: "{ stages: [{ connections: 64, for: 30s, think: 10ms }] }"
        )
        let loaded = LoadedProfile(text)
        #expect(loaded.errors == [])
        let load = try #require(loaded.profile?.load)
        #expect(load.model == .closed(duration: 30_000_000_000, think: 10_000_000))
        #expect(load.connections == 64)
    }

    @Test("Rows of a CSV file are recipients")
    func rows() throws {
        let loaded = LoadedProfile(
            LoadedProfile.text(
                sends: "[{ call: createPush, set: { /json/to: \"{{recipients}}\" } }]",
                load: "{ stages: [{ rate: 2/s, for: audience }] }",
                more: "audience: { csv: devices.csv, perSend: 2 }"
            ),
            devices: "\u{FEFF}token,os\r\n\"t,\"\"1\",ios\r\n\r\nt2,android\r\n\"t\n3\","
        )
        #expect(loaded.errors == [])
        let audience = try #require(loaded.profile?.audience)
        #expect(audience.count == 3)
        #expect(audience.requestCount == 2)
        let table = try #require(audience.table)
        #expect(table.columns == ["token", "os"])
        // The byte order mark and the first line have 13 bytes; the rows have 13 and, including the empty line before
        // it, 14.
        #expect(table.offsets == [13, 26, 40])
        #expect(table.stride == 1)
        #expect(table.size == 46)
        #expect(audience.recipient.templates.flatMap(\.names) == ["token", "os"])
        #expect(loaded.profile?.load.span == 1_000_000_000)
    }

    @Test("The expected response of a send can be a documented error")
    func expectedError() throws {
        let text = LoadedProfile.text(sends: "[{ call: createPush, expect: { error: E400001 } }]")
        let loaded = LoadedProfile(text)
        #expect(loaded.errors == [])
        let send = try #require(loaded.profile?.sends.first)
        #expect(send.expectedError?.id == "E400001")
        #expect(send.expectedStatus == nil)
    }

    @Test("A contract is not a profile, and a profile is not a contract")
    func mixedUp() {
        let contract = LoadedProfile(LoadedProfile.contract)
        #expect(
            contract.errors == [
                "1:11: this is a contract; expected a load profile, which names its contract "
                    + "[\"assay verify\" runs the cases of a contract; a load profile begins with "
                    + "profile: \"1\"]"
            ]
        )
        let files = InMemoryFiles(files: ["a.yaml": Array(LoadedProfile.text().utf8)])
        let library = ContractLibrary(files: files)
        _ = library.contract(at: "a.yaml")
        #expect(
            library.diagnostics.list.map(\.message) == [
                "this is a load profile; expected a contract"
            ]
        )
        #expect(library.diagnostics.list.first?.location.line == 1)
    }

    @Test("A missing file is named")
    func missing() {
        let library = ContractLibrary(files: InMemoryFiles(files: [:]))
        #expect(library.profile(at: "a.yaml") == nil)
        #expect(
            library.diagnostics.list.map(\.message)
                == ["cannot read the file: No such file or directory"]
        )
    }
}
