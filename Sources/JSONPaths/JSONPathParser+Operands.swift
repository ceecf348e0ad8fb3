import Base
import JSON
import RegularExpressions

/// An operand with its place in the query, for messages.
struct ParsedOperand {
    let operand: PathOperand
    let offset: Int
    /// As it was written.
    let text: String
}

extension JSONPathParser {
    /// Reads a literal, a query or a function.
    mutating func operand() throws(JSONPathError) -> ParsedOperand {
        let start = input.position
        let operand: PathOperand
        switch input.next {
        case "\"", "'": operand = .literal(.string(try stringLiteral()))
        case "-": operand = .literal(.number(try numberLiteral()))
        case let next? where next.isASCIIDigit:
            operand = .literal(.number(try numberLiteral()))
        case "@", "$":
            let isRelative = input.next == "@"
            input.position += 1
            operand = .query(PathQuery(isRelative: isRelative, segments: try segments()))
        case let next? where ("a"..."z").contains(next): operand = try wordOrFunction()
        default:
            throw error(expected: "a query (\"@\" or \"$\"), a literal or a function")
        }
        return ParsedOperand(operand: operand, offset: start, text: input.text(from: start))
    }

    private mutating func wordOrFunction() throws(JSONPathError) -> PathOperand {
        let start = input.position
        let name = input.take { ("a"..."z").contains($0) || $0.isASCIIDigit || $0 == "_" }
        if input.next == "(" { return .function(try functionCall(name, at: start)) }
        switch name {
        case "true": return .literal(true)
        case "false": return .literal(false)
        case "null": return .literal(nil)
        default:
            throw error(
                at: start,
                expected: "true, false, null or a function with \"(\" right after its name",
                found: "\"\(name)\""
            )
        }
    }

    private mutating func functionCall(
        _ name: String,
        at start: Int
    ) throws(JSONPathError) -> PathFunctionCall {
        guard let function = PathFunction(rawValue: name) else {
            let known = PathFunction.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(
                at: start,
                expected: "one of the functions \(known)",
                found: "\"\(name)\""
            )
        }
        try enter()
        let arguments = try arguments()
        leave()
        guard arguments.count == function.parameters.count else {
            throw error(
                at: start,
                expected: "\(Count.of(function.parameters.count, "argument")) of \(name)()",
                found: "\(arguments.count)"
            )
        }
        for (argument, type) in zip(arguments, function.parameters) {
            try check(argument, type, of: function)
        }
        let operands = arguments.map(\.operand)
        return PathFunctionCall(
            function: function,
            arguments: operands,
            expression: expression(of: function, operands)
        )
    }

    private mutating func arguments() throws(JSONPathError) -> [ParsedOperand] {
        input.position += 1
        skipBlanks()
        if input.take(")") { return [] }
        var arguments: [ParsedOperand] = []
        repeat {
            skipBlanks()
            arguments.append(try argument())
            skipBlanks()
        } while input.take(",")
        guard input.take(")") else {
            throw error(expected: "\",\" or \")\" after an argument")
        }
        return arguments
    }

    /// Reads an argument.
    ///
    /// A condition is one by the grammar, but no function takes it.
    private mutating func argument() throws(JSONPathError) -> ParsedOperand {
        let start = input.position
        if input.next == "!" || input.next == "(" {
            _ = try condition()
            throw conditionAsArgument(from: start)
        }
        let operand = try operand()
        let end = input.position
        skipBlanks()
        guard input.next != ",", input.next != ")" else {
            input.position = end
            return operand
        }
        _ = try condition(startingWith: operand)
        guard input.next == "," || input.next == ")" else {
            throw error(expected: "\",\" or \")\" after an argument")
        }
        throw conditionAsArgument(from: start)
    }

    private func conditionAsArgument(from start: Int) -> JSONPathError {
        error(
            at: start,
            expected: "a literal, a query or a function as argument",
            found: "the condition \(input.text(from: start))"
        )
    }

    private func check(
        _ argument: ParsedOperand,
        _ type: PathFunction.ParameterType,
        of function: PathFunction
    ) throws(JSONPathError) {
        let place = "as argument of \(function.rawValue)()"
        switch (type, argument.operand) {
        case (.value, .literal), (.nodes, .query): return
        case (.value, .query(let query)):
            guard !query.isSingular else { return }
            throw notSingular(argument, place)
        case (.value, .function(let call)):
            guard call.function.isLogical else { return }
            throw error(
                at: argument.offset,
                expected: "something with a value \(place)",
                found: "\(call.function.rawValue)(), which is only true or false"
            )
        case (.nodes, .literal), (.nodes, .function):
            throw error(at: argument.offset, expected: "a query \(place)", found: argument.text)
        }
    }

    /// The expression of a literal pattern; a pattern that is none is noted.
    private mutating func expression(
        of function: PathFunction,
        _ arguments: [PathOperand]
    ) -> RegularExpression? {
        guard function == .match || function == .search, arguments.count == 2,
            case .literal(.string(let pattern)) = arguments[1]
        else { return nil }
        do throws(RegularExpressionError) {
            return try RegularExpression(pattern)
        } catch {
            unusablePatterns.append(error)
            return nil
        }
    }
}
