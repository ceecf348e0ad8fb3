import LoadModel
import Measure

/// What a run came to, in a word and the rest of a sentence.
struct LoadConclusion {
    enum Kind {
        case good, doubtful, bad

        /// How text shows it.
        var role: TextStyle.Role {
            switch self {
            case .good: .good
            case .doubtful: .doubtful
            case .bad: .bad
            }
        }
    }

    let kind: Kind
    /// `HELD`, `MISSED`.
    let word: String
    /// Without its end.
    let detail: String

    /// `MISSED: 2 of 6 thresholds`.
    var text: String { "\(word): \(detail)" }

    /// The first that applies, in the order of exit statuses.
    init(_ facts: LoadFacts) {
        let isBroken = facts.judgement.conclusion == .broken && facts.result.cut != .interrupted
        self = isBroken ? Self.broken(facts) : Self.ending(facts) ?? Self.judged(facts)
    }

    private init(_ kind: Kind, _ word: String, _ detail: String) {
        self.kind = kind
        self.word = word
        self.detail = detail
    }

    /// Why the run has less than its profile says; `nil` when it has all.
    static func ending(_ facts: LoadFacts) -> LoadConclusion? {
        let moment = facts.result.parts.compactMap(\.cutAt).min()
        let hasBegun = moment != 0 || facts.figures.dueCount > 0
        let after =
            hasBegun
            ? moment.map { " after \(LoadNumber.length($0))" } ?? "" : " before the first stage"
        switch facts.result.cut {
        case .interrupted where !hasBegun:
            return Self(.doubtful, "INTERRUPTED" + after, "nothing was due that counts")
        case .interrupted:
            return Self(.doubtful, "INTERRUPTED" + after, "what was due until then counts")
        case .noConnection(let reason):
            let timeout = LoadNumber.length(facts.result.profile.load.timeout)
            let reason = PrintableText.line(reason, limit: 200)
            let detail = "for \(timeout) no connection could be opened (\(reason))"
            return Self(.bad, "BROKEN OFF" + after, detail)
        case .audience(let reason):
            let detail = "the recipients cannot be read any more: "
            return Self(.bad, "BROKEN OFF" + after, detail + PrintableText.line(reason, limit: 300))
        case .threshold(let index):
            let detail = "\(facts.objective(index)) could not be met any more"
            return Self(.bad, "MISSED" + after, detail)
        case nil where facts.figures.dueCount == 0:
            return Self(.doubtful, "EMPTY", "no arrival was due in the time that counts")
        case nil: return nil
        }
    }

    /// Of a run with an answer that is not what the contract says, and whatever else is bad.
    private static func broken(_ facts: LoadFacts) -> LoadConclusion {
        let missed = facts.count(.missed)
        let rest =
            ending(facts).map { "; \($0.text)" }
            ?? (missed > 0 ? "; missed: \(share(missed, facts))" : "")
        return Self(.bad, "CONTRACT BROKEN", facts.result.checks.brokenText + rest)
    }

    /// Of a run that went to its end.
    private static func judged(_ facts: LoadFacts) -> LoadConclusion {
        let count = facts.judgement.thresholds.count
        switch facts.judgement.conclusion {
        case .broken: return .broken(facts)
        case .held where count == 0:
            return Self(.good, "DONE", "the profile has no thresholds")
        case .held:
            return Self(.good, "HELD", count == 1 ? "the threshold" : "all \(count) thresholds")
        case .missed: return Self(.bad, "MISSED", share(facts.count(.missed), facts))
        case .invalid where !facts.judgement.generator.isValid:
            let detail = "the generator itself was a part of what was measured"
            return Self(.doubtful, "NOT VALID", detail)
        case .invalid:
            let open = share(facts.count(.undetermined), facts)
            return Self(.doubtful, "UNDETERMINED", "\(open) could not be judged")
        }
    }

    /// `2 of 6 thresholds`.
    private static func share(_ count: Int, _ facts: LoadFacts) -> String {
        let all = facts.judgement.thresholds.count
        return all == 1 ? "the threshold" : "\(count) of \(all) thresholds"
    }
}

extension RunChecks {
    /// `1 of 110 answers held against the contract broke it`.
    var brokenText: String {
        "\(LoadNumber.grouped(failed)) of \(LoadNumber.counted(checked, "answer")) "
            + "held against the contract broke it"
    }
}
