/// Operations of a service by method and path, written as `"GET /push/{id}"`.
///
/// `{id}` matches one non-empty segment; a literal segment takes precedence.
package struct RouteTable<Operation: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// Result of a look-up.
    package enum Match {
        /// An operation, with the values of the names in its path.
        case found(Operation, [Substring])
        /// The path exists, but not with this method.
        case otherMethod
        case unknownPath
    }

    /// A prefix of paths.
    private struct Node: Sendable {
        var next: [Substring: Int] = [:]
        var parameter: Int?
        var operations: [String: Operation] = [:]
        /// The path, as the table writes it.
        var pattern = ""
    }

    /// Nodes refer to others by index; the first is the root.
    private var nodes = [Node()]

    package init(dictionaryLiteral routes: (String, Operation)...) {
        for (route, operation) in routes {
            let words = route.split(separator: " ")
            precondition(words.count == 2, "a route is a method and a path, got \(route)")
            var node = 0
            for segment in String(words[1]).segments { node = step(from: node, segment) }
            nodes[node].operations[String(words[0])] = operation
            nodes[node].pattern = String(words[1])
        }
    }

    private mutating func step(from node: Int, _ segment: Substring) -> Int {
        let isParameter = segment.hasPrefix("{")
        let known = isParameter ? nodes[node].parameter : nodes[node].next[segment]
        if let known { return known }
        nodes.append(Node())
        if isParameter {
            nodes[node].parameter = nodes.count - 1
        } else {
            nodes[node].next[segment] = nodes.count - 1
        }
        return nodes.count - 1
    }

    /// Looks a request up; its path is not decoded.
    package func match(_ method: String, _ path: some Sequence<Substring>) -> Match {
        guard let (node, parameters) = node(at: path) else { return .unknownPath }
        return node.operations[method].map { .found($0, parameters) } ?? .otherMethod
    }

    /// The methods that are offered at a path, for the field Allow: `GET, PUT`.
    package func allowed(at path: some Sequence<Substring>) -> String {
        (node(at: path)?.0.operations.keys.sorted() ?? []).joined(separator: ", ")
    }

    /// The route of a request in the table: `GET /push/{id}`; `nil` for none.
    package func name(_ method: String, _ path: some Sequence<Substring>) -> String? {
        guard let (node, _) = node(at: path), node.operations[method] != nil else { return nil }
        return "\(method) \(node.pattern)"
    }

    /// The node of a path, with the values of its names.
    private func node(at path: some Sequence<Substring>) -> (Node, [Substring])? {
        var node = 0
        var parameters: [Substring] = []
        for segment in path {
            if let next = nodes[node].next[segment] {
                node = next
            } else if let next = nodes[node].parameter, !segment.isEmpty {
                node = next
                parameters.append(segment)
            } else {
                return nil
            }
        }
        return nodes[node].operations.isEmpty ? nil : (nodes[node], parameters)
    }
}

extension String {
    /// The segments after each `/` of a path; one empty text for a path without a leading `/`.
    package var segments: ArraySlice<Substring> {
        let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty else { return [""] }
        return parts.dropFirst().map { Substring($0) }[...]
    }
}
