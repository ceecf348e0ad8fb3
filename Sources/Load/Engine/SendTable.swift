import Base
import Contract
import LoadModel
import Measure

/// What a worker keeps of a send: its bytes, and where its outcomes are recorded.
struct SendEntry: ~Copyable {
    var writer: RequestWriter
    let isHead: Bool
    /// Whether its requests say what becomes of their connection.
    let namesConnection: Bool
    /// Which bodies are needed to tell outcomes apart.
    let capture: ResponseReader.Capture
    /// Whether some of its answers are checked against the whole contract.
    let isChecked: Bool
    /// The same head for HTTP/2; `nil` where HTTP/1.1 is spoken.
    var fields: HTTP2Fields?
    /// The index of the token in it; `nil` for none.
    let token: Int?
    /// The bytes when they are the same for every arrival, until there is another token; owned.
    private(set) var constant: UnsafeRawBufferPointer?
    /// Where their body begins; `nil` when they vary, and over HTTP/1.1, where nobody asks.
    private(set) var constantBodyStart: Int?
    /// Values are drawn from it: steps of a journey, whose arrival is one, draw others each.
    let seed: UInt64
    /// The index of the pool of connections that carries it.
    let pool: Int
    /// Before it, since the step before it ended; `nil` sends it at once.
    let think: ThinkTime?
    /// Whether its message is looked for behind the service.
    let isMarked: Bool
    /// What later steps take from its answers; `nil` when they take nothing.
    private let captures: CaptureRule?
    private var captureScanner: MemberScanner?
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
        outcomes = OutcomeTable(send.rule, send: plan.mix.row(ofSend: index))
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

    /// Says another token from now on; what points into `constant` must be done with it.
    mutating func renew(_ tokens: WorkerTokens) {
        guard let token else { return }
        writer.setToken(tokens.bytes(token))
        if isConstant { layOut() }
    }

    /// Writes down once what every arrival sends.
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

    /// The cell of the answer on a lane; taken by its address, as a reader takes a tenth of the whole time to copy.
    mutating func cell(ofAnswerOn lane: UnsafePointer<Lane>, in recording: inout Recording) -> Int {
        let status = lane.pointee.reader.status
        if let known = outcomes.knownCell(status: status) { return known }
        return outcomes.cell(
            status: status,
            body: lane.pointee.reader.content,
            unjudged: lane.pointee.reader.unjudged,
            in: &recording
        )
    }

    /// Takes what later steps need from a good answer.
    ///
    /// - Returns: The cell of an answer that does not have it; `nil` for one that does.
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

    /// The cell of a failure.
    mutating func cell(_ outcome: MissingAnswer, in recording: inout Recording) -> Int {
        outcomes.cell(outcome, in: &recording)
    }
}
