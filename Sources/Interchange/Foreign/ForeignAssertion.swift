import Base
import JSON
import JSONPaths
import RegularExpressions
import XPaths

/// An assert or a capture on its way into a contract: what is asked, how it is changed, what it shall be.
struct ForeignAssertion {
    /// Such as `jsonpath` or `status`.
    let query: String
    /// Of the query; `nil` for one that needs none.
    var argument: String?
    /// As contracts write them.
    var filters: [JSONValue] = []

    /// The assert that holds the find against a predicate.
    ///
    /// - Parameter predicate: As contracts write it, with one member.
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

    /// What is kept of the answer, as `captures` says it.
    var capture: JSONValue {
        var object = JSONObject()
        object[query] =
            argument.map(JSONValue.string) ?? (query == "duration" ? "total" : .bool(true))
        if !filters.isEmpty { object["filters"] = .array(filters) }
        return .object(object)
    }
}

/// Why something of another tool cannot be said in a contract.
struct Untranslatable: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

// MARK: - Paths and expressions

extension ForeignAssertion {
    /// A path that contracts can read.
    ///
    /// - Parameter text: As another tool writes it; one without `$` gets it.
    /// - Returns: The path.
    /// - Throws: When it is none of RFC 9535.
    static func path(_ text: String) throws(Untranslatable) -> String {
        let path = text.hasPrefix("$") ? text : text.hasPrefix("[") ? "$\(text)" : "$.\(text)"
        // Texts that are put in while it runs are read then.
        if LiteralText.isTemplate(path) { return path }
        do {
            _ = try JSONPath(path)
            return path
        } catch {
            throw Untranslatable("\(path) is not a JSONPath of RFC 9535 (\(error))")
        }
    }

    /// An XPath that contracts can read.
    ///
    /// - Parameter text: As another tool writes it.
    /// - Returns: The same.
    /// - Throws: When it is not XPath 1.0, or has a prefix, whose namespace is unknown.
    static func xpath(_ text: String) throws(Untranslatable) -> String {
        if LiteralText.isTemplate(text) { return text }
        do {
            return try XPath(text).description
        } catch {
            throw Untranslatable("the XPath cannot be read here (\(error))")
        }
    }

    /// Whether a path finds one value at most.
    static func isSingular(_ path: String) -> Bool {
        do {
            return try JSONPath(path).isSingular
        } catch {
            return true
        }
    }

    /// A regular expression that contracts can read.
    ///
    /// - Parameter pattern: As another tool writes it.
    /// - Returns: The same.
    /// - Throws: When it says what contracts' expressions do not know.
    static func expression(_ pattern: String) throws(Untranslatable) -> String {
        if LiteralText.isTemplate(pattern) { return pattern }
        do {
            return try RegularExpression(ecma: pattern).pattern
        } catch {
            throw Untranslatable("the regular expression cannot be read here (\(error))")
        }
    }

    /// A path as `$.a['b c'][0]` spells it.
    static func path(of tokens: [String]) -> String {
        tokens.reduce(into: "$") { path, token in
            let isIndex = !token.isEmpty && token.utf8.allSatisfy(\.isASCIIDigit)
            path += isIndex ? "[\(token)]" : JSONPath.segment(token)
        }
    }

    /// The path that finds something where `path` finds a list with `value` in it; `nil` where no such
    /// path can be written.
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
