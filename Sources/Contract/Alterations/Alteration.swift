/// One mutation of a response or request that a step checked.
package struct Alteration: Hashable, Sendable {
    /// The mutated part, as differences name it: `status`, `header Content-Type`, `$.results[0].objectId`.
    package let place: String
    /// The mutation: `201 → 202`, `dropped`, `one element fewer`.
    package let change: String

    package init(_ place: String, _ change: String) {
        self.place = place
        self.change = change
    }

    /// The mutation as part of something larger: `request 2 header X`.
    package func within(_ whole: String) -> Alteration { Alteration("\(whole) \(place)", change) }
}

/// Limits on the mutations of one body, so that a large one costs at most a few checks.
enum AlterationLimits {
    /// The size above which a body is only emptied and cut.
    static let bodyBytes = 65_536
    /// The number of places of one body that are mutated, from the first on.
    static let places = 250
}
