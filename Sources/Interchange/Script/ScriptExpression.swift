import JSON

/// A statement of a script, as far as an import uses it.
indirect enum ScriptExpression: Hashable, Sendable {
    /// The part after a name: `.json`, `[0]`, `(…)`.
    enum Part: Hashable, Sendable {
        case member(String)
        case index(Int)
        case call([ScriptExpression])
    }

    case constant(JSONValue)
    case regex(String)
    case function([ScriptToken])
    case chain(String, [Part])
    case operation(String, ScriptExpression, ScriptExpression)
    case unknown
}

/// Splits scripts into statements, and parses those made of names, calls and constants.
struct ScriptParser {
    private let tokens: [ScriptToken]
    private var position = 0
    /// The nesting depth of expressions; beyond the limit they are unknown.
    private var depth = 0

    init(_ tokens: some Sequence<ScriptToken>) {
        self.tokens = Array(tokens)
    }

    /// The tokens of each statement, in order, without the marks between them.
    static func statements(of tokens: [ScriptToken]) -> [[ScriptToken]] {
        var statements: [[ScriptToken]] = []
        var current: [ScriptToken] = []
        var depth = 0
        func isBlock(_ current: [ScriptToken]) -> Bool {
            ["if", "for", "while", "function", "try", "switch", "do", "class"].contains {
                current.first?.isWord($0) ?? false
            }
        }
        func goesOn(_ token: ScriptToken) -> Bool {
            guard let last = current.last else { return true }
            if ["else", "catch", "finally"].contains(where: token.isWord) { return true }
            if isBlock(current), last.isMark("}") { return false }
            guard token.beginsLine else { return true }
            let opens = token.kind == .mark && !["{", "[", "!", "`"].contains(token.text)
            let isOpen =
                last.kind == .mark && ![")", "]", "}"].contains(last.text)
                || last.isWord("return") || last.isWord("typeof") || last.isWord("new")
            return opens || isOpen
        }
        for token in tokens {
            if depth == 0, !current.isEmpty, !goesOn(token) {
                statements.append(current)
                current = []
            }
            if depth == 0, token.isMark(";") {
                if !current.isEmpty { statements.append(current) }
                current = []
                continue
            }
            if ["(", "[", "{"].contains(where: token.isMark) { depth += 1 }
            if [")", "]", "}"].contains(where: token.isMark) { depth = max(0, depth - 1) }
            current.append(token)
        }
        return current.isEmpty ? statements : statements + [current]
    }

    /// The expression of all tokens.
    static func expression(_ tokens: some Sequence<ScriptToken>) -> ScriptExpression {
        var parser = ScriptParser(tokens)
        let expression = parser.expression()
        return parser.position == parser.tokens.count ? expression : .unknown
    }

    private var next: ScriptToken? { position < tokens.count ? tokens[position] : nil }

    private func isMark(_ mark: String) -> Bool { next?.isMark(mark) ?? false }

    private mutating func take(_ mark: String) -> Bool {
        guard isMark(mark) else { return false }
        position += 1
        return true
    }

