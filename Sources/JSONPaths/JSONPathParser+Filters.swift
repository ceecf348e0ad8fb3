import Base

extension JSONPathParser {
    /// Reads a `logical-expr`, and blanks after it.
    ///
    /// It begins with `first` when that was read already.
    mutating func condition(
        startingWith first: ParsedOperand? = nil
    ) throws(JSONPathError) -> PathCondition {
        var alternatives = [try conjunction(startingWith: first)]
        while input.take(text: "||") {
            skipBlanks()
            alternatives.append(try conjunction())
        }
        return alternatives.count == 1 ? alternatives[0] : .any(alternatives)
    }

    private mutating func conjunction(
        startingWith first: ParsedOperand? = nil
    ) throws(JSONPathError) -> PathCondition {
        var parts = [try basicCondition(startingWith: first)]
        skipBlanks()
        while input.take(text: "&&") {
            skipBlanks()
            parts.append(try basicCondition())
            skipBlanks()
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func basicCondition(
        startingWith first: ParsedOperand? = nil
    ) throws(JSONPathError) -> PathCondition {
        if let first { return try comparisonOrTest(first) }
        if input.next == "!" { return try negation() }
        if input.next == "(" { return try parenthesized() }
        return try comparisonOrTest(try operand())
    }

    private mutating func negation() throws(JSONPathError) -> PathCondition {
        input.position += 1
        skipBlanks()
        if input.next == "(" { return .not(try parenthesized()) }
        let operand = try operand()
        skipBlanks()
        guard !comparisonFollows else {
            throw error(expected: "no comparison after \"!\" (write !(… == …))")
        }
        return .not(try test(operand))
    }

    private mutating func parenthesized() throws(JSONPathError) -> PathCondition {
        try enter()
        input.position += 1
        skipBlanks()
        let condition = try condition()
        guard input.take(")") else {
            throw error(expected: "\"&&\", \"||\" or \")\"")
        }
        leave()
        return condition
    }

    private mutating func comparisonOrTest(
        _ left: ParsedOperand
    ) throws(JSONPathError) -> PathCondition {
        skipBlanks()
        guard comparisonFollows else { return try test(left) }
        try checkComparable(left)
        let comparison = try comparison()
        skipBlanks()
        let right = try operand()
        try checkComparable(right)
        return .comparison(left.operand, comparison, right.operand)
    }

    private var comparisonFollows: Bool {
        switch input.next {
        case "=", "<", ">": true
        case "!": input.scalar(after: 1) == "="
        default: false
        }
    }

    private mutating func comparison() throws(JSONPathError) -> PathComparison {
        // The longer ones first: "<=" starts like "<".
        let all: [PathComparison] = [
            .equal, .notEqual, .lessOrEqual, .greaterOrEqual, .less, .greater,
        ]
        for comparison in all where input.take(text: comparison.rawValue) { return comparison }
        throw error(expected: "one of == != <= >= < >")
    }

    private func checkComparable(_ parsed: ParsedOperand) throws(JSONPathError) {
        switch parsed.operand {
        case .literal: break
        case .query(let query):
            guard query.isSingular else { throw notSingular(parsed, "in a comparison") }
        case .function(let call):
            guard !call.function.isLogical else {
                throw error(
                    at: parsed.offset,
                    expected: "something with a value to compare",
                    found: "\(call.function.rawValue)(), which is only true or false"
                )
            }
        }
    }

    /// An operand that stands alone: the existence of nodes, or a function that is true or false.
    private func test(_ parsed: ParsedOperand) throws(JSONPathError) -> PathCondition {
        switch parsed.operand {
        case .query(let query): return .exists(query)
        case .literal:
            throw error(expected: "a comparison operator after the literal \(parsed.text)")
        case .function(let call):
            guard call.function.isLogical else {
                throw error(
                    expected: "a comparison operator after \(call.function.rawValue)(), "
                        + "which has a value"
                )
            }
            return .function(call)
        }
    }

    func notSingular(_ parsed: ParsedOperand, _ place: String) -> JSONPathError {
        error(
            at: parsed.offset,
            expected: "a query of only names and indices \(place), so that it has one value",
            found: parsed.text
        )
    }
}
