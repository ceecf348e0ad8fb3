/// One thing that is made wrong in what a step judged.
package struct Alteration: Hashable, Sendable {
    /// Which part, as differences name it: `status`, `header Content-Type`, `$.results[0].objectId`.
    package let place: String
    /// What became of it: `201 → 202`, `dropped`, `one element fewer`.
    package let change: String

    package init(_ place: String, _ change: String) {
        self.place = place
        self.change = change
    }

    /// The same within a part of something larger: `request 2 header X`.
    package func within(_ whole: String) -> Alteration { Alteration("\(whole) \(place)", change) }
}

/// Bounds of what is altered of one body, so that a large one costs no more than a few judgements.
enum AlterationLimits {
    /// Bodies that are longer are only emptied and cut.
    static let bodyBytes = 65_536
    /// How many places of one body are altered: the first ones.
    static let places = 250
}
