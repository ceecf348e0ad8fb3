import Contract
import JSON
import JSONPaths

/// Reads a file of defects.
struct DefectDecoder {
    let expectations: ExpectationDecoder
    private var calls: [String: [CallPattern]] = [:]
    private var replyNames: [String] = []

    init(file: String, session: ReadingSession) {
        expectations = ExpectationDecoder(context: DecodingContext(file: file, session: session))
    }

    private var diagnostics: Diagnostics { expectations.diagnostics }

    /// `nil` after a report that there is too little of it.
    mutating func file(_ reader: KeyReader<DefectFileKeys>) -> DefectFile? {
        var file = DefectFile()
        let service = reader[\.service]
        file.relative = reader[\.relative]
        file.leadingSegments = reader[\.leading]
        for entry in reader[\.calls] ?? [] {
            calls[entry.name] = entry.value.compactMap { pattern($0, at: entry.key) }
        }
        file.found = conditions(reader[\.found])
        for entry in reader[\.replies] ?? [] {
            file.replies[entry.name] = reply(entry.value)
        }
        replyNames = file.replies.keys.sorted()
        file.defects = (reader[\.list] ?? []).compactMap { defect($0) }
        let borrowed = reader[\.borrowed] ?? []
        if let entry = reader.entry(\.borrowed), file.relative == nil {
            diagnostics.error(
                "no service to borrow from",
                at: entry.key,
                hint: "name it in relative:"
            )
        }
        file.borrowed = borrowed.map { ($0.name, $0.value) }
        for document in reader[\.contradictions] ?? [] {
            for entry in document.value {
                file.contradictions[document.name, default: [:]][entry.name] = entry.value
            }
        }
        reader.finish()
        guard let service else { return nil }
        file.service = service
        return file
    }

    private func pattern(_ text: String, at node: YAMLNode) -> CallPattern? {
        let pattern = CallPattern(text)
        if pattern == nil {
            diagnostics.error(
                "expected a method, a space and a path, got \(Excerpt.quoted(text))",
                at: node,
                hint: "for example: PUT reservations/*"
            )
        }
        return pattern
    }

