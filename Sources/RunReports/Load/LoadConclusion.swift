import Base
import LoadModel
import Measure
import ReportText

/// The result of a run, as a word and the rest of a sentence.
package struct LoadConclusion {
    /// The outcome of a run, which alone determines the exit status.
    package enum Outcome: Hashable, Sendable, CaseIterable {
        case passed, failed
        /// Responses contradict the contract.
        case broken
        /// The server became unreachable, the recipients unreadable, or no access token was available.
        case lost
        case interrupted
        /// Nothing was due, or a threshold or a response could not be checked.
        case invalid
    }

    enum Kind {
        case good, doubtful, bad

        /// The style in text.
        var role: TextStyle.Role {
            switch self {
            case .good: .good
            case .doubtful: .doubtful
            case .bad: .bad
            }
        }
    }

    let outcome: Outcome
    /// `PASSED`, `FAILED`.
    let word: String
    /// Without a full stop.
    let detail: String

    var kind: Kind {
        switch outcome {
        case .passed: .good
        case .interrupted, .invalid: .doubtful
        case .failed, .broken, .lost: .bad
        }
    }

    /// `FAILED: 2 of 6 thresholds`.
    var text: String { "\(word): \(detail)" }

    /// The first outcome that applies, in the order of exit statuses.
    init(_ facts: LoadFacts) {
        let isBroken = facts.judgement.conclusion == .broken && facts.result.cut != .interrupted
        self = isBroken ? Self.broken(facts) : Self.ending(facts) ?? Self.judged(facts)
    }

    private init(_ outcome: Outcome, _ word: String, _ detail: String) {
        self.outcome = outcome
        self.word = word
        self.detail = detail
    }

    /// Why the run is shorter than its profile; `nil` when it is complete.
    static func ending(_ facts: LoadFacts) -> LoadConclusion? {
        let moment = facts.result.parts.compactMap(\.cutAt).min()
        let hasBegun = moment != 0 || facts.figures.dueCount > 0
        let after =
            hasBegun
            ? moment.map { " after \(LoadNumber.length($0))" } ?? "" : " before the first stage"
        switch facts.result.cut {
        case .interrupted where !hasBegun:
            return Self(.interrupted, "INTERRUPTED" + after, "no arrival was due that counts")
        case .interrupted:
            return Self(.interrupted, "INTERRUPTED" + after, "arrivals due until then count")
        case .noConnection(let reason):
            return Self(.lost, "ABORTED" + after, PrintableText.line(reason, limit: 300))
        case .audience(let reason):
            let reason = PrintableText.line(reason, limit: 300)
            let detail = "the recipients can no longer be read: \(reason)"
            return Self(.lost, "ABORTED" + after, detail)
        case .noToken(let reason):
            let timeout = LoadNumber.length(facts.result.profile.load.timeout)
            let reason = PrintableText.line(reason, limit: 300)
            let detail = "no valid access token for \(timeout) (\(reason))"
            return Self(.lost, "ABORTED" + after, detail)
        case .orphaned:
            let detail = "the coordinator fell silent; arrivals due until then count"
            return Self(.lost, "ABORTED" + after, detail)
        case .threshold where facts.judgement.generator.localTrouble != nil: return nil
        case .threshold(let index):
            let results = facts.judgement.thresholds
            let isOpen = results.indices.contains(index) && results[index].verdict == .inconclusive
            let detail = "\(facts.objective(index)) could no longer pass"
            // Some thresholds may have passed while the last responses arrived.
            return isOpen && facts.judgement.conclusion != .failed
                ? Self(.invalid, "INCONCLUSIVE" + after, inconclusive(facts))
                : Self(.failed, "FAILED" + after, detail)
        case nil where facts.figures.dueCount == 0:
            return Self(.invalid, "EMPTY", "no arrival was due in the time that counts")
        case .silent, nil: return nil
        }
    }

    /// A run with a response that contradicts the contract, and other problems.
    private static func broken(_ facts: LoadFacts) -> LoadConclusion {
        let missed = facts.count(.failed)
        let rest =
            ending(facts).map { "; \($0.text)" }
            ?? (missed > 0 ? "; failed: \(share(missed, facts))" : "")
        return Self(.broken, "FAILED", facts.result.checks.brokenText + rest)
    }

    /// A run that finished.
    private static func judged(_ facts: LoadFacts) -> LoadConclusion {
        let count = facts.judgement.thresholds.count
        switch facts.judgement.conclusion {
        case .broken: return .broken(facts)
        case .passed where count == 0:
            return Self(.passed, "DONE", "the profile has no thresholds")
        case .passed:
            return Self(.passed, "PASSED", count == 1 ? "the threshold" : "all \(count) thresholds")
        case .failed where !facts.fruitless.isEmpty:
            let missed = facts.count(.failed)
            let rest = missed > 0 ? "; failed: \(share(missed, facts))" : ""
            return Self(.failed, "FAILED", facts.fruitlessText + rest)
        case .failed: return Self(.failed, "FAILED", share(facts.count(.failed), facts))
        case .invalid where facts.judgement.generator.localTrouble != nil:
            let limit = facts.judgement.generator.localTrouble?.limit ?? ""
            return Self(.invalid, "INCONCLUSIVE", "limited by \(limit) of the generator's machine")
        case .invalid: return Self(.invalid, "INCONCLUSIVE", inconclusive(facts))
        }
    }

    /// The thresholds and responses that could not be checked.
    private static func inconclusive(_ facts: LoadFacts) -> String {
        let open = facts.count(.inconclusive)
        let checks = facts.result.checks
        let inDoubt = facts.judgement.thresholds.filter(\.isInDoubt)
        let reason = inDoubt.count == open ? inDoubt.first.map { ": \(doubt(of: $0))" } ?? "" : ""
        let texts =
            (open > 0 ? ["\(share(open, facts)) could not be checked\(reason)"] : [])
            + (checks.skipped > 0 ? [checks.unjudgedText] : [])
        return texts.joined(separator: "; ")
    }

    /// Why thresholds are in doubt, in a few words, by the example of one of them.
    private static func doubt(of result: ThresholdResult) -> String {
        for doubt in result.doubts where result.range == nil && result.windows == nil {
            switch doubt {
            case .silent: return "a generator fell silent"
            case .deliveriesUnseen: return "not all deliveries were seen"
            default: continue
            }
        }
        let isOfConnections = result.doubts.contains {
            if case .reconnecting = $0 { true } else { false }
        }
        return isOfConnections
            ? "reconnecting was the load" : "the limit lies within the uncertainty"
    }

    /// `2 of 6 thresholds`.
    private static func share(_ count: Int, _ facts: LoadFacts) -> String {
        let all = facts.judgement.thresholds.count
        return all == 1 ? "the threshold" : "\(count) of \(all) thresholds"
    }
}

extension RunChecks {
    /// `1 of 110 responses does not match the contract`.
    var brokenText: String {
        "\(Count.grouped(failed)) of \(Count.grouped(checked, "checked response")) "
            + "\(failed == 1 ? "does" : "do") not match the contract"
    }

    /// `2 of 110 responses could not be checked against the contract`.
    var unjudgedText: String {
        "\(Count.grouped(skipped)) of \(Count.grouped(checked + skipped, "response")) could not be "
            + "checked against the contract"
    }

    /// `1 too large, 1 for lack of time`; empty when unknown.
    var unjudgedReasons: String {
        SkipReason.allCases.compactMap { reason in
            skippedFor[reason].map { "\(Count.grouped($0)) \(reason.text)" }
        }.joined(separator: ", ")
    }
}

extension SkipReason {
    /// The words after a number of responses.
    fileprivate var text: String {
        switch self {
        case .room: "for lack of memory"
        case .size: "too large"
        case .time: "for lack of time"
        case .coding: "in an unknown content coding"
        }
    }
}
