/// The exit status of the process.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
    /// Everything passed.
    case success = 0
    /// The command line is wrong.
    case commandLine = 1
    /// A file could not be read or is invalid.
    case unusableFile = 2
    /// The run could not be checked: target unreachable, inconclusive cases.
    case couldNotRun = 3
    /// A contract was broken.
    case contractBroken = 4
    /// Too few of the promises were covered.
    case coverageMissed = 5
    /// A threshold of a load profile failed.
    case objectiveMissed = 6
    /// Results regressed.
    case regression = 7
    /// The measurement is not reliable: generator saturated, too few runs, no baseline.
    case invalidMeasurement = 8
    /// No promise passed or failed: every case was skipped or waived.
    case nothingJudged = 9
    /// A defect in Assay itself, or its output could not be written.
    case defect = 70
    /// Ctrl-C; the results until then were still written.
    case interrupted = 130

    /// From the highest precedence to the lowest.
    ///
    /// `verify` needs 4 before 3 before 5 before 9, `load` and `compare` 8 before 7 before 6; no command has statuses
    /// of both kinds, so that one order serves both.
    private static let byGravity: [ExitStatus] = [
        .defect, .interrupted, .unusableFile, .commandLine,
        .contractBroken, .couldNotRun, .coverageMissed, .nothingJudged,
        .invalidMeasurement, .regression, .objectiveMissed,
        .success,
    ]

    /// The exit status if several apply; `success` if none does.
    package static func gravest(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        let present = Set(statuses)
        return byGravity.first(where: present.contains) ?? .success
    }

    /// Its meaning, for the help text.
    package var meaning: String {
        switch self {
        case .success: "everything passed"
        case .commandLine: "the command line is wrong"
        case .unusableFile: "a file could not be read or is invalid"
        case .couldNotRun: "could not run: target unreachable, inconclusive cases"
        case .contractBroken: "a contract was broken"
        case .coverageMissed: "the coverage gate failed"
        case .objectiveMissed: "a threshold failed, or a send never succeeded"
        case .regression: "a regression was found"
        case .invalidMeasurement: "inconclusive: the measurement is not reliable"
        case .nothingJudged: "nothing was checked: all cases were skipped or waived"
        case .defect: "a defect in Assay itself, or its output could not be written"
        case .interrupted: "interrupted; the results so far are written"
        }
    }
}
