/// How long answers may gather before they are read, where many streams are kept busy.
///
/// There a worker is woken for a few answers each time, which costs both sides more than the answers do. A
/// hundredth of what a request waits for anyhow is lost in its noise, and what lies unread is measured and told.
/// In the open model nothing waits: each answer counts by the moment it came.
enum AnswerGathering {
    /// Fewer do not say what is usual.
    static let fewAnswers: UInt64 = 1_000
    private static let longest: Int64 = 250_000
    /// By that the kernel wakes a thread later than it asked for.
    private static let timerSlack: Int64 = 50_000

    /// - Parameter serviceTime: The mean, in nanoseconds.
    /// - Returns: Nanoseconds; zero reads at once.
    static func pause(serviceTime: Int64) -> Int64 {
        max(min(serviceTime / 100, longest) - timerSlack, 0)
    }
}
