import CommandLineTool
import Dispatch
import Distribution
import LocustBus
import Platform
import Synchronization

/// A generator's end of the bus: keeps Locust informed that it lives, measures how far the coordinator's clock is
/// from the one here, and hands over what the coordinator says.
///
/// `@unchecked Sendable`: `timer` is set up in `init`, and what is called on it may be called on any thread.
final class GeneratorBus: @unchecked Sendable {
    /// What the coordinator, or Locust for it, says.
    enum Word: Sendable {
        /// Locust knows this generator now.
        case known
        case plan(Packet)
        case start(FleetStart)
        case acknowledged(FleetAcknowledgement)
        case stop(Packet)
        /// The coordinator has everything; whether it will ask for more stands there.
        case end(Packet)
        /// Locust ends, whatever became of the coordinator.
        case quit
        /// Something of the kind named came that cannot be read.
        case unreadable(String)
    }

    private struct State {
        var clock = ClockEstimate()
        var isKnown = false
        var isRunning = false
        /// When anything came last, on CLOCK_MONOTONIC.
        var heardAt: Int64
        /// When the next probe of the clock goes.
        var nextProbe: Int64 = 0
        var nextGreeting: Int64 = 0
        var nextHeartbeat: Int64 = 0
        /// When a heartbeat was answered last, or Locust said that it knows this generator.
        var answeredAt: Int64 = 0
    }

    /// What Locust knows it by: its host, and what no other one has.
    let node: String
    private let socket: BusSocket
    private let state: Mutex<State>
    private let words: AsyncStream<Word>.Continuation
    private let timer: any DispatchSourceTimer
    /// What the coordinator says; to be read once.
    let said: AsyncStream<Word>

    /// Locust's own, which says so in its log when that of a worker is another.
    private static let locust = "2.47.0"
    private static let tick: Int64 = 50_000_000
    private static let second: Int64 = 1_000_000_000
    private static let greetingInterval: Int64 = 5_000_000_000
    /// While there are few, probes follow each other; then they only watch for drift.
    private static let probeInterval: Int64 = 10_000_000_000

    /// Connects, and goes on trying for as long as it takes.
    ///
    /// - Parameters:
    ///   - master: HOST:PORT.
    ///   - host: What this machine is called.
    /// - Throws: What cannot be an address.
    init(to master: String, host: String) throws(BusError) {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        node = "\(host.replacing("_", with: "-"))_\(digits)"
        socket = try BusSocket(to: master, name: node)
        state = Mutex(State(heardAt: MonotonicClock.now))
        (said, words) = AsyncStream.makeStream()
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "assay.generator.bus"))
        timer.setEventHandler { [weak self] in self?.keepAlive() }
        timer.schedule(deadline: .now(), repeating: .nanoseconds(Int(Self.tick)))
    }

    /// Begins to speak and to listen.
    func start() {
        socket.start { [weak self] message in self?.take(message) }
        timer.resume()
    }

    /// Leaves, once what was said is on its way.
    func close() {
        timer.cancel()
        socket.send(BusMessage("client_stopped", node: node))
        socket.close()
        words.finish()
    }

    /// Says something to the coordinator.
    func send(_ kind: String, _ packet: Packet) {
        socket.send(BusMessage(kind, .bytes(packet.bytes), node: node))
    }

    /// Tells figures: Locust's own with ours in them.
    func report(_ figures: [BusValue.Member], _ packet: [UInt8]) {
        let all = figures + [.init("assay", .bytes(packet))]
        socket.send(BusMessage("stats", .map(all), node: node))
    }

    /// Tells Locust whether a run goes on here.
    func setRunning(_ isRunning: Bool) { state.withLock { $0.isRunning = isRunning } }

    /// How far the coordinator's wall clock is ahead of CLOCK_MONOTONIC here.
    var clock: ClockEstimate { state.withLock(\.clock) }

    /// How long nothing was heard, in nanoseconds.
    var silence: Int64 { MonotonicClock.now - state.withLock(\.heardAt) }

    /// Says what has to be said again and again.
    private func keepAlive() {
        let now = MonotonicClock.now
        var messages: [BusMessage] = []
        state.withLock { state in
            // A Locust that was started anew, or has forgotten it, answers no heartbeat.
            let isForgotten = state.isKnown && now - state.answeredAt > Self.greetingInterval
            if !state.isKnown || isForgotten, now >= state.nextGreeting {
                state.nextGreeting = now + Self.greetingInterval
                messages.append(
                    BusMessage(
                        "client_ready",
                        .text("\(Self.locust) assay/\(Version.number)"),
                        node: node
                    )
                )
            }
            guard state.isKnown else { return }
            if now >= state.nextHeartbeat {
                state.nextHeartbeat = now + Self.second
                messages.append(BusMessage("heartbeat", heartbeat(state.isRunning), node: node))
            }
            if now >= state.nextProbe {
                let isEnough = state.clock.count >= ClockEstimate.enough
                state.nextProbe = now + (isEnough ? Self.probeInterval : 0)
                let sent = BusValue.Member("t0", .integer(MonotonicClock.now))
                messages.append(BusMessage(FleetMessage.clock, .map([sent]), node: node))
            }
        }
        messages.forEach(socket.send)
    }

    private func heartbeat(_ isRunning: Bool) -> BusValue {
        .map([
            .init("state", .text(isRunning ? "running" : "ready")),
            .init("current_cpu_usage", .number(0)),
            .init("current_memory_usage", .integer(0)),
        ])
    }

    private func take(_ message: BusMessage) {
        let now = MonotonicClock.now
        let isFirst = state.withLock { state in
            state.heardAt = now
            if message.type == "ack" || message.type == "heartbeat" { state.answeredAt = now }
            defer { if message.type == "ack" { state.isKnown = true } }
            // Locust has forgotten it, and wants to hear from it anew.
            if message.type == "reconnect" { state.isKnown = false }
            return !state.isKnown
        }
        switch message.type {
        case "ack": if isFirst { words.yield(.known) }
        case FleetMessage.clock: note(message.data, at: now)
        case "quit": words.yield(.quit)
        default:
            guard let packet = message.data.bytes.flatMap(Packet.init(bytes:)) else { return }
            switch message.type {
            case FleetMessage.plan: words.yield(.plan(packet))
            case FleetMessage.start:
                yield(FleetStart(packet).map { .start($0) }, of: message.type)
            case FleetMessage.acknowledgement:
                yield(FleetAcknowledgement(packet).map { .acknowledged($0) }, of: message.type)
            case FleetMessage.stop: words.yield(.stop(packet))
            case FleetMessage.end: words.yield(.end(packet))
            default: break
            }
        }
    }

    private func note(_ answer: BusValue, at now: Int64) {
        guard let sent = answer["t0"]?.integer, let taken = answer["t1"]?.integer,
            let answered = answer["t2"]?.integer, (0...now).contains(sent),
            let probe = ClockEstimate.Probe(
                sent: sent,
                taken: taken,
                answered: answered,
                back: now
            )
        else { return yield(nil, of: FleetMessage.clock) }
        state.withLock { $0.clock.add(probe) }
    }

    private func yield(_ word: Word?, of kind: String) { words.yield(word ?? .unreadable(kind)) }
}
