import ReportText

/// How a verification stands.
struct VerificationStanding: Equatable {
    /// How many cases have ended, of how many.
    var done = 0
    var total = 0
    var failed = 0
    var inconclusive = 0
    /// Since the first case began.
    var elapsed = Duration.zero
    /// The step that has been under way for the longest time; `nil` between two steps.
    var current: Step?
    /// Of those that have ended; `nil` before the first.
    var slowest: Step?

    /// A step and how long it takes, or has taken.
    struct Step: Equatable {
        let label: String
        let duration: Duration
    }

    /// What the rest takes, if it goes on as it went; `nil` while nothing is known or nothing is left.
    var remaining: Duration? {
        done > 0 && done < total ? elapsed * (total - done) / done : nil
    }
}

/// The line that says how a verification stands.
enum VerificationLine {
    /// A step that takes so long is named while it does.
    private static let longStep = Duration.seconds(1)

    /// - Parameters:
    ///   - standing: How it stands.
    ///   - columns: The width of the terminal, for which the least important parts are left out.
    /// - Returns: The line without its end.
    static func text(_ standing: VerificationStanding, columns: Int) -> String {
        var parts = parts(standing)
        func line() -> String { parts.map(\.text).joined(separator: "  ") }
        while line().count >= columns, let least = parts.map(\.rank).max(), least > 0 {
            parts.removeAll { $0.rank == least }
        }
        return String(line().prefix(max(columns - 1, 0)))
    }

    /// The parts of a line; the higher the rank, the sooner there is no room for it.
    private static func parts(_ standing: VerificationStanding) -> [(text: String, rank: Int)] {
        var parts = [("\(standing.done) of \(standing.total) cases", 0)]
        if standing.failed > 0 { parts.append(("\(standing.failed) failed", 1)) }
        if standing.inconclusive > 0 { parts.append(("\(standing.inconclusive) inconclusive", 2)) }
        if let step = standing.current, step.duration >= longStep {
            parts.append(("\(step.label) since \(step.duration.spokenText)", 3))
        }
        if let step = standing.slowest {
            parts.append(("slowest \(step.label) \(step.duration.shortText)", 5))
        }
        if let remaining = standing.remaining {
            parts.append(("\(remaining.spokenText) left", 4))
        }
        return parts.map { (text: $0.0, rank: $0.1) }
    }
}
