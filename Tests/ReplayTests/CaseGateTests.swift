import Synchronization
import Testing

@testable import Replay

struct CaseGateTests {
    /// The events, in order.
    private final class Journal: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock(\.self) }
        func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    /// Enters in a separate task, and returns when that task is at the gate or inside it.
    private static func enter(
        _ gate: CaseGate,
        _ name: String,
        exclusive: Bool,
        _ journal: Journal
    ) async -> Task<Void, Never> {
        let before = gate.population
        let task = Task {
            await gate.enter(exclusive: exclusive)
            journal.note(name)
        }
        while gate.population == before { await Task.yield() }
        return task
    }

    @Test("Shared cases enter at once")
    func shared() async {
        let gate = CaseGate()
        await gate.enter(exclusive: false)
        await gate.enter(exclusive: false)
        #expect(gate.population == 2)
        gate.leave()
        gate.leave()
        #expect(gate.population == 0)
    }

    @Test("An exclusive case waits until all others have left")
    func exclusiveWaits() async {
        let (gate, journal) = (CaseGate(), Journal())
        await gate.enter(exclusive: false)
        await gate.enter(exclusive: false)
        let alone = await Self.enter(gate, "alone", exclusive: true, journal)
        gate.leave()
        #expect(journal.all.isEmpty)
        gate.leave()
        await alone.value
        #expect(journal.all == ["alone"])
    }

    @Test("During an exclusive case the others wait, and then enter together")
    func othersWait() async {
        let (gate, journal) = (CaseGate(), Journal())
        await gate.enter(exclusive: true)
        let first = await Self.enter(gate, "first", exclusive: false, journal)
        let second = await Self.enter(gate, "second", exclusive: false, journal)
        #expect(journal.all.isEmpty)
        gate.leave()
        await first.value
        await second.value
        #expect(Set(journal.all) == ["first", "second"])
    }

    @Test("No case overtakes a waiting exclusive one")
    func noOvertaking() async {
        let (gate, journal) = (CaseGate(), Journal())
        await gate.enter(exclusive: false)
        let alone = await Self.enter(gate, "alone", exclusive: true, journal)
        let later = await Self.enter(gate, "later", exclusive: false, journal)
        #expect(journal.all.isEmpty, "the later case could share with the one inside, but waits")
        gate.leave()
        await alone.value
        #expect(journal.all == ["alone"])
        gate.leave()
        await later.value
        #expect(journal.all == ["alone", "later"])
    }

    @Test("Exclusive cases enter one at a time, in order of arrival")
    func oneAtATime() async {
        let (gate, journal) = (CaseGate(), Journal())
        await gate.enter(exclusive: true)
        let names = ["a", "b", "c"]
        var tasks: [Task<Void, Never>] = []
        for name in names { tasks.append(await Self.enter(gate, name, exclusive: true, journal)) }
        for (position, task) in tasks.enumerated() {
            gate.leave()
            await task.value
            #expect(journal.all == Array(names[...position]))
        }
    }
}
