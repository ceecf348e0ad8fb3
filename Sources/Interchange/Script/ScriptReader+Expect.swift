import JSON
import JSONSchemas

// MARK: - expect(…)

extension ScriptReader {
    private static let fillers: Set<String> = [
        "to", "be", "been", "is", "that", "which", "and", "has", "have", "with", "at", "of", "same",
        "but", "does", "still", "also", "deep", "own", "nested",
    ]

    /// `expect(subject).to.…`.
    mutating func expect(
        _ expression: ScriptExpression,
        _ parts: [ScriptExpression.Part]
    ) throws(Untranslatable) {
        var about = try subject(expression)
        var isNegated = false
        var ofLength = false
        var isAll = true
        var isAsked = false
        var rest = parts[...]
        while let part = rest.popFirst() {
            guard case .member(let word) = part else {
                throw Untranslatable("it is not an expectation")
            }
            var arguments: [ScriptExpression]?
            if case .call(let list)? = rest.first {
                arguments = list
                rest.removeFirst()
            }
            switch word {
            case "not": isNegated.toggle()
            case "all": isAll = true
            case "any": isAll = false
            case "length", "lengthOf":
                guard let arguments else {
                    ofLength = true
                    continue
                }
                try addAssert("equals", arguments, about, isNegated, ofLength: true)
                isAsked = true
            case "property":
                about = try property(about, arguments ?? [], isNegated)
                isAsked = true
            case "keys", "key":
                try addKeys(arguments ?? [], about, isExact: isAll && !includes(parts), isNegated)
                isAsked = true
            case _ where arguments == nil && Self.isFiller(word): continue
            default:
                try addAssert(word, arguments, about, isNegated, ofLength: ofLength)
                isAsked = true
            }
        }
        guard isAsked else { throw Untranslatable("nothing is asked") }
    }

    private static func isFiller(_ word: String) -> Bool {
        fillers.contains(word) || word == "include" || word == "contain"
    }

    private func includes(_ parts: [ScriptExpression.Part]) -> Bool {
        parts.contains(.member("include")) || parts.contains(.member("contain"))
            || parts.contains(.member("any"))
    }

    private mutating func property(
        _ about: Subject,
        _ arguments: [ScriptExpression],
        _ isNegated: Bool
    ) throws(Untranslatable) -> Subject {
        guard case .json(let path) = about, case .constant(.string(let name))? = arguments.first
        else {
            throw Untranslatable("it is not a property of the response")
        }
        let inner = Subject.json(path + name.split(separator: ".").map(String.init))
        if arguments.count > 1 {
            try addAssert("equals", Array(arguments.dropFirst()), inner, isNegated)
        } else {
            asserts.append(try Self.asked(inner).holding(["exists": .bool(!isNegated)]))
        }
        return inner
    }

    private mutating func addKeys(
        _ arguments: [ScriptExpression],
        _ about: Subject,
        isExact: Bool,
        _ isNegated: Bool
    ) throws(Untranslatable) {
        var names: [JSONValue] = []
        for argument in arguments {
            guard case .constant(let value) = argument else {
                throw Untranslatable("the keys are worked out while it runs")
            }
            names += value.arrayValue ?? [value]
        }
        guard !isNegated, !names.isEmpty, names.allSatisfy({ $0.stringValue != nil }) else {
            throw Untranslatable("keys are asked for by their names only")
        }
        var schema = JSONObject()
        schema["type"] = "object"
        schema["required"] = .array(names)
        if isExact { schema["maxProperties"] = .integer(names.count) }
        asserts.append(try Self.asked(about).holding(["schema": .object(schema)]))
    }

    private static let comparisons = [
        "equal": "equals", "equals": "equals", "eq": "equals", "eql": "equals", "eqls": "equals",
        "above": "gt", "gt": "gt", "greaterThan": "gt", "below": "lt", "lt": "lt",
        "lessThan": "lt", "least": "gte", "gte": "gte", "most": "lte", "lte": "lte",
        "include": "contains", "includes": "contains", "contain": "contains",
        "contains": "contains", "string": "contains",
    ]

