/// How long answers may gather before they are read, where many streams are kept busy.
///
/// There a worker is woken for a few answers each time, which costs both sides more than the answers do. A
/// hundredth of what a request waits for anyhow is lost in its noise, and what lies unread is measured and told.
/// In the open model nothing waits: each answer counts by the moment it came.
enum AnswerGathering {
    /// Fewer do not say what is usual.
    static let fewAnswers: UInt64 = 1_000
    private static let longest: Int64 = 250_000
    /// To sleep for less costs more than it saves.
    private static let shortest: Int64 = 50_000

    /// - Parameter serviceTime: The mean, in nanoseconds.
    /// - Returns: Nanoseconds; zero reads at once.
    static func pause(serviceTime: Int64) -> Int64 {
        let pause = min(serviceTime / 100, longest)
        return pause < shortest ? 0 : pause
    }
}
