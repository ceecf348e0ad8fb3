/// How long runs take, and so how long the rest will.
struct RunPace {
    let runCount: Int
    /// What one takes, as long as none was made; `nil` when nobody knows.
    let expected: Duration?
    private var made = 0
    private var spent = Duration.zero

    init(runCount: Int, expected: Duration?) {
        self.runCount = runCount
        self.expected = expected
    }

    /// Notes a run that has ended, whether or not it counts.
    mutating func note(_ time: Duration) {
        made += 1
        spent += time
    }

    /// `about 48 s to go`, when `count` runs count; `nil` when nobody knows.
    func text(made count: Int) -> String? {
        guard let each = made > 0 ? spent / made : expected else { return nil }
        let seconds = (each * (runCount - count)) / .seconds(1)
        return "about \(Self.text(max(Int(seconds.rounded(.up)), 1))) to go"
    }

    /// `48 s`, `3 min 20 s`, `1 h 5 min`.
    private static func text(_ seconds: Int) -> String {
        let (minutes, rest) = (seconds / 60, seconds % 60)
        if minutes == 0 { return "\(rest) s" }
        if minutes < 60 { return rest == 0 ? "\(minutes) min" : "\(minutes) min \(rest) s" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
