import Base
import Contract
import JSON

// MARK: - Objects

extension SchemaComparison {
    func compareMembers(_ before: JSONObject, _ after: JSONObject) {
        let old = Members(before, of: self.old, direction)
        let new = Members(after, of: self.new, direction)
        for name in Self.union(old.names, new.names) { compareMember(name, old, new) }
        compareOthers(old, new)
        comparePatterns(before, after)
    }

    /// What a schema says of an object's members.
    private struct Members {
        let properties: JSONObject
        /// Of members without a schema of their own; `nil` allows anything.
        let others: JSONValue?
        let names: [String]
        private let required: Set<CodePoints>
        private let known: Set<CodePoints>

        /// - Parameters:
        ///   - schema: Its keywords.
        ///   - document: What it refers to.
        ///   - direction: What is only read is in no request, and what is only written in no response.
        init(
            _ schema: JSONObject,
            of document: SchemaDocument,
            _ direction: SchemaChange.Direction
        ) {
            let mark = direction == .request ? "readOnly" : "writeOnly"
            let all = schema["properties"]?.objectValue ?? JSONObject()
            var elsewhere: Set<CodePoints> = []
            for member in all.members where document.isMarked(member.value, mark) {
                elsewhere.insert(CodePoints(member.name))
            }
            properties =
                elsewhere.isEmpty
                ? all : JSONObject(all.members.filter { !elsewhere.contains(CodePoints($0.name)) })
            let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
                .filter { !elsewhere.contains(CodePoints($0)) }
            others = schema["additionalProperties"]
            names = SchemaComparison.union(properties.names, required)
            self.required = Set(required.map(CodePoints.init))
            known = Set(names.map(CodePoints.init))
        }

        func has(_ name: String) -> Bool { known.contains(CodePoints(name)) }

        /// Whether no object has this member.
        func isWithout(_ name: String) -> Bool { (properties[name] ?? others) == false }

        func requires(_ name: String) -> Bool { required.contains(CodePoints(name)) }
    }

    private func compareMember(_ name: String, _ old: Members, _ new: Members) {
        let step = SchemaPath.Step.member(name)
        guard new.has(name), new.properties[name] != false else {
            guard old.properties[name] != false else { return }
            // Only that it has to be sent was said of it.
            if direction == .request, old.properties[name] == nil, !new.isWithout(name) {
                return add(.wider, "is no longer required", at: step)
            }
            return add(
                .other,
                new.isWithout(name) ? "is gone" : "is no longer described",
                at: step
            )
        }
        let after = new.properties[name]
        guard old.has(name), old.properties[name] != false else {
            return addNew(name, old, new, after)
        }
        switch (old.requires(name), new.requires(name)) {
        case (true, false): add(.wider, "is no longer required", at: step)
        case (false, true):
            let words = direction == .request ? "is required now" : "is always there now"
            add(.narrower, words, at: step)
        default: break
        }
        let before = old.properties[name]
        if direction == .response, self.old.keywords(of: before).isEmpty,
            let shape = shape(of: after)
        {
            add(.narrower, "is described now: \(shape)", at: step)
        } else {
            compare(before, after, at: step)
        }
    }

    /// A member that was not described, or not allowed.
    private func addNew(_ name: String, _ old: Members, _ new: Members, _ after: JSONValue?) {
        let kind = shape(of: after).map { ": \($0)" } ?? ""
        let step = SchemaPath.Step.member(name)
        switch direction {
        case .response:
            let presence = new.requires(name) ? "is always there now" : "is new"
            let wasClosed = old.isWithout(name)
            let rest = wasClosed ? "; no other member was allowed" : ""
            add(wasClosed ? .wider : .narrower, presence + kind + rest, at: step)
        case .request:
            if new.requires(name) {
                add(.narrower, "is required now\(kind)", at: step)
            } else {
                // Clients of the old contract do not know such a member.
                add(.wider, "is new\(kind)", at: step)
            }
            if let others = old.others, others != false { compare(others, after, at: step) }
        }
    }

