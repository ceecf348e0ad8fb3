import JSON

/// The matchers of a Pact file, which describe values in place of examples, by place.
///
/// Source: Pact specification, versions 2, 3 and 4, "Matching rules".
struct PactRules {
    /// One matcher.
    struct Matcher {
        /// Such as `type` or `regex`.
        let kind: String
        /// The complete matcher.
        let content: ReadValue
    }

    /// The matchers of one place.
    struct Rule {
        /// `$`, names, indices and `*`.
        let path: [String]
        let matchers: [Matcher]
        let isAnyEnough: Bool
    }

    private(set) var rules: [Rule] = []

    /// The rules of a category.
    ///
    /// - Parameters:
    ///   - rules: `matchingRules` of a request or a response.
    ///   - category: `body`, `header`, `query`, `path` or `status`.
    init(_ rules: ReadValue?, category: String) {
        guard let rules else { return }
        if let own = rules[category], own.value.objectValue != nil {
            if own.value["matchers"] != nil {
                add(own, at: [])
            } else {
                for member in own.members { add(member.value, at: Self.tokens(member.name)) }
            }
            return
        }
        // Version 2: one list, whose paths begin with the category.
        for member in rules.members {
            let tokens = Self.tokens(member.name)
            let name = category == "header" ? "headers" : category
            guard tokens.first == category || tokens.first == name,
                member.value.value["match"] != nil || member.value.value["min"] != nil
                    || member.value.value["max"] != nil || member.value.value["regex"] != nil
            else { continue }
            add(member.value, at: Array(tokens.dropFirst()))
        }
    }

    /// Matchers nested in a matcher, with their own paths.
    init(nested: ReadValue?) {
        for member in nested?.members ?? [] { add(member.value, at: Self.tokens(member.name)) }
    }

    private mutating func add(_ value: ReadValue, at path: [String]) {
        let list = value["matchers"]
        let matchers = (list?.elements ?? (list == nil ? [value] : [])).map { element in
            Matcher(kind: Self.kind(of: element), content: element)
        }
        let isAnyEnough = value["combine"]?.text?.uppercased() == "OR"
        rules.append(Rule(path: path, matchers: matchers, isAnyEnough: isAnyEnough))
    }

    /// The kind of a matcher without a name, by its content.
    private static func kind(of matcher: ReadValue) -> String {
        if let kind = matcher["match"]?.text { return kind }
        return matcher.value["regex"] != nil ? "regex" : "type"
    }

    /// The rule of a place: the one with the most specific path.
    func rule(for path: [String]) -> Rule? {
        rules.filter { rule in
            rule.path.count == path.count
                && zip(rule.path, path).allSatisfy { $0 == "*" || $0 == $1 }
        }
        .max { left, right in
            left.path.count { $0 != "*" } < right.path.count { $0 != "*" }
        }
    }

    /// The names and indices of `$.a['b'][*].c`, without the `$`.
    static func tokens(_ path: String) -> [String] {
        var tokens: [String] = []
        var rest = Substring(path)
        if rest.hasPrefix("$") { rest.removeFirst() }
        while let next = rest.first {
            if next == "." {
                rest.removeFirst()
            } else if next == "[" {
                rest.removeFirst()
                let quote = rest.first.flatMap { "'\"".contains($0) ? $0 : nil }
                if quote != nil { rest.removeFirst() }
                let token = rest.prefix { $0 != quote ?? "]" }
                tokens.append(String(token))
                rest = rest[token.endIndex...]
                if quote != nil, !rest.isEmpty { rest.removeFirst() }
                if rest.first == "]" { rest.removeFirst() }
            } else {
                let token = rest.prefix { $0 != "." && $0 != "[" }
                tokens.append(String(token))
                rest = rest[token.endIndex...]
            }
        }
        return tokens
    }
}
