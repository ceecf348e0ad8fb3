import Base
import JSON
import JSONSchemas

/// Finds the checks of a response, and the captures from it, in a script.
///
/// The script is never run.
struct ScriptReader {
    /// The tool whose names the script uses.
    enum Dialect { case postman, bruno }

    /// The subject of an alias or an expression.
    enum Subject: Hashable, Sendable {
        case status, reason, time, size, text
        case header(String)
        case cookie(String)
        /// The JSON of the response, and a path into it.
        case json([String])
        case length([String])
        case type([String])
        case constant(JSONValue)
        /// The value of a variable.
        case variable(String)
        /// Whether a comparison is true.
        indirect case comparison(String, Subject, Subject)
        case schemaCheck([String], JSONValue)
    }

    let dialect: Dialect
    var variables: ForeignVariables
    var aliases: [String: Subject] = [:]
    /// The status for `expect`.
    var status: JSONValue?
    var asserts: [JSONValue] = []
    var captures: [(name: String, source: JSONValue)] = []
    /// Variables that are set, with their names.
    var given: [(name: String, value: JSONValue)] = []
    /// What the variables that the script sets stand for, by their names in the tool: the new value, not that of an
    /// earlier request.
    private var kept: [String: Subject] = [:]
    /// The names of the tests.
    var tests: [String] = []
    /// Parts that were not understood, with their lines.
    var leftOut: [(line: Int, text: String)] = []
    private var source: [Unicode.Scalar] = []
    /// Nested functions beyond the limit are left out.
    private var depth = 0

    init(dialect: Dialect, variables: ForeignVariables) {
        self.dialect = dialect
        self.variables = variables
    }

    /// Goes through a script.
    mutating func read(_ text: String) {
        source = Array(text.unicodeScalars)
        var lexer = ScriptLexer(text)
        let tokens = lexer.allTokens()
        read(tokens)
        for comment in lexer.comments where !comment.text.isEmpty {
            leftOut.append((comment.line, "a comment of a script: \(comment.text)"))
        }
        leftOut.sort { $0.line < $1.line }
    }

    mutating func read(_ tokens: [ScriptToken]) {
        depth += 1
        defer { depth -= 1 }
        for statement in ScriptParser.statements(of: tokens) {
            do throws(Untranslatable) {
                guard depth < 20 else { throw Untranslatable("it is nested too deep") }
                try read(statement: statement)
            } catch {
                quote(statement, error.reason)
            }
        }
    }

    private mutating func quote(_ statement: [ScriptToken], _ reason: String) {
        guard let first = statement.first, let last = statement.last else { return }
        var text = ""
        text.unicodeScalars.append(
            contentsOf: source[first.range.lowerBound..<last.range.upperBound]
        )
        let lines = text.split(whereSeparator: \.isNewline).map(\.trimmed)
        // The complete text, on one line: the author who completes the contract needs it.
        leftOut.append((first.line, "the script's \(lines.joined(separator: " ")): \(reason)"))
    }

    private mutating func read(statement: [ScriptToken]) throws(Untranslatable) {
        var tokens = statement[...]
        if ["const", "let", "var"].contains(where: { tokens.first?.isWord($0) ?? false }) {
            tokens.removeFirst()
            guard let name = tokens.popFirst(), name.kind == .word,
                tokens.popFirst()?.isMark("=") ?? false
            else { throw Untranslatable("only simple values are followed") }
            aliases[name.text] = try subject(ScriptParser.expression(tokens))
            return
        }
        if tokens.first?.isWord("return") ?? false { tokens.removeFirst() }
        if tokens.first?.isWord("if") ?? false { return try readGuarded(tokens.dropFirst()) }
        if let index = Self.assignment(in: tokens) {
            return try assign(
                ScriptParser.expression(tokens[..<index]),
                ScriptParser.expression(tokens[(index + 1)...])
            )
        }
        try read(ScriptParser.expression(tokens))
    }

    /// The position of a `=` outside of all parentheses.
    private static func assignment(in tokens: ArraySlice<ScriptToken>) -> Int? {
        var depth = 0
        for index in tokens.indices {
            if ["(", "[", "{"].contains(where: tokens[index].isMark) { depth += 1 }
            if [")", "]", "}"].contains(where: tokens[index].isMark) { depth -= 1 }
            if depth == 0, tokens[index].isMark("=") { return index }
        }
        return nil
    }

