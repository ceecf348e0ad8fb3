import JSON
import JSONSchemas
import LoadModel
import Testing

@testable import Measure

/// Checks that `loadprofiles/result-1.schema.json` describes the files that are written and read.
struct ResultSchemaTests {
    /// Results are not arguments themselves: their descriptions would fill megabytes of the log.
    enum Sample: CaseIterable {
        case full, short, merged, shard, empty, closed
        case interrupted, cutByThreshold, withoutConnection, withoutAudience, withoutToken
        case stamped, orphaned, silent, streams

        var result: RunResult {
            get throws {
                let nothing = Recording(SampleRun.plan)
                return switch self {
                case .full: SampleRun.full
                case .short: SampleRun.short
                case .merged: try RunResult.merged([1, 2].map { ("\($0)", Self.shard($0)) })
                case .shard: Self.shard(2)
                case .empty: SampleRun.result(nothing)
                case .closed: SampleRun.closed
                case .interrupted:
                    SampleRun.result(nothing, parts: [SampleRun.part(cut: .interrupted)])
                case .cutByThreshold:
                    SampleRun.result(nothing, parts: [SampleRun.part(cut: .threshold(1))])
                case .withoutConnection:
                    SampleRun.result(nothing, parts: [SampleRun.part(cut: .noConnection("reset"))])
                case .withoutAudience:
                    SampleRun.result(nothing, parts: [SampleRun.part(cut: .audience("a.csv:7:1"))])
                case .withoutToken:
                    SampleRun.result(nothing, parts: [SampleRun.part(cut: .noToken("app: down"))])
                case .stamped: SampleRun.closed(readingDelay: 20_000)
                case .streams: SampleRun.streams
                case .orphaned:
                    SampleRun.result(nothing, parts: [Self.generated(cut: .orphaned, gap: nil)])
                case .silent:
                    SampleRun.result(nothing, parts: [Self.generated(cut: .silent, gap: gap)])
                }
            }
        }

        private static func generated(cut: RunCut, gap: RunGap?) -> RunPart {
            var part = SampleRun.part(cut: cut)
            part.generator = RunGenerator(name: "load-2", host: "b", clockDrift: -5, gap: gap)
            return part
        }

        private var gap: RunGap {
            RunGap(
                silentFrom: 2_600_000_000,
                settledBefore: 2_500_000_000,
                unreported: 3,
                leaseEnd: 3_500_000_000,
                neverMade: 7
            )
        }

        private static func shard(_ number: UInt64) -> RunResult {
            var recording = Recording(SampleRun.plan)
            for item in SyntheticStream(seed: 3, count: 4_000)
            where UInt64(item.index % 2) == number - 1 {
                recording.record(item)
            }
            return SampleRun.result(recording, parts: [SampleRun.part(Shard(number, of: 2))])
        }
    }

    @Test("The schema describes every result that is written", arguments: Sample.allCases)
    func written(sample: Sample) throws {
        // In the form that a reader of the file gets.
        let value = try JSONValue(parsing: Array(try sample.result.fileText.utf8))
        #expect(try ResultSchema.run.objections(to: value) == [])
    }

    @Test("The schema accepts every possible slice width", arguments: SliceWidth.all)
    func sliceWidth(width: Int64) throws {
        let own = "\"sliceWidth\":\(SampleRun.plan.sliceWidth)"
        let text = try Sample.short.result.fileText
        try #require(text.contains(own))
        let other = text.replacing(own, with: "\"sliceWidth\":\(width)")
        let value = try JSONValue(parsing: Array(other.utf8))
        #expect(try ResultSchema.run.objections(to: value) == [])
    }

    @Test("The schema has only known keywords")
    func keywords() throws {
        #expect(try ResultSchema.run.loaded().unknownKeywords.map(\.description) == [])
    }

    /// Members for people and for other programs, which are derived from the others and never read back.
    private static let derived = [
        "/tool", "/environment", "/startedAt", "/elapsedSeconds", "/processTimeSeconds",
        "/targetProcessTimeSeconds", "/totals/",
        "/outcomes", "/generator", "/parts/0/tool/name", "/slices/0/startSeconds",
        "/parts/0/tokens/0/secondsWithout", "/delivery/delivered", "/delivery/sustainedRate",
        "/delivery/bestSecond",
    ]
    private static let derivedOfThresholds = [
        "text", "verdict", "observed", "lowest", "highest", "reason", "windowCounts",
    ]

    private static func isDerived(_ tokens: [String]) -> Bool {
        let pointer = tokens.map { "/\($0)" }.joined()
        if pointer == "/totals/due" { return false }
        if tokens.count > 2, tokens[0] == "thresholds", derivedOfThresholds.contains(tokens[2]) {
            return true
        }
        return derived.contains { pointer.hasPrefix($0) }
    }

    private static func members(_ value: JSONValue) -> [[String]] {
        DocumentMembers.list(value, wholeLists: ["thresholds"])
    }

