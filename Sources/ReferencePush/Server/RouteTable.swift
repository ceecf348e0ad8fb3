/// What a service offers: operations by method and path, written as `"GET /push/{id}"`.
///
/// `{id}` stands for one segment that is not empty; a segment that is spelled out goes before it.
package struct RouteTable<Operation: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// What a request finds.
    package enum Match {
        /// An operation, and the segments that stand where its path has names.
        case found(Operation, [Substring])
        /// The path is known, and the method is not offered there.
        case otherMethod
        case unknownPath
    }

    /// A path as far as it goes.
    private struct Node: Sendable {
        var next: [Substring: Int] = [:]
        var parameter: Int?
        var operations: [String: Operation] = [:]
        /// The path, as the table writes it.
        var pattern = ""
    }

    /// Each names others by their positions; the first has no segment yet.
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

    /// Looks a request up; its path is taken as it stands, segment by segment.
    package func match(_ method: String, _ path: some Sequence<Substring>) -> Match {
        guard let (node, parameters) = node(at: path) else { return .unknownPath }
        return node.operations[method].map { .found($0, parameters) } ?? .otherMethod
    }

    /// The methods that are offered at a path, for the field Allow: `GET, PUT`.
    package func allowed(at path: some Sequence<Substring>) -> String {
        (node(at: path)?.0.operations.keys.sorted() ?? []).joined(separator: ", ")
    }

    /// What the table calls the operation that a request finds: `GET /push/{id}`; `nil` for none.
    package func name(_ method: String, _ path: some Sequence<Substring>) -> String? {
        guard let (node, _) = node(at: path), node.operations[method] != nil else { return nil }
        return "\(method) \(node.pattern)"
    }

    /// Where a path leads, and the segments that stand where it has names.
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
    /// What stands behind each `/` of a path; one empty text for a path that does not begin with it.
    package var segments: ArraySlice<Substring> {
        let parts = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count > 1, parts[0].isEmpty else { return [""] }
        return parts.dropFirst().map { Substring($0) }[...]
    }
}
