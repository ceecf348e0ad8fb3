import LoadModel
package import Measure

/// Deliveries of a made-up run: 100 messages, one due every 10 ms, each for 100 recipients.
///
/// Delivery j (0 to 9,999) belongs to message j ÷ 100 and arrives (j + 1) ms after the start of the first stage, so
/// the service delivers 1,000 per second of the 10,000 that it accepts in the first. With a = j ÷ 100 and b = j mod
/// 100 it takes 90a + b + 1 ms. Every message is sent 0.1 ms after it was due and accepted 2 ms later, so the first
/// two deliveries arrive before the response.
package struct SampleDelivery {
    /// The time limit of each delivery, in nanoseconds.
    package var within: Int64 = 30_000_000_000
    /// The times that thresholds name.
    package var deadlines: [Int64] = []
    /// Every thousandth delivery is lost, and others have faults.
    package var isPoor = false
    /// The messages of this shard, if the shards of a run share them: number and count.
    package var shard: (number: Int, count: Int) = (0, 1)

    package init() {}

    private static let millisecond: Int64 = 1_000_000

    /// All deliveries in time.
    package static var good: RunDelivery {
        var sample = SampleDelivery()
        sample.deadlines = [1_000 * millisecond]
        return sample.delivery
    }

    /// 5,545 within 5 s, 4,445 later, 10 lost, and some of every other fault.
    package static var poor: RunDelivery {
        var sample = SampleDelivery()
        sample.within = 5_000 * millisecond
        sample.deadlines = [1_000 * millisecond, 10_000 * millisecond]
        sample.isPoor = true
        return sample.delivery
    }

    /// Like `poor`, but the sink's report is incomplete, and the sink was busy.
    package static var doubtful: RunDelivery {
        var delivery = poor
        delivery.mark(incomplete: "the sink ended after 9.5 s")
        delivery.sink.busiest = 0.97
        return delivery
    }

    package var delivery: RunDelivery {
        let sink = RunDelivery.Sink(
            kind: "apns",
            url: "https://127.0.0.1:8443",
            busiest: 0.43,
            refused: isPoor ? ["Unregistered": 20, "TooManyRequests": 33] : [:],
            noted: isPoor
                ? ["connections": 4, "tokenRenewals": 2, "goAways": 1] : ["connections": 2]
        )
        var delivery = RunDelivery(sink: sink, within: within, deadlines: deadlines)
        delivery.drain = 5_000 * Self.millisecond
        delivery.quiet = 1_020 * Self.millisecond
        for message in 0..<100 where message % shard.count == shard.number {
            accept(Int64(message), into: &delivery)
            for recipient in 0..<100 { deliver(Int64(message), Int64(recipient), into: &delivery) }
        }
        if isPoor && shard.number == 0 { addFaults(to: &delivery) }
        return delivery
    }

    private func accept(_ message: Int64, into delivery: inout RunDelivery) {
        delivery.counts.expected += 100
        delivery.clocks.sent.record(100_000)
        delivery.clocks.accepted.record(2 * Self.millisecond)
        let moment = message * 10 * Self.millisecond + 2_100_000
        delivery.course.add(at: moment) { $0.accepted += 100 }
    }

    private func deliver(_ message: Int64, _ recipient: Int64, into delivery: inout RunDelivery) {
        let number = message * 100 + recipient
        let moment = (number + 1) * Self.millisecond
        guard !isPoor || number % 1_000 != 999 else {
            delivery.counts.lost += 1
            let due = message * 10 * Self.millisecond
            delivery.keep(
                RunDelivery.Example(
                    .lost,
                    arrival: UInt64(message),
                    recipient: UInt64(recipient),
                    moment: due
                )
            )
            return
        }
        let time = moment - message * 10 * Self.millisecond
        delivery.recordDelivered(after: time)
        if time > within {
            delivery.keep(
                RunDelivery.Example(
                    .late,
                    arrival: UInt64(message),
                    recipient: UInt64(recipient),
                    moment: moment
                )
            )
        }
        let afterResponse = time - 2_100_000
        if afterResponse >= 0 {
            delivery.clocks.afterResponse.record(afterResponse)
        } else {
            delivery.clocks.beforeResponse.record(-afterResponse)
        }
        delivery.counts.attempts += 1
        delivery.course.add(at: moment) {
            $0.attempted += 1
            $0.delivered += 1
        }
    }

    /// 3 duplicates, 2 to dead recipients, 1 of every other kind, 53 refused.
    private func addFaults(to delivery: inout RunDelivery) {
        delivery.counts.twice = 3
        delivery.counts.dead = 2
        delivery.counts.reordered = 1
        delivery.counts.altered = 1
        delivery.counts.unexpected = 1
        delivery.counts.unregistered = 20
        delivery.counts.recovered = 4
        delivery.counts.pending = 7
        delivery.counts.attempts += 3 + 1 + 4 + 53
        let moment = 2_500 * Self.millisecond
        let examples: [(DeliveryFault, UInt64?, UInt64?)] = [
            (.twice, 24, 99), (.twice, 24, 98), (.twice, 25, 0), (.dead, 24, 17), (.dead, 25, 17),
            (.reordered, 3, 40), (.altered, 25, 1), (.unexpected, nil, nil),
        ]
        for (fault, arrival, recipient) in examples {
            delivery.keep(
                RunDelivery.Example(fault, arrival: arrival, recipient: recipient, moment: moment)
            )
        }
        delivery.course.add(at: moment) { $0.attempted += 61 }
    }
}