    /// `tests["name"] = …`, and names that get a value later.
    private mutating func assign(
        _ place: ScriptExpression,
        _ value: ScriptExpression
    ) throws(Untranslatable) {
        guard case .chain(let base, let parts) = place else {
            throw Untranslatable("a contract cannot express this statement")
        }
        if base == "tests", parts.count == 1, case .member(let name) = parts[0] {
            tests.append(name)
            return try ask(subject(value), isNegated: false)
        }
        guard parts.isEmpty else { throw Untranslatable("only simple values are followed") }
        aliases[base] = try subject(value)
    }

    private mutating func read(_ expression: ScriptExpression) throws(Untranslatable) {
        guard case .chain(let base, let parts) = expression else {
            throw Untranslatable("a contract cannot express this statement")
        }
        let names = ([base] + parts.prefix { $0.name != nil }.compactMap(\.name))
            .joined(separator: ".")
        let rest = Array(parts.drop { $0.name != nil })
        guard case .call(let arguments)? = rest.first else {
            // `pm.response.to.be.ok` and the like.
            return try answer(parts, base)
        }
        switch names {
        case "pm.test", "test", "it", "describe":
            guard case .constant(.string(let name))? = arguments.first, arguments.count == 2,
                case .function(let body) = arguments[1]
            else { throw Untranslatable("a test needs a name and a function") }
            tests.append(name)
            read(body)
        case "pm.expect", "expect", "chai.expect":
            guard let first = arguments.first else { throw Untranslatable("nothing is expected") }
            try expect(first, Array(rest.dropFirst()))
        case "pm.environment.set", "pm.collectionVariables.set", "pm.globals.set",
            "pm.variables.set", "postman.setEnvironmentVariable", "postman.setGlobalVariable",
            "bru.setVar", "bru.setEnvVar", "bru.setGlobalEnvVar", "bru.setCollectionVar":
            try keep(arguments)
        case "pm.setNextRequest", "postman.setNextRequest", "pm.execution.setNextRequest",
            "bru.setNextRequest", "bru.runner.setNextRequest":
            throw Untranslatable("the steps of a case have one order")
        case "console.log", "console.info", "console.warn", "console.error":
            throw Untranslatable("it only prints")
        default: try answer(parts, base)
        }
    }

    /// `pm.environment.set("name", value)`.
    private mutating func keep(_ arguments: [ScriptExpression]) throws(Untranslatable) {
        guard arguments.count >= 2, case .constant(.string(let foreign)) = arguments[0] else {
            throw Untranslatable("the name of the variable is worked out while it runs")
        }
        let subject = try subject(arguments[1])
        let name = variables.name(of: foreign)
        kept[foreign] = subject
        switch subject {
        case .constant(let value):
            guard value.arrayValue == nil, value.objectValue == nil else {
                throw Untranslatable("the value is neither a text nor a number")
            }
            given.append((name, value.stringValue.map { variables.value($0) } ?? value))
        case .variable(let other): given.append((name, variables.value("{{\(other)}}")))
        default: captures.append((name, try Self.asked(subject).capture))
        }
    }
}

extension ScriptExpression.Part {
    /// The name of a member.
    var name: String? {
        if case .member(let name) = self { name } else { nil }
    }
}

// MARK: - Subjects of expressions

extension ScriptReader {
    /// The subject of an expression.
    ///
    /// - Throws: When a contract cannot express it.
    func subject(_ expression: ScriptExpression) throws(Untranslatable) -> Subject {
        switch expression {
        case .constant(let value): return .constant(value)
        case .chain(let base, let parts): return try subject(base, parts)
        case .operation("typeof", let operand, _):
            guard case .json(let path) = try subject(operand) else { break }
            return .type(path)
        case .operation(let mark, let left, let right):
            return .comparison(mark, try subject(left), try subject(right))
        case .regex, .function, .unknown: break
        }
        throw Untranslatable("it is worked out while it runs")
    }

