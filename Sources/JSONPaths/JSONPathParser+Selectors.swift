import Base

extension JSONPathParser {
    /// Reads selectors in brackets, the position being at the opening one.
    mutating func bracketedSelection() throws(JSONPathError) -> [PathSelector] {
        input.position += 1
        var selectors: [PathSelector] = []
        repeat {
            skipBlanks()
            selectors.append(try selector())
            skipBlanks()
        } while input.take(",")
        guard input.take("]") else {
            throw error(expected: "\",\" or \"]\" after a selector")
        }
        return selectors
    }

    private mutating func selector() throws(JSONPathError) -> PathSelector {
        switch input.next {
        case "\"", "'": return .name(try stringLiteral())
        case "*":
            input.position += 1
            return .wildcard
        case "?":
            try enter()
            input.position += 1
            skipBlanks()
            let condition = try condition()
            leave()
            return .filter(condition)
        case "-", ":": return try indexOrSlice()
        case let next? where next.isASCIIDigit: return try indexOrSlice()
        default:
            throw error(
                expected: "a selector: a name in quotes, an index, a slice, \"*\" or \"?\""
            )
        }
    }

    private mutating func indexOrSlice() throws(JSONPathError) -> PathSelector {
        let start = try optionalInteger()
        skipBlanks()
        guard input.take(":") else {
            guard let start else { throw error(expected: "an index or \":\"") }
            return .index(start)
        }
        skipBlanks()
        let end = try optionalInteger()
        skipBlanks()
        var step: Int?
        if input.take(":") {
            skipBlanks()
            step = try optionalInteger()
        }
        return .slice(PathSlice(start: start, end: end, step: step ?? 1))
    }

    /// Reads an `int`; `nil` when none starts here.
    private mutating func optionalInteger() throws(JSONPathError) -> Int? {
        guard let next = input.next, next == "-" || next.isASCIIDigit else { return nil }
        let start = input.position
        _ = input.take("-")
        let digits = input.take(while: \.isASCIIDigit)
        guard !digits.isEmpty else { throw error(expected: "a digit after \"-\"") }
        let written = input.text(from: start)
        guard written == "0" || !digits.utf8.starts(with: "0".utf8) else {
            throw error(
                at: start,
                expected: "an integer without leading zeros and not \"-0\"",
                found: written
            )
        }
        guard let value = Int(written), Self.indices.contains(value) else {
            throw error(
                at: start,
                expected: "an integer from -9007199254740991 to 9007199254740991",
                found: written
            )
        }
        return value
    }
}
