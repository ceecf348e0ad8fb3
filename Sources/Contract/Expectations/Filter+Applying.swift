import JSON

extension Filter {
    /// The result after this filter.
    ///
    /// - Parameters:
    ///   - result: The result of the query and the previous filters.
    ///   - path: The name of its place, if the filter cannot be applied.
    /// - Returns: The new result; an empty one stays empty.
    /// - Throws: When the filter cannot be applied; names the filter and the value.
    package func result(
        of result: QueryResult,
        at path: String
    ) throws(Unanswerable) -> QueryResult {
        switch self {
        case .first: return QueryResult.element(0, of: try list(result, at: path))
        case .last: return QueryResult.element(-1, of: try list(result, at: path))
        case .nth(let position):
            return QueryResult.element(position, of: try list(result, at: path))
        case .count: return try counted(result, at: path)
        case .sort: return try sorted(result, at: path)
        case .unique: return try unique(result, at: path)
        default: return try appliedToEach(of: result, at: path)
        }
    }

    private func appliedToEach(
        of result: QueryResult,
        at path: String
    ) throws(Unanswerable) -> QueryResult {
        switch result {
        case .nothing:
            return .nothing
        case .value(let datum):
            return try applied(to: datum, at: path)
        case .nodes(let nodes):
            var changed: [QueryResult.Node] = []
            for node in nodes {
                switch try applied(to: node.datum, at: node.path) {
                case .nothing: break
                case .value(let datum):
                    changed.append(node.replaced(by: datum))
                case .nodes(let inner): changed += inner
                }
            }
            return .nodes(changed)
        }
    }

    /// The difference for a filter that cannot be applied.
    func refusal(of datum: Datum, at path: String, needs expected: String) -> Unanswerable {
        Unanswerable(
            path: path,
            expected: "\(expected) for the filter \(self)",
            actual: datum.excerpt
        )
    }
}

// MARK: - Lists

extension Filter {
    private func list(
        _ result: QueryResult,
        at path: String
    ) throws(Unanswerable) -> [QueryResult.Node] {
        switch result {
        case .nodes(let nodes): return nodes
        case .value(.json(.array(let elements))):
            return QueryResult.elements(elements, of: path)
        case .value(let datum): throw refusal(of: datum, at: path, needs: "an array")
        case .nothing:
            throw Unanswerable(
                path: path,
                expected: "a list for the filter \(self)",
                actual: "nothing"
            )
        }
    }

    private func counted(
        _ result: QueryResult,
        at path: String
    ) throws(Unanswerable) -> QueryResult {
        if case .value(.json(.object(let object))) = result {
            return QueryResult(.integer(object.count))
        }
        return QueryResult(.integer(try list(result, at: path).count))
    }

    private func sorted(
        _ result: QueryResult,
        at path: String
    ) throws(Unanswerable) -> QueryResult {
        let nodes = try list(result, at: path)
        for node in nodes {
            guard Order.of(nodes[0].datum, node.datum) != nil else {
                throw refusal(
                    of: node.datum,
                    at: node.path,
                    needs: "only numbers or only text"
                )
            }
        }
        return Self.result(
            nodes.sorted { Order.of($0.datum, $1.datum) == .ascending },
            like: result
        )
    }

    private func unique(
        _ result: QueryResult,
        at path: String
    ) throws(Unanswerable) -> QueryResult {
        var seen: Set<Datum> = []
        let nodes = try list(result, at: path).filter { seen.insert($0.datum).inserted }
        return Self.result(nodes, like: result)
    }

    /// A list of results stays one, an array stays an array.
    private static func result(
        _ nodes: [QueryResult.Node],
        like original: QueryResult
    ) -> QueryResult {
        if case .nodes = original { return .nodes(nodes) }
        return QueryResult(.array(nodes.compactMap(\.datum.value)))
    }
}

extension QueryResult {
    /// One of a list, counted from the end when negative.
    fileprivate static func element(_ position: Int, of nodes: [Node]) -> QueryResult {
        let index = position < 0 ? nodes.count + position : position
        return nodes.indices.contains(index) ? .value(nodes[index].datum) : .nothing
    }
}
