import CommandLineTool
import Dispatch
import Distribution
import LocustBus
import Platform
import Synchronization

/// A generator's end of the bus: sends heartbeats to Locust, measures the offset of the coordinator's clock, and
/// passes on the coordinator's messages.
///
/// `@unchecked Sendable`: `timer` is set up in `init`, and its methods may be called on any thread.
final class GeneratorBus: @unchecked Sendable {
    /// A message of the coordinator, or of Locust on its behalf.
    enum Word: Sendable {
        /// Locust knows this generator now.
        case known
        case plan(Packet)
        case start(FleetStart)
        case acknowledged(FleetAcknowledgement)
        case stop(Packet)
        /// The coordinator has everything; the packet says whether it will ask for more.
        case end(Packet)
        /// Locust exits, whatever happened to the coordinator.
        case quit
        /// A message of this kind that cannot be read.
        case unreadable(String)
    }

    private struct State {
        var clock = ClockEstimate()
        var isKnown = false
        var isRunning = false
        /// The time of the last message, on CLOCK_MONOTONIC.
        var heardAt: Int64
        /// The time of the next clock probe.
        var nextProbe: Int64 = 0
        var nextGreeting: Int64 = 0
        var nextHeartbeat: Int64 = 0
        /// The time of the last response to a heartbeat, or of Locust's last acknowledgement of
        /// this generator.
        var answeredAt: Int64 = 0
    }

    /// The Locust identifier: the host with a unique suffix.
    let node: String
    private let socket: BusSocket
    private let state: Mutex<State>
    private let words: AsyncStream<Word>.Continuation
    private let timer: any DispatchSourceTimer
    /// The coordinator's messages; to be read once.
    let said: AsyncStream<Word>

    /// Locust's own version: Locust logs a warning when a worker has another.
    private static let locust = "2.47.0"
    private static let tick: Int64 = 50_000_000
    private static let second: Int64 = 1_000_000_000
    private static let greetingInterval: Int64 = 5_000_000_000
    /// The first probes follow each other quickly; later ones only watch for drift.
    private static let probeInterval: Int64 = 10_000_000_000

    /// Connects, and keeps trying without limit.
    ///
    /// - Parameters:
    ///   - master: HOST:PORT.
    ///   - host: The name of this machine.
    /// - Throws: If the address is invalid.
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

    /// Starts to send and to receive.
    func start() {
        socket.start { [weak self] message in self?.take(message) }
        timer.resume()
    }

    /// Leaves once all messages are sent.
    func close() {
        timer.cancel()
        socket.send(BusMessage("client_stopped", node: node))
        socket.close()
        words.finish()
    }

    /// Sends a message to the coordinator.
    func send(_ kind: String, _ packet: Packet) {
        socket.send(BusMessage(kind, .bytes(packet.bytes), node: node))
    }

    /// Reports figures: Locust's own with ours in them.
    func report(_ figures: [BusValue.Member], _ packet: [UInt8]) {
        let all = figures + [.init("assay", .bytes(packet))]
        socket.send(BusMessage("stats", .map(all), node: node))
    }

    /// Reports to Locust whether a run is in progress here.
    func setRunning(_ isRunning: Bool) { state.withLock { $0.isRunning = isRunning } }

    /// The offset of the coordinator's wall clock from CLOCK_MONOTONIC here.
    var clock: ClockEstimate { state.withLock(\.clock) }

    /// The time since the last message, in nanoseconds.
    var silence: Int64 { MonotonicClock.now - state.withLock(\.heardAt) }

    /// Sends the messages that are due periodically.
    private func keepAlive() {
        let now = MonotonicClock.now
        var messages: [BusMessage] = []
        state.withLock { state in
            // A Locust that was restarted, or has dropped this generator, does not respond to
            // heartbeats.
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
            // Locust has dropped this generator and asks it to join again.
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

    private func note(_ response: BusValue, at now: Int64) {
        guard let sent = response["t0"]?.integer, let taken = response["t1"]?.integer,
            let answered = response["t2"]?.integer, (0...now).contains(sent),
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
