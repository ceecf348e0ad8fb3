package import DeliveryFeed
import LoadModel
package import Measure

/// Joins sent messages with the deliveries that a sink behind the service received.
///
/// Each pair of message and recipient is counted when its time is over: it takes 5 bytes until then, two bits
/// afterwards. Moments are nanoseconds since the first stage began.
package struct DeliveryJoin: Sendable {
    private let scope: DeliveryScope
    private let recipients: RecipientIndex
    private let shard: Shard
    /// Added to the number of an arrival in its marker, so that the messages of one step of a search differ from
    /// those of the next.
    private let offset: UInt64
    /// Settled deliveries, and counts that need no waiting.
    private var result: RunDelivery
    /// Why deliveries may have been missed.
    private var fault: String?
    private var open: [UInt64: DeliveryChunk] = [:]
    private var closed: [UInt64: ClosedDeliveries] = [:]
    /// When the sink's first response that a recipient is gone left, by recipient.
    private var gone: [UInt32: Int64] = [:]
    /// One more than the number of the last message that each recipient got.
    ///
    /// Empty while recipients got their first message only, as nothing can be out of order before.
    private var lastMessages: [UInt32] = []
    private let messagesPerChunk: Int
    /// Deliveries of accepted messages that have not come.
    package private(set) var outstanding = 0
    /// When the sink was heard of last.
    private var lastHeard = Int64.min
    /// When a message was settled last.
    package private(set) var lastSettled = Int64.min
    /// Whether a request had a marker of the run.
    private var hasMarks = false
    /// Whether a request named a recipient of the audience.
    private var isAddressed = false
    /// The last chunk with a settled message.
    private var lastNumber: UInt64 = 0
    /// Nanoseconds without an event after which a chunk is counted.
    private let patience: Int64

    /// Largest number of arrivals between two offsets.
    package static let most: UInt64 = 1 << 32
    private static let pairsPerChunk = 65_536
    private static let mostMessages = 4_096
    /// Nanoseconds that messages to a recipient may be on their way after the response that the recipient is gone,
    /// and that a sink has to report a delivery.
    private static let grace: Int64 = 1_000_000_000

    /// - Parameters:
    ///   - scope: Recipients of each message.
    ///   - recipients: Numbers of the audience's members by what a sink sees of them.
    ///   - result: Names the sink and the times wanted; its counts are zero.
    ///   - shard: Messages of other shards are ignored.
    ///   - offset: Added to the number of an arrival in its marker.
    ///   - timeout: How long a message may take to be accepted, in nanoseconds.
    init(
        _ scope: DeliveryScope,
        recipients: RecipientIndex,
        result: RunDelivery,
        shard: Shard = .whole,
        offset: UInt64 = 0,
        timeout: Int64 = 0
    ) {
        self.offset = offset
        patience = result.patience + timeout + Self.grace
        self.scope = scope
        self.recipients = recipients
        self.result = result
        self.shard = shard
        messagesPerChunk = min(
            max(Self.pairsPerChunk / scope.mostPerMessage, 1),
            Self.mostMessages
        )
    }
}

extension DeliveryJoin {
    /// Records how a message ended on its way to the service.
    package mutating func settle(_ message: SentMessage) {
        let (number, index) = place(of: message.arrival)
        guard closed[number] == nil else { return }
        let isCounted = message.due >= 0
        guard chunk(number, { $0.settle(index, message, isCounted: isCounted) }) else { return }
        lastNumber = max(lastNumber, number)
        lastSettled = max(lastSettled, message.settled)
        guard isCounted, message.isAccepted else { return }
        let count = scope.count(ofArrival: message.arrival)
        outstanding += open[number]?.outstanding(index, of: count) ?? 0
        result.course.add(at: message.settled) { $0.accepted += UInt64(count) }
        result.clocks.sent.record(message.sent - message.due)
        result.clocks.accepted.record(message.settled - message.sent)
    }

