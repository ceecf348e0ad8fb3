import JSON
import JSONPaths

extension JSONPath {
    /// What the path finds in `value`, which itself was found at `root`.
    ///
    /// A singular path gives a value or nothing, so that `count` of `$.results` counts the elements of
    /// the array, and `count` of `$.results[*]` the finds.
    func result(in value: JSONValue, at root: String) -> QueryResult {
        let found = nodes(in: value)
        guard !isSingular else { return QueryResult(found.first?.value) }
        return .nodes(found.map { QueryResult.Node($0, root: root) })
    }
}