    /// Adds the assert of one word of Chai.
    mutating func addAssert(
        _ word: String,
        _ arguments: [ScriptExpression]?,
        _ about: Subject,
        _ isNegated: Bool,
        ofLength: Bool = false
    ) throws(Untranslatable) {
        switch about {
        case .comparison, .schemaCheck:
            let isTrue = try Self.truth(word, arguments)
            return try ask(about, isNegated: isNegated == isTrue)
        default: break
        }
        if case .type = about, let name = try operand(arguments).stringValue,
            Self.comparisons[word] == "equals"
        {
            return try addType(name, about, isNegated)
        }
        let predicate: JSONValue
        switch word {
        case "true": predicate = ["equals": true]
        case "false": predicate = ["equals": false]
        case "null": predicate = ["equals": .null]
        case "undefined": return asserts.append(try existence(about, isThere: isNegated))
        case "exist", "exists": return asserts.append(try existence(about, isThere: !isNegated))
        case "empty":
            return asserts.append(try Self.asked(about).holding(["empty": .bool(!isNegated)]))
        case "a", "an":
            guard let name = try operand(arguments).stringValue else {
                throw Untranslatable("the type is not a text")
            }
            return try addType(name, about, isNegated)
        case "match", "matches":
            guard case .regex(let pattern)? = arguments?.first else {
                throw Untranslatable("the expression is worked out while it runs")
            }
            predicate = ["matches": .string(try Self.pattern(pattern))]
        case "oneOf":
            let list = try operand(arguments)
            guard list.arrayValue?.isEmpty == false else {
                throw Untranslatable("there is no list")
            }
            predicate = ["anyOf": list]
        case "members":
            predicate = ["equalsUnordered": try operand(arguments)]
        case "within":
            return try addRange(arguments, about, isNegated, ofLength: ofLength)
        case "closeTo", "approximately":
            guard let arguments, arguments.count == 2, !isNegated, !ofLength else {
                throw Untranslatable("\"\(word)\" needs two numbers, and no \"not\"")
            }
            predicate = [
                "equals": try operand([arguments[0]]), "within": try operand([arguments[1]]),
            ]
        default:
            guard let name = Self.comparisons[word] else {
                throw Untranslatable("\"\(word)\" is not known here")
            }
            predicate = [name: try operand(arguments)]
        }
        try add(predicate, about, isNegated, ofLength: ofLength)
    }

    /// Adds an assert with one predicate.
    private mutating func add(
        _ predicate: JSONValue,
        _ about: Subject,
        _ isNegated: Bool,
        ofLength: Bool
    ) throws(Untranslatable) {
        var predicate = predicate
        if case .length = about {
            predicate = ["length": predicate["equals"] ?? predicate]
        } else if ofLength {
            predicate = ["length": predicate["equals"] ?? predicate]
        }
        if isNegated { predicate = ["not": predicate["equals"] ?? predicate] }
        if case .status = about, !isNegated, status == nil, let value = predicate["equals"],
            predicate["within"] == nil
        {
            guard let code = value.intValue, (100...599).contains(code) else {
                throw Untranslatable("it is not a status")
            }
            status = value
            return
        }
        if case .status = about, status == nil, let list = predicate["anyOf"] {
            guard
                list.arrayValue?.allSatisfy({
                    $0.intValue.map { (100...599).contains($0) } ?? false
                }) ?? false
            else { throw Untranslatable("they are not statuses") }
            status = ["anyOf": list]
            return
        }
        asserts.append(try Self.asked(about).holding(predicate))
    }

    private mutating func addRange(
        _ arguments: [ScriptExpression]?,
        _ about: Subject,
        _ isNegated: Bool,
        ofLength: Bool
    ) throws(Untranslatable) {
        guard let arguments, arguments.count == 2, !isNegated else {
            throw Untranslatable("\"within\" needs two numbers")
        }
        try add(["gte": try operand([arguments[0]])], about, false, ofLength: ofLength)
        try add(["lte": try operand([arguments[1]])], about, false, ofLength: ofLength)
    }

