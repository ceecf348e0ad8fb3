import ReportText

/// How long runs take, and so how long the remaining ones will.
struct RunPace {
    var runCount: Int
    /// The expected duration of a run before the first is made; `nil` if unknown.
    let expected: Duration?
    private var made = 0
    private var spent = Duration.zero

    init(runCount: Int, expected: Duration?) {
        self.runCount = runCount
        self.expected = expected
    }

    /// Records a finished run, whether or not it counts.
    mutating func note(_ time: Duration) {
        made += 1
        spent += time
    }

    /// `about 48 s left` after `count` runs; `nil` if unknown.
    func text(made count: Int) -> String? {
        guard let each = made > 0 ? spent / made : expected else { return nil }
        let seconds = ((each * (runCount - count)) / .seconds(1)).rounded(.up)
        return "about \(Duration.seconds(max(seconds, 1)).spokenText) left"
    }
}
