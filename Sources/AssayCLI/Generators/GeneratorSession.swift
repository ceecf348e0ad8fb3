import CommandLineTool
import Distribution
import JSON
import Load
import Measure
import Synchronization

/// A generator from its connection to the master to its exit.
final class GeneratorSession: Sendable {
    private struct State {
        var lead: GeneratorLead?
        /// Why the coordinator sent it away; `nil` otherwise.
        var refusal: String?
        var wantsPlan: CheckedContinuation<GeneratorPlan?, Never>?
        var plan: GeneratorPlan?
        var isOver = false
        var isFenced = false
    }

    let bus: GeneratorBus
    let interruption: LoadInterruption
    /// Receives the progress; `nil` hides it.
    private let console: Console?
    private let state = Mutex(State())

    init(_ bus: GeneratorBus, interruption: LoadInterruption, console: Console?) {
        self.bus = bus
        self.interruption = interruption
        self.console = console
    }

    /// Why the coordinator sent it away; `nil` otherwise.
    var refusal: String? { state.withLock(\.refusal) }

    /// Whether the coordinator continues without it.
    var isFenced: Bool { state.withLock(\.isFenced) }

    /// Handles the coordinator's messages until the bus closes.
    func listen() async {
        for await word in bus.said { take(word) }
        end()
    }

    /// The next action; `nil` for none.
    func plan() async -> GeneratorPlan? {
        await withCheckedContinuation { continuation in
            let plan = state.withLock { state -> GeneratorPlan?? in
                if let plan = state.plan {
                    state.plan = nil
                    return .some(plan)
                }
                if state.isOver { return .some(nil) }
                state.wantsPlan = continuation
                return nil
            }
            if let plan { continuation.resume(returning: plan) }
        }
    }

    /// Passes messages on to a run.
    func follow(_ lead: GeneratorLead) {
        let isOver = state.withLock { state in
            state.lead = lead
            return state.isOver
        }
        if isOver { lead.stop(.orphaned) }
    }

    /// Ends the session: nothing waits for messages any more.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.wantsPlan = nil }
            return state.wantsPlan
        }
        waiting?.resume(returning: nil)
    }

    private func take(_ word: GeneratorBus.Word) {
        let lead = state.withLock(\.lead)
        switch word {
        case .known:
            console?.printError(
                "assay generator: connected to the master; waiting for a run"
            )
        case .plan(let packet): take(GeneratorPlan(packet))
        case .start(let word): lead?.begin(word)
        case .acknowledged(let word): lead?.acknowledged(word)
        case .unreadable(let kind):
            refuse("cannot read a message of the coordinator: \(kind)")
            lead?.stop(.orphaned)
        case .stop(let packet): stop(packet, lead)
        case .end(let packet):
            lead?.end()
            if packet.head["more"] == nil { end() }
        case .quit:
            // A part that the coordinator did not take is stored.
            lead?.stop(.orphaned)
            end()
        }
    }

    private func take(_ plan: GeneratorPlan?) {
        guard let plan else { return refuse("cannot read the plan of the coordinator") }
        let waiting = state.withLock { state in
            if state.wantsPlan == nil { state.plan = plan }
            defer { state.wantsPlan = nil }
            return state.wantsPlan
        }
        waiting?.resume(returning: plan)
    }

    private func stop(_ packet: Packet, _ lead: GeneratorLead?) {
        if packet.head["refused"] != nil {
            refuse(packet.text("refused"))
            lead?.stop(.interrupted)
        } else if packet.head["fenced"] != nil {
            state.withLock { $0.isFenced = true }
            lead?.stop(.orphaned)
        } else if let index = packet.integer("threshold", in: 0...10_000) {
            lead?.stop(.threshold(Int(index)))
        } else {
            // The end of a step does not end the search.
            if packet.head["step"] == nil { _ = interruption.request() }
            lead?.stop(.interrupted)
        }
    }

    private func refuse(_ reason: String) {
        state.withLock { $0.refusal = reason }
        end()
    }
}
