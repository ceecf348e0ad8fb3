import JSON

// MARK: - if (…) { … }

extension ScriptReader {
    /// Reads `if (response.token) { set("token", response.token) }`: a value that is kept if it exists.
    ///
    /// - Parameter tokens: The tokens after `if`.
    /// - Throws: When the condition is about something else, or more than keeping values depends on it.
    mutating func readGuarded(_ tokens: ArraySlice<ScriptToken>) throws(Untranslatable) {
        guard let (condition, body) = Self.halves(of: tokens) else {
            throw Untranslatable("contracts have no branches")
        }
        var guarded = self
        (guarded.captures, guarded.leftOut) = ([], [])
        guarded.read(body)
        let keepsOnly =
            guarded.asserts == asserts && guarded.status == status && guarded.tests == tests
            && guarded.given.count == given.count && !guarded.captures.isEmpty
        guard keepsOnly, try guards(condition, guarded.captures.map(\.source)) else {
            throw Untranslatable("contracts have no branches")
        }
        captures += guarded.captures
        leftOut += guarded.leftOut
        variables = guarded.variables
    }

    /// The condition in parentheses, and the statements that depend on it; `nil` if others do too.
    private static func halves(
        of tokens: ArraySlice<ScriptToken>
    ) -> (condition: [ScriptToken], body: [ScriptToken])? {
        guard let condition = enclosed(tokens, "(", ")") else { return nil }
        let rest = tokens[condition.endIndex...].dropFirst()
        guard rest.first?.isMark("{") ?? false else {
            let isAlone = !rest.contains { $0.isWord("else") }
            return isAlone ? (Array(condition), Array(rest)) : nil
        }
        guard let body = enclosed(rest, "{", "}"), body.endIndex + 1 == tokens.endIndex else {
            return nil
        }
        return (Array(condition), Array(body))
    }

    /// The content between two matching marks, of which the first begins the tokens.
    private static func enclosed(
        _ tokens: ArraySlice<ScriptToken>,
        _ open: String,
        _ close: String
    ) -> ArraySlice<ScriptToken>? {
        guard tokens.first?.isMark(open) ?? false else { return nil }
        var depth = 0
        for index in tokens.indices {
            if tokens[index].isMark(open) { depth += 1 }
            guard tokens[index].isMark(close) else { continue }
            depth -= 1
            if depth == 0 { return tokens[(tokens.startIndex + 1)..<index] }
        }
        return nil
    }

    /// Whether a condition checks only for a success, or for kept values.
    private func guards(
        _ condition: [ScriptToken],
        _ kept: [JSONValue]
    ) throws(Untranslatable) -> Bool {
        var parts: [[ScriptToken]] = [[]]
        for token in condition {
            if token.isMark("&&") {
                parts.append([])
            } else {
                parts[parts.count - 1].append(token)
            }
        }
        for part in parts {
            let isFit =
                switch try subject(Self.withoutUndefined(ScriptParser.expression(part))) {
                case .comparison(let mark, .status, .constant(let code)):
                    Self.isSuccess(mark, code)
                case .comparison("===", _, .constant(.null)),
                    .comparison("==", _, .constant(.null)),
                    .comparison("===", .type, .constant("undefined")),
                    .comparison("==", .type, .constant("undefined")):
                    false
                case .comparison(_, let about, _), let about: try Self.leads(about, to: kept)
                }
            guard isFit else { return false }
        }
        return true
    }

    /// `null` in place of `undefined`: a missing value is not kept either.
    private static func withoutUndefined(_ expression: ScriptExpression) -> ScriptExpression {
        switch expression {
        case .chain("undefined", []): .constant(.null)
        case .operation(let mark, let left, let right):
            .operation(mark, withoutUndefined(left), withoutUndefined(right))
        default: expression
        }
    }

    /// Whether a comparison of the status passes for successes.
    private static func isSuccess(_ mark: String, _ code: JSONValue) -> Bool {
        guard let code = code.intValue else { return false }
        switch mark {
        case "===", "==": return (200...299).contains(code)
        case ">=": return (100...200).contains(code)
        case "<": return (300...400).contains(code)
        case "<=": return (299...399).contains(code)
        default: return false
        }
    }

    /// Whether one of the kept values is the subject, or in it.
    private static func leads(
        _ about: Subject,
        to kept: [JSONValue]
    ) throws(Untranslatable) -> Bool {
        let source = try asked(about).capture
        if kept.contains(source) { return true }
        guard let path = source["jsonpath"]?.stringValue else { return false }
        return kept.contains { other in
            guard let inner = other["jsonpath"]?.stringValue else { return false }
            return inner.hasPrefix("\(path).") || inner.hasPrefix("\(path)[")
        }
    }
}