    /// Records a report of the sink.
    ///
    /// - Parameters:
    ///   - record: About one request, or about the sink itself.
    ///   - moment: When that was.
    package mutating func take(_ record: DeliveryRecord, at moment: Int64) {
        switch record.outcome {
        case .load:
            result.sink.busiest = max(result.sink.busiest, Double(record.arrival) / 1e6)
            return
        case .dropped:
            note("the sink had no room for \(record.arrival) records of what it saw")
            return
        case .taken, .unregistered, .refused: break
        }
        var record = record
        if !record.marks.contains(.unmarked) {
            guard record.arrival >= offset, record.arrival - offset < Self.most else { return }
            record.arrival -= offset
            guard shard.contains(record.arrival) else { return }
        }
        lastHeard = max(lastHeard, moment)
        result.counts.attempts += 1
        result.course.add(at: moment) { $0.attempted += 1 }
        let recipient = recipients[record.recipient]
        let isMarked = !record.marks.contains(.unmarked)
        let position = recipient.flatMap {
            isMarked ? scope.position(of: $0, inArrival: record.arrival) : nil
        }
        if isMarked { hasMarks = true }
        if let recipient {
            isAddressed = true
            noteDead(record, recipient, position, moment)
        }
        switch (record.outcome, recipient, position) {
        case (.taken, let recipient?, let position?): deliver(record, recipient, position, moment)
        case (.taken, _, _): noteUnexpected(record, moment)
        case (.unregistered, let recipient?, let position):
            let departure = moment + record.delay
            if gone[recipient] == nil { gone[recipient] = departure }
            if let position { refuse(record.arrival, recipient, position, moment, departure) }
        case (.unregistered, nil, _), (.refused, _, _), (.load, _, _), (.dropped, _, _): break
        }
    }

    /// Counts a request for a recipient whom the sink had reported as gone.
    ///
    /// Other messages may have been on their way, and count after the grace. The same message counts at once, as its
    /// sender has sent it once more.
    private mutating func noteDead(
        _ record: DeliveryRecord,
        _ recipient: UInt32,
        // Without one the message is unknown, or is for others.
        _ position: Int?,
        _ moment: Int64
    ) {
        guard let since = gone[recipient], since < moment else { return }
        let (number, index) = place(of: record.arrival)
        let isRepeated =
            position.flatMap { open[number]?.wasRefused(index, position: $0, before: moment) }
            ?? false
        guard isRepeated || moment - since > Self.grace else { return }
        result.counts.dead += 1
        result.keep(example(.dead, record, moment))
    }

    /// Records why deliveries may have been missed; the first reason is kept.
    package mutating func note(_ fault: String) { self.fault = self.fault ?? fault }

    private mutating func noteUnexpected(_ record: DeliveryRecord, _ moment: Int64) {
        result.counts.unexpected += 1
        result.keep(example(.unexpected, record, moment))
    }

    private func example(
        _ fault: DeliveryFault,
        _ record: DeliveryRecord,
        _ moment: Int64
    ) -> RunDelivery.Example {
        .init(
            fault,
            arrival: record.marks.contains(.unmarked) ? nil : record.arrival,
            recipient: recipients[record.recipient].map { UInt64($0) },
            moment: moment
        )
    }

    private mutating func deliver(
        _ record: DeliveryRecord,
        _ recipient: UInt32,
        _ position: Int,
        _ moment: Int64
    ) {
        let arrival = record.arrival
        if record.marks.contains(.altered), isNewlyAltered(arrival, position, moment) {
            result.counts.altered += 1
            keep(.altered, arrival, recipient, moment)
        }
        noteOrder(arrival, recipient, moment)
        let (number, index) = place(of: arrival)
        if closed[number] != nil {
            deliverLate(number, index, position, record, recipient, moment)
            return
        }
        let isFirst = chunk(number) { $0.take(index, position: position, at: moment) }
        guard isFirst else {
            keep(.twice, arrival, recipient, moment)
            return
        }
        let standing = open[number]?.messages[index].standing
        if standing == .accepted { outstanding -= 1 }
        if standing != .uncounted {
            result.course.add(at: moment) { $0.delivered += 1 }
        }
    }

