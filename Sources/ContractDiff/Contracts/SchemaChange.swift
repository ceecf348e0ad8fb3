import Contract

/// One place where a schema allows other values than an older one did.
struct SchemaChange: Hashable, Sendable {
    /// What became of the values that the schema allows.
    enum Effect: Hashable, Sendable {
        case wider, narrower
        /// Other values; whether they are more or fewer is unknown.
        case other
        /// The same values, of which something else is said.
        case remark

        /// What it means of a schema that forbids the values.
        var reversed: Effect {
            switch self {
            case .wider: .narrower
            case .narrower: .wider
            case .other: .other
            case .remark: .remark
            }
        }
    }

    /// Which messages a schema describes.
    enum Direction: Hashable, Sendable {
        /// What a client sends: it breaks when less is accepted.
        case request
        /// What a client gets: it breaks when more can come.
        case response
    }

    let effect: Effect
    /// As in the body: `$.results[*].objectId`.
    let path: String
    /// What is other there: `is no longer required`.
    let what: String

    /// What it means for a client.
    func severity(in direction: Direction) -> ContractChange.Severity {
        switch (effect, direction) {
        case (.remark, _): .note
        case (.other, _), (.wider, .response), (.narrower, .request): .breaking
        case (.narrower, .response), (.wider, .request): .compatible
        }
    }
}

/// A place in every instance of a schema.
struct SchemaPath: Hashable, Sendable {
    /// One step down from a value.
    enum Step: Hashable, Sendable {
        case member(String)
        /// Of an array: this element, or any.
        case element(Int?)
        /// Any member that has no schema of its own.
        case anyMember
    }

    private var path = BodyPath()

    /// Short, as in differences: `$.results[*].objectId`.
    var text: String { path.text }

    func appending(_ step: Step) -> SchemaPath {
        var copy = self
        switch step {
        case .member(let name): copy.path.push(.member(name))
        case .element(let index): copy.path.push(index.map(BodyPath.Segment.element) ?? .anyElement)
        case .anyMember: copy.path = BodyPath(root: "\(path.text).*")
        }
        return copy
    }
}
