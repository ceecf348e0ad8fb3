import Base
import Contract
import JSON

/// Reads the steps of a case, of a file's set-up or of its teardown.
struct StepDecoder {
    /// What a step is there for.
    enum Role {
        /// To bring promises about.
        case step
        /// To prepare or to clean up.
        case hook
    }

    let context: DecodingContext
    var role: Role
    /// The row of operations that have rows, when a call does not name one.
    var operationRow: String?
    /// How sure the case is of what it expects beyond its promises.
    var basis: Basis?
    /// The names of the listeners that run with the steps; `nil` outside cases, where none does.
    var listeners: [String]?
    /// The clients that calls are made with; `nil` outside a case.
    var clients: [ClientUse]?

    var diagnostics: Diagnostics { context.diagnostics }
    var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }
    var requests: RequestDecoder { RequestDecoder(context: context) }

    /// A list of steps; the last one brings about the promises of the case.
    func steps(_ node: YAMLNode?, covers: [String] = []) -> [Step] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of steps", at: node)
            return []
        }
        let groups = StepGroupDecoder(context: context)
        let expanded = elements.flatMap { groups.expanded($0) }
        var started = StartedSteps()
        var steps: [Step] = []
        for (position, element) in expanded.enumerated() {
            let isLast = position == expanded.count - 1
            if let step = step(element, covers: isLast ? covers : [], &started) {
                steps.append(step)
            }
        }
        started.reportForgotten(diagnostics)
        return steps
    }

    /// `covers`: one identifier or a list; all of them must be promises of the contract.
    func promises(_ node: YAMLNode?) -> [String] {
        guard let node else { return [] }
        return (node.elements ?? [node]).compactMap { element in
            guard let id = element.text, !element.isNull else {
                let contract = context.contract
                let id = contract.operations.first?.id ?? contract.calls.first?.id ?? "OPERATION"
                diagnostics.mismatch("a promise such as \(id)/NAME", at: element)
                return nil
            }
            if context.index.hasPromise(id) { return id }
            report(id, at: element)
            return nil
        }
    }

    private func report(_ id: String, at node: YAMLNode) {
        if id.hasPrefix(CaseExpansion.everyOperation) {
            diagnostics.error(
                "\(Excerpt.quoted(id)) is allowed only as the single \"covers\" of a case",
                at: node
            )
            return
        }
        let index = context.index
        let known =
            Array(index.promises.keys) + Array(index.operations.keys)
            + index.errors.keys.map { ContractIndex.cataloguePrefix + $0 }
            + Array(index.callPromises.keys) + Array(index.calls.keys)
            + index.clientErrors.keys.map { ContractIndex.clientPrefix + $0 }
        // What cannot name an error has been reported where it does.
        if index.errors[id] != nil, id.contains(where: \.isWhitespace) { return }
        // The message of an error stands for its row.
        let saying = index.errors.values.filter { row in
            [row.message, row.summary].contains { $0?.lowercased() == id.lowercased() }
        }
        if saying.count == 1, let row = saying.first, context.isComplete {
            diagnostics.error(
                "unknown promise \(Excerpt.quoted(id))",
                at: node,
                hint: "write \(ContractIndex.cataloguePrefix)\(row.id), the error with this text"
            )
            return
        }
        context.reportUnknown("promise", id, among: known.sorted(), at: node)
    }
}

// MARK: - One step

extension StepDecoder {
    private func step(
        _ node: YAMLNode,
        covers: [String],
        _ started: inout StartedSteps
    ) -> Step? {
        guard let reader = KeyReader(node, of: "a step", StepKeys.self, diagnostics) else {
            return nil
        }
        let polling =
            "to repeat a step until its response is as expected, write eventually: { "
            + "within: 10s }"
        reader.explain(["retry", "retries", "poll", "until"], polling)
        let capturing =
            "to capture a value of the response, write captures: { id: { jsonpath: $.id } }"
        reader.explain(["capture", "save", "extract"], capturing)
        defer { reader.finish() }
        if node["received"] != nil {
            return reception(reader.with(ReceivedStepKeys.keys), covers: covers)
        }
        let (label, action) = opening(reader, &started)
        var step = step(reader, label, action, covers)
        step.statesSuccess = statesSuccess(step)
        checkSides(of: step)
        started.add(step, diagnostics)
        return step
    }

    /// What the step does, by the one key that says so.
    private func opening(
        _ reader: KeyReader<StepKeys>,
        _ started: inout StartedSteps
    ) -> (label: String, action: Step.Action) {
        let entry = reader.exactlyOne(\.opening)
        let calls = CallStepDecoder(context: context, clients: clients)
        if let entry, entry.key.text == "join" {
            refuseRequestKeys(reader)
            calls.refuseCallKeys(reader)
            return ("join \(entry.value.text ?? "")", started.join(entry.value, context))
        }
        if let entry, let call = calls.call(named: entry) {
            refuseRequestKeys(reader)
            return (call.id, .call(calls.step(call, reader)))
        }
        calls.refuseCallKeys(reader)
        let base = StepBase(entry, at: reader.node, context, operationRow)
        let sent = StepRequest(
            operation: base.operation,
            template: request(reader.part(\.changes), base),
            tamper: requests.tamper(reader.value(\.changes.list, "tamper"))
        )
        return (base.label, .request(sent))
    }

    /// Whether a step asks for one status, which its operation declares and which no convention
    /// of HTTP takes for a failure.
    private func statesSuccess(_ step: Step) -> Bool {
        guard case .ready(.equals(let value)) = step.expectation?.status?.predicate,
            let status = value.intValue, status < 400,
            let operation = step.operation.flatMap({ context.index.operations[$0] })
        else { return false }
        return operation.response(for: status) != nil
    }

