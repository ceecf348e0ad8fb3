import Replay

extension VerificationPlan {
    /// The same cases with the same random values, on the servers that the targets are compared
    /// with.
    var onComparedTargets: VerificationPlan {
        var plan = self
        plan.targets = comparedTargets
        // The state of one server is not changed at another.
        plan.stateChangeURL = nil
        return plan
    }

    /// Only the named cases, with other random values.
    func redrawn(cases: [String]) -> VerificationPlan {
        var plan = self
        plan.replay.seed &+= 1
        plan.replay.selection = CaseSelection()
        plan.replay.selection.patterns = cases
        plan.replay.failsFast = false
        return plan
    }
}
