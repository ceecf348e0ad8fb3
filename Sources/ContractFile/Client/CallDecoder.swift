import Contract
import JSON

/// Reads the `calls` table: the calls of a client library.
struct CallDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    func calls(_ entries: [NamedValue<YAMLNode>]?) -> [ClientCall] {
        (entries ?? []).compactMap { entry in
            context.checkIdentifier(entry, "a call")
            if ["errors", "client"].contains(entry.name) {
                diagnostics.error("\(Excerpt.quoted(entry.name)) cannot name a call", at: entry.key)
            }
            if let operation = context.index.operations[entry.name] {
                diagnostics.error(
                    "\(Excerpt.quoted(entry.name)) is an operation already (\(operation.location))",
                    at: entry.key,
                    hint: "calls and operations share their names"
                )
            }
            return call(entry)
        }
    }

    private func call(_ entry: NamedValue<YAMLNode>) -> ClientCall? {
        let subject = "call \(Excerpt.quoted(entry.name))"
        guard let reader = KeyReader(entry.value, of: subject, CallKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let arguments = arguments(reader[\.arguments])
        let names = arguments.map(\.name)
        let inner = context.inClient(arguments: names)
        let local = reader.entry(\.local)
        let decoded = ClientCall(
            context.facts(entry.name, entry.key, reader.part(\.facts)),
            arguments: arguments,
            bindings: TableDecoder(context: inner).bindings(reader[\.bindings]),
            requires: RequirementDecoder(context: inner).requirements(
                reader[\.requires],
                RequirementKeys.self
            ),
            performs: PerformDecoder(context: inner).performs(reader[\.performs]),
            updates: updates(reader[\.then], inner),
            returns: reader[\.returns].map(inner.expressions.value),
            promises: promises(entry.name, reader, names),
            local: reader[\.local]
        )
        if let local { checkLocal(decoded, at: local.key) }
        return decoded
    }

    /// What stays in the app sends nothing and breaks nothing.
    private func checkLocal(_ call: ClientCall, at node: YAMLNode) {
        let isEmpty =
            call.performs.isEmpty && call.requires.isEmpty && call.updates.isEmpty
            && call.returns == nil && call.promises.isEmpty
        guard !isEmpty else { return }
        diagnostics.error(
            "a call that is local is listed and never made",
            at: node,
            hint: "remove requires, performs, then, returns, promises and errors"
        )
    }

    private func arguments(_ entries: [NamedValue<YAMLNode>]?) -> [ClientArgument] {
        (entries ?? []).compactMap { entry in
            context.reserve(entry.name, at: entry.key)
            let state = context.contract.client?.state ?? []
            let computed = context.contract.client?.bindings ?? []
            if (state + computed).contains(where: { $0.name == entry.name }) {
                diagnostics.error(
                    "\(Excerpt.quoted(entry.name)) is a name of the client already",
                    at: entry.key
                )
            }
            return context.schemas.schema(entry.value, diagnostics).map {
                ClientArgument(name: entry.name, schema: $0, location: entry.key.location)
            }
        }
    }

    /// `then`: names of the client's state, with what they become.
    private func updates(
        _ entries: [NamedValue<YAMLNode>]?,
        _ inner: DecodingContext
    ) -> [Binding] {
        let known = context.contract.client?.state.map(\.name) ?? []
        return (entries ?? []).map { entry in
            if !known.contains(entry.name) {
                context.reportUnknown(
                    "state of the client",
                    entry.name,
                    among: known,
                    at: entry.key
                )
            }
            return Binding(
                name: entry.name,
                value: inner.expressions.value(entry.value),
                location: entry.key.location
            )
        }
    }
}

// MARK: - Promises

extension CallDecoder {
    private func promises(
        _ call: String,
        _ reader: KeyReader<CallKeys>,
        _ arguments: [String]
    ) -> [Promise] {
        let inner = context.inClient(arguments: arguments, isAfterCall: true)
        let decoder = OperationDecoder(context: inner)
        let named = decoder.promises(call, reader[\.promises])
        let errors = reader[\.errors] ?? []
        let list = ListedPromises(context: inner, owner: call)
        return named
            + list.promises(errors, besides: named) { id in
                context.index.clientErrors[id].map { ($0.facts, $0.summary) }
            }
    }
}

/// Reads `performs`: the requests that a call sends.
struct PerformDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    func performs(_ nodes: [YAMLNode]?) -> [ClientRequest] {
        (nodes ?? []).compactMap(request)
    }

    private func request(_ node: YAMLNode) -> ClientRequest? {
        guard
            let reader = KeyReader(
                node,
                of: "a request of a call",
                ClientRequestKeys.self,
                diagnostics
            )
        else {
            return nil
        }
        defer { reader.finish() }
        let steps = StepDecoder(context: context, role: .hook)
        let base = StepBase(reader.exactlyOne(\.opening), at: node, context, nil)
        let conditions = reader[\.when].map { $0.elements ?? [$0] } ?? []
        return ClientRequest(
            label: reader[\.name] ?? base.label,
            location: node.location,
            conditions: conditions.compactMap { expectations.assertion($0) },
            request: StepRequest(
                operation: base.operation,
                template: steps.request(reader.part(\.changes), base)
            ),
            captures: steps.captures(reader[\.captures])
        )
    }
}
