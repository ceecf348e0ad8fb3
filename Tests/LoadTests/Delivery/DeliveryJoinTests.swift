import DeliveryFeed
import LoadModel
import Measure
import Testing

@testable import Load

/// Runs worked out by hand: the recipients, the reports of a sink, and the resulting counts.
@Suite("Joining sent messages with deliveries")
struct DeliveryJoinTests {
    private static let millisecond: Int64 = 1_000_000
    private static let second: Int64 = 1_000_000_000

    /// Ten recipients, `r0` to `r9`; each message names some of them.
    private static func join(
        perSend: UInt64 = 2,
        isForEverybody: Bool = false,
        within: Int64 = 10 * second,
        drain: Int64 = 0,
        deadlines: [Int64] = [],
        shard: Shard = .whole,
        offset: UInt64 = 0
    ) -> DeliveryJoin {
        var recipients = RecipientIndex(capacity: 10)
        for number in 0..<10 {
            #expect(
                recipients.insert(RecipientHash.of("r\(number)".utf8), number: UInt32(number))
                    == nil
            )
        }
        var result = RunDelivery(
            sink: .init(kind: "apns", url: "http://127.0.0.1:1"),
            within: within,
            deadlines: deadlines
        )
        result.drain = drain
        return DeliveryJoin(
            DeliveryScope(
                LoadAudience(count: 10, perSend: perSend, seed: 1),
                isForEverybody: isForEverybody
            ),
            recipients: recipients,
            result: result,
            shard: shard,
            offset: offset
        )
    }

    /// A message that was due at a time in milliseconds, sent 1 ms and accepted 3 ms later.
    private static func sent(
        _ arrival: UInt64,
        due: Int64,
        isAccepted: Bool = true
    ) -> SentMessage {
        SentMessage(
            arrival: arrival,
            due: due * millisecond,
            sent: (due + 1) * millisecond,
            settled: (due + 3) * millisecond,
            isAccepted: isAccepted
        )
    }

    /// The sink's report of a request.
    private static func came(
        _ arrival: UInt64,
        _ recipient: String,
        _ outcome: DeliveryRecord.Outcome = .taken,
        _ marks: DeliveryRecord.Marks = []
    ) -> DeliveryRecord {
        DeliveryRecord(
            moment: 0,
            recipient: RecipientHash.of(recipient.utf8),
            arrival: arrival,
            outcome: outcome,
            marks: marks
        )
    }

    @Test(
        "In time, late and lost add up to the expected deliveries; the time counts from the due time"
    )
    func times() {
        var join = Self.join(within: 100 * Self.millisecond, deadlines: [20 * Self.millisecond])
        join.settle(Self.sent(0, due: 0))
        join.settle(Self.sent(1, due: 10))
        join.take(Self.came(0, "r0"), at: 20 * Self.millisecond)
        join.take(Self.came(0, "r1"), at: 101 * Self.millisecond)
        join.take(Self.came(1, "r2"), at: 110 * Self.millisecond)
        #expect(join.outstanding == 1)
        let result = join.finished(at: 10 * Self.second)
        #expect(result.fault == nil)
        #expect(result.counts.expected == 4)
        #expect(result.counts.inTime == 2)
        #expect(result.counts.late == 1)
        #expect(result.counts.lost == 1)
        #expect(result.counts.attempts == 3)
        #expect(result.deadlines.map(\.count) == [1, 2])
        #expect(result.clocks.delivered.smallest == 20 * Self.millisecond)
        #expect(result.clocks.delivered.greatest == 101 * Self.millisecond)
        #expect(
            result.examples == [
                .init(.late, arrival: 0, recipient: 1, moment: 101 * Self.millisecond),
                .init(.lost, arrival: 1, recipient: 3, moment: 10 * Self.millisecond),
            ]
        )
    }

    @Test(
        "An event after the final count moves between counters, never below zero",
        arguments: [
            // Lost, and eventually delivered.
            ([.taken], 1, 0, 0), ([.taken, .taken], 1, 0, 0),
            // Lost, and then reported by the sink as unregistered.
            ([.unregistered], 0, 0, 1), ([.unregistered, .unregistered], 0, 0, 1),
            // Unregistered, and delivered anyway.
            ([.unregistered, .taken], 1, 0, 0), ([.unregistered, .taken, .taken], 1, 0, 0),
        ] as [([DeliveryRecord.Outcome], UInt64, UInt64, UInt64)]
    )
    func afterCounting(
        _ outcomes: [DeliveryRecord.Outcome],
        delivered: UInt64,
        lost: UInt64,
        unregistered: UInt64
    ) {
        for isGoneBefore in [false, true] {
            var join = Self.join(perSend: 1, within: Self.second)
            join.settle(Self.sent(0, due: 0))
            // The recipient of the first message is known to be gone before the message is counted.
            if isGoneBefore { join.take(Self.came(0, "r0", .unregistered), at: Self.second) }
            // Far behind the first message, so that its chunk is counted.
            join.settle(Self.sent(100_001, due: 20_000))
            join.advance(to: 60 * Self.second)
            for outcome in outcomes { join.take(Self.came(0, "r0", outcome), at: 61 * Self.second) }
            let counts = join.snapshot(at: 61 * Self.second).counts
            #expect(counts.late == delivered)
            #expect(counts.lost == lost + 1, "the second message had no recipient")
            #expect(counts.unregistered == unregistered)
            #expect(counts.expected == counts.inTime + counts.late + counts.lost)
            #expect(join.outstanding == 1)
        }
    }

    @Test(
        "The watch lasts until all has come or is lost, and for duplicates as long as for a delivery",
        arguments: [
            // The last message is settled after 3 ms; the last request comes after 5 ms.
            (1, false, 1_005, false), (1, false, 1_006, true),
            (1, true, 10_003, false), (1, true, 10_004, true),
            // A delivery is missing.
            (0, false, 13_003, false), (0, false, 13_004, true), (0, true, 13_003, false),
        ] as [(UInt64, Bool, Int64, Bool)]
    )
    func watch(arrived: UInt64, isThorough: Bool, at moment: Int64, isOver: Bool) {
        var join = Self.join(perSend: 1, drain: 2 * Self.second)
        join.settle(Self.sent(0, due: 0))
        if arrived > 0 { join.take(Self.came(0, "r0"), at: 5 * Self.millisecond) }
        let (now, last) = (moment * Self.millisecond, 3 * Self.millisecond)
        #expect(join.isOver(at: now, since: last, isThorough: isThorough) == isOver)
    }

    @Test(
        "The same delay is late for every message, and a missing delivery is lost after the drain"
    )
    func drain() {
        var join = Self.join(perSend: 1, within: Self.second, drain: 5 * Self.second)
        join.settle(Self.sent(0, due: 0))
        join.settle(Self.sent(1, due: 10_000))
        join.settle(Self.sent(2, due: 10_000))
        join.take(Self.came(0, "r0"), at: 6 * Self.second)
        join.take(Self.came(1, "r1"), at: 16 * Self.second)
        #expect(join.snapshot(at: 15 * Self.second).counts.pending == 1)
        let result = join.finished(at: 16 * Self.second)
        #expect(result.counts.late == 2)
        #expect(result.counts.lost == 1)
        #expect(result.quiet == 0)
    }

    @Test("A delivery may arrive before the message was accepted")
    func beforeResponse() {
        var join = Self.join(perSend: 1)
        join.take(Self.came(0, "r0"), at: 2 * Self.millisecond)
        #expect(join.outstanding == 0)
        join.settle(Self.sent(0, due: 0))
        #expect(join.outstanding == 0)
        join.settle(Self.sent(1, due: 0))
        join.take(Self.came(1, "r1"), at: 7 * Self.millisecond)
        let clocks = join.finished(at: Self.second).clocks
        #expect(clocks.beforeResponse.greatest == Self.millisecond)
        #expect(clocks.afterResponse.greatest == 4 * Self.millisecond)
        #expect(clocks.sent.greatest == Self.millisecond)
        #expect(clocks.accepted.greatest == 2 * Self.millisecond)
    }

    @Test("A repeat after acceptance is a duplicate; after a refusal it is the first delivery")
    func twice() {
        var join = Self.join()
        join.settle(Self.sent(0, due: 0))
        join.take(Self.came(0, "r0", .refused), at: 4 * Self.millisecond)
        join.take(Self.came(0, "r0"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "r1"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "r1"), at: 6 * Self.millisecond)
        join.take(Self.came(0, "r1"), at: 7 * Self.millisecond)
        let counts = join.finished(at: Self.second).counts
        #expect(counts.twice == 2)
        #expect(counts.inTime == 2)
        #expect(counts.attempts == 5)
    }

    @Test("A message that the service refused and delivered anyway counts as recovered")
    func recovered() {
        var join = Self.join()
        join.settle(Self.sent(0, due: 0, isAccepted: false))
        join.take(Self.came(0, "r0"), at: 5 * Self.millisecond)
        join.settle(Self.sent(1, due: 0))
        let counts = join.finished(at: 60 * Self.second).counts
        #expect(counts.recovered == 1)
        #expect(counts.expected == 2)
        #expect(counts.lost == 2)
    }

    @Test(
        "A request after the 410 is dead: the same message at once, others after a second",
        arguments: [
            // The response left 100 ms after its request, at 105 ms.
            (0, "r0", 50, 0), (0, "r0", 105, 0), (0, "r0", 106, 1), (0, "r0", 60_000, 1),
            (1, "r0", 106, 0), (1, "r0", 1_105, 0), (1, "r0", 1_106, 1),
            // Of a recipient whom the sink knows.
            (0, "r1", 106, 0), (1, "r1", 60_000, 0),
        ] as [(UInt64, String, Int64, UInt64)]
    )
    func dead(_ message: UInt64, _ recipient: String, at moment: Int64, count: UInt64) {
        for outcome in [.taken, .unregistered, .refused] as [DeliveryRecord.Outcome] {
            var join = Self.join(perSend: 10)
            join.settle(Self.sent(0, due: 0))
            join.settle(Self.sent(1, due: 0))
            var gone = Self.came(0, "r0", .unregistered)
            gone.delay = 100 * Self.millisecond
            join.take(gone, at: 5 * Self.millisecond)
            join.take(Self.came(message, recipient, outcome), at: moment * Self.millisecond)
            let result = join.finished(at: 61 * Self.second)
            #expect(result.counts.dead == count)
            #expect(result.examples.count { $0.fault == .dead } == Int(count))
        }
    }

    @Test("Requests of unknown messages report a departed device, and count as dead after that")
    func deadUnmarked() {
        var join = Self.join(perSend: 10)
        join.settle(Self.sent(0, due: 0))
        let request = Self.came(0, "r3", .unregistered, .unmarked)
        join.take(request, at: 5 * Self.millisecond)
        join.take(request, at: 900 * Self.millisecond)
        join.take(request, at: 1_006 * Self.millisecond)
        let result = join.finished(at: 60 * Self.second)
        #expect(result.counts.dead == 1)
        #expect(result.examples.first { $0.fault == .dead }?.arrival == nil)
        #expect(result.counts.unexpected == 0)
    }

    @Test("A departed device does not count as lost; later sends to it count as dead tokens")
    func gone() {
        var join = Self.join(perSend: 10)
        join.settle(Self.sent(0, due: 0))
        for recipient in 0..<10 {
            let outcome: DeliveryRecord.Outcome = recipient == 3 ? .unregistered : .taken
            join.take(Self.came(0, "r\(recipient)", outcome), at: 5 * Self.millisecond)
        }
        #expect(join.outstanding == 0)
        join.settle(Self.sent(1, due: 500))
        for recipient in 0..<10 where recipient != 3 {
            join.take(Self.came(1, "r\(recipient)"), at: 505 * Self.millisecond)
        }
        join.take(Self.came(1, "r3", .unregistered), at: 900 * Self.millisecond)
        // Ends a wait of the second message for that device.
        #expect(join.outstanding == 0)
        var result = join.snapshot(at: 60 * Self.second)
        #expect(result.counts.unregistered == 2)
        #expect(result.counts.dead == 0)
        #expect(result.counts.expected == 18)
        join.take(Self.came(1, "r3", .unregistered), at: 1_100 * Self.millisecond)
        result = join.finished(at: 60 * Self.second)
        #expect(result.counts.dead == 1)
        #expect(result.counts.lost == 0)
    }

    @Test("An older message after a newer one counts as reordered, a changed text as altered")
    func order() {
        var join = Self.join(perSend: 10)
        for arrival in 0..<3 { join.settle(Self.sent(UInt64(arrival), due: 0)) }
        join.take(Self.came(1, "r0"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "r0"), at: 6 * Self.millisecond)
        join.take(Self.came(2, "r0", .taken, .altered), at: 7 * Self.millisecond)
        let result = join.finished(at: Self.second)
        #expect(result.counts.reordered == 1)
        #expect(result.counts.altered == 1)
        #expect(result.examples.prefix(2).map(\.fault) == [.reordered, .altered])
    }

    @Test("A delivery with another text counts as altered once, however often it comes")
    func alteredOnce() {
        for isClosed in [false, true] {
            var join = Self.join(perSend: 2, within: Self.second)
            join.settle(Self.sent(0, due: 0))
            join.take(Self.came(0, "r0"), at: 5 * Self.millisecond)
            join.take(Self.came(0, "r1", .taken, .altered), at: 5 * Self.millisecond)
            if isClosed {
                join.settle(Self.sent(100_000, due: 20_000))
                join.advance(to: 60 * Self.second)
            }
            for recipient in ["r0", "r0", "r1"] {
                join.take(Self.came(0, recipient, .taken, .altered), at: 61 * Self.second)
            }
            let counts = join.finished(at: 62 * Self.second).counts
            #expect(counts.altered == 2)
            #expect(counts.twice == 3)
        }
    }

    @Test("Deliveries of unknown messages, or to unknown or wrong recipients, are unexpected")
    func unexpected() {
        var join = Self.join(perSend: 2)
        join.settle(Self.sent(0, due: 0))
        join.take(Self.came(0, "r0"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "r1"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "r7"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "nobody"), at: 5 * Self.millisecond)
        join.take(Self.came(0, "r1", .taken, .unmarked), at: 5 * Self.millisecond)
        join.take(Self.came(0, "nobody", .refused), at: 5 * Self.millisecond)
        let counts = join.finished(at: Self.second).counts
        #expect(counts.unexpected == 3)
        #expect(counts.inTime == 2)
        #expect(counts.lost == 0)
    }

    @Test("A broadcast message has one delivery per recipient")
    func everybody() {
        var join = Self.join(perSend: 1, isForEverybody: true)
        join.settle(Self.sent(7, due: 0))
        #expect(join.outstanding == 10)
        for recipient in 0..<9 {
            join.take(Self.came(7, "r\(recipient)"), at: 5 * Self.millisecond)
        }
        let counts = join.finished(at: 60 * Self.second).counts
        #expect(counts.expected == 10)
        #expect(counts.lost == 1)
    }

    @Test("The warm-up is not counted, and unfinished deliveries are pending at the end")
    func uncounted() {
        var join = Self.join(within: 10 * Self.second)
        join.settle(Self.sent(0, due: -5))
        join.settle(Self.sent(1, due: 5))
        join.take(Self.came(0, "r0"), at: Self.millisecond)
        join.take(Self.came(1, "r2"), at: 9 * Self.millisecond)
        let counts = join.finished(at: 2 * Self.second).counts
        #expect(counts.inTime == 1)
        #expect(counts.pending == 1)
        #expect(counts.expected == 1)
    }

    @Test("Closed messages still count their late and duplicate deliveries")
    func closed() {
        var join = Self.join(perSend: 10, within: 100 * Self.millisecond)
        // A chunk holds 4,096 messages: one message of the next chunk lets the first be counted.
        join.settle(Self.sent(0, due: 0))
        for recipient in 0..<8 {
            join.take(Self.came(0, "r\(recipient)"), at: 5 * Self.millisecond)
        }
        join.settle(Self.sent(4_096, due: 20_000))
        join.advance(to: 20 * Self.second)
        #expect(join.snapshot(at: 20 * Self.second).counts.lost == 2)
        join.take(Self.came(0, "r0"), at: 21 * Self.second)
        join.take(Self.came(0, "r9"), at: 21 * Self.second)
        join.take(Self.came(0, "r9"), at: 22 * Self.second)
        let result = join.finished(at: 60 * Self.second)
        #expect(result.counts.twice == 2)
        #expect(result.counts.late == 1)
        #expect(result.counts.lost == 1 + 10)
        #expect(result.counts.expected == 20)
        #expect(result.clocks.delivered.greatest == 21 * Self.second)
        // A delivery that arrives late is no longer an example of a lost one.
        #expect(
            !result.examples.contains { $0.fault == .lost && $0.recipient == 9 && $0.arrival == 0 }
        )
    }

    @Test("A shard tracks its own messages, a search step those after its offset")
    func others() {
        var join = Self.join(perSend: 1, shard: Shard(2, of: 2), offset: 1_000)
        join.settle(Self.sent(3, due: 0))
        for arrival: UInt64 in [3, 1_002, 1_003] {
            join.take(Self.came(arrival, "r3"), at: 5 * Self.millisecond)
        }
        let counts = join.finished(at: Self.second).counts
        #expect(counts.attempts == 1)
        #expect(counts.inTime == 1)
    }

    @Test("Messages that all go to other recipients of the run are lost and unexpected")
    func misdirected() {
        var join = Self.join(perSend: 1)
        for arrival: UInt64 in 0..<10 {
            join.settle(Self.sent(arrival, due: 0))
            join.take(Self.came(arrival, "r\((arrival + 1) % 10)"), at: 5 * Self.millisecond)
        }
        let result = join.finished(at: 60 * Self.second)
        #expect(result.fault == nil)
        #expect(result.counts.lost == 10)
        #expect(result.counts.unexpected == 10)
    }

    @Test("A run without any observed or recognised delivery reports that")
    func faults() {
        func fault(_ records: [DeliveryRecord]) -> String? {
            var join = Self.join()
            join.settle(Self.sent(0, due: 0))
            for record in records { join.take(record, at: 5 * Self.millisecond) }
            return join.finished(at: 60 * Self.second).fault
        }
        #expect(fault([])?.hasPrefix("nothing came to the sink") == true)
        #expect(
            fault([Self.came(0, "r0", .taken, .unmarked)])?.hasPrefix("no delivery named its send")
                == true
        )
        #expect(fault([Self.came(0, "other")])?.hasPrefix("no delivery named a recipient") == true)
        #expect(fault([Self.came(0, "r0")]) == nil)
        var join = Self.join(perSend: 1, within: Self.second)
        join.settle(Self.sent(0, due: 0))
        join.note("the sink was gone")
        // Before the time of the delivery is over.
        let result = join.finished(at: Self.second / 2)
        #expect(result.fault == "the sink was gone")
        #expect(result.quiet == nil)
        #expect(result.counts.lost == 0)
        #expect(result.counts.unseen == 1)
        #expect(result.examples.map(\.fault) == [.unseen])
        let dropped = DeliveryRecord(moment: 0, arrival: 7, outcome: .dropped)
        #expect(fault([dropped])?.contains("had no room for 7 records") == true)
    }

    @Test(
        "The timeline adds up to the accepted and delivered messages and shows how busy the sink was"
    )
    func course() {
        var join = Self.join()
        for arrival in 0..<4 { join.settle(Self.sent(UInt64(arrival), due: Int64(arrival) * 100)) }
        join.take(Self.came(0, "r0"), at: 450 * Self.millisecond)
        join.take(Self.came(0, "r1"), at: 451 * Self.millisecond)
        join.take(DeliveryRecord(moment: 0, arrival: 250_000, outcome: .load), at: Self.second)
        let result = join.finished(at: Self.second)
        #expect(result.course.slices.map(\.accepted) == [2, 2, 2, 2, 0])
        #expect(result.course.slices.map(\.delivered) == [0, 0, 0, 0, 2])
        #expect(result.course.backlog == [2, 4, 6, 8, 6])
        #expect(result.sink.busiest == 0.25)
    }
}
