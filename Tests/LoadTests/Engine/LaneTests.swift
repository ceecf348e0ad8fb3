import Testing

@testable import Load

struct LaneTests {
    private static let millisecond: Int64 = 1_000_000

    /// Sends a request, and returns its delay by the generator in milliseconds.
    private func delay(
        on lane: inout Lane,
        due: Int64,
        ready: Int64,
        sent: Int64,
        unread: Int64
    ) -> Int64 {
        lane.begin(due: due * Self.millisecond, ready: ready * Self.millisecond)
        lane.sent = sent * Self.millisecond
        lane.end(unread: unread * Self.millisecond)
        return lane.delay / Self.millisecond
    }

    @Test("A request that waits for a lane inherits the delay of the one before, up to its wait")
    func inherited() {
        var lane = Lane(connection: 0)
        // The generator paused for 900 ms: the request was sent late, the lane is free at 950.
        #expect(delay(on: &lane, due: 0, ready: 0, sent: 900, unread: 0) == 900)
        #expect(delay(on: &lane, due: 100, ready: 950, sent: 950, unread: 0) == 850)
        #expect(delay(on: &lane, due: 200, ready: 1000, sent: 1001, unread: 2) == 803)
        // Due when the lane was free: nothing is inherited.
        #expect(delay(on: &lane, due: 1100, ready: 1100, sent: 1100, unread: 1) == 1)
        #expect(delay(on: &lane, due: 1105, ready: 1110, sent: 1110, unread: 0) == 0)
    }

    @Test("A response unread in a pause is passed on, the short time of every response is not")
    func unread() {
        var lane = Lane(connection: 0)
        #expect(delay(on: &lane, due: 0, ready: 0, sent: 0, unread: 500) == 500)
        #expect(delay(on: &lane, due: 10, ready: 510, sent: 510, unread: 9) == 509)
        #expect(delay(on: &lane, due: 20, ready: 520, sent: 520, unread: 9) == 509)
        #expect(delay(on: &lane, due: 519, ready: 530, sent: 530, unread: 9) == 20)
    }
}
