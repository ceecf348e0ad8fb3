import JSON
import TestSupport
import Testing

@testable import ReferencePush

/// Each delivery defect changes the received messages as described, by exact counts.
struct DeliveryDefectTests {
    @Test("drops: one in 1,000 is never sent, and the service counts it as sent")
    func drops() async throws {
        let recorder = try DeliveryRecorder(.drops)
        #expect(await recorder.deliver(0..<3_500).isEmpty)
        let expected = Set(0..<3_500).subtracting([999, 1_999, 2_999])
        #expect(Set(recorder.counts.keys) == expected)
        #expect(recorder.counts.values.allSatisfy { $0 == 1 })
        #expect(recorder.delivery.account.defective == [.drops: 3])
        #expect(recorder.delivery.account.sent == 3_497)
    }

    @Test("twice: one in 1,000 is sent again after its 200")
    func twice() async throws {
        let recorder = try DeliveryRecorder(.twice)
        #expect(await recorder.deliver(0..<2_500).isEmpty)
        #expect(recorder.counts.filter { $0.value != 1 } == [999: 2, 1_999: 2])
        let account = recorder.delivery.account
        #expect(account.defective == [.twice: 2])
        #expect(account.sent == 2_502)
        #expect(account.accepted == 2_502)
        #expect(account.retried == 0)
    }

    @Test("reorders: a message leaves after a newer one for the same recipient")
    func reorders() async throws {
        let recorder = try DeliveryRecorder(.reorders)
        recorder.begin(0..<1_000, "older")
        recorder.begin([999, 998], "newer")
        await recorder.wait(forCount: 1_002)
        #expect(recorder.texts(for: 999) == ["newer", "older"])
        #expect(recorder.texts(for: 998) == ["older", "newer"])
        #expect(recorder.delivery.account.defective == [.reorders: 1])
    }

    @Test("ignores-unregistered: the service does not learn that a device has departed")
    func ignoresUnregistered() async throws {
        let recorder = try DeliveryRecorder(.ignoresUnregistered) { _ in 410 }
        #expect(await recorder.deliver(0..<3).isEmpty)
        let account = recorder.delivery.account
        #expect(account.defective == [.ignoresUnregistered: 3])
        #expect(account.failed == ["410": 3])
        let honest = try DeliveryRecorder { _ in 410 }
        #expect(await honest.deliver([7]) == [0: .unregistered])
    }

    @Test("forgets: one push in 100 is never sent")
    func forgets() async throws {
        let recorder = try DeliveryRecorder(.forgets)
        for push in 1...201 {
            if push.isMultiple(of: 100) {
                recorder.begin([push])
            } else {
                await recorder.deliver([push])
            }
        }
        #expect(Set(recorder.counts.keys) == Set(1...201).subtracting([100, 200]))
        let account = recorder.delivery.account
        #expect(account.defective == [.forgets: 2])
        #expect(account.due == 201)
        #expect(account.waiting == 0)
    }

    @Test("misdirects: every second notification goes to the previous recipient")
    func misdirects() async throws {
        let recorder = try DeliveryRecorder(.misdirects)
        #expect(await recorder.deliver(0..<10).isEmpty)
        #expect(recorder.counts == [0: 2, 2: 2, 4: 2, 6: 2, 8: 2])
        #expect(recorder.delivery.account.defective == [.misdirects: 5])
    }

    @Test("truncates: the text of one in 1,000 is cut to half")
    func truncates() async throws {
        let recorder = try DeliveryRecorder(.truncates)
        #expect(await recorder.deliver(0..<1_001, "0123456").isEmpty)
        #expect(recorder.texts(for: 998) == ["0123456"])
        #expect(recorder.texts(for: 999) == ["012"])
        #expect(recorder.delivery.account.defective == [.truncates: 1])
    }

    @Test(
        "stalls: nothing is sent for the last second of every 5 s",
        arguments: [
            (0, 0), (3_999, 3_999), (4_000, 5_000), (4_999, 5_000), (5_000, 5_000),
            (14_200, 15_000),
        ]
    )
    func stalls(milliseconds: Int64, departure: Int64) {
        let start: Int64 = 77
        let moment = start + milliseconds * 1_000_000
        let expected = start + departure * 1_000_000
        #expect(DeliveryDefect.stalls.departure(moment, since: start) == expected)
        #expect(DeliveryDefect.drops.departure(moment, since: start) == moment)
    }
}

/// The pace at which notifications leave, without a clock.
struct DeliveryPaceTests {
    private static let millisecond: Int64 = 1_000_000

    @Test("The i-th message of a busy period leaves i intervals after its start")
    func even() {
        var pace = DeliveryPace(rate: 3)
        let departures = (0..<7).map { _ in
            let due = pace.due(ready: 1_000)
            pace.leave(due: due, at: due)
            return due - 1_000
        }
        #expect(
            departures == [
                0, 333_333_333, 666_666_667, 1_000_000_000, 1_333_333_333, 1_666_666_667,
                2_000_000_000,
            ]
        )
    }

    @Test("A message after its turn starts a new period; an earlier one waits")
    func periods() {
        var pace = DeliveryPace(rate: 1_000)
        #expect(pace.due(ready: 0) == 0)
        pace.leave(due: 0, at: 0)
        #expect(pace.due(ready: 400_000) == Self.millisecond)
        pace.leave(due: Self.millisecond, at: Self.millisecond)
        #expect(pace.due(ready: 9 * Self.millisecond) == 9 * Self.millisecond)
        pace.leave(due: 9 * Self.millisecond, at: 9 * Self.millisecond)
        #expect(pace.due(ready: 9 * Self.millisecond) == 10 * Self.millisecond)
    }

    @Test("Late messages catch up at twice the rate, except for the 5 ms of thread wake-up delay")
    func late() {
        var pace = DeliveryPace(rate: 1_000)
        let resumption = 100 * Self.millisecond
        #expect(pace.due(ready: 0) == 0)
        pace.leave(due: 0, at: resumption)
        for index: Int64 in 1...250 {
            let due = pace.due(ready: 0)
            let hurried = resumption - 5 * Self.millisecond + index * Self.millisecond / 2
            #expect(due == max(index * Self.millisecond, hurried))
            pace.leave(due: due, at: max(due, resumption))
        }
    }

    @Test("Without a rate everything is sent immediately")
    func unlimited() {
        var pace = DeliveryPace(rate: nil)
        for ready: Int64 in [5, 5, 7] {
            #expect(pace.due(ready: ready) == ready)
            pace.leave(due: ready, at: ready)
        }
    }
}
