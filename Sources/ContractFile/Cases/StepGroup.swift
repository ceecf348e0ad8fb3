import Contract
import JSON

/// Steps under a name, with places for values that each use of them gives.
struct StepGroup {
    let name: String
    /// Names that stand in `{{…}}` in the steps.
    let parameters: [String]
    /// As the file writes them.
    let steps: [YAMLNode]
}

/// Reads the `groups` table and puts groups in the places of steps that name them.
struct StepGroupDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func groups(_ entries: [NamedValue<YAMLNode>]?) -> [StepGroup] {
        (entries ?? []).compactMap { entry in
            context.checkIdentifier(entry, "a group")
            let subject = "group \(Excerpt.quoted(entry.name))"
            guard let reader = KeyReader(entry.value, of: subject, StepGroupKeys.self, diagnostics)
            else {
                return nil
            }
            defer { reader.finish() }
            _ = reader[\.summary]
            let parameters = reader[\.parameters]
            for element in parameters?.elements ?? [] where element.text != nil {
                context.reserve(element.text ?? "", at: element)
            }
            return StepGroup(
                name: entry.name,
                parameters: parameters?.decoded(as: .list(of: .string), diagnostics) ?? [],
                steps: steps(reader[\.steps])
            )
        }
    }

    private func steps(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of steps", at: node)
            return []
        }
        if elements.isEmpty { diagnostics.error("a group has at least one step", at: node) }
        return elements.compactMap { $0.decoded(as: .mapping, diagnostics) }
    }
}

// MARK: - Using a group

extension StepGroupDecoder {
    /// The steps that stand for a step: itself, or those of the group that it names.
    ///
    /// - Parameters:
    ///   - step: A step of a list.
    ///   - open: The groups it stands in, to find circles.
    /// - Returns: Steps that name no group.
    func expanded(_ step: YAMLNode, in open: [String] = []) -> [YAMLNode] {
        guard let place = step["group"] else { return [step] }
        guard
            let reader = KeyReader(step, of: "the use of a group", GroupStepKeys.self, diagnostics)
        else {
            return []
        }
        defer { reader.finish() }
        let values = values(reader[\.with])
        guard let name = reader[\.group] else { return [] }
        guard let group = context.groups[name] else {
            context.reportUnknown("group", name, among: context.groups.keys.sorted(), at: place)
            return []
        }
        guard !open.contains(name) else {
            let circle = (open.drop { $0 != name } + [name]).joined(separator: " uses ")
            diagnostics.error("cyclic groups: \(circle)", at: place)
            return []
        }
        check(values, of: group, step)
        let substitution = RowSubstitution(values: values)
        return group.steps.compactMap { substitution.applied(to: $0, diagnostics) }
            .flatMap { expanded($0, in: open + [name]) }
    }

    private func values(_ entries: [NamedValue<YAMLNode>]?) -> [String: YAMLNode] {
        let entries = entries ?? []
        for entry in entries { checkValue(entry.value) }
        return Dictionary(entries.map { ($0.name, $0.value) }) { $1 }
    }

    /// Every parameter needs a value, and every value a parameter.
    private func check(_ values: [String: YAMLNode], of group: StepGroup, _ step: YAMLNode) {
        for parameter in group.parameters where values[parameter] == nil {
            diagnostics.error(
                "group \(Excerpt.quoted(group.name)) needs a value for "
                    + Excerpt.quoted(parameter),
                at: step,
                hint: "write with: { \(parameter): … }"
            )
        }
        for entry in step["with"]?.entries ?? [] {
            guard let name = entry.key.text, !group.parameters.contains(name) else { continue }
            context.reportUnknown(
                "parameter of group \(group.name)",
                name,
                among: group.parameters,
                at: entry.key
            )
        }
    }

    /// A value is put in at each place: one that is drawn would be another in each.
    private func checkValue(_ node: YAMLNode) {
        for element in node.elements ?? [] { checkValue(element) }
        for entry in node.entries ?? [] { checkValue(entry.value) }
        guard let text = node.text, let template = try? Template(parsing: text) else { return }
        let isDrawn = template.parts.contains { part in
            if case .function = part { true } else { false }
        }
        guard isDrawn else { return }
        diagnostics.error(
            "\(Excerpt.quoted(text)) would be a different value at each place",
            at: node,
            hint: "bind it under \"let\" and pass its name"
        )
    }
}
