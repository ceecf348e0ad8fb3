import Base
import Contract
import Cryptography
import JSON
import XPaths

/// Translates a Hurl file's checks of responses for a contract.
struct HurlTranslation {
    var variables: ForeignVariables
    /// The captures of the checked response, by their names in the file.
    var captures: [String: ForeignAssertion] = [:]
    /// Addresses of XML namespaces, by prefix.
    var namespaces: [String: String] = [:]
    /// The prefixes that asserts and captures use.
    private(set) var usedPrefixes: Set<String> = []
    /// Whether the request accepts a compressed response.
    var isCompressed = false

    /// The asserts that correspond to a sentence.
    ///
    /// - Parameter sentence: A query, filters and a predicate.
    /// - Returns: One; two where one predicate is not enough.
    /// - Throws: The part that a contract cannot express.
    mutating func asserts(
        of sentence: HurlEntry.Sentence
    ) throws(Untranslatable) -> [JSONValue] {
        for literal in sentence.calls.flatMap(\.arguments) { try checkCaptures(in: literal) }
        var calls = sentence.calls[...]
        guard let first = calls.popFirst(), let last = calls.popLast() else {
            throw Untranslatable("there is no predicate")
        }
        var asked = try query(first)
        // A number of days represents a date.
        if let days = calls.last, ["daysAfterNow", "daysBeforeNow"].contains(days.name) {
            for filter in calls.dropLast() { try add(filter, to: &asked) }
            let predicate = try Self.date(days.name, last)
            return [asked.holding(sentence.isNegated ? ["not": predicate] : predicate)]
        }
        for filter in calls { try add(filter, to: &asked) }
        return try held(asked, last, isNegated: sentence.isNegated)
    }

    /// Checks that a value does not use a capture of the checked response: a contract captures values after it
    /// has checked the response.
    ///
    /// - Parameter literal: A value of the file.
    /// - Throws: If it does.
    func checkCaptures(in literal: HurlEntry.Literal) throws(Untranslatable) {
        for name in literal.names where captures[name] != nil {
            throw .capture(name)
        }
    }

    /// The capture from the response.
    ///
    /// - Parameter sentence: A query and filters.
    /// - Returns: In the form of `captures`.
    /// - Throws: The part that a contract cannot express.
    mutating func capture(of sentence: HurlEntry.Sentence) throws(Untranslatable) -> JSONValue {
        var asked = try query(sentence.calls[0])
        for filter in sentence.calls.dropFirst() where filter.name != "redact" {
            try add(filter, to: &asked)
        }
        if let name = sentence.name { captures[name] = asked }
        return asked.capture
    }
}

// MARK: - Queries and filters

extension HurlTranslation {
    private static let certificateFields = [
        "Subject": "subject", "Issuer": "issuer", "Start-Date": "notBefore",
        "Expire-Date": "notAfter", "Serial-Number": "serialNumber",
        "Subject-Alt-Name": "subjectAltName",
    ]

    private mutating func query(
        _ call: HurlEntry.Call
    ) throws(Untranslatable) -> ForeignAssertion {
        switch call.name {
        case "status", "version", "body", "bytes", "rawbytes", "sha256", "duration", "url":
            guard call.arguments.isEmpty else {
                throw Untranslatable("\"\(call.name)\" takes no argument here")
            }
            // Hurl's `bytes` are those of the decoded body, as are those of `body` in a contract.
            if call.name == "bytes" {
                var asked = ForeignAssertion(query: "body")
                asked.isBytes = true
                return asked
            }
            if call.name == "sha256", isCompressed {
                throw Untranslatable("a contract hashes the body as received, Hurl the decoded one")
            }
            return ForeignAssertion(query: call.name == "rawbytes" ? "bytes" : call.name)
        case "header":
            return ForeignAssertion(query: call.name, argument: try text(call))
        case "cookie":
            let name = try text(call)
            // Hurl's attribute `Value` is the cookie's own value.
            let plain = name.lowercased().hasSuffix("[value]") ? String(name.dropLast(7)) : name
            return ForeignAssertion(query: call.name, argument: plain)
        case "jsonpath":
            return ForeignAssertion(
                query: "jsonpath",
                argument: try ForeignAssertion.path(try text(call))
            )
        case "xpath":
            let path = try ForeignAssertion.xpath(try text(call), namespaces)
            usedPrefixes.formUnion(XPath.prefixes(in: path))
            return ForeignAssertion(query: "xpath", argument: path)
        case "regex":
            let pattern = try ForeignAssertion.expression(try text(call))
            return ForeignAssertion(query: "body", filters: [["regex": .string(pattern)]])
        case "certificate":
            let name = try text(call)
            guard let field = Self.certificateFields[name] else {
                throw Untranslatable("a contract knows no field \"\(name)\" of certificates")
            }
            return ForeignAssertion(query: "certificate", argument: field)
        case "variable":
            guard let source = captures[try text(call)] else {
                throw Untranslatable("a contract checks responses, not variables of other steps")
            }
            return source
        default: throw Untranslatable("a contract has no query \"\(call.name)\"")
        }
    }

