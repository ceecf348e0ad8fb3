import Base
import Measure

/// What a worker records: ended requests, statistics, and examples of responses.
struct WorkerLog {
    var recording: Recording
    /// Ended requests that are not in `recording` yet; see `count()`.
    private var ended: [Recording.Ended] = []
    var statistics = WorkerStatistics()
    /// How long responses lay in the socket of the first connection before they were read.
    private(set) var readingDelay = Histogram<UInt64>(.slice)
    /// Examples of undeclared responses.
    private(set) var failedResponses = FailedResponses()
    let checks: ResponseChecks?
    private let deliveries: (any SentMessageTaker)?
    /// Messages that ended in this turn, for the watch of deliveries.
    private var messages: [SentMessage] = []
    /// Arrivals that reach each recipient once; empty when they are not tracked.
    private let firstPass: Range<UInt64>

    /// Ended requests counted in one batch.
    private static let endedBatch = 512
    /// Index of the connection whose reading delay is measured; one is a sufficient sample.
    private static let sampledConnection = 0

    init(_ plan: LoadPlan) {
        recording = Recording(plan.recordingPlan)
        checks = plan.checks
        deliveries = plan.messageTaker
        firstPass = plan.firstPass ?? 0..<0
        ended.reserveCapacity(Self.endedBatch)
    }

    /// Whether the outcome of a cell is declared.
    func isGood(_ cell: Int) -> Bool { recording.cells[cell].key.isGood }

    /// Counts an arrival, in a batch with the next ones.
    mutating func record(_ arrival: SettledArrival, cell: Int, isResponse: Bool) {
        ended.append(.init(arrival, cell: cell, isResponse: isResponse))
        if ended.count >= Self.endedBatch { count() }
    }

    /// Counts ended requests; called before others read `recording`, and whenever a batch is full.
    mutating func count() {
        recording.record(ended)
        ended.removeAll(keepingCapacity: true)
    }

    /// Records the end of a request.
    ///
    /// - Parameters:
    ///   - lane: Carried it.
    ///   - cell: Cell of its outcome.
    ///   - done: When it ended.
    ///   - unread: Upper bound on the time that its response lay unread.
    ///   - arrived: When the arrival was due that it is a step of; `nil` for a whole arrival.
    ///   - isResponse: Whether a response ended it.
    ///   - isMarked: Whether deliveries of its message are watched.
    mutating func record(
        _ lane: UnsafeMutablePointer<Lane>,
        cell: Int,
        done: Int64,
        unread: Int64,
        arrived: Int64?,
        isResponse: Bool,
        isMarked: Bool
    ) {
        let (sent, ready) = (lane.pointee.sent, lane.pointee.ready)
        var end = (moment: done, unread: unread)
        // Of an expected event stream, the latency ends with the first event: the contract chooses the time after.
        if let events = lane.pointee.reader.events, let first = events.first, isGood(cell) {
            end = first
        }
        lane.pointee.end(unread: end.unread)
        let arrival = SettledArrival(
            due: lane.pointee.due,
            ready: ready,
            sent: sent,
            done: end.moment,
            own: lane.pointee.delay,
            bytesSent: lane.pointee.bytesSent,
            bytesReceived: lane.pointee.bytesReceived,
            arrived: arrived
        )
        record(arrival, cell: cell, isResponse: isResponse)
        statistics.settled += 1
        guard isMarked else { return }
        messages.append(
            SentMessage(
                arrival: lane.pointee.arrival,
                due: arrival.due,
                sent: sent,
                settled: done,
                isAccepted: isGood(cell)
            )
        )
    }

    /// Counts an arrival that has ended.
    mutating func noteEnd(ofArrival arrival: UInt64, isResponse: Bool, at done: Int64) {
        statistics.ended += 1
        guard isResponse, firstPass.contains(arrival) else { return }
        statistics.passAnswered += 1
        statistics.passEnd = max(statistics.passEnd, done)
    }

    /// Submits a response for its check, and keeps one that is an example.
    mutating func sample(_ lane: UnsafePointer<Lane>, cell: Int, at done: Int64) {
        if !lane.pointee.checkedRequest.isEmpty { checks?.submit(CheckedResponse(lane, at: done)) }
        if !isGood(cell) { failedResponses.note(lane, cell, recording.cells[cell].key) }
    }

    /// Records how long the last bytes of a connection lay unread.
    mutating func note(readingDelay delay: Int64, of connection: Int) {
        if connection == Self.sampledConnection { readingDelay.record(delay) }
    }

    /// Hands messages that ended in this turn to the watch of deliveries.
    mutating func tellMessages() {
        guard !messages.isEmpty else { return }
        deliveries?.take(messages)
        messages.removeAll(keepingCapacity: true)
    }

    /// Counts what has ended, and frees the memory of slices that are complete before a moment.
    mutating func close(before moment: Int64) {
        count()
        recording.close(before: moment)
    }
}
