import JSON

extension ContractDraft {
    /// The contract as a file.
    var text: String {
        var items: [YAMLTree.Item] = []
        items += heading
        items.append(.entry("contract", .text("1")))
        items.append(
            .entry(
                "info",
                .entries(("title", .text(title)), ("version", version.map(YAMLTree.text)))
            )
        )
        items += section("docs", [.entry(document.key, documentTree)])
        items += section("targets", targetItems)
        if keepsCookies { items += [.gap, .entry("cookies", .text("keep"))] }
        items += section(
            "namespaces",
            namespaces.sorted { $0.key < $1.key }.map { .entry($0.key, .text($0.value)) }
        )
        items += section("variables", variables.map(item))
        items += section("securitySchemes", schemes.flatMap(Self.items))
        items += failureItems
        items += section("schemas", schemas.members.map { .entry($0.name, .value($0.value)) })
        items += section("states", states.map(Self.item))
        items += section("operations", operationItems)
        items += errorItems
        items += section("cases", caseItems)
        return YAMLWriter.text(of: items)
    }

    private var heading: [YAMLTree.Item] {
        let target =
            targets.lazy.compactMap(\.documented).first { !LiteralText.isTemplate($0) }
            ?? "http://127.0.0.1:8080"
        return [
            .comment(["Made from \(document.file); what has to be completed is marked FILL IN."]),
            .sample([
                "  assay lint FILE                     check this file",
                "  assay verify FILE --target URL      replay it, for example against",
                "                                      \(target)",
            ]),
            .comment(remarks), .comment(lossRemarks),
        ]
    }

    private var lossRemarks: [String] {
        let losses = losses.filter { !$0.isNoted }
        guard !losses.isEmpty else { return [] }
        return ["Not carried over:"]
            + losses.map { "- \(LiteralText.apart($0.place)): \(LiteralText.apart($0.reason))." }
    }

    /// A table with an empty line before it; empty without entries.
    private func section(
        _ name: String,
        _ items: [YAMLTree.Item],
        comment: [String] = []
    ) -> [YAMLTree.Item] {
        let hasEntries = items.contains { if case .entry = $0 { true } else { false } }
        let above: [YAMLTree.Item] = comment.isEmpty ? [.gap] : [.gap, .comment(comment)]
        // Without an entry the key would have no value; its comments are still useful.
        guard hasEntries else { return items.isEmpty ? [] : above + items }
        return above + [.entry(name, .mapping(items, isTable: true))]
    }

    private var documentTree: YAMLTree {
        .entries(("title", .text(document.title)), ("file", .text(document.file)))
    }

    private var targetItems: [YAMLTree.Item] {
        targets.map { target in
            .entry(
                target.name,
                .entries(
                    ("documented", target.documented.map(YAMLTree.text)),
                    ("basePath", target.basePath.map(YAMLTree.text))
                )
            )
        }
    }

    private func item(_ variable: Variable) -> YAMLTree.Item {
        let environment = DraftName.unset(variable.environment, by: document.key)
        return .entry(
            variable.name,
            .entries(
                ("env", .text(environment)),
                ("type", variable.isNumber ? .text("number") : nil),
                ("secret", variable.isSecret ? .value(true) : nil),
                ("default", variable.defaultValue.map(YAMLTree.value))
            )
        )
    }

    private static func item(_ state: (name: String, parameters: [String])) -> YAMLTree.Item {
        let names = state.parameters.map(JSONValue.string)
        return .entry(state.name, .value(names.isEmpty ? [:] : ["parameters": .array(names)]))
    }

    private static func items(_ scheme: Scheme) -> [YAMLTree.Item] {
        var items: [YAMLTree.Item] = []
        if !scheme.comment.isEmpty { items.append(.comment(scheme.comment)) }
        if !scheme.sample.isEmpty { items.append(.sample(scheme.sample)) }
        return items + (scheme.content.map { [.entry(scheme.name, .value($0))] } ?? [])
    }
}

// MARK: - Errors

