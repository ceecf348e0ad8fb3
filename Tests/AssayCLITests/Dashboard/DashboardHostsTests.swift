import Testing

@testable import AssayCLI

struct DashboardHostsTests {
    @Test(
        "Addresses, localhost and the name that was given are answered, other names are not",
        arguments: [
            ("127.0.0.1", true), ("192.168.0.7", true), ("::1", true), ("localhost", true),
            ("loadbox", true), ("loadbox.example", false), ("evil.example", false), ("", false),
            ("127.0.0.1.evil.example", false), ("1.2.3", false), ("1.2.3.256", false),
            ("1.2.3.+4", false),
        ]
    )
    func hosts(host: String, isAllowed: Bool) {
        let hosts = DashboardHosts(ListenAddress(host: "LoadBox", port: 0))
        #expect(hosts.allows(host) == isAllowed)
    }

    @Test(
        "What other machines reach is told from what they do not",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true), ("localhost", true),
            ("0.0.0.0", false), ("::", false), ("192.168.0.7", false), ("127.evil.example", false),
        ]
    )
    func loopback(host: String, isLoopback: Bool) {
        let hosts = DashboardHosts(ListenAddress(host: host, port: 0))
        #expect(hosts.isLoopback == isLoopback)
    }
}

struct DashboardPaceTests {
    private static let start = ContinuousClock.now

    private static func moment(_ seconds: Double) -> ContinuousClock.Instant {
        start + .seconds(seconds)
    }

    @Test("Nothing is drawn for nobody; whoever follows or has just loaded the page is somebody")
    func somebody() {
        var pace = DashboardPace()
        #expect(!pace.isDue(at: Self.moment(0), followers: 0))
        #expect(pace.isDue(at: Self.moment(0), followers: 1))
        pace.noteRequest(at: Self.moment(1))
        #expect(pace.isDue(at: Self.moment(6), followers: 0))
        #expect(!pace.isDue(at: Self.moment(13), followers: 0))
    }

    @Test("Drawing takes a twentieth of the time at most, one drawing at a time")
    func share() {
        var pace = DashboardPace()
        pace.begin()
        #expect(!pace.isDue(at: Self.moment(100), followers: 1))
        pace.end(at: Self.moment(100), since: Self.moment(99))
        #expect(!pace.isDue(at: Self.moment(118.9), followers: 1))
        #expect(pace.isDue(at: Self.moment(119), followers: 1))
    }
}
