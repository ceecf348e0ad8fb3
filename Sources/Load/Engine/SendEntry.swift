import Base
import Contract
import HTTP
import LoadModel
import Measure

/// A worker's state of a send: its bytes, and the cells of its outcomes.
struct SendEntry: ~Copyable {
    var writer: RequestWriter
    let isHead: Bool
    /// Whether its requests have a `Connection` field.
    let namesConnection: Bool
    /// Bodies to keep, as far as they decide outcomes.
    let capture: ResponseReader.Capture
    /// How much of its event streams is read; `nil` where no events are promised.
    let events: EventStreamLimit?
    /// Its index in the recording.
    let row: Int
    /// Whether a sample of its responses is checked against the whole contract.
    let isChecked: Bool
    /// The same head for HTTP/2; `nil` for HTTP/1.1.
    var fields: HTTP2Fields?
    /// Index of its access token; `nil` for none.
    let token: Int?
    /// The bytes when they are the same for every arrival, until the token changes; owned.
    private(set) var constant: UnsafeRawBufferPointer?
    /// Where their body begins; `nil` when they vary, and over HTTP/1.1, which does not need it.
    private(set) var constantBodyStart: Int?
    /// Seed of its values: steps of a journey share one arrival, so each has its own seed.
    let seed: UInt64
    /// Index of the connection pool that carries it.
    let pool: Int
    /// Time since the step before it ended; `nil` sends it at once.
    private let think: ThinkTime?
    /// Whether deliveries of its message are watched behind the service.
    let isMarked: Bool
    /// Values that later steps capture from its responses; `nil` for none.
    private let captures: CaptureRule?
    private var captureScanner: MemberScanner?
    private let rule: OutcomeRule
    private let isConstant: Bool
    private var outcomes: OutcomeTable

    init(
        _ send: LoadPlan.Send,
        index: Int,
        in plan: LoadPlan,
        scheme: String,
        isMultiplexed: Bool
    ) {
        fields = !isMultiplexed ? nil : HTTP2Fields(send.layout, scheme: scheme)
        isHead = send.layout.method == "HEAD"
        namesConnection =
            !isMultiplexed && send.layout.fields.contains { $0.name.lowercased() == "connection" }
        writer = RequestWriter(send.layout, audience: plan.audience)
        writer.messageOffset = plan.messageOffset
        row = plan.mix.row(ofSend: index)
        outcomes = OutcomeTable(send.rule, send: row)
        events = send.events
        rule = send.rule
        isChecked = plan.checks?.concerns(index) ?? false
        let step = index - plan.mix.kind(ofSend: index).sends.lowerBound
        seed = plan.seed(ofSend: index) &+ UInt64(step) &* 0xBF58_476D_1CE4_E5B9
        pool = send.pool
        think = send.think
        isMarked = send.isMarked && plan.messageTaker != nil
        captures = send.captures
        captureScanner = send.captures?.members.map(MemberScanner.init)
        capture = ResponseReader.Capture(
            lowestStatus: send.captures == nil ? send.rule.lowestBodyStatus : 0,
            limit: ResponseReader.Capture.everything.limit,
            keepsHead: send.captures?.readsHead ?? false,
            usual: send.rule.usualStatuses
        )
        token = send.layout.token
        isConstant = send.layout.isConstant
        if isConstant && token == nil { layOut() }
    }

    deinit { constant?.deallocate() }

    /// Switches to the current token; pointers into `constant` become invalid.
    mutating func renew(_ tokens: WorkerTokens) {
        guard let token else { return }
        writer.setToken(tokens.bytes(token))
        if isConstant { layOut() }
    }

    /// Writes the bytes that are the same for every arrival.
    private mutating func layOut() {
        var bytes = ByteBuffer()
        let moment = Timestamp(nanosecondsSince1970: 0)
        writer.write(.init(index: 0, seed: 0, moment: moment), to: &bytes)
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bytes.bytes.count,
            alignment: 1
        )
        copy.copyMemory(from: bytes.bytes)
        constant?.deallocate()
        constant = UnsafeRawBufferPointer(copy)
        constantBodyStart = fields?.find(in: UnsafeRawBufferPointer(copy))
    }

    /// Think time of a user before this step of an arrival; the same in every shard.
    func pause(before arrival: UInt64) -> Int64 {
        guard let think else { return 0 }
        guard think.longest > think.shortest else { return think.shortest }
        var random = RandomSource(seed: seed, index: arrival, slot: Self.pauseSlot)
        return think.shortest + Int64(random.unit() * Double(think.longest - think.shortest))
    }

    /// Slots above this one belong to the choice of arrivals and to the checks of responses.
    private static let pauseSlot = UInt64.max - 4

    /// The cell of the response on a lane; by address, as copying the reader would take a tenth of the processor
    /// time.
    mutating func cell(ofResponseOn lane: UnsafePointer<Lane>, in recording: inout Recording) -> Int
    {
        let status = lane.pointee.reader.status
        if let known = outcomes.knownCell(status: status) { return known }
        return outcomes.cell(
            status: status,
            body: lane.pointee.reader.content,
            unjudged: lane.pointee.reader.unjudged,
            in: &recording
        )
    }

    /// Captures the values that later steps need from an expected response.
    ///
    /// - Returns: The cell of a response that lacks a value; `nil` for a complete one.
    mutating func capture(
        from reader: borrowing ResponseReader,
        into values: inout CapturedValues,
        recording: inout Recording
    ) -> Int? {
        guard let captures else { return nil }
        let fault: CaptureRule.Fault?
        if var scanner = captureScanner {
            captureScanner = nil
            fault = captures.take(with: &scanner, from: reader, into: &values)
            captureScanner = scanner
        } else {
            fault = captures.take(from: reader, into: &values)
        }
        guard let fault else { return nil }
        if let unjudged = reader.unjudged { return outcomes.cell(unjudged, in: &recording) }
        return outcomes.cell(
            status: reader.status,
            body: reader.content,
            without: fault,
            in: &recording
        )
    }

    /// The cell of an expected response without the promised events.
    ///
    /// - Returns: `nil` for a response with enough of them.
    mutating func cell(
        withoutEventsIn reader: borrowing ResponseReader,
        recording: inout Recording
    ) -> Int? {
        guard !isHead else { return nil }
        guard let reading = reader.events else {
            guard rule.promisesEvents(status: reader.status) else { return nil }
            return outcomes.cell(.tooFew, in: &recording)
        }
        if reading.isCoded { return outcomes.cell(UnjudgedResponse.notDecodable, in: &recording) }
        if reading.isFaulty { return outcomes.cell(.unreadable, in: &recording) }
        return reading.hasEnough ? nil : outcomes.cell(.tooFew, in: &recording)
    }

    /// The cell of a failure.
    mutating func cell(_ outcome: MissingResponse, in recording: inout Recording) -> Int {
        outcomes.cell(outcome, in: &recording)
    }
}
