import Contract
import HTTP

/// A case with something to report.
struct Finding {
    /// The kind of finding, the gravest first.
    enum Kind: String, CaseIterable {
        case failed = "Failed cases"
        case inconclusive = "Inconclusive cases"
        case flaky = "Flaky cases"
        case remarked = "Cases that passed, with a remark"
        case differs = "Cases that passed, but differ below --basis"
        case waived = "Waived cases"
        case skipped = "Skipped cases"
        case unselected = "Cases that were not selected"
    }

    /// A server that a case got no response from.
    struct Unreached: Hashable {
        let origin: String
        let kind: TransportFailure.Kind
    }

    let kind: Kind
    let result: CaseResult
    /// The problem, in words that similar cases share.
    let point: String
    /// Set when the case could not be checked because there was no connection.
    let unreached: Unreached?

    /// `nil` for a case that passed without remarks.
    init?(_ result: CaseResult) {
        guard let kind = Self.kind(of: result) else { return nil }
        self.kind = kind
        self.result = result
        let step = result.decidingStep?.step
        if result.verdict == .inconclusive, step?.outcome == .inconclusive,
            let failure = step?.failure, let origin = step?.request?.origin
        {
            unreached = Unreached(origin: origin, kind: failure.kind)
            point = "no response: \(failure.kind.rawValue)"
            return
        }
        unreached = nil
        let differing = result.steps.first { $0.outcome == .differs }
        point =
            result.reason ?? step?.headline ?? differing?.headline ?? result.verdict.rawValue
    }

    private static func kind(of result: CaseResult) -> Kind? {
        switch result.verdict {
        case .failed: .failed
        case .inconclusive: .inconclusive
        case .flaky: .flaky
        case .waived: .waived
        case .skipped: result.isSelected ? .skipped : .unselected
        case .passed where result.reason != nil: .remarked
        case .passed: result.steps.contains { $0.outcome == .differs } ? .differs : nil
        }
    }

    /// Whether it has an exchange to show.
    var hasDetails: Bool {
        (kind == .failed || kind == .inconclusive) && result.decidingStep != nil
    }
}