    private static let plainFilters = [
        "toInt": "toInteger", "toFloat": "toNumber", "toString": "toString", "toHex": "hexEncode",
        "urlEncode": "urlEncode", "urlDecode": "urlDecode", "base64Decode": "base64Decode",
        "base64Encode": "base64Encode", "base64UrlSafeDecode": "base64Decode",
        "base64UrlSafeEncode": "base64UrlEncode", "count": "count", "first": "first",
        "last": "last",
    ]

    private mutating func add(
        _ call: HurlEntry.Call,
        to asked: inout ForeignAssertion
    ) throws(Untranslatable) {
        if let plain = Self.plainFilters[call.name], call.arguments.isEmpty {
            asked.filters.append(.string(plain))
            return
        }
        switch call.name {
        case "nth":
            guard case .value(let position)? = call.arguments.first, position.intValue != nil else {
                throw Untranslatable("\"nth\" needs a number")
            }
            asked.filters.append(["nth": position])
        case "regex":
            asked.filters.append(["regex": .string(try ForeignAssertion.expression(try text(call)))]
            )
        case "jsonpath":
            // Hurl parses texts first.
            asked.filters.append("parseJson")
            asked.filters.append(["jsonpath": .string(try ForeignAssertion.path(try text(call)))])
        case "toDate": try addDate(call, to: &asked)
        case "split", "urlQueryParam":
            asked.filters.append([call.name: .string(try text(call))])
        case "replace":
            guard call.arguments.count == 2, case .text(let old) = call.arguments[0],
                case .text(let new) = call.arguments[1], !old.isEmpty
            else { throw Untranslatable("\"replace\" takes two texts here, and no expression") }
            asked.filters.append([
                "replace": [.string(variables.text(old)), .string(variables.text(new))]
            ])
        default: throw Untranslatable("a contract has no filter \"\(call.name)\"")
        }
    }

    /// `toDate` with a format that contracts read, too.
    private mutating func addDate(
        _ call: HurlEntry.Call,
        to asked: inout ForeignAssertion
    ) throws(Untranslatable) {
        let format = try text(call)
        guard Self.dateFormats.contains(format) else {
            throw Untranslatable(
                "the filter \"toDate\" of a contract reads dates of RFC 3339 and of HTTP, not the format \"\(format)\""
            )
        }
        asked.filters.append("toDate")
    }

    private static let dateFormats: Set<String> = [
        "%+", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S%:z", "%Y-%m-%dT%H:%M:%SZ",
        "%Y-%m-%dT%H:%M:%S.%fZ", "%Y-%m-%dT%H:%M:%S%.fZ", "%a, %d %b %Y %H:%M:%S GMT",
    ]

    /// The text after a word.
    private mutating func text(_ call: HurlEntry.Call) throws(Untranslatable) -> String {
        guard call.arguments.count == 1 else {
            throw Untranslatable("\"\(call.name)\" requires one text")
        }
        switch call.arguments[0] {
        case .text(let text), .template(let text): return variables.text(text)
        case .regex(let pattern): return pattern
        case .value, .bytes, .file:
            throw Untranslatable("\"\(call.name)\" requires a text")
        }
    }
}

// MARK: - Predicates

extension HurlTranslation {
    private static let types: [String: JSONValue] = [
        "isInteger": "integer", "isNumber": "number", "isBoolean": "boolean", "isString": "string",
        "isObject": "object", "isList": "array", "isCollection": ["array", "object"],
    ]

    private static let comparisons = [
        "==": "equals", "equals": "equals", "!=": "not", "notEquals": "not", ">": "gt",
        "greaterThan": "gt", ">=": "gte", "greaterThanOrEquals": "gte", "<": "lt",
        "lessThan": "lt", "<=": "lte", "lessThanOrEquals": "lte", "contains": "contains",
        "includes": "contains", "include": "contains", "startsWith": "startsWith",
        "endsWith": "endsWith",
    ]

