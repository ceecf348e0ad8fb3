import Base
import CLinux
import LoadModel
import Measure

/// The sends of a worker, the kinds of arrivals that begin with them, and their access tokens.
struct SendTable: ~Copyable {
    /// Owned; `count` elements.
    private let entries: UnsafeMutablePointer<SendEntry>
    private let count: Int
    private let choice: ArrivalChoice
    var mix: MixEntries
    private(set) var tokens: WorkerTokens
    /// Bytes of the last request that differs from others of its send.
    private var output = ByteBuffer()
    /// Whether any response may be an event stream: several events must not lie unread together, as only the last
    /// of them is dated.
    let readsEvents: Bool

    init(_ plan: LoadPlan, part: LoadPart, scheme: String, isMultiplexed: Bool) {
        count = plan.sends.count
        entries = .allocate(capacity: count)
        choice = ArrivalChoice(plan.mix, kinds: part.kinds, seed: part.seed)
        mix = MixEntries(plan.mix)
        tokens = WorkerTokens(plan)
        readsEvents = plan.sends.contains { $0.events != nil }
        for (index, send) in plan.sends.enumerated() {
            (entries + index).initialize(
                to: SendEntry(
                    send,
                    index: index,
                    in: plan,
                    scheme: scheme,
                    isMultiplexed: isMultiplexed
                )
            )
        }
        renew()
    }

    deinit {
        entries.deinitialize(count: count)
        entries.deallocate()
    }

    subscript(send: Int) -> UnsafeMutablePointer<SendEntry> { entries + send }

    /// The kind of the arrival with a number.
    func kind(ofArrival arrival: UInt64) -> Int { choice.kind(ofArrival: arrival) }

    /// The first request of the arrival with a number.
    func firstSend(ofArrival arrival: UInt64) -> Int { mix.firstSend(of: kind(ofArrival: arrival)) }

    /// The request of an arrival.
    ///
    /// - Parameters:
    ///   - send: Index of its send.
    ///   - arrival: Its number.
    ///   - captured: Values from earlier responses; `nil` for none.
    /// - Returns: Its bytes, valid until the next call or the next tokens; `nil` when its recipients are unreadable.
    mutating func bytes(
        of send: Int,
        for arrival: UInt64,
        _ captured: UnsafePointer<CapturedValues>?
    ) -> UnsafeRawBufferPointer? {
        if let constant = entries[send].constant { return constant }
        let moment = Timestamp(nanosecondsSince1970: clinux_realtime())
        (entries + send).pointee.writer.captured = captured
        let isWhole = (entries + send).pointee.writer.write(
            .init(index: arrival, seed: entries[send].seed, moment: moment),
            to: &output
        )
        return isWhole ? output.bytes : nil
    }

    // MARK: - Tokens

    /// Begins the run; `base` is when the first stage begins, on CLOCK_MONOTONIC.
    mutating func begin(base: Int64) { tokens.base = base }

    /// Writes the current tokens into the requests; bytes of earlier requests become invalid.
    mutating func renew() {
        tokens.take()
        for send in 0..<count { (entries + send).pointee.renew(tokens) }
    }

    /// Whether the request of an arrival must wait, because its token is over.
    func isHeld(_ arrival: UInt64, at now: Int64) -> Bool {
        guard tokens.anyIsOver(at: now) else { return false }
        return isHeld(send: firstSend(ofArrival: arrival), at: now)
    }

    /// Whether a request must wait, because its token is over.
    func isHeld(send: Int, at now: Int64) -> Bool {
        entries[send].token.map { tokens.isOver($0, at: now) } ?? false
    }
}
