import JSON
import JSONPaths

extension JSONPath {
    /// The result of the path in `value`, which was itself found at `root`.
    ///
    /// A singular path returns a value or nothing, so that `count` of `$.results` counts the elements of the array,
    /// and `count` of `$.results[*]` the results.
    func result(in value: JSONValue, at root: String) -> QueryResult {
        let found = nodes(in: value)
        guard !isSingular else { return QueryResult(found.first?.value) }
        return .nodes(found.map { QueryResult.Node($0, root: root) })
    }
}
