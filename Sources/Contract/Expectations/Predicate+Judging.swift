import Base
import JSON

extension Predicate {
    /// Adds the differences of `result`.
    ///
    /// - Parameters:
    ///   - result: The result of a query.
    ///   - path: The name of its place.
    ///   - judgement: Collects the differences.
    func judge(_ result: QueryResult, at path: String, into judgement: inout Judgement) {
        switch self {
        case .exists(let wanted):
            judgeExists(wanted, result, at: path, into: &judgement)
        case .not(let predicate):
            judgeNot(predicate, result, at: path, into: &judgement)
        case .anyOf(let predicates):
            judgeAnyOf(predicates, result, at: path, into: &judgement)
        case .empty, .count, .each, .sorted, .equalsUnordered:
            if case .nothing = result {
                judgement.addMisfit(at: path, expected: description, actual: "nothing")
            } else {
                judgeList(result, at: path, into: &judgement)
            }
        case .equals, .approximately, .compares, .startsWith, .endsWith, .contains, .matches, .type,
            .length, .bytes, .meets, .schema, .isDate, .before, .after:
            judgeOne(result, at: path, into: &judgement)
        }
    }

    private func judgeOne(
        _ result: QueryResult,
        at path: String,
        into judgement: inout Judgement
    ) {
        switch result {
        case .nothing:
            judgement.addMisfit(at: path, expected: description, actual: "nothing")
        case .value(let datum):
            judge(datum, at: path, into: &judgement)
        case .nodes(let nodes) where nodes.count == 1:
            judge(nodes[0].datum, at: nodes[0].path, into: &judgement)
        case .nodes(let nodes) where nodes.isEmpty:
            judgement.addMisfit(at: path, expected: description, actual: "nothing")
        case .nodes(let nodes):
            judgement.addMisfit(at: path, expected: "exactly one node", actual: "\(nodes.count)")
        }
    }
}

// MARK: - Predicates that see everything

extension Predicate {
    private func judgeExists(
        _ wanted: Bool,
        _ result: QueryResult,
        at path: String,
        into judgement: inout Judgement
    ) {
        switch result {
        case .nothing where wanted:
            judgement.add(at: path, expected: description, actual: "nothing")
        case .nodes(let nodes) where wanted && nodes.isEmpty:
            judgement.add(at: path, expected: description, actual: "nothing")
        case .value(let datum) where !wanted:
            judgement.add(at: path, expected: description, actual: datum.excerpt)
        case .nodes(let nodes) where !wanted:
            for node in nodes {
                judgement.add(at: node.path, expected: description, actual: node.datum.excerpt)
            }
        default: break
        }
    }

    private func judgeNot(
        _ predicate: Predicate,
        _ result: QueryResult,
        at path: String,
        into judgement: inout Judgement
    ) {
        var inner = judgement.fresh(limit: judgement.found.limit)
        predicate.judge(result, at: path, into: &inner)
        if inner.misfits > 0, case .nodes(let nodes) = result, nodes.count > 1 {
            judgement.add(contentsOf: inner)
        } else if inner.misfits > 0 {
            // What the inner predicate expects is not wanted here.
            let kind = result.isNothing ? "a value" : "a comparable value"
            let wanted = "\(kind), \(description)"
            judgement.addMisfit(at: path, expected: wanted, actual: result.excerpt)
        } else if inner.found.isEmpty {
            judgement.add(at: path, expected: description, actual: result.excerpt)
        }
    }

    private func judgeAnyOf(
        _ predicates: [Predicate],
        _ result: QueryResult,
        at path: String,
        into judgement: inout Judgement
    ) {
        var misfits = 0
        for predicate in predicates {
            var inner = judgement.fresh(limit: 0)
            predicate.judge(result, at: path, into: &inner)
            if inner.found.isEmpty { return }
            if inner.misfits > 0 { misfits += 1 }
        }
        if misfits == predicates.count {
            judgement.addMisfit(at: path, expected: description, actual: result.excerpt)
        } else {
            judgement.add(at: path, expected: description, actual: result.excerpt)
        }
    }
}

extension QueryResult {
    fileprivate var isNothing: Bool {
        switch self {
        case .nothing: true
        case .value: false
        case .nodes(let nodes): nodes.isEmpty
        }
    }

    /// The text in a difference.
    var excerpt: String {
        switch self {
        case .nothing: "nothing"
        case .nodes(let nodes) where nodes.isEmpty: "nothing"
        case .value(let datum): datum.excerpt
        case .nodes(let nodes) where nodes.count == 1: nodes[0].datum.excerpt
        case .nodes(let nodes):
            "\(Count.grouped(nodes.count, "node")): "
                + JSONExcerpt.text(of: .array(nodes.prefix(100).map { $0.datum.value ?? .null }))
        }
    }
}
