import JSON
import JSONPaths

/// The values found by a query, as JSON text, so that tables can contain both as strings.
func values(of query: String, in document: String) throws -> String {
    let nodes = try JSONPath(query).nodes(in: try JSONValue(parsing: document))
    return JSONValue.array(nodes.map(\.value)).text
}

/// The normalized paths of the nodes found by a query, separated by spaces.
func paths(of query: String, in document: String) throws -> String {
    let nodes = try JSONPath(query).nodes(in: try JSONValue(parsing: document))
    return nodes.map(\.path).joined(separator: " ")
}

/// The error message for a query, or a note that it was accepted.
func refusal(of query: String) -> String {
    do throws(JSONPathError) {
        _ = try JSONPath(query)
        return "accepted"
    } catch {
        return error.description
    }
}