    private mutating func addType(
        _ name: String,
        _ about: Subject,
        _ isNegated: Bool
    ) throws(Untranslatable) {
        if name == "undefined" {
            return asserts.append(try existence(about, isThere: isNegated))
        }
        guard ["object", "array", "string", "number", "boolean", "null"].contains(name) else {
            throw Untranslatable("\"\(name)\" is not a JSON type")
        }
        let predicate: JSONValue = ["type": .string(name)]
        asserts.append(try Self.asked(about).holding(isNegated ? ["not": predicate] : predicate))
    }

    private func existence(_ about: Subject, isThere: Bool) throws(Untranslatable) -> JSONValue {
        try Self.asked(about).holding(["exists": .bool(isThere)])
    }

    /// A value to compare with.
    private mutating func operand(
        _ arguments: [ScriptExpression]?
    ) throws(Untranslatable) -> JSONValue {
        guard let first = arguments?.first else { throw Untranslatable("a value is missing") }
        return try value(subject(first))
    }

    private mutating func value(_ subject: Subject) throws(Untranslatable) -> JSONValue {
        switch subject {
        case .constant(.string(let text)): return variables.value(text)
        case .constant(let value): return value
        case .variable(let name): return .string(variables.text("{{\(name)}}"))
        default: throw Untranslatable("it is compared with a value computed at run time")
        }
    }

    static func pattern(_ pattern: String) throws(Untranslatable) -> String {
        try ForeignAssertion.expression(pattern)
    }

    /// The truth value that a word requires.
    private static func truth(
        _ word: String,
        _ arguments: [ScriptExpression]?
    ) throws(Untranslatable) -> Bool {
        switch word {
        case "true", "ok": return true
        case "false": return false
        default: break
        }
        if comparisons[word] == "equals", case .constant(.bool(let flag))? = arguments?.first {
            return flag
        }
        throw Untranslatable("\"\(word)\" of a comparison is not known here")
    }

    /// Adds asserts that make a comparison pass.
    mutating func ask(_ subject: Subject, isNegated: Bool) throws(Untranslatable) {
        switch subject {
        case .comparison("exists", let left, _):
            asserts.append(try existence(left, isThere: !isNegated))
        case .comparison(let mark, let left, let right):
            let words = [
                "===": "equals", "==": "equals", ">": "gt", ">=": "gte", "<": "lt", "<=": "lte",
                "has": "contains",
            ]
            let isUnequal = mark == "!==" || mark == "!="
            guard let word = isUnequal ? "equals" : words[mark] else {
                throw Untranslatable("\"\(mark)\" is not known here")
            }
            let operand = try value(right)
            if case .type = left, let name = operand.stringValue {
                return try addType(name, left, isNegated != isUnequal)
            }
            try add([word: operand], left, isNegated != isUnequal, ofLength: false)
        case .schemaCheck(let path, let schema): try addSchema(schema, path, isNegated)
        default:
            throw Untranslatable("whether it is truthy is worked out while it runs")
        }
    }

    private mutating func addSchema(
        _ schema: JSONValue,
        _ path: [String],
        _ isNegated: Bool
    ) throws(Untranslatable) {
        do {
            _ = try JSONSchema(document: schema)
        } catch {
            throw Untranslatable("the schema cannot be read here (\(error))")
        }
        guard !LiteralText.holdsTemplate(schema) else {
            throw Untranslatable("schemas cannot contain templates")
        }
        let asked = ForeignAssertion(
            query: "jsonpath",
            argument: ForeignAssertion.path(of: path)
        )
        let predicate: JSONValue = ["schema": schema]
        asserts.append(asked.holding(isNegated ? ["not": predicate] : predicate))
    }
}

// MARK: - pm.response.to.…

extension ScriptReader {
    private static let ranges: [String: (Int, Int)] = [
        "success": (200, 300), "info": (100, 200), "redirection": (300, 400),
        "clientError": (400, 500), "serverError": (500, 600), "error": (400, 600),
    ]
    private static let statuses = [
        "ok": 200, "accepted": 202, "badRequest": 400, "unauthorized": 401, "forbidden": 403,
        "notFound": 404, "rateLimited": 429,
    ]

