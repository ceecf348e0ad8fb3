import Measure
import Testing

@testable import Reports

struct LoadConclusionTests {
    /// Runs are not arguments themselves: what the log would say of them fills megabytes.
    enum Run: CaseIterable {
        case interrupted, interruptedEarly, lostEarly, cutByThreshold, withoutConnection
        case held, missed, tooFine, notValid, closed
        case withoutAudience, empty, broken, brokenAndMissed, brokenAndLost, brokenAndInterrupted

        var result: RunResult {
            switch self {
            case .interrupted: cut(.interrupted)
            case .interruptedEarly: cut(.interrupted, at: 0)
            case .lostEarly: cut(.noConnection("timeout"), at: 0)
            case .broken: LoadSample.open(LoadSample.Server(), checks: Self.failed)
            case .brokenAndMissed: LoadSample.poor
            case .brokenAndLost: cut(.noConnection("timeout"), checks: Self.failed)
            case .brokenAndInterrupted: cut(.interrupted, checks: Self.failed)
            case .cutByThreshold: cut(.threshold(1))
            case .withoutConnection: cut(.noConnection("timeout"))
            case .withoutAudience: cut(.audience("devices.csv:7:1: it was written to"))
            case .held: judged(.errorRatio, .lt, Fraction(1, of: 100))
            case .missed: judged(.errorRatio, .gt, Fraction(0))
            case .tooFine:
                judged(.latencyPercentile(Quantile("p99.99") ?? .p999), .lt, Fraction(1))
            case .notValid: LoadSample.notValid
            case .closed: LoadSample.closed
            case .empty: LoadSample.empty
            }
        }

        private static let failed = RunChecks(checked: 2000, failed: 3)

        private func cut(
            _ cut: RunCut,
            at moment: Int64 = 4 * LoadSample.second,
            checks: RunChecks = RunChecks()
        ) -> RunResult {
            LoadSample.open(
                LoadSample.Server(end: moment),
                checks: checks,
                parts: [LoadSample.part(cut: cut, cutAt: moment)]
            )
        }

        private func judged(
            _ metric: Threshold.Metric,
            _ relation: Threshold.Relation,
            _ limit: Fraction
        ) -> RunResult {
            LoadSample.open(
                LoadSample.Server(),
                thresholds: [RunThreshold(Threshold(metric, relation, limit))]
            )
        }
    }

    @Test(
        "What a run came to stands in one line, and how the command ends follows from it",
        arguments: [
            (.interrupted, .interrupted, "INTERRUPTED after 4 s: what was due until then counts"),
            (
                .interruptedEarly, .interrupted,
                "INTERRUPTED before the first stage: nothing was due that counts"
            ),
            (
                .lostEarly, .lost,
                "BROKEN OFF before the first stage: for 5 s no connection could be opened (timeout)"
            ),
            (.cutByThreshold, .missed, "MISSED after 4 s: errors < 0.1% could not be met any more"),
            (
                .withoutConnection, .lost,
                "BROKEN OFF after 4 s: for 5 s no connection could be opened (timeout)"
            ),
            (
                .withoutAudience, .lost,
                "BROKEN OFF after 4 s: the recipients cannot be read any more: "
                    + "devices.csv:7:1: it was written to"
            ),
            (.held, .held, "HELD: the threshold"), (.missed, .missed, "MISSED: the threshold"),
            (.tooFine, .invalid, "UNDETERMINED: the threshold could not be judged"),
            (
                .notValid, .invalid,
                "NOT VALID: the generator itself was a part of what was measured"
            ),
            (.closed, .held, "DONE: the profile has no thresholds"),
            (
                .broken, .broken,
                "CONTRACT BROKEN: 3 of 2,000 answers held against the contract broke it"
            ),
            (
                .brokenAndMissed, .broken,
                "CONTRACT BROKEN: 1 of 110 answers held against the contract broke it; missed: "
                    + "2 of 3 thresholds"
            ),
            (
                .brokenAndLost, .broken,
                "CONTRACT BROKEN: 3 of 2,000 answers held against the contract broke it; BROKEN OFF "
                    + "after 4 s: for 5 s no connection could be opened (timeout)"
            ),
            (
                .brokenAndInterrupted, .interrupted,
                "INTERRUPTED after 4 s: what was due until then counts"
            ),
            (.empty, .invalid, "EMPTY: no arrival was due in the time that counts"),
        ] as [(Run, LoadConclusion.Outcome, String)]
    )
    func conclusion(run: Run, outcome: LoadConclusion.Outcome, text: String) {
        let conclusion = LoadConclusion(LoadFacts(run.result))
        #expect(conclusion.text == text)
        #expect(conclusion.outcome == outcome)
    }
}
