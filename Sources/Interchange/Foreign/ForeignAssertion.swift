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
    /// Whether the result is the bytes of the body, not its text.
    var isBytes = false

    /// The assert that checks the result against a predicate.
    ///
    /// - Parameter predicate: A predicate of contracts: one member, and `within` for a tolerance.
    /// - Returns: The assert.
    func holding(_ predicate: JSONValue) -> JSONValue {
        var object = JSONObject()
        if let argument {
            object[query] = .string(argument)
        } else if filters.isEmpty {
            let value = predicate["within"] == nil ? predicate["equals"] : nil
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

    /// A check that compares with a capture of the checked response.
    static func capture(_ name: String) -> Untranslatable {
        Untranslatable(
            "it compares with \"\(name)\", a capture of the same response; a contract compares with captures of "
                + "earlier steps"
        )
    }
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
            let quoted = quotingNames(path)
            if isPath(quoted) { return quoted }
            throw Untranslatable("\(path) is not a JSONPath of RFC 9535 (\(error))")
        }
    }

    private static func isPath(_ text: String) -> Bool {
        do {
            _ = try JSONPath(text)
            return true
        } catch {
            return false
        }
    }

    /// A path with quotes around names that RFC 9535 has only in quotes: `$.a-b` becomes `$['a-b']`.
    private static func quotingNames(_ path: String) -> String {
        var result = ""
        var rest = path[...]
        while let next = rest.first {
            if next == "[" {
                // Names and filters in brackets are unchanged.
                let inner = rest.prefix(
                    through: rest.firstIndex(of: "]") ?? rest.index(before: rest.endIndex)
                )
                result += inner
                rest = rest[inner.endIndex...]
                continue
            }
            rest.removeFirst()
            let name = rest.prefix { $0 != "." && $0 != "[" }
            if next == ".", name.contains("-"),
                name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
            {
                result += result.hasSuffix(".") ? "." : ""
                result += JSONPath.segment(String(name))
                rest = rest[name.endIndex...]
            } else {
                result.append(next)
            }
        }
        return result
    }

    /// An XPath in the form of contracts.
    ///
    /// - Parameters:
    ///   - text: In the form of another tool.
    ///   - namespaces: Their addresses, by prefix.
    /// - Returns: The expression in the form of contracts.
    /// - Throws: When it is not XPath 1.0, or has a prefix whose namespace is unknown.
    static func xpath(
        _ text: String,
        _ namespaces: [String: String]
    ) throws(Untranslatable) -> String {
        if LiteralText.isTemplate(text) { return text }
        do {
            return try XPath(text, namespaces: namespaces).description
        } catch {
            if let prefix = XPath.prefixes(in: text).first(where: { namespaces[$0] == nil }) {
                throw Untranslatable(
                    "the address of the prefix \(prefix) is in the response only; add `namespaces: { \(prefix): ADDRESS }` "
                        + "to the contract, and this assert"
                )
            }
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