    /// `pm.response.to.have.status(200)` and the like.
    mutating func answer(
        _ parts: [ScriptExpression.Part],
        _ base: String
    ) throws(Untranslatable) {
        guard base == "pm", parts.first == .member("response"), parts.count > 2 else {
            throw Untranslatable("a contract cannot express this statement")
        }
        var isNegated = false
        var rest = parts.dropFirst()
        var isAsked = false
        while let part = rest.popFirst() {
            guard case .member(let word) = part else { throw Untranslatable("it is not followed") }
            var arguments: [ScriptExpression]?
            if case .call(let list)? = rest.first {
                arguments = list
                rest.removeFirst()
            }
            if word == "not" {
                isNegated.toggle()
            } else if !(Self.fillers.contains(word) && arguments == nil) {
                try addResponse(word, arguments ?? [], isNegated)
                isAsked = true
            }
        }
        guard isAsked else { throw Untranslatable("nothing is asked") }
    }

    private mutating func addResponse(
        _ word: String,
        _ arguments: [ScriptExpression],
        _ isNegated: Bool
    ) throws(Untranslatable) {
        if let code = Self.statuses[word] {
            return try add(["equals": .integer(code)], .status, isNegated, ofLength: false)
        }
        if let (low, high) = Self.ranges[word] {
            guard !isNegated else {
                guard word == "error" else { throw Untranslatable("it is not followed") }
                return asserts.append(["status": ["lt": 400]])
            }
            asserts.append(["status": ["gte": .integer(low)]])
            asserts.append(["status": ["lt": .integer(high)]])
            return
        }
        switch word {
        case "status":
            let value = try operand(arguments)
            guard value.intValue != nil else {
                throw Untranslatable("reason phrases are not checked")
            }
            try add(["equals": value], .status, isNegated, ofLength: false)
        case "header":
            guard let name = try operand(arguments).stringValue else { break }
            if arguments.count > 1 {
                let value = try operand(Array(arguments.dropFirst()))
                try add(["equals": value], .header(name), isNegated, ofLength: false)
            } else {
                asserts.append(try existence(.header(name), isThere: !isNegated))
            }
        case "json":
            let predicate: JSONValue = ["contains": "json"]
            try add(predicate, .header("Content-Type"), isNegated, ofLength: false)
        case "withBody":
            asserts.append(["body": ["empty": .bool(isNegated)]])
        case "body":
            guard !arguments.isEmpty else {
                return asserts.append(["body": ["empty": .bool(isNegated)]])
            }
            if case .regex(let pattern) = arguments[0] {
                let predicate: JSONValue = ["matches": .string(try Self.pattern(pattern))]
                return try add(predicate, .text, isNegated, ofLength: false)
            }
            try add(["equals": try operand(arguments)], .text, isNegated, ofLength: false)
        case "jsonBody": try addJSONBody(arguments, isNegated)
        case "jsonSchema":
            guard let first = arguments.first, case .constant(let schema) = try subject(first)
            else {
                throw Untranslatable("the schema is worked out while it runs")
            }
            try addSchema(schema, [], isNegated)
        default: throw Untranslatable("\"\(word)\" is not known here")
        }
    }

    private mutating func addJSONBody(
        _ arguments: [ScriptExpression],
        _ isNegated: Bool
    ) throws(Untranslatable) {
        guard let first = arguments.first else {
            return asserts.append(try existence(.json([]), isThere: !isNegated))
        }
        let value = try operand([first])
        guard let path = value.stringValue else {
            return try add(["equals": value], .json([]), isNegated, ofLength: false)
        }
        let inner = Subject.json(
            path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".")
                .map(String.init)
        )
        guard arguments.count > 1 else {
            return asserts.append(try existence(inner, isThere: !isNegated))
        }
        try add(
            ["equals": try operand(Array(arguments.dropFirst()))],
            inner,
            isNegated,
            ofLength: false
        )
    }
}