    private func compareOthers(_ old: Members, _ new: Members) {
        let (isClosed, wasClosed) = (new.others == false, old.others == false)
        switch (wasClosed, isClosed) {
        case (true, true): break
        case (true, false): add(.wider, "can have other members now")
        case (false, true):
            let words = direction == .request ? "can have" : "has"
            add(.narrower, "\(words) no other members now")
        case (false, false): compare(old.others, new.others, at: .anyMember)
        }
    }

    private func comparePatterns(_ before: JSONObject, _ after: JSONObject) {
        compareEach("patternProperties", before, after, at: .anyMember)
    }

    /// In a few words, for something that was not described before; `nil` when nothing is said.
    private func shape(of schema: JSONValue?) -> String? {
        let keywords = new.keywords(of: schema)
        guard !keywords.isEmpty else { return nil }
        if let values = Self.values(of: keywords) {
            return values.prefix(12).map { JSONExcerpt.text(of: $0, length: 60) }
                .joined(separator: " or ")
        }
        let kinds = Self.kinds(of: keywords).map { Self.words($0) } ?? "a value"
        return keywords["pattern"]?.stringValue.map { "\(kinds) matching \($0)" } ?? kinds
    }

    static func union(_ first: [String], _ second: [String]) -> [String] {
        var seen: Set<CodePoints> = []
        return (first + second).filter { seen.insert(CodePoints($0)).inserted }
    }
}

// MARK: - Arrays

extension SchemaComparison {
    func compareElements(_ before: JSONObject, _ after: JSONObject) {
        let old = before["prefixItems"]?.arrayValue ?? []
        let new = after["prefixItems"]?.arrayValue ?? []
        // Beyond the described beginning, `items` decides.
        for index in 0..<max(old.count, new.count) {
            let then = old.indices.contains(index) ? old[index] : before["items"]
            let now = new.indices.contains(index) ? new[index] : after["items"]
            compare(then, now, at: .element(index))
        }
        compare(before["items"], after["items"], at: .element(nil))
    }
}

// MARK: - Combinations

extension SchemaComparison {
    /// Keywords with schemas that are compared only as complete values.
    private static let schemas = [
        "if", "then", "else", "contains", "propertyNames", "unevaluatedProperties",
        "unevaluatedItems",
    ]
    private static let values = [
        "dependentRequired", "minContains", "maxContains", "$ref", "$dynamicRef",
    ]

    func compareCombinations(_ before: JSONObject, _ after: JSONObject) {
        for keyword in ["anyOf", "oneOf", "allOf"] {
            switch (before[keyword]?.arrayValue, after[keyword]?.arrayValue) {
            case (let then?, let now?): compareAlternatives(keyword, then, now)
            case (nil, nil): break
            case (nil, .some): addNew(keyword)
            case (.some, nil): addGone(keyword)
            }
        }
        compareForbidden(before["not"], after["not"])
        for keyword in Self.schemas {
            compareWhole(keyword, before[keyword], after[keyword], areSame)
        }
        for keyword in Self.values {
            compareWhole(keyword, before[keyword], after[keyword]) { $0 == $1 }
        }
        compareEach("dependentSchemas", before, after, at: nil)
    }

    /// Whether one of the schemas is nothing but alternatives, and the other, as a single one or several, was
    /// checked against them.
    func areAlternatives(_ pair: Pair, _ before: JSONObject, _ after: JSONObject) -> Bool {
        for keyword in ["anyOf", "oneOf"] {
            let then = before.count == 1 ? before[keyword]?.arrayValue : nil
            let now = after.count == 1 ? after[keyword]?.arrayValue : nil
            guard then != nil || now != nil, !before.isEmpty, !after.isEmpty,
                !(then == nil && before.contains(keyword)), !(now == nil && after.contains(keyword))
            else { continue }
            let other = keyword == "anyOf" ? "oneOf" : "anyOf"
            if before[other] != nil || after[other] != nil { continue }
            compareAlternatives(keyword, then ?? [pair.old], now ?? [pair.new])
            return true
        }
        return false
    }

