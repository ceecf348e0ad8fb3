import Contract

/// The evidence of a run's cases for one promise.
struct Evidence {
    /// A step that was checked for the promise.
    struct Judged {
        let step: StepResult
        let caseName: String
    }

    /// The status of the promise, and why it did not simply pass.
    struct Finding: Equatable {
        var status: PromiseStatus
        var reason: String?
        var isPartlyTried = false
    }

    var steps: [Judged] = []
    /// Cases that cover the promise, each once, in file order.
    private(set) var cases: [String] = []
    private var names: Set<String> = []
    /// Why a case that covers it was not run.
    private var setAside: String?
    /// The same for a case that the user excluded.
    private var leftOut: String?
    /// Whether any case that covers it was not run.
    private var hasGap = false
    /// Why a case that covers it did not reach it.
    private var unreached: String?

    /// Records a case that covers the promise.
    mutating func noteCovering(_ result: CaseResult) {
        if names.insert(result.name).inserted { cases.append(result.name) }
    }

    /// Records a case with steps for the promise.
    mutating func note(_ result: CaseResult) {
        guard result.verdict == .skipped || result.verdict == .waived else { return }
        if result.isSelected {
            setAside = setAside ?? result.reason
        } else {
            leftOut = leftOut ?? result.reason
        }
        hasGap = hasGap || result.waivedRun == nil
    }

    /// Records a case that ended before it reached the promise.
    mutating func noteUnreached(by result: CaseResult) {
        unreached = unreached ?? result.mainPoint ?? "case \(result.name) did not come to it"
    }

    /// Determines the status.
    ///
    /// - Parameters:
    ///   - row: The promise.
    ///   - level: The least certain basis that counts.
    /// - Returns: Its status with the reason.
    func finding(on row: PromiseResult, level: Basis) -> Finding {
        let judged = steps.map { step in
            (status: Self.status(of: step.step, basis: row.basis, level: level), step: step)
        }
        guard !judged.isEmpty else {
            return unreached.map { Finding(status: .inconclusive, reason: $0) }
                ?? Finding(status: .notCovered, reason: setAside ?? leftOut)
        }
        let statuses = judged.map(\.status)
        // A code passes when one of its triggers does; every other promise passes when all its rows
        // do.
        let order: [PromiseStatus] =
            row.kind == .catalogue
            ? [.passed, .failed, .inconclusive, .differs]
            : [.failed, .inconclusive, .differs, .passed]
        let status = order.first(where: statuses.contains) ?? .passed
        let hasRows = row.kind == .error || row.kind == .behaviour
        if status == .passed || status == .differs, hasRows, let unreached {
            return Finding(status: .inconclusive, reason: unreached)
        }
        guard status != .passed else {
            let note = (setAside ?? leftOut).map { "not every case ran: \($0)" }
            return Finding(
                status: .passed,
                reason: hasRows ? note : nil,
                isPartlyTried: hasRows && setAside != nil
            )
        }
        let step = judged.first { $0.status == status }?.step
        return Finding(status: status, reason: Self.reason(step, isNamed: row.cases.isEmpty))
    }

    /// Whether every case that covers a promise was run, and all of them passed.
    ///
    /// - Parameters:
    ///   - waived: The evidence of waived cases that were run all the same.
    ///   - row: The promise.
    ///   - level: The least certain basis that counts.
    /// - Returns: `false` also without evidence.
    func holds(with waived: Evidence?, on row: PromiseResult, level: Basis) -> Bool {
        let parts = [self] + (waived.map { [$0] } ?? [])
        let steps = parts.flatMap(\.steps)
        return !steps.isEmpty
            && parts.allSatisfy { !$0.hasGap && $0.unreached == nil }
            && steps.allSatisfy {
                Self.status(of: $0.step, basis: row.basis, level: level) == .passed
            }
    }

    /// Why no passed step for a promise compared a response, or a request of the service; `nil` when one did.
    ///
    /// The success of a call depends on its response; its requests depend on the model of the client alone.
    func modelledReason(for row: PromiseResult, level: Basis) -> ModelledReason? {
        let held = steps.map(\.step).filter {
            Self.status(of: $0, basis: row.basis, level: level) == .passed
        }
        if held.contains(where: { $0.showsServer(for: row) }) { return nil }
        if held.contains(where: \.isFailedCall) { return .failures }
        if held.contains(where: \.comparesOwnRequests) { return .requests }
        return held.contains(where: \.isOnWire) ? .listeners : .unsent
    }

    static func status(
        of step: StepResult,
        basis: Basis,
        level: Basis
    ) -> PromiseStatus {
        if step.outcome == .inconclusive { return .inconclusive }
        if step.differences.allSatisfy(\.isWaived) { return .passed }
        if step.differences.contains(where: { breaks($0, basis: basis, level: level) }) {
            return .failed
        }
        // Below its level a promise can only differ; at its level it passes, and less certain
        // differences are listed with the step.
        return basis <= level ? .passed : .differs
    }

    /// Whether a difference fails a promise of this basis.
    static func breaks(_ difference: Difference, basis: Basis, level: Basis) -> Bool {
        difference.isContradiction && max(difference.basis, basis) <= level
    }

    /// Whether a mutation of passed evidence failed its row; `nil` without mutations.
    private(set) var isProvenByAlteration: Bool?

    /// Records the results of mutations of a step.
    mutating func note(_ alterations: AlterationTally?, of id: String) {
        guard let alterations else { return }
        isProvenByAlteration =
            isProvenByAlteration == true || alterations.proven.contains(id)
    }

    /// The main point of a step, with the name of its case if the row does not list its cases.
    private static func reason(_ judged: Judged?, isNamed: Bool) -> String? {
        guard let judged, let headline = judged.step.headline else { return nil }
        return isNamed ? "\(judged.caseName): \(headline)" : headline
    }
}

extension StepResult {
    /// Whether a value of the server was compared for a row.
    fileprivate func showsServer(for row: PromiseResult) -> Bool {
        // The success of a call, or its failure with an error caused by a response, depends on the server.
        let isOfResponse = row.kind == .success || row.kind == .error
        return readsServer
            || isOnWire && !isAmongOwn && !isFailedCall && (isOfResponse || !comparesOwnRequests)
    }
}
