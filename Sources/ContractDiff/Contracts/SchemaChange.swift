import Contract

/// One place where a schema allows other values than an older one did.
struct SchemaChange: Hashable, Sendable {
    /// Whether values are possible now that were not before.
    let isBreaking: Bool
    /// As in the body: `$.results[*].objectId`.
    let path: String
    /// What is other there: `need not be there any more`.
    let what: String
}

/// A place in every instance of a schema.
struct SchemaPath: Hashable, Sendable {
    private var path = BodyPath()

    /// Short, as in differences: `$.results[*].objectId`.
    var text: String { path.text }

    func appending(member name: String) -> SchemaPath { appending(.member(name)) }

    /// The place of any element, or of one.
    func appending(element index: Int? = nil) -> SchemaPath {
        appending(index.map(BodyPath.Segment.element) ?? .anyElement)
    }

    /// The place of any member that has no schema of its own.
    var anyMember: SchemaPath {
        var copy = self
        copy.path = BodyPath(root: "\(path.text).*")
        return copy
    }

    private func appending(_ segment: BodyPath.Segment) -> SchemaPath {
        var copy = self
        copy.path.push(segment)
        return copy
    }
}
