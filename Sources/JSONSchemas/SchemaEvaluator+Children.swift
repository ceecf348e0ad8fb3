import Base
import JSON
import RegularExpressions

extension SchemaEvaluator {
    mutating func members(
        _ rule: MembersRule,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        guard case .object(let object) = instance else { return true }
        var isValid = true
        for (position, member) in object.members.enumerated() {
            var isEvaluated = false
            if let id = rule.named[CodePoints(member.name)] {
                isEvaluated = true
                isValid = describe("properties", member.name, id, member) && isValid
            }
            for pattern in rule.patterns where pattern.expression.containsMatch(in: member.name) {
                isEvaluated = true
                isValid =
                    describe("patternProperties", pattern.source, pattern.node, member) && isValid
            }
            if !isEvaluated, let id = rule.additional {
                isEvaluated = true
                isValid = describe("additionalProperties", nil, id, member) && isValid
            }
            if isEvaluated { marks?.insert(position) }
            if !isValid, isSilent { return false }
        }
        return isValid
    }

    private mutating func describe(
        _ keyword: String,
        _ name: String?,
        _ id: SchemaNodeID,
        _ member: JSONObject.Member
    ) -> Bool {
        follow(
            keyword,
            name.map(PointerToken.name),
            id,
            child: member.value,
            at: .name(member.name)
        )
    }

    mutating func memberNames(_ id: SchemaNodeID, _ instance: JSONValue) -> Bool {
        guard case .object(let object) = instance else { return true }
        var isValid = true
        for name in object.names
        where !follow("propertyNames", nil, id, child: .string(name), at: .name(name)) {
            isValid = false
            if isSilent { break }
        }
        return isValid
    }

    mutating func elements(
        _ rule: ElementsRule,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        guard case .array(let elements) = instance else { return true }
        var isValid = true
        for (position, element) in elements.enumerated() {
            let place = PointerToken.index(position)
            if position < rule.prefix.count {
                let id = rule.prefix[position]
                isValid = follow("prefixItems", place, id, child: element, at: place) && isValid
            } else if let id = rule.rest {
                isValid = follow("items", nil, id, child: element, at: place) && isValid
            } else {
                break
            }
            marks?.insert(position)
            if !isValid, isSilent { return false }
        }
        return isValid
    }

    mutating func contains(
        _ rule: ContainsRule,
        in node: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        guard case .array(let elements) = instance else { return true }
        let before = mode
        mode = .silent
        var matches = 0
        for (position, element) in elements.enumerated()
        where apply(rule.node, toChild: element, at: .index(position)) {
            matches += 1
            marks?.insert(position)
            if marks == nil, rule.maximum == nil, matches >= rule.minimum { break }
        }
        mode = before
        if matches < rule.minimum {
            let complaint = SchemaComplaint(
                expected: "at least \(Count.of(rule.minimum, "item")) as described",
                actual: String(matches)
            )
            note(complaint, rule.namesMinimum ? "minContains" : "contains", in: node)
            return false
        }
        if let maximum = rule.maximum, matches > maximum {
            let complaint = SchemaComplaint(
                expected: "at most \(Count.of(maximum, "item")) as described",
                actual: String(matches)
            )
            note(complaint, "maxContains", in: node)
            return false
        }
        return true
    }

    mutating func unevaluatedProperties(
        _ id: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        guard case .object(let object) = instance else { return true }
        var isValid = true
        for (position, member) in object.members.enumerated()
        where marks?.contains(position) != true {
            isValid = describe("unevaluatedProperties", nil, id, member) && isValid
            if !isValid, isSilent { return false }
        }
        marks?.insertAll()
        return isValid
    }

    mutating func unevaluatedItems(
        _ id: SchemaNodeID,
        _ instance: JSONValue,
        _ marks: inout EvaluatedChildren?
    ) -> Bool {
        guard case .array(let elements) = instance else { return true }
        var isValid = true
        for (position, element) in elements.enumerated() where marks?.contains(position) != true {
            let place = PointerToken.index(position)
            isValid = follow("unevaluatedItems", nil, id, child: element, at: place) && isValid
            if !isValid, isSilent { return false }
        }
        marks?.insertAll()
        return isValid
    }
}
