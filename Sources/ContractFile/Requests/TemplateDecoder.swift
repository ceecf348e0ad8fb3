import Contract
import JSON

/// Reads values with `{{…}}` in them.
struct TemplateDecoder {
    let diagnostics: Diagnostics
    /// Whether every expression computes a value here; elsewhere only `repeat` with `of` and `join`
    /// with `with` do, for data may well have a single member called `text`.
    var allowsExpressions = false
    /// Reads the conditions of `first`.
    var condition: (YAMLNode) -> AssertionTemplate? = { _ in nil }

    /// The value of a node; faults are reported, and leave null behind.
    func value(_ node: YAMLNode) -> TemplateValue {
        if allowsExpressions || Self.isPlainlyExpression(node) {
            if let expression = expression(node) { return .expression(expression) }
        } else {
            warnOfData(node)
        }
        switch node.content {
        case .scalar: return scalar(node)
        case .sequence(let elements): return folded(.array(elements.map(value)))
        case .mapping: return folded(.object(members(node)))
        }
    }

    /// The members of a mapping; its names are names even where expressions are computed.
    func members(_ node: YAMLNode) -> [TemplateValue.Member] {
        (node.entries ?? []).map { entry in
            let name = entry.key.text ?? ""
            if name.contains("{{") {
                diagnostics.error(
                    "a name cannot contain templates, got \(Excerpt.quoted(name))",
                    at: entry.key,
                    hint: "only columns of `rows` can be inserted into names"
                )
            }
            return TemplateValue.Member(name: name, value: value(entry.value))
        }
    }

    /// The template of a scalar, whatever its type.
    func template(_ node: YAMLNode) -> Template {
        guard case .scalar(let text, _) = node.content, !node.isNull else {
            diagnostics.mismatch("a text", at: node)
            return Template(parts: [], location: node.location)
        }
        do {
            return try Template(parsing: text, at: node.location)
        } catch {
            diagnostics.error(error.reason, at: node)
            return Template(parts: [], location: node.location)
        }
    }

    private func scalar(_ node: YAMLNode) -> TemplateValue {
        let json = node.json
        guard let text = json.stringValue, text.contains("{{") else { return .constant(json) }
        return .text(template(node))
    }

    /// A subtree without templates becomes one constant.
    private func folded(_ value: TemplateValue) -> TemplateValue {
        value.constantValue.map(TemplateValue.constant) ?? value
    }
}

// MARK: - Expressions

extension TemplateDecoder {
    /// Data, in which a name of an expression that stands alone is an ordinary name.
    private var data: TemplateDecoder { with(allowsExpressions: false) }

    /// Texts that are put together, which can be no data.
    private var computed: TemplateDecoder { with(allowsExpressions: true) }

    private func with(allowsExpressions: Bool) -> TemplateDecoder {
        var decoder = self
        decoder.allowsExpressions = allowsExpressions
        return decoder
    }

    /// Whether a mapping has the names of an expression that no data has by chance.
    private static func isPlainlyExpression(_ node: YAMLNode) -> Bool {
        switch expressionName(of: node) {
        case "repeat": node["of"] != nil
        case "join": node["with"] != nil
        default: false
        }
    }

    /// Says that a mapping which would be computed elsewhere is taken as it stands.
    private func warnOfData(_ node: YAMLNode) {
        guard let name = Self.expressionName(of: node), let part = node[name] else { return }
        let looksComputed =
            switch name {
            case "json": part.entries != nil || part.elements != nil
            case "base64": part.elements == nil && !part.isNull
            case "join", "first": part.elements != nil
            default: false
            }
        guard looksComputed else { return }
        diagnostics.warning(
            "{ \(name): … } is literal data here",
            at: node,
            hint: "to compute it, bind it in \"let\", and write \"{{…}}\" with its name here"
        )
    }

    /// The expression that a mapping is; `nil` when it is data.
    ///
    /// It is one when it has the name of an expression and its other names belong to that.
    private func expression(_ node: YAMLNode) -> TemplateExpression? {
        guard let name = Self.expressionName(of: node) else { return nil }
        switch name {
        // What becomes JSON text is data.
        case "json": return .json(data.part(name, of: node))
        case "base64": return .base64(textual(name, of: node))
        case "text": return .text(textual(name, of: node))
        case "join":
            let separator = node["with"].map(computed.value) ?? .constant("")
            for element in node[name]?.elements ?? [] { checkText(element) }
            if let list = node[name], Self.isList(list) { list["of"].map(checkText) }
            return .join(computed.list(name, of: node), with: separator)
        case "repeat":
            if !Self.isList(node) { node["of"].map(checkText) }
            return .repetition(
                count: computed.count(name, of: node),
                of: (Self.isList(node) ? self : computed).part("of", of: node),
                joinedBy: node["with"].map(computed.value)
            )
        default: return .first(alternatives(name, of: node))
        }
    }