    private mutating func expression() -> ScriptExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth < 50 else { return .unknown }
        let left = operand()
        for mark in ["===", "==", "!==", "!=", ">=", "<=", ">", "<"] where take(mark) {
            return .operation(mark, left, operand())
        }
        return left
    }

    private mutating func operand() -> ScriptExpression {
        if let function = function() { return function }
        guard let token = next else { return .unknown }
        position += 1
        switch token.kind {
        case .text: return parts(.constant(.string(token.text)))
        case .number: return Self.number(token.text)
        case .regex: return .regex(token.text)
        case .word:
            switch token.text {
            case "true": return .constant(true)
            case "false": return .constant(false)
            case "null": return .constant(.null)
            case "typeof": return .operation("typeof", operand(), .unknown)
            case "await": return operand()
            case "new", "function", "async": return .unknown
            default: return parts(.chain(token.text, []))
            }
        case .mark:
            switch token.text {
            case "-":
                guard case .constant(let value) = operand(), let number = value.intValue else {
                    return .unknown
                }
                return .constant(.integer(-number))
            case "[": return list()
            case "{": return object()
            case "(":
                let inner = expression()
                return take(")") ? parts(inner) : .unknown
            default: return .unknown
            }
        }
    }

    private static func number(_ text: String) -> ScriptExpression {
        do {
            return .constant(try JSONValue(parsing: text))
        } catch {
            return .unknown
        }
    }

    private mutating func parts(_ base: ScriptExpression) -> ScriptExpression {
        guard case .chain(let name, var parts) = base else { return base }
        while let token = next, token.kind == .mark {
            switch token.text {
            case ".", "?.":
                guard position + 1 < tokens.count, tokens[position + 1].kind == .word else {
                    return .unknown
                }
                parts.append(.member(tokens[position + 1].text))
                position += 2
            case "[":
                position += 1
                let index = expression()
                guard take("]"), case .constant(let value) = index else { return .unknown }
                if let number = value.intValue, number >= 0 {
                    parts.append(.index(number))
                } else if let text = value.stringValue {
                    parts.append(.member(text))
                } else {
                    return .unknown
                }
            case "(":
                position += 1
                guard let arguments = expressions(until: ")") else { return .unknown }
                parts.append(.call(arguments))
            default: return .chain(name, parts)
            }
        }
        return .chain(name, parts)
    }

    /// Expressions between commas, up to and including a mark; `nil` when it does not occur.
    private mutating func expressions(until mark: String) -> [ScriptExpression]? {
        var list: [ScriptExpression] = []
        while !isMark(mark) {
            list.append(expression())
            guard isMark(mark) || take(",") else { return nil }
        }
        return take(mark) ? list : nil
    }

    private mutating func list() -> ScriptExpression {
        guard let elements = expressions(until: "]") else { return .unknown }
        var values: [JSONValue] = []
        for element in elements {
            guard case .constant(let value) = element else { return .unknown }
            values.append(value)
        }
        return .constant(.array(values))
    }

    private mutating func object() -> ScriptExpression {
        var object = JSONObject()
        while !isMark("}") {
            guard let name = next, name.kind == .word || name.kind == .text else { return .unknown }
            position += 1
            guard take(":"), case .constant(let value) = expression() else { return .unknown }
            object[name.text] = value
            guard isMark("}") || take(",") else { return .unknown }
        }
        return take("}") ? .constant(.object(object)) : .unknown
    }

    /// `function (…) { … }`, `(…) => { … }`, `x => …`: its body.
    private mutating func function() -> ScriptExpression? {
        let start = position
        if next?.isWord("async") ?? false { position += 1 }
        if next?.isWord("function") ?? false {
            position += 1
            if next?.kind == .word { position += 1 }
            if skipParentheses("(", ")") != nil, let body = skipParentheses("{", "}") {
                return .function(body)
            }
        } else if next?.kind == .word {
            position += 1
            if take("=>") { return arrowBody() }
        } else if skipParentheses("(", ")") != nil, take("=>") {
            return arrowBody()
        }
        position = start
        return nil
    }

    private mutating func arrowBody() -> ScriptExpression {
        if isMark("{"), let body = skipParentheses("{", "}") { return .function(body) }
        let start = position
        var depth = 0
        while let token = next {
            if depth == 0, [")", ",", "]", "}"].contains(where: token.isMark) { break }
            if ["(", "[", "{"].contains(where: token.isMark) { depth += 1 }
            if [")", "]", "}"].contains(where: token.isMark) { depth -= 1 }
            position += 1
        }
        return .function(Array(tokens[start..<position]))
    }

    /// Skips the content between two matching marks; returns `nil`, without skipping, when they do not match.
    private mutating func skipParentheses(_ open: String, _ close: String) -> [ScriptToken]? {
        guard isMark(open) else { return nil }
        var depth = 0
        var index = position
        while index < tokens.count {
            if tokens[index].isMark(open) { depth += 1 }
            if tokens[index].isMark(close) {
                depth -= 1
                if depth == 0 {
                    defer { position = index + 1 }
                    return Array(tokens[(position + 1)..<index])
                }
            }
            index += 1
        }
        return nil
    }
}
