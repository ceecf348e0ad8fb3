import JSON
import LoadModel
import Measure
@testable import RunReports
import Testing

@testable import Reports

struct LoadConclusionTests {
    /// Runs are not arguments themselves: their descriptions would fill megabytes of the log.
    enum Run: CaseIterable {
        case interrupted, interruptedEarly, lostEarly, cutByThreshold, withoutConnection
        case passed, failed, tooFine, notValid, closed
        case withoutToken, withoutAudience
        case empty, broken, brokenAndMissed, brokenAndLost, brokenAndInterrupted
        case unjudged, unjudgedAndTooFine, unjudgedAndMissed, reconnecting

        var result: RunResult {
            switch self {
            case .interrupted: cut(.interrupted)
            case .interruptedEarly: cut(.interrupted, at: 0)
            case .lostEarly:
                cut(.noConnection("for 5 s no connection could be opened (timeout)"), at: 0)
            case .broken: LoadSample.open(LoadSample.Server(), checks: Self.wrongResponses)
            case .brokenAndMissed: LoadSample.poor
            case .brokenAndLost:
                cut(
                    .noConnection("for 5 s no connection could be opened (timeout)"),
                    checks: Self.wrongResponses
                )
            case .brokenAndInterrupted: cut(.interrupted, checks: Self.wrongResponses)
            case .unjudged: LoadSample.open(LoadSample.Server(), checks: Self.leftOut)
            case .unjudgedAndTooFine:
                judged(
                    .latencyPercentile(Quantile("p99.99") ?? .p999),
                    .lt,
                    Fraction(1_000_000_000_000),
                    checks: RunChecks(skipped: 1)
                )
            case .unjudgedAndMissed: judged(.errorRatio, .gt, Fraction(0), checks: Self.leftOut)
            case .reconnecting:
                LoadSample.open(LoadSample.Server(), parts: [Self.reconnected])
            case .cutByThreshold: cut(.threshold(1))
            case .withoutConnection:
                cut(.noConnection("for 5 s no connection could be opened (timeout)"))
            case .withoutToken:
                cut(.noToken("security scheme \"app\": http://a/token answered 503"))
            case .withoutAudience: cut(.audience("devices.csv:7:1: it was written to"))
            case .passed: judged(.errorRatio, .lt, Fraction(1, of: 100))
            case .failed: judged(.errorRatio, .gt, Fraction(0))
            case .tooFine:
                // Too few arrivals for such a high percentile.
                judged(
                    .latencyPercentile(Quantile("p99.99") ?? .p999),
                    .lt,
                    Fraction(1_000_000_000_000)
                )
            case .notValid: LoadSample.notValid
            case .closed: LoadSample.closed
            case .empty: LoadSample.empty
            }
        }

