import ReportText

/// How long runs take, and so how long the rest will.
struct RunPace {
    var runCount: Int
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
        let seconds = ((each * (runCount - count)) / .seconds(1)).rounded(.up)
        return "about \(Duration.seconds(max(seconds, 1)).spokenText) to go"
    }
}