    private func compareAlternatives(_ keyword: String, _ then: [JSONValue], _ now: [JSONValue]) {
        var (removed, added) = (then, now)
        /// Takes those out that belong together, and says which.
        func paired(_ belong: (JSONValue, JSONValue) -> Bool) -> [(JSONValue, JSONValue)] {
            var pairs: [(JSONValue, JSONValue)] = []
            removed.removeAll { before in
                guard let index = added.firstIndex(where: { belong(before, $0) }) else {
                    return false
                }
                pairs.append((before, added.remove(at: index)))
                return true
            }
            return pairs
        }
        let named = paired { one, other in Self.label(one).map { $0 == Self.label(other) } ?? false
        }
        for (before, after) in named { compare(before, after) }
        // Each against each; there are no more than people write.
        if removed.count * added.count <= 400 { _ = paired(areSame) }
        if removed.count == 1, added.count == 1 {
            compare(removed[0], added[0])
            return
        }
        if removed.count + added.count > 0, keyword == "allOf" {
            if removed.isEmpty { add(.narrower, "has to meet more (allOf)") }
            if added.isEmpty { add(.wider, "has to meet less (allOf)") }
            if !removed.isEmpty, !added.isEmpty { addUncertain(keyword) }
            return
        }
        if !added.isEmpty { add(.wider, "has more alternatives (\(keyword))") }
        if !removed.isEmpty { add(.narrower, "has fewer alternatives (\(keyword))") }
    }

    /// What a schema is called, so that it is known again when it changed.
    private static func label(_ schema: JSONValue) -> String? {
        schema["$ref"]?.stringValue ?? schema["title"]?.stringValue
    }

    private func compareForbidden(_ before: JSONValue?, _ after: JSONValue?) {
        guard let before, let after else {
            return compareWhole("not", before, after) { $0 == $1 }
        }
        let effects = Set(effects(from: before, to: after).map(\.reversed))
        guard let first = effects.first else { return }
        effects.count == 1 && first != .other
            ? add(first, "has another \"not\", which forbids \(first == .wider ? "less" : "more")")
            : addUncertain("not")
    }

    private func compareWhole(
        _ keyword: String,
        _ before: JSONValue?,
        _ after: JSONValue?,
        _ areSame: (JSONValue, JSONValue) -> Bool
    ) {
        switch (before, after) {
        case (nil, nil): break
        case (nil, .some): addNew(keyword)
        case (.some, nil): addGone(keyword)
        case (let then?, let now?): if !areSame(then, now) { addUncertain(keyword) }
        }
    }

    /// Compares schemas of the same name.
    private func compareEach(
        _ keyword: String,
        _ before: JSONObject,
        _ after: JSONObject,
        at step: SchemaPath.Step?
    ) {
        let (old, new) = (before[keyword]?.objectValue, after[keyword]?.objectValue)
        guard let old, let new else {
            return compareWhole(keyword, before[keyword], after[keyword]) { $0 == $1 }
        }
        for name in Self.union(old.names, new.names) {
            switch (old[name], new[name]) {
            case (let then?, let now?): compare(then, now, at: step)
            case (nil, .some): addUncertain(keyword)
            case (.some, nil): addUncertain(keyword)
            case (nil, nil): break
            }
        }
    }

    private func addNew(_ keyword: String) {
        add(.narrower, "has to keep to \"\(keyword)\" now")
    }

    private func addGone(_ keyword: String) {
        add(.wider, "need no longer satisfy \"\(keyword)\"")
    }

    private func addUncertain(_ keyword: String) {
        add(.other, "has another \"\(keyword)\"; whether it allows more is unknown")
    }
}
