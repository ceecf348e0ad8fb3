import Base
import JSON
import JSONPaths
import RegularExpressions
import XPaths

/// An assert or a capture being turned into that of a contract: a query, filters, and an expectation.
struct ForeignAssertion {
    /// Such as `jsonpath` or `status`.
    let query: String
    /// The argument of the query; `nil` for one without.
    var argument: String?
    /// As contracts write them.
    var filters: [JSONValue] = []

    /// The assert that checks the result against a predicate.
    ///
    /// - Parameter predicate: A predicate of contracts, with one member.
    /// - Returns: The assert.
    func holding(_ predicate: JSONValue) -> JSONValue {
        var object = JSONObject()
        if let argument {
            object[query] = .string(argument)
        } else if filters.isEmpty {
            let value = predicate["equals"]
            let isPlain = value.map { $0.arrayValue == nil && $0.objectValue == nil } ?? false
            object[query] = isPlain ? value : predicate
            return .object(object)
        } else {
            object[query] = query == "duration" ? "total" : .null
        }
        if !filters.isEmpty { object["filters"] = .array(filters) }
        for member in predicate.objectValue?.members ?? [] { object[member.name] = member.value }
        return .object(object)
    }

    /// The capture from the response, as `captures` expresses it.
    var capture: JSONValue {
        var object = JSONObject()
        object[query] =
            argument.map(JSONValue.string) ?? (query == "duration" ? "total" : .bool(true))
        if !filters.isEmpty { object["filters"] = .array(filters) }
        return .object(object)
    }
}

/// Why a contract cannot express something of another tool.
struct Untranslatable: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

// MARK: - Paths and expressions

extension ForeignAssertion {
    /// A path in the form of contracts.
    ///
    /// - Parameter text: In the form of another tool; a `$` is added if missing.
    /// - Returns: The path.
    /// - Throws: When it is not valid by RFC 9535.
    static func path(_ text: String) throws(Untranslatable) -> String {
        let path = text.hasPrefix("$") ? text : text.hasPrefix("[") ? "$\(text)" : "$.\(text)"
        // Paths with templates are parsed at run time.
        if LiteralText.isTemplate(path) { return path }
        do {
            _ = try JSONPath(path)
            return path
        } catch {
            throw Untranslatable("\(path) is not a JSONPath of RFC 9535 (\(error))")
        }
    }

    /// An XPath in the form of contracts.
    ///
    /// - Parameter text: In the form of another tool.
    /// - Returns: The expression in the form of contracts.
    /// - Throws: When it is not XPath 1.0, or has a prefix, whose namespace is unknown.
    static func xpath(_ text: String) throws(Untranslatable) -> String {
        if LiteralText.isTemplate(text) { return text }
        do {
            return try XPath(text).description
        } catch {
            throw Untranslatable("the XPath cannot be read here (\(error))")
        }
    }

    /// Whether a path finds at most one value.
    static func isSingular(_ path: String) -> Bool {
        do {
            return try JSONPath(path).isSingular
        } catch {
            return true
        }
    }

    /// A regular expression in the form of contracts.
    ///
    /// - Parameter pattern: In the form of another tool.
    /// - Returns: The expression in the form of contracts.
    /// - Throws: When contracts' expressions do not support it.
    static func expression(_ pattern: String) throws(Untranslatable) -> String {
        if LiteralText.isTemplate(pattern) { return pattern }
        do {
            return try RegularExpression(ecma: pattern).pattern
        } catch {
            throw Untranslatable("the regular expression cannot be read here (\(error))")
        }
    }

    /// A path in the form `$.a['b c'][0]`.
    static func path(of tokens: [String]) -> String {
        tokens.reduce(into: "$") { path, token in
            let isIndex = !token.isEmpty && token.utf8.allSatisfy(\.isASCIIDigit)
            path += isIndex ? "[\(token)]" : JSONPath.segment(token)
        }
    }

    /// The path that has a result where `path` finds a list with `value` in it; `nil` if a path cannot express that.
    ///
    /// - Parameters:
    ///   - path: One that ends with `[*]`, or with `[*].name`.
    ///   - value: A text, a number, a truth value or null.
    /// - Returns: For example `$.items[?@.name == "x"]`.
    static func path(_ path: String, holding value: JSONValue) -> String? {
        guard value.arrayValue == nil, value.objectValue == nil,
            let star = path.ranges(of: "[*]").last
        else { return nil }
        let tail = path[star.upperBound...]
        guard tail.isEmpty || tail.hasPrefix(".") && !tail.hasPrefix("..") else { return nil }
        let candidate = "\(path[..<star.lowerBound])[?@\(tail) == \(value.text)]"
        do {
            _ = try JSONPath(candidate)
            return candidate
        } catch {
            return nil
        }
    }
}