    /// Whether no delivery with another text was seen of a pair before, which is counted once.
    private mutating func isNewlyAltered(
        _ arrival: UInt64,
        _ position: Int,
        _ moment: Int64
    ) -> Bool {
        let (number, index) = place(of: arrival)
        if let state = closed[number]?.state(place(index, position)) { return state != .altered }
        return chunk(number) { $0.alter(index, position: position, at: moment) }
    }

    /// Counts a message that comes after a newer one for the same recipient.
    private mutating func noteOrder(_ arrival: UInt64, _ recipient: UInt32, _ moment: Int64) {
        if lastMessages.isEmpty {
            guard arrival >= scope.messagesBeforeSecond else { return }
            lastMessages = [UInt32](repeating: 0, count: Int(scope.audience.count))
        }
        let message = UInt32(truncatingIfNeeded: arrival) &+ 1
        if message < lastMessages[Int(recipient)] {
            result.counts.reordered += 1
            keep(.reordered, arrival, recipient, moment)
        } else {
            lastMessages[Int(recipient)] = message
        }
    }

    private mutating func refuse(
        _ arrival: UInt64,
        _ recipient: UInt32,
        _ position: Int,
        _ moment: Int64,
        _ departure: Int64
    ) {
        let (number, index) = place(of: arrival)
        guard closed[number] == nil else {
            return refuseLate(number, index, position, arrival, recipient)
        }
        let isNew = chunk(number) {
            $0.refuse(index, position: position, at: moment, departure: departure)
        }
        if isNew, open[number]?.messages[index].standing == .accepted { outstanding -= 1 }
    }

    /// Handles a delivery of a message that was counted already: moves the pair's count from one state to another.
    private mutating func deliverLate(
        _ number: UInt64,
        _ index: Int,
        _ position: Int,
        _ record: DeliveryRecord,
        _ recipient: UInt32,
        _ moment: Int64
    ) {
        // Failed messages and those of the warm-up are ignored.
        guard let due = closed[number]?.due(index) else { return }
        let place = place(index, position)
        let isAltered =
            record.marks.contains(.altered) || closed[number]?.state(place) == .altered
        switch closed[number]?.change(place, to: isAltered ? .altered : .taken) {
        case nil: return
        case .taken, .altered:
            result.counts.twice += 1
            keep(.twice, record.arrival, recipient, moment)
            return
        case .lost: takeBackLoss(of: record.arrival, recipient)
        case .unregistered: result.counts.unregistered -= 1
        }
        result.counts.expected += 1
        result.recordDelivered(after: max(moment - due, 0))
        result.course.add(at: moment) { $0.delivered += 1 }
    }

    /// Handles an unknown recipient of a message that was counted already.
    private mutating func refuseLate(
        _ number: UInt64,
        _ index: Int,
        _ position: Int,
        _ arrival: UInt64,
        _ recipient: UInt32
    ) {
        let place = place(index, position)
        guard closed[number]?.due(index) != nil, closed[number]?.state(place) == .lost else {
            return
        }
        closed[number]?.change(place, to: .unregistered)
        takeBackLoss(of: arrival, recipient)
        result.counts.unregistered += 1
    }

    /// A pair that was counted as lost is not any more.
    private mutating func takeBackLoss(of arrival: UInt64, _ recipient: UInt32) {
        result.counts.lost -= 1
        result.counts.expected -= 1
        result.withdraw(.lost, arrival: arrival, recipient: UInt64(recipient))
        outstanding -= 1
    }

    /// Index of a pair in a chunk.
    private func place(_ index: Int, _ position: Int) -> Int {
        index * scope.mostPerMessage + position
    }

    private mutating func keep(
        _ fault: DeliveryFault,
        _ arrival: UInt64,
        _ recipient: UInt32,
        _ moment: Int64
    ) {
        result.keep(.init(fault, arrival: arrival, recipient: UInt64(recipient), moment: moment))
    }