    private static func isReadable(_ value: JSONValue) -> Bool {
        do throws(RunResultError) {
            _ = try RunResult(parsing: Array(value.text.utf8), file: "result.json")
            return true
        } catch {
            return false
        }
    }

    @Test(
        "A member of another kind is rejected by the schema, and by the reader if the reader uses it"
    )
    func otherKinds() throws {
        let json = SampleRun.shortJSON
        let schema = try ResultSchema.run.loaded()
        var derived = json
        var derivedCount = 0
        for tokens in Self.members(json) {
            let pointer = JSONPointer(tokens: tokens)
            let wrong = try json.setting(pointer, to: ["wrong": true])
            #expect(!schema.isValid(wrong), "\(pointer)")
            if Self.isDerived(tokens) {
                derivedCount += 1
                // A member within a replaced one no longer exists.
                derived = (try? derived.setting(pointer, to: ["wrong": true])) ?? derived
            } else {
                #expect(!Self.isReadable(wrong), "\(pointer)")
            }
        }
        #expect(Self.isReadable(derived))
        #expect(derivedCount > 100)
    }

    @Test("An unknown member is rejected by the schema, and by the reader in the objects it reads")
    func foreignMembers() throws {
        let json = SampleRun.shortJSON
        let schema = try ResultSchema.run.loaded()
        for tokens in [[]] + Self.members(json) {
            let place = JSONPointer(tokens: tokens)
            // The names of outcomes and sends are free.
            let isFree = tokens.first == "outcomes" && ["outcomes", "sends"].contains(tokens.last)
            guard json[place]?.objectValue != nil, !isFree else { continue }
            let more = try json.setting(JSONPointer(tokens: tokens + ["foreign"]), to: 1)
            #expect(!schema.isValid(more), "\(place)")
            if !Self.isDerived(tokens), tokens != ["totals"] {
                #expect(!Self.isReadable(more), "\(place)")
            }
        }
    }

    @Test("If the reader requires a member, the schema does too")
    func missing() throws {
        let json = SampleRun.shortJSON
        let schema = try ResultSchema.run.loaded()
        for tokens in Self.members(json) {
            let pointer = JSONPointer(tokens: tokens)
            let shorter = try json.removing(pointer)
            if schema.isValid(shorter) { #expect(Self.isReadable(shorter), "\(pointer)") }
        }
    }

    @Test(
        "Impossible values are rejected by the schema and by the reader",
        arguments: [
            ("/assayResult", 2), ("/profile/model", "half-open"), ("/profile/stages", []),
            ("/profile/stages/0/rate", -1), ("/profile/arrivals", "uniform"),
            ("/profile/connections", 0), ("/profile/seed", -1), ("/profile/sends", []),
            ("/profile/warmupSeconds", 1e9), ("/profile/requestsPerConnection", 0),
            ("/thresholds/0/relation", "below"), ("/thresholds/0/metric/latency", "p"),
            ("/thresholds/1/metric/errors", "share"), ("/thresholds/3/metric/achieved", "rate"),
            ("/thresholds/0/limit/denominator", 0), ("/thresholds/0/windows/seconds", 0),
            ("/thresholds/0/send", -1), ("/checks/checked", 0.5),
            ("/thresholds/6/metric", ["delivered": "p99", "withinSeconds": 1]),
            ("/thresholds/6/metric", ["latency": "p99", "withinSeconds": 1]),
            ("/thresholds/6/metric", ["delivered": "mean"]),
            ("/thresholds/6/metric", ["deliveries": "refused"]),
            ("/delivery/counts/twice", -1), ("/delivery/examples/0/fault", "slow"),
            ("/delivery/course/widthSeconds", 0.05), ("/delivery/course/slices/0", [1, 2]),
            ("/delivery/sink/refused", ["Unregistered": 20]), ("/delivery/deadlines", []),
            ("/checks/skippedFor/size", -1), ("/parts", []),
            ("/parts/0/shard", "0/4"), ("/parts/0/workers", 0), ("/parts/0/cut", "interrupted"),
            ("/parts/0/statistics/turns", -1), ("/parts/0/environment/cores", 0),
            ("/recording/plan/sends", []), ("/recording/firstSlice", 200_000),
            ("/recording/plan/sliceWidth", 7),
            ("/recording/plan/tracks/0/clock", "wait"), ("/recording/plan/span", 0),
            ("/recording/cells/0/latency/sum", "-1"), ("/recording/cells/0/good", "yes"),
            ("/slices/0/cells/0", -1), ("/slices/0/generatorLag/sum", 5),
        ] as [(String, JSONValue)]
    )
    func otherValues(pointer: String, value: JSONValue) throws {
        let wrong = try SampleRun.shortJSON.setting(try JSONPointer(pointer), to: value)
        #expect(try !ResultSchema.run.loaded().isValid(wrong))
        #expect(!Self.isReadable(wrong))
    }
}
