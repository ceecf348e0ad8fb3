import TestSupport
import Testing

@testable import Contract

struct CoverageSummaryTests {
    private static func promises(_ counts: [(Basis, PromiseStatus, Int)]) -> [PromiseResult] {
        counts.flatMap { basis, status, count in
            (0..<count).map { number in
                PromiseResult(
                    id: "\(basis)-\(status)-\(number)",
                    kind: .error,
                    basis: basis,
                    location: .line(1),
                    status: status
                )
            }
        }
    }

    @Test("Promises are counted by basis and status")
    func counts() {
        let summary = CoverageSummary(
            Self.promises([
                (.documented, .passed, 5), (.documented, .failed, 1), (.documented, .notCovered, 2),
                (.documented, .waived, 3), (.documented, .untestable, 4),
                (.observed, .passed, 1), (.observed, .inconclusive, 1), (.recommended, .differs, 2),
            ])
        )
        let documented = summary[.documented]
        #expect(documented.total == 15)
        #expect(documented[.waived] == 3)
        #expect(documented.countable == 8)
        #expect(documented.judged == 6)
        #expect(documented.fraction == 0.75)
        #expect(summary[.inferred].total == 0)
        #expect(summary[.inferred].fraction == 1)
        // The difference is below the level that counts: it was not checked.
        #expect(summary[.recommended].judged == 0)
    }

    @Test("A level includes every stronger basis and no weaker one")
    func levels() {
        let summary = CoverageSummary(
            Self.promises([
                (.documented, .passed, 1), (.observed, .passed, 2), (.inferred, .passed, 4),
                (.recommended, .notCovered, 8),
            ])
        )
        #expect(Basis.allCases.map { summary.counts(upTo: $0).total } == [1, 3, 7, 15])
        #expect(summary.counts(upTo: .inferred).fraction == 1)
        #expect(summary.counts(upTo: .recommended).fraction == 7.0 / 15)
    }

    @Test(
        "A percentage is rounded down, and is 100 % only at full coverage",
        arguments: [
            (0, 1, "0.0 %"), (1, 1, "100 %"), (1, 2, "50.0 %"), (1, 3, "33.3 %"),
            (2, 3, "66.6 %"), (999, 1_000, "99.9 %"), (9_999, 10_000, "99.9 %"),
            (999_999_999, 1_000_000_000, "99.9 %"), (1, 1_000, "0.1 %"), (1, 1_001, "0.0 %"),
            (312, 313, "99.6 %"), (29, 100, "29.0 %"), (57, 100, "57.0 %"),
        ]
    )
    func percentages(judged: Int, countable: Int, text: String) {
        #expect(CoverageSummary.percentage(Double(judged) / Double(countable)) == text)
    }

    @Test("The share of up to 1,000 promises is exact to a tenth")
    func everyPercentage() {
        for countable in 1...1_000 {
            for judged in 0..<countable {
                let tenths = judged * 1_000 / countable
                let text = CoverageSummary.percentage(Double(judged) / Double(countable))
                if text != "\(tenths / 10).\(tenths % 10) %" {
                    Issue.record("\(judged) of \(countable): \(text)")
                }
            }
        }
    }

    @Test("Cases of all contracts are counted by verdict")
    func verdicts() {
        func result(_ verdicts: [Verdict]) -> ContractResult {
            ContractResult(
                file: "c.yaml",
                title: "t",
                cases: verdicts.map {
                    CaseResult(file: "c.yaml", name: "n", location: .line(1), verdict: $0)
                },
                promises: Self.promises([(.documented, .passed, 2)])
            )
        }
        let whole = VerificationResult(contracts: [
            result([.passed, .failed, .passed]), result([.flaky, .passed]),
        ])
        #expect(whole.count(.passed) == 3)
        #expect(whole.count(.flaky) == 1)
        #expect(whole.count(.waived) == 0)
        #expect(whole.promises.count == 4)
        #expect(whole.cases.count == 5)
    }

    @Test("The basis of a difference can become weaker, never stronger")
    func weakening() {
        let difference = Difference(
            path: "p",
            expected: "e",
            actual: "a",
            location: .line(3),
            basis: .observed
        )
        #expect(difference.weakened(to: .documented) == difference)
        #expect(difference.weakened(to: .observed) == difference)
        let weak = difference.weakened(to: .recommended)
        #expect(weak.basis == .recommended)
        #expect([weak.path, weak.expected, weak.actual] == ["p", "e", "a"])
        #expect(weak.location == .line(3))
    }

    @Test("A step counts at least the differences it lists, and more if given a higher count")
    func stepCounts() {
        let difference = Difference(path: "p", expected: "e", actual: "a")
        let step = StepResult(
            phase: .steps,
            label: "l",
            location: .line(1),
            differences: [difference]
        )
        #expect(step.differenceCount == 1)
        let many = StepResult(
            phase: .steps,
            label: "l",
            location: .line(1),
            differences: [difference],
            differenceCount: 250
        )
        #expect(many.differenceCount == 250)
    }
}
