package import JSON

extension PredicateForm {
    /// The predicate with a plain value after its name.
    ///
    /// - Parameters:
    ///   - value: The value to compare with.
    ///   - tolerance: The allowed distance of two numbers.
    /// - Returns: The predicate.
    /// - Throws: `QueryNameError` when the value does not suit the predicate.
    package func predicate(
        _ value: JSONValue,
        within tolerance: JSONValue? = nil
    ) throws(QueryNameError) -> Predicate {
        switch argument {
        case .value(let make, let within):
            guard let tolerance else { return make(value) }
            guard let within, case .number(let number) = value, case .number(let margin) = tolerance
            else {
                throw QueryNameError("\"within\" requires two numbers in \"\(name)\"")
            }
            return within(number, margin)
        case .ordered(let make): return make(try ordered(value))
        case .text(let make): return try make(try text(value))
        case .truth(let make): return make(try truth(value))
        case .list(let make):
            guard let elements = value.arrayValue else { throw mismatch("a list", value) }
            return make(elements)
        case .kinds(let make): return make(try kinds(value))
        case .direction(let make):
            guard let direction = value.stringValue.flatMap(Predicate.Direction.init) else {
                throw mismatch("ascending or descending", value)
            }
            return make(direction)
        case .schema, .predicate, .alternatives:
            preconditionFailure("\(name) takes no plain value")
        }
    }

    /// The predicate with another after its name, such as `not` or `count`.
    func predicate(holding inner: Predicate) -> Predicate {
        guard case .predicate(_, let make) = argument else {
            preconditionFailure("\(name) holds no other predicate")
        }
        return make(inner)
    }

    /// The predicate with several after its name.
    func predicate(holding alternatives: [Predicate]) -> Predicate {
        guard case .alternatives(let make) = argument else {
            preconditionFailure("\(name) holds no other predicates")
        }
        return make(alternatives)
    }
}

// MARK: - Values

extension PredicateForm {
    private func mismatch(_ expected: String, _ value: JSONValue) -> QueryNameError {
        QueryNameError("\"\(name)\" expects \(expected), got \(value.text(maximumLength: 60))")
    }

    private func ordered(_ value: JSONValue) throws(QueryNameError) -> JSONValue {
        switch value {
        case .number, .string: return value
        default: throw mismatch("a number or a text", value)
        }
    }

    private func text(_ value: JSONValue) throws(QueryNameError) -> String {
        guard let text = value.stringValue else { throw mismatch("a text", value) }
        return text
    }

    private func truth(_ value: JSONValue) throws(QueryNameError) -> Bool {
        guard let truth = value.boolValue else { throw mismatch("true or false", value) }
        return truth
    }

    private func kinds(_ value: JSONValue) throws(QueryNameError) -> [JSONValue.Kind] {
        let names = value.arrayValue ?? [value]
        let kinds = names.compactMap { $0.stringValue.flatMap(JSONValue.Kind.init) }
        guard kinds.count == names.count, !kinds.isEmpty else {
            let known = JSONValue.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw mismatch("one of \(known), or a list of them", value)
        }
        return kinds
    }
}
