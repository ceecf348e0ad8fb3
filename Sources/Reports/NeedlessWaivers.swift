import Contract

/// Waivers that are no longer needed: the waived items were tried and passed each time.
struct NeedlessWaivers {
    /// One waiver, of a case with all its rows, of a promise or of an assert.
    struct Entry {
        /// `case old`, `promise createPush/both-times` or `assert status at least 400`.
        let name: String
        /// Why it was waived.
        let reason: String
        let location: SourceLocation
    }

    /// The title of a list of them.
    static let title = "Waived, but it passed: remove the waiver"

    /// Contract by contract, cases before promises before asserts, in file order.
    let entries: [Entry]

    /// Finds them; none unless waived cases were run.
    init(_ result: VerificationResult) {
        entries = result.contracts.flatMap { contract in
            Self.cases(contract.cases)
                + (contract.promises + contract.clientPromises).filter(\.isNeedlesslyWaived).map {
                    Entry(name: "promise \($0.id)", reason: $0.reason ?? "", location: $0.location)
                } + Self.asserts(contract.cases)
        }
    }

    /// An assert for the responses of several cases must pass for all of them.
    private static func asserts(_ results: [CaseResult]) -> [Entry] {
        let asserts = results.flatMap(\.steps).flatMap(\.waivedAsserts)
        var seen = Set(asserts.filter { !$0.holds }.map(\.location))
        return asserts.filter { seen.insert($0.location).inserted }
            .map { Entry(name: "assert \($0.statement)", reason: $0.reason, location: $0.location) }
    }

    /// A case is waived with all its rows, so all of them must pass.
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