extension ContractDraft {
    private var failureItems: [YAMLTree.Item] {
        let tree = YAMLTree.mapping(
            [("when", failureCondition), ("code", failureCode), ("message", failureMessage)]
                .compactMap { name, value in value.map { .entry(name, .value($0)) } }
                + (failureSchema.map { [.entry("schema", .value($0))] } ?? []),
            isTable: true
        )
        guard failureCode == nil else { return [.gap, .entry("failure", tree)] }
        return [
            .gap,
            .comment([
                "How failures are recognised. FILL IN the place of the error's code and message in "
                    + "a response, for example:"
            ]),
            .sample(["  code: { jsonpath: \"$.code\" }", "  message: { jsonpath: \"$.message\" }"]),
            .entry("failure", tree),
        ]
    }

    /// The rows of the catalogue alone; empty without any.
    var errorText: String {
        guard !errors.isEmpty else { return "" }
        let rows = errors.sorted(by: Self.precedes).map(Self.item)
        return YAMLWriter.text(of: [.entry("errors", .mapping(rows, isTable: true))])
    }

    private var errorItems: [YAMLTree.Item] {
        guard !errors.isEmpty else {
            return [
                .gap,
                .comment([
                    "FILL IN the errors that the documents promise, and name them in the "
                        + "`promises` or `errors` of the operations:"
                ]),
                .sample([
                    "errors:",
                    "  TEXT_REQUIRED: { status: 422, message: \"{0} is required.\", "
                        + "doc: \"\(document.key)#…\" }",
                ]),
            ]
        }
        let rows = errors.sorted(by: Self.precedes).map(Self.item)
        guard errors.contains(where: { $0.code == .open }) else { return section("errors", rows) }
        let comment = [
            "FILL IN for each row the code and the message of the response (remove `code: none`), "
                + "with {0}, {1} for the parts that vary; a row is named like its code, so that "
                + "`code` can be left out. Where one status has several codes, make a row of each."
        ]
        return section("errors", rows, comment: comment)
    }

    /// By status; ranges and `default` come last.
    private static func precedes(_ left: ErrorRow, _ right: ErrorRow) -> Bool {
        switch (left.statuses.first, right.statuses.first) {
        case (let a?, let b?): a < b || a == b && left.id < right.id
        case (nil, nil): left.id < right.id
        case (_, let other): other == nil
        }
    }

    private static func item(_ row: ErrorRow) -> YAMLTree.Item {
        .entry(
            row.id,
            .entries(
                ("status", row.statuses.isEmpty ? nil : .value(statuses(row.statuses))),
                ("code", code(row.code)),
                ("message", row.message.map(YAMLTree.text)),
                ("basis", row.isInferred ? .text("inferred") : nil),
                ("summary", row.summary.map(YAMLTree.text)),
                ("doc", row.doc.map(YAMLTree.text))
            )
        )
    }
}

extension ContractDraft {
    private static func statuses(_ statuses: [Int]) -> JSONValue {
        statuses.count == 1 ? .integer(statuses[0]) : .array(statuses.map(JSONValue.integer))
    }

    private static func code(_ code: ErrorRow.Code) -> YAMLTree? {
        switch code {
        case .open, .none: .text("none")
        case .named: nil
        case .text(let text): .text(text)
        }
    }
}

// MARK: - Operations and cases

extension ContractDraft {
    private var operationItems: [YAMLTree.Item] {
        operations.enumerated().flatMap { position, operation -> [YAMLTree.Item] in
            let gap: [YAMLTree.Item] = position == 0 ? [] : [.gap]
            let comment: [YAMLTree.Item] =
                operation.comment.isEmpty ? [] : [.comment(operation.comment)]
            return gap + comment + [.entry(operation.id, .mapping(operation.items, isTable: true))]
        }
    }

