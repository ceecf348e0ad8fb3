import Testing

@testable import AssayCLI

struct DashboardPaceTests {
    private static let start = ContinuousClock.now

    private static func moment(_ seconds: Double) -> ContinuousClock.Instant {
        start + .seconds(seconds)
    }

    @Test("The page is drawn only if a browser follows it or has just loaded it")
    func somebody() {
        var pace = DashboardPace()
        #expect(!pace.isDue(at: Self.moment(0), followers: 0))
        #expect(pace.isDue(at: Self.moment(0), followers: 1))
        pace.noteRequest(at: Self.moment(1))
        #expect(pace.isDue(at: Self.moment(6), followers: 0))
        #expect(!pace.isDue(at: Self.moment(13), followers: 0))
    }

    @Test("Only one drawing runs at a time, and the next one follows without a pause")
    func single() {
        var pace = DashboardPace()
        pace.begin()
        #expect(!pace.isDue(at: Self.moment(100), followers: 1))
        pace.end()
        #expect(pace.isDue(at: Self.moment(100), followers: 1))
    }
}
