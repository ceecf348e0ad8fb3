import Testing

@testable import Load

/// Times are in milliseconds here, as passed to the clock.
struct TurnClockTests {
    private static let millisecond: Int64 = 1_000_000

    /// A clock whose last turn ended at 10 ms and which will wake at 20 ms.
    private static func armed() -> TurnClock {
        var clock = TurnClock(base: 0)
        _ = clock.begin(at: 9 * millisecond)
        clock.end(at: 10 * millisecond, wanting: 20 * millisecond)
        return clock
    }

    @Test(
        "A turn is late when it begins more than 1 ms after the alarm",
        arguments: [(19_000_000, false), (21_000_000, false), (21_000_001, true)]
            as [(Int64, Bool)]
    )
    func late(start: Int64, isLate: Bool) {
        var clock = Self.armed()
        let begun = clock.begin(at: start)
        #expect(begun == isLate)
        #expect(clock.lateSince == (isLate ? 10 * Self.millisecond : nil))
    }

    @Test(
        "In a late turn a response may have been unread since the last turn, or since its request"
    )
    func unread() {
        var clock = Self.armed()
        _ = clock.begin(at: 25 * Self.millisecond)
        let done = 26 * Self.millisecond
        #expect(clock.unread(sent: 5 * Self.millisecond, done: done) == 16 * Self.millisecond)
        #expect(clock.unread(sent: 24 * Self.millisecond, done: done) == 2 * Self.millisecond)
        #expect(clock.freeSince(sent: 5 * Self.millisecond, done: done) == 10 * Self.millisecond)
        // Sent in this very turn, so the connection was not free before.
        let sent = 25 * Self.millisecond + 1
        #expect(clock.freeSince(sent: sent, done: done) == done)
        clock.end(at: 27 * Self.millisecond, wanting: 40 * Self.millisecond)
        #expect(clock.unread(sent: 0, done: 28 * Self.millisecond) == 0)
    }

    @Test("The alarm is only moved to an earlier moment, on the system clock")
    func arming() {
        var clock = TurnClock(base: 1000)
        _ = clock.begin(at: 0)
        clock.end(at: 1, wanting: 50)
        #expect(clock.takeAlarm() == 1050)
        #expect(clock.takeAlarm() == nil)
        _ = clock.begin(at: 2)
        clock.end(at: 3, wanting: 60)
        #expect(clock.takeAlarm() == nil)
        _ = clock.begin(at: 4)
        clock.end(at: 5, wanting: 40)
        #expect(clock.takeAlarm() == 1040)
    }

    @Test("An unused alarm still applies after later turns, unless its moment has passed")
    func untaken() {
        var clock = TurnClock(base: 1000)
        _ = clock.begin(at: 0)
        clock.end(at: 1, wanting: 50)
        _ = clock.begin(at: 2)
        clock.end(at: 3, wanting: 60)
        #expect(clock.takeAlarm() == 1050)
        _ = clock.begin(at: 4)
        clock.end(at: 5, wanting: 40)
        _ = clock.begin(at: 41)
        #expect(clock.takeAlarm() == nil)
        clock.end(at: 42, wanting: 70)
        #expect(clock.takeAlarm() == 1070)
    }

    @Test("An alarm that fired within a turn is set again")
    func wentOffWithin() {
        var clock = TurnClock(base: 0)
        _ = clock.begin(at: 0)
        clock.end(at: 1, wanting: 50)
        _ = clock.begin(at: 49)
        clock.end(at: 51, wanting: 80)
        #expect(clock.takeAlarm() == 80)
    }

    @Test("A rebase shifts the set alarm")
    func rebase() {
        var clock = Self.armed()
        clock.rebase(5 * Self.millisecond)
        #expect(clock.armed == 15 * Self.millisecond)
        let isLate = clock.begin(at: 17 * Self.millisecond)
        #expect(isLate)
        #expect(clock.lateSince == 5 * Self.millisecond)
    }
}
