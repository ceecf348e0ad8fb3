import Contract
import JSON

/// Reads the `cases` table: expands rows and `*/CODE`, then reads each case that results.
struct CaseDecoder {
    let context: DecodingContext
    /// Names that are defined for every case: variables and the contract's own `let`.
    let names: Set<String>

    private var diagnostics: Diagnostics { context.diagnostics }

    func cases(_ entries: [NamedValue<YAMLNode>]?) -> [Case] {
        let decoded = (entries ?? []).flatMap { entry in
            context.checkIdentifier(entry, "a case")
            return cases(entry)
        }
        let needs = CaseNeeds(decoded, context)
        return needs.cases.map { checked($0, names.union(needs.captures(knownTo: $0))) }
    }

    /// The case with the listeners it mentions, after its names were looked up.
    private func checked(_ decoded: Decoded, _ names: Set<String>) -> Case {
        var result = decoded.contractCase
        let checker = NameChecker(context: context, listeners: decoded.listeners.keys.sorted())
        checker.check(result, names)
        result.listeners = checker.mentioned(by: result).compactMap { decoded.listeners[$0] }
        checker.check(result.listeners, of: result, names)
        return result
    }

    /// A case, and the listeners that it may mention.
    struct Decoded {
        var contractCase: Case
        let listeners: [String: Listener]
    }

    private func cases(_ entry: NamedValue<YAMLNode>) -> [Decoded] {
        let rows = RowDecoder(context: context).rows(entry.value["rows"], of: entry.value)
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
    ) -> Decoded? {
        let subject = "case \(Excerpt.quoted(entry.name))"
        guard let reader = KeyReader(node, of: subject, CaseKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        // They were put in already, but a key that is nearly theirs gets the hint.
        _ = reader.entry(\.rows)
        _ = context.doc(reader[\.doc])
        let listeners = self.listeners(reader[\.listeners])
        let decoded = contractCase(expansion, entry, reader, Array(listeners.keys))
        return Decoded(contractCase: decoded, listeners: listeners)
    }

    private func contractCase(
        _ expansion: CaseExpansion,
        _ entry: NamedValue<YAMLNode>,
        _ reader: KeyReader<CaseKeys>,
        _ listeners: [String]
    ) -> Case {
        let clients = clients(reader[\.clients], entry.key)
        let hooks = StepDecoder(
            context: context,
            role: .hook,
            operationRow: expansion.operationRow,
            listeners: listeners,
            clients: clients
        )
        var steps = hooks
        steps.role = .step
        steps.basis = reader[\.basis]
        let covers = steps.promises(reader[\.covers])
        let given = StateDecoder(context: context, listeners: listeners).states(reader[\.given])
        let statesBasis = given.compactMap { context.contract.states[$0.name]?.basis }.max()
        let tried = steps.steps(stepList(reader), covers: covers).map { step in
            var step = step
            step.statesBasis = statesBasis ?? .documented
            return step
        }
        var decoded = Case(
            name: expansion.name(of: entry.name),
            location: entry.key.location,
            summary: reader[\.summary],
            tags: tags(reader[\.tags] ?? [], tried),
            given: given,
            clients: clients,
            bindings: TableDecoder(context: context).bindings(reader[\.bindings]),
            setup: hooks.steps(reader[\.setup]),
            steps: tried,
            teardown: hooks.steps(reader[\.teardown]),
            waiver: context.waiver(reader[\.waived])
        )
        decoded.keepsCookies = (reader[\.cookies] ?? context.contract.cookies) == .keep
        decoded.needs = needs(reader[\.needs])
        checkSides(of: decoded)
        return decoded
    }

    /// A request brings about promises of the server, and shows what a call of the client did that was
    /// made before it.
    private func checkSides(of contractCase: Case) {
        var made: Set<String> = []
        for step in contractCase.setup + contractCase.steps {
            if let call = step.call { made.insert(call.id) }
            guard step.request != nil else { continue }
            for id in step.covers where !context.index.hasServerPromise(id) {
                let call = String(id.prefix { $0 != "/" })
                guard !made.contains(call) else { continue }
                diagnostics.report(
                    Diagnostic(
                        "\(Excerpt.quoted(id)) is a promise of the client, and no step before this "
                            + "one makes a call of \(Excerpt.quoted(call))",
                        at: step.location
                    )
                )
            }
        }
    }

    /// The case's own, then those of the operations that its steps call, each once.
    private func tags(_ own: [String], _ steps: [Step]) -> [String] {
        let called = steps.flatMap { step in
            [step.operation] + (step.call?.performs ?? []).map(\.request.operation)
        }
        let further = called.compactMap(\.self).flatMap { context.index.operations[$0]?.tags ?? [] }
        var seen: Set<String> = []
        return (own + further).filter { seen.insert($0).inserted }
    }

    private func stepList(_ reader: KeyReader<CaseKeys>) -> YAMLNode? {
        let list = reader[\.steps]
        if let list, list.elements?.isEmpty ?? false {
            diagnostics.error("a case has at least one step", at: list)
        }
        return list
    }

    /// `needs`: one name of a case, or several.
    private func needs(_ node: YAMLNode?) -> [CaseNeed] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap { element in
            element.decoded(as: .filled("the name of a case"), diagnostics).map {
                CaseNeed(name: $0, cases: [], location: element.location)
            }
        }
    }

    /// Those of the contract, and those that the case has in their place or beside them.
    private func listeners(_ entries: [NamedValue<YAMLNode>]?) -> [String: Listener] {
        let own = ListenerDecoder(context: context).listeners(entries)
        return context.contract.listeners.merging(own) { $1 }
    }

    /// `clients: { app: { userID: u1 } }`; one that starts as the contract says where there are none.
    private func clients(
        _ entries: [NamedValue<YAMLNode>]?,
        _ place: YAMLNode
    ) -> [ClientUse] {
        let known = context.contract.client?.state.map(\.name) ?? []
        let decoder = ClientDecoder(context: context)
        let uses = (entries ?? []).map { entry in
            for member in entry.value.entries ?? [] {
                let name = member.key.text ?? ""
                guard !name.utf8.starts(with: "x-".utf8), !known.contains(name) else { continue }
                context.reportUnknown("state of the client", name, among: known, at: member.key)
            }
            return ClientUse(
                name: entry.name,
                state: decoder.values(entry.value.decoded(as: .bindings, diagnostics)),
                location: entry.key.location
            )
        }
        let standard = ClientUse(
            name: ClientUse.standardName,
            state: [],
            location: place.location
        )
        return uses.isEmpty && !context.contract.calls.isEmpty ? [standard] : uses
    }
}