    private mutating func chunk(
        _ number: UInt64,
        _ change: (inout DeliveryChunk) -> Bool
    ) -> Bool {
        change(
            &open[
                number,
                default: DeliveryChunk(
                    messages: messagesPerChunk,
                    perMessage: scope.mostPerMessage
                )
            ]
        )
    }

    /// The chunk of an arrival, and its place in it.
    private func place(of arrival: UInt64) -> (chunk: UInt64, index: Int) {
        let (chunk, index) = (arrival / shard.count)
            .quotientAndRemainder(dividingBy: UInt64(messagesPerChunk))
        return (chunk, Int(index))
    }

    /// The number of the arrival at a place.
    private func arrival(_ chunk: UInt64, _ index: Int) -> UInt64 {
        (chunk * UInt64(messagesPerChunk) + UInt64(index)) * shard.count + shard.index
    }
}

// MARK: - Counting

extension DeliveryJoin {
    /// Counts deliveries whose time is over, and drops all but the two bits that later deliveries need.
    package mutating func advance(to now: Int64) {
        for number in open.keys.sorted() where number < lastNumber {
            guard let chunk = open[number], chunk.lastEvent + patience < now else { continue }
            let kept = count(chunk, number, at: now, into: &result)
            // Deliveries to recipients that are gone are no longer awaited.
            outstanding -= kept.forgiven
            closed[number] = kept.deliveries
            open[number] = nil
        }
    }

    /// Whether everything has come or is lost.
    ///
    /// - Parameters:
    ///   - now: The current moment.
    ///   - last: When the last message was settled, or later.
    ///   - isThorough: Whether requests that are not awaited, such as duplicates, have the time of a delivery too.
    /// - Returns: Whether the watch is over.
    func isOver(at now: Int64, since last: Int64, isThorough: Bool) -> Bool {
        if outstanding > 0 { return now - last > result.patience + Self.grace }
        if isThorough, now - last <= result.within { return false }
        return now - max(last, lastHeard) > Self.grace
    }

    /// Result up to now; deliveries that are still awaited are pending.
    package func snapshot(at now: Int64) -> RunDelivery {
        var result = result
        for (number, chunk) in open.sorted(by: { $0.key < $1.key }) {
            _ = count(chunk, number, at: now, into: &result)
        }
        if let fault { result.mark(incomplete: fault) }
        return result
    }

    /// Final result, with the findings about the whole run.
    package func finished(at now: Int64) -> RunDelivery {
        var result = snapshot(at: now)
        if lastHeard != .min, fault == nil { result.quiet = max(now - lastHeard, 0) }
        guard result.fault == nil, result.counts.expected + result.counts.pending > 0 else {
            return result
        }
        if let misfit = misfit(result) { result.mark(incomplete: misfit) }
        return result
    }

    /// Why no delivery could be found; `nil` when that is not the reason for missing ones.
    private func misfit(_ result: RunDelivery) -> String? {
        if result.counts.attempts == 0 {
            return "nothing came to the sink: does the service send to \(result.sink.url)?"
        }
        if !hasMarks {
            return "no delivery named its send: is {{marker}} in a text that the service passes on?"
        }
        guard result.counts.unexpected > 0, !isAddressed else { return nil }
        return "no delivery named a recipient of this run: does \"recipient\" say what the sink "
            + "sees of one?"
    }