    private func subject(
        _ base: String,
        _ parts: [ScriptExpression.Part]
    ) throws(Untranslatable) -> Subject {
        if let alias = aliases[base] { return try member(of: alias, parts[...]) }
        if base == "res", let header = Self.header(parts) { return header }
        if base == "res", case .call(let arguments)? = parts.first, parts.count == 1,
            case .constant(.string(let path))? = arguments.first
        {
            return .json(
                path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".")
                    .map(String.init)
            )
        }
        var spelled = base
        for (position, part) in parts.enumerated() {
            let rest = parts[(position + 1)...]
            switch part {
            case .member(let name):
                spelled += ".\(name)"
                if let known = Self.values[spelled], !Self.isCall(rest.first) {
                    return try member(of: known, rest)
                }
            case .index: throw Untranslatable("\"\(spelled)\" is not followed")
            case .call(let arguments):
                if let known = try call(spelled, arguments) { return try member(of: known, rest) }
                spelled += "()"
            }
        }
        if let known = Self.values[spelled] { return known }
        throw Untranslatable("\"\(spelled)\" is not known here")
    }

    /// `res.headers.name`.
    private static func header(_ parts: [ScriptExpression.Part]) -> Subject? {
        guard parts.count == 2, parts[0] == .member("headers"), let name = parts[1].name else {
            return nil
        }
        return .header(name)
    }

    private static func isCall(_ part: ScriptExpression.Part?) -> Bool {
        if case .call? = part { true } else { false }
    }

    private static let values: [String: Subject] = [
        "pm.response.code": .status, "responseCode.code": .status, "res.status": .status,
        "pm.response.status": .reason, "responseCode.name": .reason, "res.statusText": .reason,
        "pm.response.responseTime": .time, "responseTime": .time, "res.responseTime": .time,
        "pm.response.responseSize": .size, "responseBody": .text, "res.body": .json([]),
    ]

    private func call(
        _ name: String,
        _ arguments: [ScriptExpression]
    ) throws(Untranslatable) -> Subject? {
        var text: String? {
            guard case .constant(.string(let text))? = arguments.first else { return nil }
            return text
        }
        switch name {
        case "pm.response.json", "res.getBody": return .json([])
        case "JSON.parse" where arguments.count == 1:
            guard try subject(arguments[0]) == .text else { return nil }
            return .json([])
        case "pm.response.text": return .text
        case "res.getStatus": return .status
        case "res.getStatusText": return .reason
        case "res.getResponseTime": return .time
        case "pm.response.size": return .size
        case "pm.response.headers.get", "postman.getResponseHeader", "res.getHeader":
            return text.map(Subject.header)
        case "pm.cookies.get": return text.map(Subject.cookie)
        case "pm.environment.get", "pm.collectionVariables.get", "pm.globals.get",
            "pm.variables.get", "postman.getEnvironmentVariable", "postman.getGlobalVariable",
            "bru.getVar", "bru.getEnvVar", "bru.getCollectionVar", "bru.getGlobalEnvVar":
            return text.map { kept[$0] ?? .variable($0) }
        case "pm.variables.replaceIn", "bru.interpolate": return text.map { .constant(.string($0)) }
        case "responseBody.has":
            return text.map { .comparison("has", .text, .constant(.string($0))) }
        case "tv4.validate" where arguments.count >= 2:
            guard case .json(let path) = try subject(arguments[0]),
                case .constant(let schema) = try subject(arguments[1])
            else { return nil }
            return .schemaCheck(path, schema)
        case "pm.cookies.has":
            return text.map { .comparison("exists", .cookie($0), .constant(true)) }
        case "pm.response.headers.has":
            return text.map { .comparison("exists", .header($0), .constant(true)) }
        case "Date.now": return .constant("{{$now}}")
        default: return nil
        }
    }

    private func member(
        of subject: Subject,
        _ parts: ArraySlice<ScriptExpression.Part>
    ) throws(Untranslatable) -> Subject {
        guard let part = parts.first else { return subject }
        guard case .json(let path) = subject else {
            throw Untranslatable("code after it is not followed")
        }
        switch part {
        case .member("length") where parts.count == 1: return .length(path)
        case .member(let name):
            if Self.isCall(parts.dropFirst().first) {
                throw Untranslatable("\".\(name)()\" is worked out while it runs")
            }
            return try member(of: .json(path + [name]), parts.dropFirst())
        case .index(let index): return try member(of: .json(path + ["\(index)"]), parts.dropFirst())
        case .call: throw Untranslatable("it is worked out while it runs")
        }
    }

    /// The check of a response.
    static func asked(_ subject: Subject) throws(Untranslatable) -> ForeignAssertion {
        switch subject {
        case .status: return ForeignAssertion(query: "status")
        case .text: return ForeignAssertion(query: "body")
        case .size: return ForeignAssertion(query: "bytes")
        case .header(let name): return ForeignAssertion(query: "header", argument: name)
        case .cookie(let name): return ForeignAssertion(query: "cookie", argument: name)
        case .json(let path), .length(let path), .type(let path):
            return ForeignAssertion(query: "jsonpath", argument: ForeignAssertion.path(of: path))
        case .time: return ForeignAssertion(query: "duration")
        case .reason: throw Untranslatable("reason phrases are not checked")
        case .constant, .variable, .comparison, .schemaCheck:
            throw Untranslatable("it does not check the response")
        }
    }
}
