import Base
import LoadModel
package import Measure
import ReportText

/// The result of a search as JUnit XML: whether it found a capacity, and each step.
package struct CapacityJUnit: Sendable {
    package init() {}

    /// The whole document, with a final line end.
    package func text(of record: CapacityRecord) -> String {
        var suite = JUnitDocument.Suite(record.profile.file)
        suite.startedAt = Timestamp(nanosecondsSince1970: record.startedAt)
        suite.duration = .nanoseconds(record.result.elapsed)
        suite.properties =
            [
                ("title", record.profile.title), ("seed", "\(record.profile.seed)"),
                ("hash", record.profile.hash), ("verdict", record.result.claim.name),
            ] + record.targets.map { ("target.\($0.name)", $0.url) }
        if let rate = record.result.rate {
            suite.properties.append(("rate", LoadNumber.rate(rate)))
        }
        if let upper = record.result.upper {
            suite.properties.append(("upper", LoadNumber.rate(upper)))
        }
        suite.cases = [conclusion(record)] + steps(record)
        suite.output = CapacityRemarks.list(record)
        return JUnitDocument([suite]).text
    }

    private func conclusion(_ record: CapacityRecord) -> JUnitDocument.Case {
        let test = JUnitDocument.Case(record.profile.file, "the search found the capacity")
        let conclusion = CapacityConclusion(record)
        return switch conclusion.role {
        case .good: test
        case .bad: test.with(.failure, "failed", conclusion.text)
        default: test.with(.error, "inconclusive", conclusion.text)
        }
    }

    /// A search looks for a rate that fails, so such a step is skipped rather than failed.
    private func steps(_ record: CapacityRecord) -> [JUnitDocument.Case] {
        record.result.trials.enumerated().map { index, trial in
            let name = "step \(index + 1): \(LoadNumber.rate(trial.step.rate)) passes"
            let test = JUnitDocument.Case(record.profile.file, name)
            guard !trial.verdict.isHeld else { return test }
            let reason = trial.verdict.reason(thresholds: record.objectives) ?? trial.verdict.word
            return test.with(.skipped, trial.verdict.word, reason)
        }
    }
}
