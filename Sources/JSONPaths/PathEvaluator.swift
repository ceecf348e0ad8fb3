import JSON

/// Finds the nodes of a query.
struct PathEvaluator {
    typealias Node = JSONPath.Node

    /// What `$` stands for.
    let root: Node

    /// - Parameters:
    ///   - query: The query.
    ///   - current: What `@` stands for.
    /// - Returns: The nodes in order, repeated as often as they are found.
    func nodes(of query: PathQuery, from current: Node) -> [Node] {
        var nodes = [query.isRelative ? current : root]
        for segment in query.segments {
            var found: [Node] = []
            for node in nodes { apply(segment, to: node, into: &found) }
            nodes = found
        }
        return nodes
    }

    private func apply(_ segment: PathSegment, to node: Node, into found: inout [Node]) {
        guard segment.isDescendant else {
            for selector in segment.selectors { apply(selector, to: node, into: &found) }
            return
        }
        // The next node to visit is the last; a stack of its own, because values may be deep.
        var pending = [node]
        while let next = pending.popLast() {
            for selector in segment.selectors { apply(selector, to: next, into: &found) }
            pending.append(contentsOf: next.children.reversed())
        }
    }

    private func apply(_ selector: PathSelector, to node: Node, into found: inout [Node]) {
        switch selector {
        case .name(let name):
            guard let value = node.value[name] else { return }
            found.append(Node(value: value, location: .member(of: node.location, name)))
        case .wildcard:
            found.append(contentsOf: node.children)
        case .index(let index):
            guard let elements = node.value.arrayValue else { return }
            let position = index >= 0 ? index : elements.count + index
            guard elements.indices.contains(position) else { return }
            found.append(element(position, of: elements, in: node))
        case .slice(let slice):
            guard let elements = node.value.arrayValue else { return }
            for position in slice.indices(count: elements.count) {
                found.append(element(position, of: elements, in: node))
            }
        case .filter(let condition):
            found.append(contentsOf: node.children.filter { holds(condition, for: $0) })
        }
    }

    private func element(_ index: Int, of elements: [JSONValue], in node: Node) -> Node {
        Node(value: elements[index], location: .element(of: node.location, index))
    }
}
