import Measure

/// Facts that a reader must know to interpret the figures of a run.
struct RunRemarks {
    let run: RunView

    var list: [PageVerdict] {
        let remarks = LoadRemarks(facts: run.facts)
        return ending + (remarks.generator + remarks.notes).map(\.pageVerdict)
    }

    /// Why the run ended before its schedule.
    private var ending: [PageVerdict] {
        guard run.standing == nil, run.result.cut != nil,
            let conclusion = LoadConclusion.ending(run.facts)
        else { return [] }
        let kind: PageVerdict.Kind =
            switch conclusion.kind {
            case .good: .passed
            case .doubtful: .doubtful
            case .bad: .failed
            }
        return [PageVerdict(kind, "\(conclusion.text).")]
    }
}

extension LoadRemarks.Remark {
    fileprivate var pageVerdict: PageVerdict {
        switch kind {
        case .good: PageVerdict(.passed, text)
        case .neutral: PageVerdict(.neutral, text)
        case .doubtful: PageVerdict(.doubtful, text)
        case .bad: PageVerdict(.failed, text)
        }
    }
}
