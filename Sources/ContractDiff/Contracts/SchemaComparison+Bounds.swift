import Contract
import JSON

extension SchemaComparison {
    /// A bound on a number or on a size.
    private struct Bound {
        let value: JSONNumber
        var isExclusive = false
    }

    /// Which keywords make up one bound, and how it is said.
    private struct BoundRule {
        let keyword: String
        var exclusive: String?
        let isLower: Bool
        let unit: String
    }

    private static let rules: [BoundRule] = [
        BoundRule(keyword: "minimum", exclusive: "exclusiveMinimum", isLower: true, unit: ""),
        BoundRule(keyword: "maximum", exclusive: "exclusiveMaximum", isLower: false, unit: ""),
        BoundRule(keyword: "minLength", isLower: true, unit: " characters"),
        BoundRule(keyword: "maxLength", isLower: false, unit: " characters"),
        BoundRule(keyword: "minItems", isLower: true, unit: " elements"),
        BoundRule(keyword: "maxItems", isLower: false, unit: " elements"),
        BoundRule(keyword: "minProperties", isLower: true, unit: " members"),
        BoundRule(keyword: "maxProperties", isLower: false, unit: " members"),
    ]

    func compareBounds(_ before: JSONObject, _ after: JSONObject) {
        for rule in Self.rules {
            switch (Self.bound(before, rule), Self.bound(after, rule)) {
            case (nil, nil): break
            case (nil, let new?): add(.narrower, "is \(Self.words(new, rule)) now")
            case (let old?, nil): add(.wider, "is no longer limited to \(Self.words(old, rule))")
            case (let old?, let new?):
                guard let isLooser = Self.isLooser(new, than: old, rule) else { continue }
                let (now, then) = (Self.words(new, rule), Self.words(old, rule))
                add(isLooser ? .wider : .narrower, "is \(now) now, it was \(then)")
            }
        }
    }

    /// The tighter of both keywords.
    private static func bound(_ schema: JSONObject, _ rule: BoundRule) -> Bound? {
        let inclusive = number(schema[rule.keyword]).map { Bound(value: $0) }
        let exclusive = rule.exclusive.flatMap { number(schema[$0]) }
            .map { Bound(value: $0, isExclusive: true) }
        guard let inclusive, let exclusive else { return inclusive ?? exclusive }
        return isLooser(inclusive, than: exclusive, rule) == true ? exclusive : inclusive
    }

    private static func number(_ value: JSONValue?) -> JSONNumber? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    /// `nil` when both are the same.
    private static func isLooser(_ new: Bound, than old: Bound, _ rule: BoundRule) -> Bool? {
        if new.value == old.value {
            return new.isExclusive == old.isExclusive ? nil : old.isExclusive
        }
        return rule.isLower ? new.value < old.value : old.value < new.value
    }

    private static func words(_ bound: Bound, _ rule: BoundRule) -> String {
        let relation =
            switch (rule.isLower, bound.isExclusive) {
            case (true, false): "at least"
            case (true, true): "greater than"
            case (false, false): "at most"
            case (false, true): "less than"
            }
        return "\(relation) \(JSONValue.number(bound.value).text)\(rule.unit)"
    }
}

// MARK: - Keywords that are the same or not

extension SchemaComparison {
    /// Keywords whose values are only checked against each other, and how a value is said.
    private static let marks: [(keyword: String, words: @Sendable (String) -> String)] = [
        ("pattern", { "matches \($0)" }),
        ("format", { "has the format \($0)" }),
        ("multipleOf", { "is a multiple of \($0)" }),
        ("uniqueItems", { _ in "has no two equal elements" }),
        ("contentEncoding", { "is text in \($0)" }),
        ("contentMediaType", { "holds \($0)" }),
    ]

    func compareMarks(_ before: JSONObject, _ after: JSONObject) {
        for mark in Self.marks {
            let (old, new) = (Self.mark(before, mark.keyword), Self.mark(after, mark.keyword))
            switch (old, new) {
            case (nil, nil): break
            case (nil, let new?): add(.narrower, "\(mark.words(Self.text(new))) now")
            case (let old?, nil):
                add(.wider, "no longer has the bound: \(mark.words(Self.text(old)))")
            case (let old?, let new?):
                guard let effect = Self.effect(mark.keyword, old, new) else { continue }
                let words = mark.words(Self.text(new))
                add(effect, "\(words) now, before: \(Self.text(old))")
            }
        }
    }

    /// Formats of which the first is part of the second.
    private static let formats = [["int32", "int64"], ["float", "double"]]

    /// What another value of a keyword does; `nil` for nothing.
    private static func effect(
        _ keyword: String,
        _ old: JSONValue,
        _ new: JSONValue
    ) -> SchemaChange.Effect? {
        if old == new { return nil }
        switch keyword {
        case "multipleOf" where isMultiple(new, of: old): return .narrower
        case "multipleOf" where isMultiple(old, of: new): return .wider
        case "format":
            if formats.contains(where: { $0[0] == old.stringValue && $0[1] == new.stringValue }) {
                return .wider
            }
            if formats.contains(where: { $0[1] == old.stringValue && $0[0] == new.stringValue }) {
                return .narrower
            }
            return .other
        default: return .other
        }
    }

    private static func mark(_ schema: JSONObject, _ keyword: String) -> JSONValue? {
        schema[keyword] == false ? nil : schema[keyword]
    }

    private static func text(_ value: JSONValue) -> String { value.stringValue ?? value.text }

    static func isMultiple(_ value: JSONValue, of divisor: JSONValue) -> Bool {
        guard let value = value.intValue, let divisor = divisor.intValue, divisor != 0 else {
            return false
        }
        return value.isMultiple(of: divisor)
    }
}
