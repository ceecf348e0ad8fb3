import Base
import JSON
import RegularExpressions

extension SchemaCompiler {
    /// The rule that a keyword stands for; `nil` when it checks nothing by itself.
    ///
    /// The value already has the shape that the keyword needs.
    mutating func rule(
        for keyword: String,
        _ value: JSONValue,
        in source: Source
    ) -> SchemaRule? {
        switch keyword {
        case "$ref": reference(value, in: source)
        case "$dynamicRef": dynamicReference(value, in: source)
        case "allOf": .allOf(schemas(keyword, in: source).map(\.node))
        case "anyOf": .anyOf(schemas(keyword, in: source).map(\.node))
        case "oneOf": .oneOf(schemas(keyword, in: source).map(\.node))
        case "not": schema(keyword, in: source).map(SchemaRule.not)
        case "if": condition(in: source)
        case "dependentSchemas": dependentSchemas(keyword, in: source)
        case "dependencies": dependencies(keyword, in: source)
        case "properties", "patternProperties", "additionalProperties":
            members(keyword, in: source)
        case "propertyNames": schema(keyword, in: source).map(SchemaRule.memberNames)
        case "prefixItems", "items": elements(keyword, in: source)
        case "contains": contains(in: source)
        case "unevaluatedItems": schema(keyword, in: source).map(SchemaRule.unevaluatedItems)
        case "unevaluatedProperties":
            schema(keyword, in: source).map(SchemaRule.unevaluatedProperties)
        case "$defs", "definitions", "then", "else", "contentSchema":
            checkedOnly(keyword, in: source)
        default:
            assertion(for: keyword, value, in: source).map {
                .assertion(keyword: keyword, $0)
            }
        }
    }

    /// Compiles the schemas below a keyword that applies none of them, to find their faults.
    private mutating func checkedOnly(_ keyword: String, in source: Source) -> SchemaRule? {
        _ = schemas(keyword, in: source)
        return nil
    }

    /// The schemas in a keyword's value, by name where they have names.
    private mutating func schemas(
        _ keyword: String,
        in source: Source
    ) -> [(name: String, node: SchemaNodeID)] {
        guard let value = source.object[keyword],
            let facts = source.dialect.facts(about: keyword)
        else { return [] }
        let outer = source.place.child(keyword)
        return SchemaIndex.schemas(in: value, shape: facts.shape).map { tokens, value in
            let place = tokens.reduce(outer) { $0.child($1) }
            var name = ""
            if case .name(let text)? = tokens.first { name = text }
            return (name, node(at: place, value, in: source.resource))
        }
    }

    private mutating func schema(_ keyword: String, in source: Source) -> SchemaNodeID? {
        schemas(keyword, in: source).first?.node
    }

    private mutating func condition(in source: Source) -> SchemaRule? {
        guard let test = schema("if", in: source) else { return nil }
        return .condition(
            SchemaCondition(
                test: test,
                then: schema("then", in: source),
                otherwise: schema("else", in: source)
            )
        )
    }

    private mutating func dependentSchemas(_ keyword: String, in source: Source) -> SchemaRule? {
        .dependentSchemas(keyword: keyword, schemas(keyword, in: source))
    }

    /// The older keyword that `dependentSchemas` and `dependentRequired` were split from.
    private mutating func dependencies(_ keyword: String, in source: Source) -> SchemaRule? {
        var rows = schemas(keyword, in: source)
        for member in source.object[keyword]?.objectValue?.members ?? [] {
            guard case .array(let names) = member.value else { continue }
            let schema: JSONValue = ["required": .array(names)]
            let place = source.place.child(keyword).child(member.name)
            rows.append((member.name, node(at: place, schema, in: source.resource)))
        }
        return .dependentSchemas(keyword: keyword, rows)
    }

    /// One rule for three keywords, made at the first of them.
    private mutating func members(_ keyword: String, in source: Source) -> SchemaRule? {
        let group = ["properties", "patternProperties", "additionalProperties"]
        guard source.isFirst(keyword, of: group) else { return nil }
        var rule = MembersRule()
        for (name, node) in schemas("properties", in: source) {
            rule.named[CodePoints(name)] = node
        }
        for (pattern, node) in schemas("patternProperties", in: source) {
            guard let expression = try? RegularExpression(ecma: pattern) else { continue }
            rule.patterns.append(.init(expression: expression, source: pattern, node: node))
        }
        rule.additional = schema("additionalProperties", in: source)
        return .members(rule)
    }

    private mutating func elements(_ keyword: String, in source: Source) -> SchemaRule? {
        guard source.isFirst(keyword, of: ["prefixItems", "items"]) else { return nil }
        return .elements(
            ElementsRule(
                prefix: schemas("prefixItems", in: source).map(\.node),
                rest: schema("items", in: source)
            )
        )
    }

    private mutating func contains(in source: Source) -> SchemaRule? {
        guard let node = schema("contains", in: source) else { return nil }
        let minimum = source.count("minContains")
        return .contains(
            ContainsRule(
                node: node,
                minimum: minimum ?? 1,
                namesMinimum: minimum != nil,
                maximum: source.count("maxContains")
            )
        )
    }
}

extension SchemaCompiler {
    private mutating func reference(_ value: JSONValue, in source: Source) -> SchemaRule? {
        target(of: value, keyword: "$ref", in: source).map {
            .reference(node(at: $0.place, $0.value, in: $0.resource))
        }
    }

    private mutating func dynamicReference(_ value: JSONValue, in source: Source) -> SchemaRule? {
        guard let target = target(of: value, keyword: "$dynamicRef", in: source) else {
            return nil
        }
        if let anchor = target.dynamicAnchor { expectDynamicAnchor(anchor) }
        return .dynamicReference(
            DynamicReference(
                target: node(at: target.place, target.value, in: target.resource),
                anchor: target.dynamicAnchor
            )
        )
    }

    private mutating func target(
        of value: JSONValue,
        keyword: String,
        in source: Source
    ) -> SchemaTarget? {
        guard let reference = value.stringValue else { return nil }
        do {
            return try index.target(of: reference, from: source.resource)
        } catch {
            addFault(.unresolvedReference, at: source.place.child(keyword), error.reason)
            return nil
        }
    }
}

extension SchemaCompiler.Source {
    /// Whether a keyword comes before all others of its group that are there.
    fileprivate func isFirst(_ keyword: String, of group: [String]) -> Bool {
        object.members.first { group.contains($0.name) }?.name == keyword
    }

    /// The value of a keyword that counts, if the dialect has it and it is a count.
    fileprivate func count(_ keyword: String) -> Int? {
        guard dialect.facts(about: keyword) != nil else { return nil }
        return object[keyword]?.countValue
    }
}

extension JSONValue {
    /// A whole number from zero; the largest that fits stands for those that do not.
    var countValue: Int? {
        guard case .number(let number) = self, number.isIntegral, number >= .integer(0) else {
            return nil
        }
        return number.exactInt64.flatMap(Int.init(exactly:)) ?? .max
    }
}
