import JSON
import JSONPaths

/// What a query finds, as JSON text, so that tables can hold both as strings.
func values(of query: String, in document: String) throws -> String {
    let nodes = try JSONPath(query).nodes(in: try JSONValue(parsing: document))
    return JSONValue.array(nodes.map(\.value)).text
}

/// The normalized paths of what a query finds, with a space between them.
func paths(of query: String, in document: String) throws -> String {
    let nodes = try JSONPath(query).nodes(in: try JSONValue(parsing: document))
    return nodes.map(\.path).joined(separator: " ")
}

/// The message of the error for a query, or that it was accepted.
func refusal(of query: String) -> String {
    do throws(JSONPathError) {
        _ = try JSONPath(query)
        return "accepted"
    } catch {
        return error.description
    }
}
