import Contract
import JSON

/// Reads the `cases` table: expands rows and `*/CODE`, then reads each case that results.
struct CaseDecoder {
    let context: LoadingContext
    /// Names that are defined for every case: variables and the contract's own `let`.
    let names: Set<String>

    private var diagnostics: Diagnostics { context.diagnostics }

    func cases(_ node: YAMLNode?) -> [Case] {
        (node?.decoded(as: .entries(of: .mapping), diagnostics) ?? []).flatMap { entry in
            context.checkIdentifier(entry, "a case")
            return cases(entry)
        }
    }

    private func cases(_ entry: NamedValue<YAMLNode>) -> [Case] {
        let rows = RowDecoder(context: context).rows(entry.value["rows"])
        let body = CaseExpansion.prepared(entry.value)
        return CaseExpansion.all(of: entry.value, rows, context).compactMap { expansion in
            guard let body = expansion.substitution.applied(to: body, diagnostics) else {
                return nil
            }
            return decode(expansion, entry, body)
        }
    }

    private func decode(
        _ expansion: CaseExpansion,
        _ entry: NamedValue<YAMLNode>,
        _ node: YAMLNode
    ) -> Case? {
        let subject = "case \(Excerpt.quoted(entry.name))"
        guard let reader = MappingReader(node, of: subject, diagnostics) else { return nil }
        defer { reader.finish() }
        reader.unsupported("clients", "listeners")
        // They were put in already, but a key that is nearly theirs gets the hint.
        _ = reader.present(of: ["rows"])
        _ = context.doc(reader.optional("doc"))
        let row = expansion.operationRow
        let steps = StepDecoder(
            context: context,
            role: .step,
            operationRow: row,
            basis: reader.optional("basis", as: .choice)
        )
        let hooks = StepDecoder(context: context, role: .hook, operationRow: row)
        let provokes = steps.promises(reader.optional("provokes"))
        let list = reader.required("steps")
        if let list, list.elements?.isEmpty ?? false {
            diagnostics.error("a case has at least one step", at: list)
        }
        let decoded = Case(
            name: expansion.name(of: entry.name),
            location: entry.key.location,
            summary: reader.optional("summary", as: .string),
            tags: reader.optional("tags", as: .oneOrMany(of: .string), default: []),
            given: StateDecoder(context: context).states(reader.optional("given")),
            bindings: TableDecoder(context: context).bindings(reader.optional("let")),
            setup: hooks.steps(reader.optional("setup")),
            steps: steps.steps(list, provokes: provokes),
            teardown: hooks.steps(reader.optional("teardown")),
            waiver: context.waiver(reader.optional("waived"))
        )
        NameChecker(context: context).check(decoded, names)
        return decoded
    }
}
