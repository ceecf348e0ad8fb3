import LoadModel
import Measure

/// How the process ends after a run.
enum LoadVerdict {
    /// The gravest status that applies; only the judgement of a result takes time.
    ///
    /// - Parameters:
    ///   - judgement: Of thresholds, generator and checked answers.
    ///   - cut: Why the run ended before its schedule; `nil` when it did not.
    /// - Returns: 0, 3, 4, 6, 8 or 130.
    static func status(_ judgement: RunJudgement, cut: RunCut?) -> ExitStatus {
        switch (cut, judgement.conclusion) {
        case (.interrupted, _): .interrupted
        case (_, .broken): .contractBroken
        case (.noConnection, _), (.audience, _): .couldNotRun
        // What could not be met any more is missed, also in a poor run.
        case (.threshold, _): .objectiveMissed
        case (nil, .held): .success
        case (nil, .missed): .objectiveMissed
        case (nil, .invalid): .invalidMeasurement
        }
    }
}
