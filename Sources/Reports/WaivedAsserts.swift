import Contract

/// Asserts that are waived and did not hold, each once however often it was asked.
struct WaivedAsserts {
    /// What stands above a list of them.
    static let title = "Waived asserts that failed"

    /// In the order in which they were found: what came of the first, and why it is waived.
    let entries: [NeedlessWaivers.Entry]

    init(_ result: VerificationResult) {
        var seen: Set<SourceLocation> = []
        let steps = result.contracts.flatMap(\.cases).flatMap(\.steps)
        entries = steps.flatMap(\.differences).compactMap { difference in
            guard case .waived(let reason) = difference.standing, let place = difference.location,
                seen.insert(place).inserted
            else { return nil }
            return NeedlessWaivers.Entry(
                name: difference.plainStatement,
                reason: reason,
                location: place
            )
        }
    }
}
