import Contract

/// Waivers that are no longer needed: their cases were run all the same, and all of them held.
struct NeedlessWaivers {
    /// One waiver, of a case with all its rows or of a promise.
    struct Entry {
        /// `case old` or `promise createPush/both-times`.
        let name: String
        /// Why it was waived.
        let reason: String
        let location: SourceLocation
    }

    /// What stands above a list of them.
    static let title = "Waived, but it held: remove the waiver"

    /// Contract by contract, cases before promises, in file order.
    let entries: [Entry]

    /// Finds them; none unless waived cases were run.
    init(_ result: VerificationResult) {
        entries = result.contracts.flatMap { contract in
            Self.cases(contract.cases)
                + (contract.promises + contract.clientPromises).filter(\.isNeedlesslyWaived).map {
                    Entry(name: "promise \($0.id)", reason: $0.reason ?? "", location: $0.location)
                }
        }
    }

    /// A case is waived with all its rows, so all of them have to hold.
    private static func cases(_ results: [CaseResult]) -> [Entry] {
        var seen: Set<SourceLocation> = []
        let waived = results.filter { $0.waivedRun?.isWaivedItself == true }
        return waived.filter { seen.insert($0.location).inserted }.compactMap { first in
            let rows = results.filter { $0.location == first.location }
            guard rows.allSatisfy({ $0.waivedRun?.verdict == .passed }) else { return nil }
            return Entry(
                name: "case \(first.name.prefix { $0 != "[" })",
                reason: first.reason ?? "",
                location: first.location
            )
        }
    }
}