    /// Those of the journeys, and one for each operation that none of them calls.
    var allCases: [Case] {
        let called = Set(cases.flatMap(\.steps).map(\.call))
        var names = UniqueNames()
        let journeys = cases.map { journey in
            var journey = journey
            journey.name = names.unique(journey.name, separator: "-")
            return journey
        }
        let rest = operations.filter { !called.contains($0.id) }.map { operation in
            var step = Step(call: operation.id)
            step.covers = operation.covers.map { ["\(operation.id)/\($0)"] } ?? []
            if operation.request.isMadeUp { step.expected["declared"] = "any" }
            return Case(
                name: names.unique(operation.id),
                tags: operation.tags,
                steps: [step],
                waived: operation.request.fault
            )
        }
        return journeys + rest
    }

    private var caseItems: [YAMLTree.Item] {
        allCases.flatMap { whole -> [YAMLTree.Item] in
            (whole.comment.isEmpty ? [] : [.comment(whole.comment)]) + [whole.item]
        }
    }
}

extension ContractDraft.Operation {
    fileprivate var items: [YAMLTree.Item] {
        var items: [YAMLTree.Item] = []
        if let summary { items.append(.entry("summary", .text(summary))) }
        if let doc { items.append(.entry("doc", .text(doc))) }
        if let target { items.append(.entry("target", .text(target))) }
        if !request.comment.isEmpty { items.append(.comment(request.comment)) }
        items.append(.entry("request", .mapping(request.items)))
        if !accepts.isEmpty || !mediaTypes.isEmpty {
            var sections = accepts.map { YAMLTree.Item.entry($0.section, .value($0.schema)) }
            if !mediaTypes.isEmpty {
                let types = mediaTypes.map { JSONValue.string($0) }
                sections.append(.entry("mediaTypes", .value(.array(types))))
            }
            items.append(.entry("accepts", .mapping(sections, isTable: true)))
        }
        items.append(.entry("responses", .mapping(responses.flatMap(\.items), isTable: true)))
        if !promises.isEmpty {
            items.append(.entry("promises", .mapping(promises.map(\.item), isTable: true)))
        }
        return items
    }
}

extension ContractDraft.Request {
    fileprivate var items: [YAMLTree.Item] {
        var items: [YAMLTree.Item] = [
            .entry("method", .text(method)), .entry("path", .text(path)),
        ]
        if !params.isEmpty { items.append(.entry("params", .value(.object(params)))) }
        if let security { items.append(.entry("security", .text(security))) }
        if let redirects { items.append(.entry("redirects", .value(redirects))) }
        if !headers.isEmpty { items.append(.entry("headers", .value(.object(headers)))) }
        if let query { items.append(.entry("query", .value(query))) }
        if let body { items.append(.entry(body.section, .value(body.value))) }
        return items
    }
}

extension ContractDraft.Response {
    fileprivate var items: [YAMLTree.Item] {
        let content = YAMLTree.entries(
            ("events", events.map(YAMLTree.value)),
            ("schema", schema.showing(examples).map(YAMLTree.value)),
            ("asserts", asserts.isEmpty ? nil : .value(.array(asserts)))
        )
        let lines: [YAMLTree.Item] = comment.isEmpty ? [] : [.comment(comment)]
        return lines + [.entry(status, content)]
    }
}

extension ContractDraft.Promise {
    fileprivate var item: YAMLTree.Item {
        .entry(
            name,
            .entries(
                ("summary", summary.map(YAMLTree.text)),
                ("error", .text(error)),
                ("doc", doc.map(YAMLTree.text)),
                ("expect", expectation.map(YAMLTree.value))
            )
        )
    }

    private var expectation: JSONValue? {
        var object = JSONObject()
        object["schema"] = schema.showing(examples)
        if !asserts.isEmpty { object["asserts"] = .array(asserts) }
        return object.isEmpty ? nil : .object(object)
    }
}

extension JSONValue? {
    /// A schema with examples: the stub sends the first, and they are not used for checks.
    fileprivate func showing(_ examples: [JSONValue]) -> JSONValue? {
        guard !examples.isEmpty else { return self }
        guard var schema = self?.objectValue else { return self ?? ["examples": .array(examples)] }
        let own = (schema["examples"]?.arrayValue ?? []).filter { !examples.contains($0) }
        schema["examples"] = .array(examples + own)
        return .object(schema)
    }
}
