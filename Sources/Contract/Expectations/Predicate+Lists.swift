import JSON

extension Predicate {
    /// Checks an existing result by a predicate on lists as a whole.
    func judgeList(
        _ result: QueryResult,
        at path: String,
        into judgement: inout Judgement
    ) {
        switch self {
        case .empty(let wanted):
            guard let size = Self.size(of: result, countsText: true) else {
                return misfit(result, "text, a list or an object", at: path, into: &judgement)
            }
            if (size == 0) != wanted {
                judgement.add(at: path, expected: description, actual: result.excerpt)
            }
        case .count(let predicate):
            guard let size = Self.size(of: result, countsText: false) else {
                return misfit(result, "a list or an object", at: path, into: &judgement)
            }
            predicate.judgeMeasure("count", size, at: path, into: &judgement)
        default:
            guard let nodes = Self.nodes(of: result, at: path) else {
                return misfit(result, "a list", at: path, into: &judgement)
            }
            judge(nodes, at: path, into: &judgement)
        }
    }

    /// Checks a number that was counted or measured.
    func judgeMeasure(
        _ name: String,
        _ size: Int,
        at path: String,
        into judgement: inout Judgement
    ) {
        var inner = judgement.fresh(limit: 0)
        judge(.value(.json(.integer(size))), at: path, into: &inner)
        if inner.misfits > 0 {
            judgement.addMisfit(at: path, expected: "\(name) \(self)", actual: "\(name) \(size)")
        } else if !inner.found.isEmpty {
            judgement.add(at: path, expected: "\(name) \(self)", actual: "\(name) \(size)")
        }
    }

    private func misfit(
        _ result: QueryResult,
        _ needed: String,
        at path: String,
        into judgement: inout Judgement
    ) {
        judgement.addMisfit(
            at: path,
            expected: "\(self), which needs \(needed)",
            actual: result.excerpt
        )
    }

    private static func size(of result: QueryResult, countsText: Bool) -> Int? {
        switch result {
        case .nothing: nil
        case .nodes(let nodes): nodes.count
        case .value(.json(.array(let elements))): elements.count
        case .value(.json(.object(let object))): object.count
        case .value(let datum): countsText ? datum.text?.count : nil
        }
    }

    private static func nodes(of result: QueryResult, at path: String) -> [QueryResult.Node]? {
        switch result {
        case .nodes(let nodes): nodes
        case .value(.json(.array(let elements))):
            QueryResult.elements(elements, of: path)
        case .nothing, .value: nil
        }
    }
}

extension Predicate {
    private func judge(
        _ nodes: [QueryResult.Node],
        at path: String,
        into judgement: inout Judgement
    ) {
        switch self {
        case .each(let predicate):
            for node in nodes {
                predicate.judge(.value(node.datum), at: node.path, into: &judgement)
            }
        case .sorted(let direction):
            judgeSorted(direction, nodes, into: &judgement)
        case .equalsUnordered(let values):
            judgeUnordered(values, nodes, at: path, into: &judgement)
        case .equals, .approximately, .compares, .startsWith, .endsWith, .contains, .matches, .type,
            .length, .bytes, .meets, .schema, .isDate, .before, .after, .exists, .not, .anyOf,
            .empty, .count:
            preconditionFailure("\(self) does not see lists")
        }
    }

    private func judgeSorted(
        _ direction: Direction,
        _ nodes: [QueryResult.Node],
        into judgement: inout Judgement
    ) {
        for (earlier, later) in zip(nodes, nodes.dropFirst()) {
            guard let order = Order.of(earlier.datum, later.datum) else {
                judgement.addMisfit(
                    at: later.path,
                    expected: "\(self), only numbers or only text",
                    actual: "\(later.datum.excerpt) after \(earlier.datum.excerpt)"
                )
                continue
            }
            let wrong: Order = direction == .ascending ? .descending : .ascending
            if order == wrong {
                judgement.add(
                    at: later.path,
                    expected: description,
                    actual: "\(later.datum.excerpt) after \(earlier.datum.excerpt)"
                )
            }
        }
    }

    private func judgeUnordered(
        _ values: [JSONValue],
        _ nodes: [QueryResult.Node],
        at path: String,
        into judgement: inout Judgement
    ) {
        // Bytes that are not text equal no JSON value; null stands for them.
        let actual = nodes.map { $0.datum.value ?? .null }
        var effort = BodyComparison.mostPairingEffort
        let cost: ElementPairing.Cost = { wanted, got, _ in
            BodyMatcher(.equals, wanted).differences(in: got, limit: 0).total
        }
        // Equal elements are always found, so the result is certain.
        let pairing = ElementPairing(values, actual, arrays: .ordered, effort: &effort, cost: cost)
        for (wanted, got) in pairing.pairs {
            Predicate.equals(values[wanted])
                .judge(.value(nodes[got].datum), at: nodes[got].path, into: &judgement)
        }
        for wanted in pairing.missing {
            judgement.add(
                at: path,
                expected: "among them \(JSONExcerpt.text(of: values[wanted]))",
                actual: "nothing like it"
            )
        }
        for got in pairing.unexpected {
            judgement.add(
                at: nodes[got].path,
                expected: "nothing",
                actual: nodes[got].datum.excerpt
            )
        }
    }
}
