import Base
import JSON

// MARK: - Asserts of Bruno

extension ScriptReader {
    /// Reads a script; returns the parts that were not understood, with their lines.
    mutating func take(_ text: String) -> [(line: Int, text: String)] {
        leftOut = []
        read(text)
        return leftOut
    }

    /// The subject of a text.
    func subject(of text: String) throws(Untranslatable) -> Subject {
        var lexer = ScriptLexer(text)
        return try subject(ScriptParser.expression(lexer.allTokens()))
    }

    private static let words = [
        "eq": "equals", "gt": "above", "gte": "least", "lt": "below", "lte": "most", "in": "oneOf",
        "contains": "include", "length": "length", "matches": "match", "startsWith": "startsWith",
        "endsWith": "endsWith", "between": "within",
    ]

    private static let states: [String: (word: String, isNegated: Bool)] = [
        "isEmpty": ("empty", false), "isNotEmpty": ("empty", true), "isNull": ("null", false),
        "isUndefined": ("undefined", false), "isDefined": ("undefined", true),
    ]

    private static let types = [
        "isNumber": "number", "isString": "string", "isBoolean": "boolean", "isArray": "array",
        "isJson": "object",
    ]

    /// Adds the assert of a rule: `res.body.id` and `eq 5`.
    mutating func ask(_ place: String, _ rule: String) throws(Untranslatable) {
        let about = try subject(of: place)
        let halves = rule.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        let word = halves.first.map(String.init) ?? ""
        let rest = halves.count > 1 ? halves[1].trimmed : ""
        if let type = Self.types[word], rest.isEmpty {
            return try addAssert("a", [.constant(.string(type))], about, false)
        }
        if let state = Self.states[word], rest.isEmpty {
            return try addAssert(state.word, nil, about, state.isNegated)
        }
        let isNegated = word.hasPrefix("n") || word.hasPrefix("not")
        let plain =
            word == "neq"
            ? "eq"
            : word.hasPrefix("not")
                ? word.dropFirst(3).prefix(1).lowercased() + word.dropFirst(4) : word
        // An assert without a keyword compares.
        let known = Self.words[plain]
        guard
            known != nil || halves.count <= 1 && Self.states[word] == nil && Self.types[word] == nil
        else { throw Untranslatable("\"\(word)\" is not known here") }
        guard let known else {
            if ["isTruthy", "isFalsy"].contains(word) {
                throw Untranslatable("whether it is truthy is worked out while it runs")
            }
            return try addAssert("equals", [.constant(Self.value(word))], about, false)
        }
        try add(known, rest, about, isNegated)
    }

    private mutating func add(
        _ word: String,
        _ rest: String,
        _ about: Subject,
        _ isNegated: Bool
    ) throws(Untranslatable) {
        switch word {
        case "oneOf", "within":
            let trimmed =
                rest.hasPrefix("[") && rest.hasSuffix("]") ? rest.dropFirst().dropLast() : rest[...]
            let values = trimmed.split(separator: ",").map { Self.value($0.trimmed) }
            let arguments: [ScriptExpression] =
                word == "oneOf" ? [.constant(.array(values))] : values.map { .constant($0) }
            try addAssert(word, arguments, about, isNegated)
        case "match":
            let pattern =
                rest.hasPrefix("/") && rest.hasSuffix("/") && rest.count > 1
                ? String(rest.dropFirst().dropLast()) : rest
            try addAssert(word, [.regex(pattern)], about, isNegated)
        case "length":
            try addAssert("equals", [.constant(Self.value(rest))], about, isNegated, ofLength: true)
        case "startsWith", "endsWith":
            let predicate: JSONValue = [word: variables.value(rest)]
            let whole: JSONValue = isNegated ? ["not": predicate] : predicate
            asserts.append(try Self.asked(about).holding(whole))
        default: try addAssert(word, [.constant(Self.value(rest))], about, isNegated)
        }
    }

    /// A number, a truth value, null or a text, with or without quotes.
    private static func value(_ text: String) -> JSONValue {
        for quote in ["\"", "'"]
        where text.count > 1 && text.hasPrefix(quote) && text.hasSuffix(quote) {
            return .string(String(text.dropFirst().dropLast()))
        }
        do {
            let value = try JSONValue(parsing: text)
            return value.arrayValue == nil && value.objectValue == nil ? value : .string(text)
        } catch {
            return .string(text)
        }
    }
}
