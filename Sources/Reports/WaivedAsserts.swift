import Contract

/// Waived asserts that failed, each once however often it was checked.
struct WaivedAsserts {
    /// The title of a list of them.
    static let title = "Waived asserts that failed"

    /// In the order in which they occurred: the first failure, and why it is waived.
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
