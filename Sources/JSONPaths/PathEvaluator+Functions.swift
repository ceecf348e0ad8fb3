import JSON
import RegularExpressions

extension PathEvaluator {
    /// The value of `length`, `count` or `value`; `nil` is Nothing.
    func value(of call: PathFunctionCall, for node: Node) -> JSONValue? {
        switch call.function {
        case .length: Self.length(of: value(of: call.arguments[0], for: node))
        case .count: .integer(nodes(of: call.arguments[0], for: node).count)
        case .value: Self.onlyValue(of: nodes(of: call.arguments[0], for: node))
        case .match, .search: nil
        }
    }

    /// The result of `match` or `search`.
    func isTrue(_ call: PathFunctionCall, for node: Node) -> Bool {
        guard case .string(let text)? = value(of: call.arguments[0], for: node),
            case .string(let pattern)? = value(of: call.arguments[1], for: node)
        else { return false }
        // A pattern that is not I-Regexp matches nothing (RFC 9535 §2.4.6).
        guard let expression = call.expression ?? (try? RegularExpression(pattern)) else {
            return false
        }
        return call.function == .match
            ? expression.matchesWhole(text)
            : expression.containsMatch(in: text)
    }

    private func nodes(of argument: PathOperand, for node: Node) -> [Node] {
        guard case .query(let query) = argument else { return [] }
        return nodes(of: query, from: node)
    }

    private static func onlyValue(of nodes: [Node]) -> JSONValue? {
        // Not a conditional expression: there, `nil` would be the JSON value null.
        guard nodes.count == 1 else { return nil }
        return nodes[0].value
    }

    private static func length(of value: JSONValue?) -> JSONValue? {
        switch value {
        case .string(let text)?: .integer(text.unicodeScalars.count)
        case .array(let elements)?: .integer(elements.count)
        case .object(let object)?: .integer(object.count)
        case .null?, .bool?, .number?, nil: nil
        }
    }
}
