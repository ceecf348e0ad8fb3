import RegularExpressions

/// The functions of RFC 9535 §2.4.
enum PathFunction: String, Sendable, CaseIterable {
    case count, length, match, search, value

    /// The types of RFC 9535 §2.4.1 that parameters have.
    ///
    /// No function takes what is true or false, and none returns nodes.
    enum ParameterType: Sendable {
        case value, nodes
    }

    var parameters: [ParameterType] {
        switch self {
        case .count, .value: [.nodes]
        case .length: [.value]
        case .match, .search: [.value, .value]
        }
    }

    /// Whether the result is true or false, not a value.
    var isLogical: Bool {
        switch self {
        case .match, .search: true
        case .count, .length, .value: false
        }
    }
}

/// A call whose arguments have the types of the parameters.
struct PathFunctionCall: Sendable {
    let function: PathFunction
    let arguments: [PathOperand]
    /// The second argument of `match` and `search` when it is a literal I-Regexp.
    let expression: RegularExpression?
}
