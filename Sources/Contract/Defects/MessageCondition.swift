package import JSON
package import JSONPaths

/// A condition on a message at a place.
package struct MessageCondition: Sendable {
    package let place: JSONPath
    package let predicate: Predicate

    package init(_ place: JSONPath, _ predicate: Predicate) {
        self.place = place
        self.predicate = predicate
    }

    /// Whether a message satisfies it.
    package func holds(for message: JSONValue) -> Bool {
        var judgement = Judgement(limit: 0)
        predicate.judge(place.result(in: message, at: "$"), at: "", into: &judgement)
        return judgement.found.isEmpty
    }
}
