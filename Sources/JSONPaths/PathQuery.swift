import JSON

/// A query: where it starts, and the segments that lead on from there.
struct PathQuery: Sendable {
    /// Whether it starts at the current node of a filter (`@`), not at the root (`$`).
    let isRelative: Bool
    let segments: [PathSegment]

    /// Whether it finds at most one node.
    ///
    /// Source: RFC 9535 §2.3.5.1, `singular-query`.
    var isSingular: Bool {
        segments.allSatisfy { segment in
            guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
            switch segment.selectors[0] {
            case .name, .index: return true
            case .wildcard, .slice, .filter: return false
            }
        }
    }
}

struct PathSegment: Sendable {
    /// Whether the selectors apply to all descendants and the node itself, too (`..`).
    let isDescendant: Bool
    let selectors: [PathSelector]
}

enum PathSelector: Sendable {
    case name(String)
    case wildcard
    /// Negative counts from the end.
    case index(Int)
    case slice(PathSlice)
    case filter(PathCondition)
}

struct PathSlice: Sendable {
    let start: Int?
    let end: Int?
    let step: Int

    /// The indices that the slice selects from an array, in order.
    ///
    /// Source: RFC 9535 §2.3.4.2.2.
    func indices(count: Int) -> StrideTo<Int> {
        func normalized(_ index: Int) -> Int { index >= 0 ? index : count + index }
        guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
        if step > 0 {
            let lower = min(max(normalized(start ?? 0), 0), count)
            let upper = min(max(normalized(end ?? count), 0), count)
            return stride(from: lower, to: upper, by: step)
        }
        let upper = min(max(normalized(start ?? count - 1), -1), count - 1)
        let lower = min(max(normalized(end ?? -count - 1), -1), count - 1)
        return stride(from: upper, to: lower, by: step)
    }
}

/// A condition of a filter: true or false for every node.
indirect enum PathCondition: Sendable {
    case any([PathCondition])
    case all([PathCondition])
    case not(PathCondition)
    /// Whether the query finds any node.
    case exists(PathQuery)
    case comparison(PathOperand, PathComparison, PathOperand)
    /// A function whose result is true or false.
    case function(PathFunctionCall)
}

/// One side of a comparison, or an argument of a function.
enum PathOperand: Sendable {
    case literal(JSONValue)
    case query(PathQuery)
    case function(PathFunctionCall)
}

enum PathComparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}