    private static let patterns = [
        "isUuid": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        "isIpv4": "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])(\\.(?!$)|$)){4}$",
    ]

    private mutating func held(
        _ asked: ForeignAssertion,
        _ call: HurlEntry.Call,
        isNegated: Bool
    ) throws(Untranslatable) -> [JSONValue] {
        var asked = asked
        func one(_ predicate: JSONValue) -> [JSONValue] {
            [asked.holding(isNegated ? ["not": predicate] : predicate)]
        }
        if let type = Self.types[call.name] { return one(["type": type]) }
        if let pattern = Self.patterns[call.name] { return one(["matches": .string(pattern)]) }
        switch call.name {
        // Without `not`, which would have the same meaning only for existing values.
        case "exists": return [asked.holding(["exists": .bool(!isNegated)])]
        case "isEmpty": return [asked.holding(["empty": .bool(!isNegated)])]
        case "isDate", "isIsoDate": return [asked.holding(["isDate": .bool(!isNegated)])]
        case "isFloat":
            guard !isNegated else {
                return [
                    asked.holding(["anyOf": [["type": "integer"], ["not": ["type": "number"]]]])
                ]
            }
            return one(["type": "number"]) + [asked.holding(["not": ["type": "integer"]])]
        case "matches":
            let pattern = try ForeignAssertion.expression(try text(call))
            return one(["matches": .string(pattern)])
        default: break
        }
        guard let name = Self.comparisons[call.name] else {
            throw Untranslatable("a contract has no predicate \"\(call.name)\"")
        }
        guard call.arguments.count == 1 else {
            throw Untranslatable("\"\(call.name)\" requires one value")
        }
        let operand = try value(call.arguments[0], of: &asked)
        if name == "contains", let path = asked.argument, asked.query == "jsonpath",
            asked.filters.isEmpty, !ForeignAssertion.isSingular(path)
        {
            guard let narrowed = ForeignAssertion.path(path, holding: operand) else {
                throw Untranslatable("\"\(call.name)\" on several finds; name the one in the path")
            }
            asked.argument = narrowed
            return [asked.holding(["exists": .bool(!isNegated)])]
        }
        return counted(&asked, [name: operand], isNegated: isNegated)
    }

    /// `count == 3`, `bytes count == 3` and `rawbytes count == 3` have their own predicates.
    private func counted(
        _ asked: inout ForeignAssertion,
        _ predicate: JSONValue,
        isNegated: Bool
    ) -> [JSONValue] {
        let whole: JSONValue = isNegated ? ["not": predicate] : predicate
        guard asked.filters.last == "count" else { return [asked.holding(whole)] }
        asked.filters.removeLast()
        if asked.query == "bytes", asked.filters.isEmpty { return [asked.holding(whole)] }
        if asked.isBytes, asked.filters.isEmpty {
            return [asked.holding(["bytes": whole["equals"] ?? whole])]
        }
        return [asked.holding(["count": whole["equals"] ?? whole])]
    }

    /// The value after a predicate; bytes are compared as hexadecimal digits.
    private mutating func value(
        _ literal: HurlEntry.Literal,
        of asked: inout ForeignAssertion
    ) throws(Untranslatable) -> JSONValue {
        switch literal {
        case .text(let text): return variables.value(text)
        case .template(let text): return .string(variables.text(text))
        case .value(let value): return value
        case .bytes(let bytes):
            let digits = Hex.encode(bytes)
            if asked.query != "sha256" { asked.filters.append("hexEncode") }
            return .string(digits)
        case .file(let path): throw Untranslatable("it compares with the file \(path)")
        case .regex: throw Untranslatable("a regular expression in place of a value")
        }
    }

    /// `daysAfterNow > 30` as a date.
    private static func date(
        _ name: String,
        _ call: HurlEntry.Call
    ) throws(Untranslatable) -> JSONValue {
        guard case .value(let value)? = call.arguments.first, let days = value.intValue,
            let comparison = comparisons[call.name],
            ["gt", "gte", "lt", "lte"].contains(comparison)
        else { throw Untranslatable("\"\(name)\" is compared with a number of days only") }
        let isLater = (name == "daysAfterNow") == comparison.hasPrefix("g")
        let shift = name == "daysAfterNow" ? days : -days
        let sign = shift < 0 ? "-" : "+"
        return [isLater ? "after" : "before": .string("{{now \(sign)\(abs(shift))d}}")]
    }
}