    /// Values, or `{ when, value }` with the conditions under which a value is possible.
    private func alternatives(
        _ name: String,
        of node: YAMLNode
    ) -> [TemplateExpression.Alternative] {
        guard let elements = node[name]?.elements else {
            _ = list(name, of: node)
            return []
        }
        return elements.map { element in
            guard element["when"] != nil || element["value"] != nil,
                let reader = KeyReader(
                    element,
                    of: "an alternative",
                    AlternativeKeys.self,
                    diagnostics
                )
            else { return TemplateExpression.Alternative(value: value(element)) }
            defer { reader.finish() }
            let conditions = reader[\.when].map { $0.elements ?? [$0] } ?? []
            return TemplateExpression.Alternative(
                conditions: conditions.compactMap { condition($0).map(ConditionTemplate.init) },
                value: reader[\.value].map(value) ?? .constant(.null)
            )
        }
    }

    /// Whether a mapping repeats something without putting it together.
    private static func isList(_ node: YAMLNode) -> Bool {
        expressionName(of: node) == "repeat" && node["with"] == nil
    }

    /// The name of the expression that a mapping is, whatever the order of its names.
    private static func expressionName(of node: YAMLNode) -> String? {
        let names = Set((node.entries ?? []).compactMap(\.key.text))
        return parts.first { names.contains($0.key) && names.isSubset(of: $0.value) }?.key
    }

    private static let parts: [String: [String]] = [
        "json": ["json"], "base64": ["base64"], "text": ["text"], "first": ["first"],
        "join": ["join", "with"], "repeat": ["repeat", "of", "with"],
    ]

    private func part(_ name: String, of node: YAMLNode) -> TemplateValue {
        if let part = node[name] { return value(part) }
        let expression = Self.expressionName(of: node) ?? ""
        diagnostics.error("missing key \"\(name)\" in \"\(expression)\"", at: node)
        return .constant(.null)
    }

    /// A part that becomes a text.
    private func textual(_ name: String, of node: YAMLNode) -> TemplateValue {
        if let part = node[name] { checkText(part) }
        return computed.part(name, of: node)
    }

    /// Reports a list or a mapping where a text is put together: its JSON text must be
    /// requested explicitly.
    private func checkText(_ node: YAMLNode) {
        if Self.isList(node) {
            diagnostics.error(
                "\"repeat\" alone gives a list, and a text is wanted here",
                at: node,
                hint: "add with: \"\" to join the repetitions"
            )
        }
        guard Self.expressionName(of: node) == nil, node.entries != nil || node.elements != nil
        else { return }
        let names = Self.parts.keys.sorted()
        let near = (node.entries ?? []).lazy.compactMap {
            Diagnostics.suggestion(for: $0.key.text ?? "", among: names)
        }.first
        diagnostics.mismatch(
            "a text",
            at: node,
            hint: near ?? "to have its JSON text, write { json: … }"
        )
    }

    /// A list, or for `join` something that may turn out to be one.
    private func list(_ name: String, of node: YAMLNode) -> TemplateValue {
        let list = part(name, of: node)
        let isList = list.elements != nil
        let mayBeList = name == "join" && list.constantValue == nil && list.members == nil
        if !isList, !mayBeList, let place = node[name] { diagnostics.mismatch("a list", at: place) }
        return list
    }

    private func count(_ name: String, of node: YAMLNode) -> TemplateValue {
        let count = part(name, of: node)
        if let constant = count.constantValue, let place = node[name] {
            let isCount = constant.intValue.map { (0...1_000_000).contains($0) } ?? false
            if !isCount { diagnostics.mismatch("a number from 0 to 1000000", at: place) }
        } else if count.members != nil || count.elements != nil, let place = node[name] {
            diagnostics.mismatch("a number from 0 to 1000000", at: place)
        }
        return count
    }
}
