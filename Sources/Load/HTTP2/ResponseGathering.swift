/// How long responses may gather before they are read, when many streams are kept busy.
///
/// Otherwise a worker would wake up for a few responses each time, which costs both sides more than the responses
/// do. A hundredth of a request's service time is lost in its noise, and the time unread is measured and reported.
/// In the open model no arrival waits: each response counts from the moment it came.
enum ResponseGathering {
    /// Fewer responses do not give a reliable mean.
    static let fewResponses: UInt64 = 1_000
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
