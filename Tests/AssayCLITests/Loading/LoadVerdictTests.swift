import LoadModel
import Measure
import Testing

@testable import AssayCLI

struct LoadVerdictTests {
    /// A run of one arrival, which had no end.
    private static func judgement(
        _ thresholds: [Threshold] = [],
        unsent: UInt64 = 0,
        broken: UInt64 = 0
    ) -> RunJudgement {
        let second: Int64 = 1_000_000_000
        var recording = Recording(
            RecordingPlan(sends: ["createPush"], span: second, sliceWidth: second)
        )
        let key = OutcomeCell.Key(send: 0, outcome: "unanswered", isGood: false)
        recording.recordUnfinished(due: 0, cell: recording.cell(key), wasSent: true)
        return RunJudgement(
            recording,
            thresholds: thresholds,
            unsentCount: unsent,
            brokenCount: broken
        )
    }

    private static let missed = Threshold(.errorRatio, .lt, Fraction(1, of: 2))

    @Test("A run ends with the gravest status that applies")
    func statuses() {
        let held = Self.judgement()
        let missed = Self.judgement([Self.missed])
        let invalid = Self.judgement(unsent: 1)
        let broken = Self.judgement([Self.missed], unsent: 1, broken: 1)
        let table: [(RunJudgement, RunCut?, AssayCLI.ExitStatus)] = [
            (held, nil, .success), (missed, nil, .objectiveMissed),
            (invalid, nil, .invalidMeasurement), (broken, nil, .contractBroken),
            (invalid, .threshold(0), .objectiveMissed), (broken, .threshold(0), .contractBroken),
            (missed, .noConnection("refused"), .couldNotRun),
            (missed, .audience("devices.csv"), .couldNotRun),
            (broken, .noConnection("refused"), .contractBroken),
            (held, .interrupted, .interrupted), (broken, .interrupted, .interrupted),
        ]
        for (judgement, cut, status) in table {
            let found = LoadVerdict.status(judgement, cut: cut)
            #expect(found == status, "\(judgement.conclusion), \(String(describing: cut))")
        }
    }
}