    /// Keys that change a request, where the step sends none of its own.
    private func refuseRequestKeys(_ reader: KeyReader<StepKeys>) {
        for entry in reader.present(\.changes.list) {
            diagnostics.error(
                "\(Excerpt.quoted(entry.key.text ?? "")) changes the request of an operation",
                at: entry.key,
                hint: "\"performs\" of the call defines the requests that it sends"
            )
        }
    }

    private func step(
        _ reader: KeyReader<StepKeys>,
        _ label: String,
        _ action: Step.Action,
        _ covers: [String]
    ) -> Step {
        let covered = ownPromises(reader.entry(\.covers), and: covers)
        let decoder = inCall(action.call?.call)
        let background = background(reader)
        return Step(
            label: reader[\.name] ?? label,
            location: reader.node.location,
            action: action,
            bindings: TableDecoder(context: context).bindings(reader[\.bindings]),
            covers: covered,
            expectation: decoder.expectation(reader[\.expect]),
            captures: decoder.captures(reader[\.captures]),
            polling: decoder.polling(reader[\.eventually]),
            repetitions: reader[\.repetitions],
            delay: reader[\.delay],
            timeout: reader[\.timeout],
            fault: FaultDecoder(diagnostics).fault(
                reader[\.fault],
                of: action,
                covering: covered
            ),
            background: background
        )
    }

    func expectation(_ node: YAMLNode?) -> ExpectationTemplate? {
        node.map { expectations.expectation($0, basis: basis ?? .documented) }
    }

    /// The promises that the step names, and those that its case gives it.
    func ownPromises(_ entry: YAMLNode.Entry?, and more: [String]) -> [String] {
        let own = ownPromises(entry)
        return own + more.filter { !own.contains($0) }
    }

    /// Reads what is expected of a call that has ended; the same decoder for other steps.
    private func inCall(_ call: ClientCall?) -> StepDecoder {
        guard let call else { return self }
        let arguments = call.arguments.map(\.name)
        return StepDecoder(
            context: context.inClient(arguments: arguments, isAfterCall: true),
            role: role,
            basis: basis
        )
    }

    /// The name under which the step goes on while later ones run; it is checked where a step
    /// joins it.
    private func background(_ reader: KeyReader<StepKeys>) -> String? {
        guard reader.entry(\.background) != nil else { return nil }
        let later = ["covers", "expect", "captures", "eventually", "repeat", "join"]
        for name in later {
            guard let misplaced = reader.node.entry(name) else { continue }
            diagnostics.error(
                "\(Excerpt.quoted(name)) cannot be combined with \"background\"",
                at: misplaced.key,
                hint: "the step that joins a background step checks it"
            )
        }
        return reader[\.background]
    }

    /// A call brings about promises of the client, and none of the server.
    private func checkSides(of step: Step) {
        guard step.call != nil else { return }
        for id in step.covers where !context.index.hasClientPromise(id) {
            let reason = "is a promise of the server, and this step makes a call of the client"
            diagnostics.report(
                Diagnostic("\(Excerpt.quoted(id)) \(reason)", at: step.location)
            )
        }
    }

    private func ownPromises(_ entry: YAMLNode.Entry?) -> [String] {
        guard let entry else { return [] }
        if role == .hook {
            diagnostics.error(
                "setup and teardown cannot cover promises; only \"steps\" are checked",
                at: entry.key
            )
            return []
        }
        return promises(entry.value)
    }

    /// Reads `captures: { id: { jsonpath: "$.objectId" } }`.
    func captures(_ entries: [NamedValue<YAMLNode>]?) -> [Capture] {
        (entries ?? []).compactMap { entry in
            context.reserve(entry.name, at: entry.key)
            if let text = entry.value.text, !entry.value.isNull {
                let query =
                    text.hasPrefix("$") ? "jsonpath: \(YAMLQuotes.quoted(text))" : "header: \(text)"
                let hint = "write \(entry.name): { \(query) }"
                diagnostics.mismatch("a query", at: entry.value, hint: hint)
                return nil
            }
            guard
                let reader = KeyReader(entry.value, of: "a capture", CaptureKeys.self, diagnostics)
            else {
                return nil
            }
            defer { reader.finish() }
            let filters = expectations.filters(reader[\.filters])
            // A capture that cannot be read defines its name all the same.
            let query = expectations.query(reader.part(\.query)) ?? .ready(.body)
            return Capture(
                name: entry.name,
                query: query,
                filters: filters,
                location: entry.key.location
            )
        }
    }

    private func polling(_ node: YAMLNode?) -> Polling? {
        guard let node else { return nil }
        if let text = node.text, !node.isNull {
            let time = TimeSpan.duration(text) == nil ? "10s" : text
            let hint = "write eventually: { within: \(time) }"
            diagnostics.mismatch("a mapping", at: node, hint: hint)
            return nil
        }
        guard let reader = KeyReader(node, of: "\"eventually\"", PollingKeys.self, diagnostics)
        else {
            return nil
        }
        defer { reader.finish() }
        let tries = reader[\.tries]
        if reader.entry(\.within) == nil, reader.entry(\.tries) == nil {
            diagnostics.error(
                "\"eventually\" needs \"within\" or \"tries\"",
                at: node,
                hint: "write eventually: { within: 10s }"
            )
        }
        return Polling(
            within: reader[\.within] ?? .seconds(tries == nil ? 10 : 86_400),
            every: reader[\.every],
            tries: tries,
            unless: reader[\.unless].flatMap { expectations.assertion($0) }
        )
    }
}
