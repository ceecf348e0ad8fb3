import Contract

extension Case {
    /// Whether the case, or one that it needs, needs another; needs have no circles.
    func requires(_ name: String, in contract: ContractDocument) -> Bool {
        guard !needs.isEmpty else { return false }
        let needed = Set(needs.flatMap(\.cases))
        return needed.contains(name)
            || contract.cases.contains {
                needed.contains($0.name) && $0.requires(name, in: contract)
            }
    }
}

extension Verdict {
    /// What became of a case, in the words of one that needed it.
    var ending: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .undetermined: "could not be judged"
        case .flaky: "is flaky"
        case .waived: "is waived"
        case .skipped: "was skipped"
        }
    }
}
