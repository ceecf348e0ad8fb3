package import Contract

/// What a run on two servers found.
package struct ResponseComparisonResult: Sendable {
    package var first: VerificationResult
    package var second: VerificationResult
    package var comparison: ResponseComparison

    package init(
        first: VerificationResult,
        second: VerificationResult,
        comparison: ResponseComparison
    ) {
        self.first = first
        self.second = second
        self.comparison = comparison
    }
}

extension VerificationResult {
    /// The servers it ran against, each once.
    package var servers: [ContractResult.Target] {
        var seen: Set<ContractResult.Target> = []
        return contracts.flatMap(\.targets).filter { seen.insert($0).inserted }
    }
}
