extension Duration {
    /// The length as people read it: `830 µs`, `1.2 ms`, `14 ms`, `2.31 s`.
    package var shortText: String {
        let nanoseconds = self / .nanoseconds(1)
        if nanoseconds < 1e6 { return "\(Int((nanoseconds / 1e3).rounded())) µs" }
        if nanoseconds < 1e7 { return "\(Self.rounded(nanoseconds / 1e6, decimals: 1)) ms" }
        if nanoseconds < 1e9 { return "\(Int((nanoseconds / 1e6).rounded())) ms" }
        return "\(Self.rounded(nanoseconds / 1e9, decimals: 2)) s"
    }

    /// Whole seconds in a readable form: `48 s`, `3 min 20 s`, `1 h 5 min`.
    package var spokenText: String {
        let seconds = Int((self / .seconds(1)).rounded())
        let (minutes, rest) = (seconds / 60, seconds % 60)
        if minutes == 0 { return "\(rest) s" }
        if minutes < 60 { return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// Seconds with three decimals, as JUnit writes them.
    var secondsText: String { Self.rounded(self / .seconds(1), decimals: 3) }

    /// Milliseconds with three decimals.
    package var millisecondsText: String { Self.rounded(self / .milliseconds(1), decimals: 3) }

    /// Whole milliseconds, rounded.
    package var wholeMilliseconds: Int { Int((self / .milliseconds(1)).rounded()) }

    /// Seconds, for JSON.
    package var seconds: Double { self / .seconds(1) }

    private static func rounded(_ value: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
        let whole = Int((value * Double(scale)).rounded())
        let fraction = String(whole % scale)
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(whole / scale).\(zeros)\(fraction)"
    }
}
