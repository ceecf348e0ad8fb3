@testable import CommandLineTool
import Contract
import Replay
import Testing

@testable import AssayCLI

struct RunGroupsTests {
    private static func reference(_ port: Int) -> ReplayTarget {
        ReplayTarget(
            name: "api",
            origin: "http://127.0.0.1:\(port)",
            isReference: true,
            stateChangeURL: "http://127.0.0.1:\(port)/_assay/states"
        )
    }

    /// Contracts named `a`, `b`, `c` … with these targets, and the files whose set-up they share.
    private static func positions(
        _ targets: [[ReplayTarget]],
        shared: [Int: String] = [:]
    ) -> [[Int]] {
        var groups = RunGroups()
        for (position, targets) in targets.enumerated() {
            var contract = ContractDocument(file: "\(position).yaml")
            if let file = shared[position] {
                contract.shared = [SharedSteps(file: file, setup: [], teardown: [])]
            }
            groups.add(contract, targets)
        }
        return groups.positions
    }

    @Test("Contracts of different built-in services are separate, those of one stay in order")
    func references() {
        let (one, two) = (Self.reference(1), Self.reference(2))
        #expect(Self.positions([]) == [])
        #expect(Self.positions([[one], [two], [one], [two], [one]]) == [[0, 2, 4], [1, 3]])
    }

    @Test("A contract that calls two services joins the contracts of both")
    func joined() {
        let (one, two, three) = (Self.reference(1), Self.reference(2), Self.reference(3))
        #expect(Self.positions([[one], [two], [three], [two, one]]) == [[0, 1, 3], [2]])
        #expect(Self.positions([[one, two], [two], [one]]) == [[0, 1, 2]])
    }

    @Test("Contracts that share a set-up stay together, whatever they call")
    func shared() {
        let (one, two, three) = (Self.reference(1), Self.reference(2), Self.reference(3))
        #expect(
            Self.positions([[one], [two], [three]], shared: [0: "login.yaml", 2: "login.yaml"])
                == [[0, 2], [1]]
        )
    }

    @Test("Servers that the user names count as one, because they may be the same")
    func given() {
        let one = ReplayTarget(name: "api", origin: "http://old.test:1")
        let two = ReplayTarget(name: "api", origin: "http://new.test:2")
        #expect(Self.positions([[one], [two], [Self.reference(1)]]) == [[0, 1], [2]])
    }

    @Test("Services whose states share one address stay together")
    func states() {
        let targets = [1, 2].map { port in
            ReplayTarget(
                name: "api",
                origin: "http://127.0.0.1:\(port)",
                isReference: true,
                stateChangeURL: "http://127.0.0.1:9/states"
            )
        }
        #expect(Self.positions(targets.map { [$0] }) == [[0, 1]])
    }

    @Test(
        "Two cases run at once on a built-in service, unless the command line overrides this",
        arguments: [
            ([], 2), (["--jobs", "1"], 1), (["--jobs", "8"], 8), (["--fail-fast"], 1),
            (["--target", "http://127.0.0.1:1"], 1), (["--mutants"], 2),
            (["--mutants", "--jobs", "3"], 2),
            (["--compare-with", "http://127.0.0.1:1"], 1),
        ] as [([String], Int)]
    )
    func jobs(options: [String], count: Int) throws {
        let words = ["contracts"] + options
        let plan = try VerificationPlan(
            ArgumentParser.parse(words, as: VerifyCommand.specification)
        )
        #expect(plan.replay.jobs == count)
    }
}
