import Base
import Contract
import LoadModel
import Measure

/// What a worker keeps of a send: its bytes, and where its outcomes are recorded.
struct SendEntry: ~Copyable {
    var writer: RequestWriter
    let isHead: Bool
    /// Which bodies are needed to tell outcomes apart.
    let capture: ResponseReader.Capture
    /// Whether some of its answers are held against the whole contract.
    let isChecked: Bool
    /// The same head for HTTP/2; `nil` where HTTP/1.1 is spoken.
    var fields: HTTP2Fields?
    /// The bytes when they are the same for every arrival; owned.
    let constant: UnsafeRawBufferPointer?
    /// Where their body begins; `nil` when they vary, and over HTTP/1.1, where nobody asks.
    let constantBodyStart: Int?
    private var outcomes: OutcomeTable

    init(_ send: LoadPlan.Send, index: Int, in plan: LoadPlan, scheme: String) {
        fields = plan.shape.streams == nil ? nil : HTTP2Fields(send.layout, scheme: scheme)
        isHead = send.layout.method == "HEAD"
        writer = RequestWriter(send.layout, audience: plan.audience)
        outcomes = OutcomeTable(send.rule, send: index)
        isChecked = plan.checks?.concerns(index) ?? false
        capture = ResponseReader.Capture(
            lowestStatus: send.rule.lowestBodyStatus,
            limit: ResponseReader.Capture.everything.limit
        )
        if send.layout.isConstant {
            var bytes = ByteBuffer()
            let moment = Timestamp(nanosecondsSince1970: 0)
            writer.write(.init(index: 0, seed: 0, moment: moment), to: &bytes)
            let copy = UnsafeMutableRawBufferPointer.allocate(
                byteCount: bytes.bytes.count,
                alignment: 1
            )
            copy.copyMemory(from: bytes.bytes)
            constant = UnsafeRawBufferPointer(copy)
            constantBodyStart = fields?.find(in: UnsafeRawBufferPointer(copy))
        } else {
            constant = nil
            constantBodyStart = nil
        }
    }

    deinit { constant?.deallocate() }

    /// The cell of an answer.
    mutating func cell(of reader: borrowing ResponseReader, in recording: inout Recording) -> Int {
        outcomes.cell(status: reader.status, body: reader.body, in: &recording)
    }

    /// The cell of a failure.
    mutating func cell(_ outcome: MissingAnswer, in recording: inout Recording) -> Int {
        outcomes.cell(outcome, in: &recording)
    }
}

/// Draws the send of an arrival from the weights.
struct SendChoice {
    /// The sums of the weights up to and with each send.
    private let sums: [UInt64]
    private let seed: UInt64

    /// The slot of the choice; below it lie those of the request's values.
    private static let slot = UInt64.max - 1

    init(_ sends: [LoadPlan.Send], seed: UInt64) {
        var sum: UInt64 = 0
        sums = sends.map { send in
            sum += send.weight
            return sum
        }
        self.seed = seed
    }

    /// The index of the send of the arrival with this number.
    func send(ofArrival index: UInt64) -> Int {
        guard sums.count > 1, let total = sums.last else { return 0 }
        var random = RandomSource(seed: seed, index: index, slot: Self.slot)
        let drawn = random.next() % total
        return sums.firstIndex { drawn < $0 } ?? 0
    }
}
