import Testing

@testable import Load

struct ReconnectPaceTests {
    private static let millisecond: Int64 = 1_000_000

    /// The number of connections that end within `length` when each of `count` places is refilled at the given pace.
    private static func ends(of count: Int, within length: Int64) -> Int {
        var pace = ReconnectPace()
        var (moment, total): (Int64, Int) = (0, 0)
        while moment < length {
            for _ in 0..<count { pace.noteFruitless(at: moment) }
            total += count
            moment += max(pace.delay, 1)
        }
        return total
    }

    @Test("The wait grows once per round, however many connections end at once")
    func rounds() {
        #expect(Self.ends(of: 1, within: 1_050 * Self.millisecond) == 13)
        #expect(Self.ends(of: 64, within: 1_050 * Self.millisecond) == 832)
    }

    @Test("The wait doubles from 10 ms to 100 ms, and ends with the first response")
    func delays() {
        var pace = ReconnectPace()
        #expect(pace.delay == 0)
        var moment: Int64 = -5_000 * Self.millisecond
        var delays: [Int64] = []
        for _ in 0..<9 {
            pace.noteFruitless(at: moment)
            delays.append(pace.delay / Self.millisecond)
            moment += pace.delay
        }
        #expect(delays == [10, 20, 40, 80, 100, 100, 100, 100, 100])
        pace.noteResponse()
        #expect(pace.delay == 0)
        pace.noteFruitless(at: moment)
        #expect(pace.delay == 10 * Self.millisecond)
    }
}