    /// Counts the deliveries of a chunk.
    ///
    /// - Returns: The compact rest of the chunk, and how many awaited deliveries were dropped as their recipients
    ///   are gone.
    private func count(
        _ chunk: DeliveryChunk,
        _ number: UInt64,
        at now: Int64,
        into result: inout RunDelivery
    ) -> (deliveries: ClosedDeliveries, forgiven: Int) {
        var kept = ClosedDeliveries(
            messages: messagesPerChunk,
            perMessage: scope.mostPerMessage
        )
        var forgiven = 0
        for (index, message) in chunk.messages.enumerated() where message.isKnown {
            guard message.standing != .uncounted else { continue }
            let arrival = arrival(number, index)
            let isAccepted = message.standing == .accepted
            if isAccepted { kept.setDue(message.dueMoment, index) }
            for position in 0..<scope.count(ofArrival: arrival) {
                let delivery = chunk.delivery(index, position: position)
                if delivery.time != nil {
                    let state: ClosedDeliveries.State = delivery.isAltered ? .altered : .taken
                    kept.change(place(index, position), to: state)
                }
                result.counts.twice += delivery.again
                guard isAccepted else {
                    if delivery.time != nil { result.counts.recovered += 1 }
                    continue
                }
                let recipient = scope.recipient(at: position, ofArrival: arrival)
                let pair = Pair(message: message, arrival: arrival, recipient: recipient)
                if let time = delivery.time {
                    record(delivery, time, of: pair, into: &result)
                } else if delivery.isUnregistered || gone[UInt32(recipient)] != nil {
                    result.counts.unregistered += 1
                    kept.change(place(index, position), to: .unregistered)
                    if !delivery.isUnregistered { forgiven += 1 }
                } else {
                    countMissing(of: pair, at: now, into: &result)
                }
            }
        }
        return (kept, forgiven)
    }

    /// An accepted message and one of its recipients.
    private struct Pair {
        let message: DeliveryChunk.Message
        let arrival: UInt64
        let recipient: UInt64
    }

    private func record(
        _ delivery: DeliveryChunk.Delivery,
        _ time: Int64,
        of pair: Pair,
        into result: inout RunDelivery
    ) {
        result.counts.expected += 1
        let isLate = time > result.within
        result.recordDelivered(after: time)
        if isLate {
            result.keep(
                .init(
                    .late,
                    arrival: pair.arrival,
                    recipient: pair.recipient,
                    moment: pair.message.dueMoment + time
                )
            )
        }
        if delivery.sinceSettled >= 0 {
            result.clocks.afterResponse.record(delivery.sinceSettled)
        } else {
            result.clocks.beforeResponse.record(-delivery.sinceSettled)
        }
    }

    private func countMissing(
        of pair: Pair,
        at now: Int64,
        into result: inout RunDelivery
    ) {
        let due = pair.message.dueMoment
        // What was not reported to the end is not awaited either.
        if fault == nil, due + result.patience > now {
            result.counts.pending += 1
        } else {
            result.counts.expected += 1
            result.counts.lost += 1
            result.keep(
                .init(.lost, arrival: pair.arrival, recipient: pair.recipient, moment: due)
            )
        }
    }
}

/// Compact state of counted deliveries: the due time of each message, and two bits for each delivery.
struct ClosedDeliveries: Sendable {
    /// State of a delivery of an accepted message.
    enum State: UInt64, Sendable {
        case lost
        case taken
        /// The sink said that the recipient is gone.
        case unregistered
        /// Taken, with another text than was sent.
        case altered
    }

    private var dues: [Int64]
    private var states: [UInt64]

    private static let perWord = 32

    init(messages: Int, perMessage: Int) {
        dues = [Int64](repeating: .min, count: messages)
        let count = messages * perMessage
        states = [UInt64](repeating: 0, count: (count + Self.perWord - 1) / Self.perWord)
    }

    /// When a message was due; `nil` for one that was not accepted or does not count.
    func due(_ message: Int) -> Int64? { dues[message] == .min ? nil : dues[message] }

    mutating func setDue(_ moment: Int64, _ message: Int) { dues[message] = moment }

    /// State of a delivery.
    func state(_ place: Int) -> State {
        State(rawValue: states[place / Self.perWord] >> Self.shift(place) & 3) ?? .lost
    }

    /// Changes the state of a delivery.
    ///
    /// - Returns: The state before.
    @discardableResult
    mutating func change(_ place: Int, to state: State) -> State {
        let before = self.state(place)
        states[place / Self.perWord] &= ~(3 << Self.shift(place))
        states[place / Self.perWord] |= state.rawValue << Self.shift(place)
        return before
    }

    private static func shift(_ place: Int) -> UInt64 { UInt64(place % perWord) * 2 }
}
