/// What the process tells its caller when it ends.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
    /// Everything held.
    case success = 0
    /// The command line is wrong.
    case commandLine = 1
    /// A file could not be read or does not hold together.
    case unusableFile = 2
    /// The run could not be judged: target unreachable, inconclusive cases.
    case couldNotRun = 3
    /// A contract was broken.
    case contractBroken = 4
    /// Too few of the promises were tried.
    case coverageMissed = 5
    /// A threshold of a load profile was missed.
    case objectiveMissed = 6
    /// Results are worse than those they are compared with.
    case regression = 7
    /// The measurement proves nothing: generator saturated, too few runs, no baseline.
    case invalidMeasurement = 8
    /// Nothing held and nothing broke: every case was skipped or waived.
    case nothingJudged = 9
    /// A defect in Assay itself, or its output could not be written.
    case defect = 70
    /// Ctrl-C; what was found until then was still written.
    case interrupted = 130

    /// From the one that hides all others to the one that every other hides.
    ///
    /// `verify` needs 4 before 3 before 5 before 9, `load` and `compare` 8 before 7 before 6; no command
    /// can end with one of each, so that one order serves both.
    private static let byGravity: [ExitStatus] = [
        .defect, .interrupted, .unusableFile, .commandLine,
        .contractBroken, .couldNotRun, .coverageMissed, .nothingJudged,
        .invalidMeasurement, .regression, .objectiveMissed,
        .success,
    ]

    /// The status to end with when several apply; `success` when none does.
    package static func gravest(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        let present = Set(statuses)
        return byGravity.first(where: present.contains) ?? .success
    }

    /// What it means, for the help text.
    package var meaning: String {
        switch self {
        case .success: "everything passed"
        case .commandLine: "the command line is wrong"
        case .unusableFile: "a file could not be read or does not hold together"
        case .couldNotRun: "could not run: target unreachable, inconclusive cases"
        case .contractBroken: "a contract was broken"
        case .coverageMissed: "the coverage gate failed"
        case .objectiveMissed: "an objective failed, or a send never succeeded"
        case .regression: "a regression was found"
        case .invalidMeasurement: "inconclusive: the measurement cannot be relied on"
        case .nothingJudged: "no case was judged: all were skipped or waived"
        case .defect: "a defect in Assay itself, or its output could not be written"
        case .interrupted: "interrupted; what was found is still written"
        }
    }
}