        private static let wrongResponses = RunChecks(checked: 2000, failed: 3)
        fileprivate static let reconnected = LoadSample.part(
            statistics: RunStatistics(opened: 17_320, settled: 4)
        )
        private static let leftOut = RunChecks(checked: 5, skipped: 40, skippedFor: [.size: 40])

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
            _ limit: Fraction,
            checks: RunChecks = RunChecks()
        ) -> RunResult {
            LoadSample.open(
                LoadSample.Server(),
                thresholds: [Threshold(metric, relation, limit)],
                checks: checks
            )
        }
    }

    @Test(
        "The result of a run is one line, which determines the exit status",
        arguments: [
            (.interrupted, .interrupted, "INTERRUPTED after 4 s: arrivals due until then count"),
            (
                .interruptedEarly, .interrupted,
                "INTERRUPTED before the first stage: no arrival was due that counts"
            ),
            (
                .lostEarly, .lost,
                "ABORTED before the first stage: for 5 s no connection could be opened (timeout)"
            ),
            (.cutByThreshold, .failed, "FAILED after 4 s: errors < 0.1% could no longer pass"),
            (
                .withoutConnection, .lost,
                "ABORTED after 4 s: for 5 s no connection could be opened (timeout)"
            ),
            (
                .withoutToken, .lost,
                "ABORTED after 4 s: no valid access token for 5 s (security scheme \"app\": "
                    + "http://a/token answered 503)"
            ),
            (
                .withoutAudience, .lost,
                "ABORTED after 4 s: the recipients can no longer be read: "
                    + "devices.csv:7:1: it was written to"
            ),
            (.passed, .passed, "PASSED: the threshold"),
            (.failed, .failed, "FAILED: the threshold"),
            (.tooFine, .invalid, "INCONCLUSIVE: the threshold could not be checked"),
            (.notValid, .passed, "DONE: the profile has no thresholds"),
            (.closed, .passed, "DONE: the profile has no thresholds"),
            (
                .broken, .broken,
                "FAILED: 3 of 2,000 checked responses do not match the contract"
            ),
            (
                .brokenAndMissed, .broken,
                "FAILED: 1 of 110 checked responses does not match the contract; failed: "
                    + "2 of 3 thresholds"
            ),
            (
                .brokenAndLost, .broken,
                "FAILED: 3 of 2,000 checked responses do not match the contract; ABORTED "
                    + "after 4 s: for 5 s no connection could be opened (timeout)"
            ),
            (
                .brokenAndInterrupted, .interrupted,
                "INTERRUPTED after 4 s: arrivals due until then count"
            ),
            (
                .unjudged, .invalid,
                "INCONCLUSIVE: 40 of 45 responses could not be checked against the contract"
            ),
            (
                .unjudgedAndTooFine, .invalid,
                "INCONCLUSIVE: the threshold could not be checked; 1 of 1 response could not be checked "
                    + "against the contract"
            ),
            (
                .reconnecting, .invalid,
                "INCONCLUSIVE: 3 of 3 thresholds could not be checked: reconnecting was the load"
            ),
            (.unjudgedAndMissed, .failed, "FAILED: the threshold"),
            (.empty, .invalid, "EMPTY: no arrival was due in the time that counts"),
        ] as [(Run, LoadConclusion.Outcome, String)]
    )
    func conclusion(run: Run, outcome: LoadConclusion.Outcome, text: String) {
        let conclusion = LoadConclusion(LoadFacts(run.result))
        #expect(conclusion.text == text)
        #expect(conclusion.outcome == outcome)
    }

    @Test("A threshold that ended the run has failed everywhere, whatever its figure until then")
    func endedByThreshold() throws {
        let facts = LoadFacts(Run.cutByThreshold.result)
        #expect(facts.judgement.thresholds[1].verdict == .failed)
        #expect(facts.judgement.conclusion == .failed)
        let said = "when the run ended: it could no longer pass"
        let row = LoadThresholdRow.rows(facts)[1]
        #expect(row.verdict == .failed)
        #expect(row.observed.hasSuffix(said))
        #expect(LoadJUnit().text(of: facts).contains(said))
        #expect(LoadMarkdown().text(of: facts).contains(said))
        let json = try JSONValue(parsing: facts.result.fileText)
        let thresholds = try #require(json["thresholds"]?.arrayValue)
        #expect(thresholds.map { $0["verdict"] == "failed" }[1])
        #expect(thresholds.map { $0["endedRun"] } == [nil, true, nil])
        let document = ReportDocument(file: "run.json", content: .load(facts.result))
        #expect(HTMLReport(version: "1").text(of: [document]).contains(said))
    }

    @Test(
        "The number of connections is reported if there was more than one per request"
    )
    func openings() {
        func remarks(_ part: RunPart) -> [String] {
            let facts = LoadFacts(LoadSample.open(LoadSample.Server(), parts: [part]))
            let remarks = LoadRemarks(facts: facts)
            return (remarks.generator + remarks.notes).map(\.text)
        }
        #expect(
            remarks(Run.reconnected) == [
                "Inconclusive: 17,192 connections were opened in place of others for 4 requests: "
                    + "reconnecting was the load.",
                "What connections carry that end at once says little: find out why they do.",
                "17,320 connections were opened for 4 requests, 17,192 of them in place of others "
                    + "that ended.",
            ]
        )
        let usual = LoadSample.part(statistics: RunStatistics(opened: 128, settled: 11_000))
        #expect(!remarks(usual).contains { $0.contains("were opened") })
    }

    @Test("If the extent of a doubt is unknown, no bounds are reported")
    func unbounded() {
        let rows = LoadThresholdRow.rows(LoadFacts(Run.reconnecting.result))
            .filter { $0.verdict == .inconclusive && $0.observed.hasPrefix("measured") }
        #expect(!rows.isEmpty)
        for row in rows {
            #expect(row.observed.contains(", which says too little about the service: 17,192"))
            #expect(!row.observed.contains("may be"))
        }
    }

    @Test("Unchecked responses are reported with the reasons; absent ones are not mentioned")
    func unjudged() {
        func remarks(_ checks: RunChecks) -> [String] {
            let result = LoadSample.open(LoadSample.Server(), checks: checks)
            return LoadRemarks(facts: LoadFacts(result)).notes.map(\.text)
        }
        #expect(
            remarks(
                RunChecks(
                    skipped: 1_010,
                    skippedFor: [.room: 3, .size: 1_000, .time: 6, .coding: 1]
                )
            ) == [
                "1,010 of 1,010 responses could not be checked against the contract: 3 for lack of "
                    + "memory, 1,000 too large, 6 for lack of time, 1 in an unknown content coding."
            ]
        )
        // A result from an older program version.
        #expect(
            remarks(RunChecks(checked: 4, skipped: 2)) == [
                "Checked against the whole contract: 4 responses, all as documented.",
                "2 of 6 responses could not be checked against the contract.",
            ]
        )
        let result = LoadSample.open(
            LoadSample.Server(),
            checks: RunChecks(checked: 4, skipped: 2, skippedFor: [.time: 2])
        )
        #expect(
            LoadJUnit().text(of: LoadFacts(result)).contains(
                "<error type=\"inconclusive\" message=\"2 of 6 responses could not be checked against "
                    + "the contract\">2 for lack of time</error>"
            )
        )
    }
}
