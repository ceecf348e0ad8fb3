import ReportText

/// The progress of a verification.
struct VerificationStanding: Equatable {
    /// The number of finished cases.
    var done = 0
    var total = 0
    var failed = 0
    var inconclusive = 0
    /// Since the first case began.
    var elapsed = Duration.zero
    /// The step that has been in progress for the longest time; `nil` between two steps.
    var current: Step?
    /// The slowest finished step; `nil` before the first.
    var slowest: Step?

    /// A step and its duration, so far or in total.
    struct Step: Equatable {
        let label: String
        let duration: Duration
    }

    /// The estimated remaining time; `nil` while unknown or after the last case.
    var remaining: Duration? {
        done > 0 && done < total ? elapsed * (total - done) / done : nil
    }
}

/// The line that shows the progress of a verification.
enum VerificationLine {
    /// The duration from which a running step is named.
    private static let longStep = Duration.seconds(1)

    /// - Parameters:
    ///   - standing: The progress.
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

    /// The parts of a line; parts with a higher rank are left out sooner.
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
