import Base
import Contract
import ContractFile
import JSON
import LoadModel
import Measure
import Profile
import Testing

@testable import Load

/// Checks the load profiles of this repository against the requirements of a run.
struct RepositoryProfileTests {
    private static let root =
        "/" + "\(#filePath)".split(separator: "/").dropLast(4).joined(separator: "/")

    static let shipped = [
        "core-push-everybody", "core-push-fan-out", "mixed-traffic", "ncmb-fan-out", "ncmb-push",
        "nhn-push-fan-out", "nifty-fan-out", "poisson", "ramp", "registration-storm", "saturation",
        "soak", "spike", "toast-push-fan-out",
    ].map { "loadprofiles/\($0).yaml" }

    static let benchmarks = ["lag", "queue", "signed", "stall", "static"]
        .map { "Tests/Benchmark/\($0).yaml" }

    /// All of them, read once because they share contracts, and their diagnostics.
    private static let loaded: (profiles: [String: LoadProfile], messages: [String]) = {
        let library = ContractLibrary()
        var profiles: [String: LoadProfile] = [:]
        for path in shipped + benchmarks {
            profiles[path] = library.profile(at: "\(root)/\(path)")
        }
        return (profiles, library.diagnostics.list.map(\.message))
    }()

    private static func profile(_ path: String) throws -> LoadProfile {
        #expect(loaded.messages == [])
        return try #require(loaded.profiles[path])
    }

    @Test("The listed profiles are all the shipped ones")
    func all() throws {
        let found = try ContractFinder.files(
            at: "\(Self.root)/loadprofiles",
            taking: [.contract, .profile]
        )
        #expect(found == Self.shipped.map { "\(Self.root)/\($0)" })
    }

    @Test(
        "Every send can be laid out with the same bytes as the contract's encoder",
        arguments: shipped + benchmarks
    )
    func planned(path: String) throws {
        let profile = try Self.profile(path)
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 1, name: "")
        )
        for variable in profile.contract.variables {
            if let value = variable.defaultValue {
                evaluator.scope[variable.name] = try evaluator.value(of: value)
            }
        }
        try evaluator.bind(profile.contract.bindings)
        for capture in profile.setup.flatMap(\.captures) {
            evaluator.scope[capture.name] = .string("captured")
        }
        evaluator.scope[LoadProfile.runName] = .string("0123456789ab")
        let targets = profile.contract.targets.map { target in
            LoadTarget(name: target.name, origin: "http://127.0.0.1:8080")
        }
        let planner = RequestPlanner(
            profile,
            targets: targets,
            evaluator: evaluator,
            run: "r1"
        )
        let requests = try planner.planned(seed: 3)
        #expect(requests.sends.map(\.name) == profile.sends.map(\.name))
        let names = requests.sends.map(\.layout.namesRecipients)
        #expect(names == profile.sends.map(\.namesRecipients))
        let calls = requests.prepare + requests.cleanup
        #expect(calls.allSatisfy { $0.send.layout.namesRecipients })
    }

    @Test("Every audience is prepared", arguments: shipped)
    func prepared(path: String) throws {
        let profile = try Self.profile(path)
        #expect(profile.prepare.isEmpty == (profile.audience == nil))
        #expect(profile.namesRun == (profile.audience != nil))
    }

    @Test("Every percentile of a threshold has ten arrivals above it", arguments: shipped)
    func judgeable(path: String) throws {
        let profile = try Self.profile(path)
        #expect(!profile.thresholds.isEmpty)
        for threshold in profile.thresholds {
            guard case .latencyPercentile(let quantile) = threshold.metric else { continue }
            let count = Self.fewest(in: profile, threshold)
            #expect(!quantile.isTooFine(for: count), "\(quantile) of \(count) arrivals")
        }
    }

    /// The number of arrivals that a threshold is checked on: in its smallest window, for its own send.
    private static func fewest(in profile: LoadProfile, _ threshold: Threshold) -> UInt64 {
        let seed = profile.seed ?? 0
        let choice = ArrivalChoice(profile.mix, seed: seed)
        let wanted = threshold.send
        switch profile.load.model {
        case .closed(_, let think):
            // The number of turns if each response takes as long as permitted.
            let turns = profile.load.span / (Int64(threshold.limit.numerator) + think)
            return UInt64(profile.load.connections) * UInt64(turns)
        case .open(let stages, let arrivals):
            let warmup = profile.load.warmup
            let schedule = Schedule(stages, warmup: warmup, arrivals: arrivals, seed: seed)
            let length = threshold.windows?.length ?? schedule.span
            var counts: [Int64: UInt64] = [:]
            for start in stride(from: 0, to: schedule.span, by: Int(length)) {
                counts[start / length] = 0
            }
            var cursor = ScheduleCursor(schedule)
            while let arrival = cursor.next() {
                guard arrival.due >= 0,
                    wanted == nil || choice.kind(ofArrival: arrival.index) == wanted
                else { continue }
                counts[arrival.due / length, default: 0] += 1
            }
            return counts.values.min() ?? 0
        }
    }
}