    private func reply(_ node: YAMLNode) -> JSONValue? {
        guard let reader = KeyReader(node, of: "a reply", ReplyKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        guard let status = reader[\.status] else { return nil }
        var reply: JSONObject = JSONObject()
        reply["status"] = .integer(status)
        reply["headers"] = reader[\.headers]?.json ?? [:]
        reply["json"] = reader[\.json]?.json
        return .object(reply)
    }

    private func defect(_ entry: NamedValue<YAMLNode>) -> DefectRule? {
        let subject = "defect \(Excerpt.quoted(entry.name))"
        guard let reader = KeyReader(entry.value, of: subject, DefectKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let summary = reader[\.summary]
        var rule = DefectRule(
            name: entry.name,
            summary: summary ?? "",
            breaks: reader[\.breaks] ?? []
        )
        rule.calls = (reader[\.on] ?? []).flatMap { name in
            if let known = calls[name] { return known }
            return pattern(name, at: reader.entry(\.on)?.value ?? entry.key).map { [$0] } ?? []
        }
        rule.when = conditions(reader[\.when])
        rule.answered = conditions(reader[\.answered])
        rule.look = edits(reader[\.look])
        rule.states =
            (reader[\.end] ?? []).map { ($0, false) } + (reader[\.begin] ?? []).map { ($0, true) }
        rule.before = reader[\.before].map { edits($0) }
        rule.request = edits(reader[\.request])
        rule.reply = reader[\.reply]
        if let reply = rule.reply, !replyNames.contains(reply),
            let node = reader.entry(\.reply)?.value
        {
            diagnostics.unknownName(reply, among: replyNames, at: node)
        }
        rule.after = reader[\.after].map { edits($0) }
        rule.response = edits(reader[\.response])
        rule.notification = edits(reader[\.notification])
        rule.model = edits(reader[\.model], isLiteral: true)
        if let entry = reader.entry(\.model), rule.isOfTheService {
            diagnostics.error(
                "a defect of the client cannot change the service",
                at: entry.key,
                hint: "combine model: only with summary and breaks, or split it into two defects"
            )
        }
        rule.forges = reader[\.forge]
        return summary == nil ? nil : rule
    }
}

// MARK: - Conditions and edits

extension DefectDecoder {
    private func conditions(_ node: YAMLNode?) -> [MessageCondition] {
        guard let node else { return [] }
        return (node.elements ?? [node]).flatMap { mapping in
            entries(mapping).compactMap { entry -> MessageCondition? in
                guard let place = place(entry.key),
                    let template = expectations.predicateOrValue(entry.value, .any)
                else { return nil }
                guard let predicate = template.constant else {
                    diagnostics.error("expected a predicate without templates", at: entry.value)
                    return nil
                }
                return MessageCondition(place, predicate)
            }
        }
    }

    private func edits(_ node: YAMLNode?, isLiteral: Bool = false) -> [MessageEdit] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap { edit($0, isLiteral: isLiteral) }
    }

    // `isLiteral`: "{{" has no meaning in its values.
    private func edit(_ node: YAMLNode, isLiteral: Bool) -> MessageEdit? {
        guard let reader = KeyReader(node, of: "an edit", MessageEditKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        var edit = MessageEdit()
        if let each = reader[\.each], let node = reader.entry(\.each)?.value {
            edit.parts = place(each, at: node)
        }
        edit.when = conditions(reader[\.when])
        edit.changes += entries(reader[\.set]).compactMap { entry in
            guard let place = place(entry.key) else { return nil }
            if isLiteral { return .put(place, entry.value.json) }
            guard isFilling(entry.value) else { return nil }
            if !place.isSingular {
                diagnostics.error(
                    "expected a single place to set",
                    at: entry.key,
                    hint: "use each:"
                )
            }
            return .set(place, entry.value.json)
        }
        edit.changes += entries(reader[\.replace]).compactMap { entry in
            guard let place = place(entry.key), isFilling(entry.value) else { return nil }
            return .replace(place, entry.value.json)
        }
        if let names = reader[\.remove], let node = reader.entry(\.remove)?.value {
            edit.changes += names.compactMap { place($0, at: node).map { .remove($0) } }
        }
        edit.changes += entries(reader[\.change]).compactMap { entry in
            guard let place = place(entry.key) else { return nil }
            let steps = entry.value.elements ?? [entry.value]
            return .transform(place, steps.compactMap(step))
        }
        return edit
    }

    private func entries(_ node: YAMLNode?) -> [YAMLNode.Entry] {
        guard let node else { return [] }
        guard let entries = node.entries else {
            diagnostics.mismatch("a mapping of places", at: node)
            return []
        }
        return entries
    }

    private func place(_ node: YAMLNode) -> JSONPath? { place(node.text ?? "", at: node) }

    private func place(_ text: String, at node: YAMLNode) -> JSONPath? {
        let place = JSONPath(place: text)
        if place == nil {
            diagnostics.error(
                "expected a place in a message, got \(Excerpt.quoted(text))",
                at: node,
                hint: "write a JSONPath without \"$.\": json.results[*].url"
            )
        }
        return place
    }

    /// Whether every `{{PLACE}}` in a value is a place; `false` after a report.
    private func isFilling(_ node: YAMLNode) -> Bool {
        let parts = node.elements ?? node.entries?.map(\.value)
        if let parts { return parts.allSatisfy(isFilling) }
        guard let text = node.stringValue, !MessageText(text).isWhole else { return true }
        diagnostics.error("expected places between \"{{\" and \"}}\"", at: node)
        return false
    }

    private func step(_ node: YAMLNode) -> ValueStep? {
        if let plain = ValueStep.plain[node.text ?? ""] { return plain }
        guard let entry = node.entries?.first else {
            return expectations.filters(node).first.map { .filter($0) }
        }
        switch (entry.key.text, entry.value.json) {
        case ("keep", let value) where value.intValue.map { $0 >= 0 } == true:
            return .keep(value.intValue ?? 0)
        case ("add", let value) where value.intValue != nil: return .add(value.intValue ?? 0)
        case ("later", let value) where value.intValue != nil: return .later(value.intValue ?? 0)
        case ("append", let value): return .append(value)
        default: return expectations.filters(node).first.map { .filter($0) }
        }
    }
}

extension DefectRule {
    /// Whether it says anything of requests and responses of the service.
    fileprivate var isOfTheService: Bool {
        !calls.isEmpty || !when.isEmpty || !answered.isEmpty || !look.isEmpty || !states.isEmpty
            || before != nil || !request.isEmpty || reply != nil || after != nil
            || !response.isEmpty || !notification.isEmpty || forges
    }
}
