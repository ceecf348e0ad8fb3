import Contract
import JSON

/// Reads the steps that make calls of the client library.
struct CallStepDecoder {
    let context: DecodingContext
    /// The clients of the case; `nil` outside a case.
    let clients: [ClientUse]?

    private var diagnostics: Diagnostics { context.diagnostics }

    /// The call of the client that `call: NAME` means; `nil` when it means an operation.
    func call(named entry: YAMLNode.Entry) -> ClientCall? {
        guard entry.key.text == "call", let name = entry.value.text,
            let call = context.index.calls[name]
        else { return nil }
        if let reason = call.local {
            diagnostics.error(
                "\(Excerpt.quoted(name)) is local, so a step cannot make it",
                at: entry.value,
                hint: reason
            )
        }
        return call
    }

    func step(_ call: ClientCall, _ reader: KeyReader<StepKeys>) -> CallStep {
        let arguments = reader.value(\.callKeys, "arguments")
        return CallStep(
            call: call,
            client: client(reader),
            arguments: arguments.map { self.arguments($0, of: call) } ?? .object([])
        )
    }

    /// Keys of calls, in a step that makes none.
    func refuseCallKeys(_ reader: KeyReader<StepKeys>) {
        for entry in reader.present(\.callKeys) {
            let name = Excerpt.quoted(entry.key.text ?? "")
            diagnostics.error("\(name) requires a call of the client", at: entry.key)
        }
    }

    private func client(_ reader: KeyReader<StepKeys>) -> String {
        let standard = ClientUse.standardName
        guard let clients else {
            diagnostics.error("a call of the client needs a case around it", at: reader.node)
            return standard
        }
        let known = clients.map(\.name)
        guard let node = reader.value(\.callKeys, "as") else {
            if clients.count > 1 {
                diagnostics.error(
                    "the case has several clients; name one, as in \"as: \(known[0])\"",
                    at: reader.node
                )
            }
            return known.first ?? standard
        }
        guard let name = node.decoded(as: .filled("the name of a client"), diagnostics) else {
            return standard
        }
        if !known.contains(name) { context.reportUnknown("client", name, among: known, at: node) }
        return name
    }

    /// A mapping of arguments, or a template that becomes one.
    private func arguments(_ node: YAMLNode, of call: ClientCall) -> TemplateValue {
        let value = context.values.value(node)
        guard node.entries != nil else {
            if case .text(let template) = value, template.isSingle { return value }
            diagnostics.mismatch("a mapping of arguments", at: node)
            return .object([])
        }
        let known = call.arguments.map(\.name)
        for entry in node.entries ?? [] {
            let name = entry.key.text ?? ""
            guard let argument = call.arguments.first(where: { $0.name == name }) else {
                context.reportUnknown("argument of \(call.id)", name, among: known, at: entry.key)
                continue
            }
            guard let constant = value[name]?.constantValue,
                let complaint = argument.complaint(about: constant)
            else { continue }
            diagnostics.error("argument \(Excerpt.quoted(name)): \(complaint)", at: entry.value)
        }
        checkMissing(call, node)
        return value
    }

    private func checkMissing(_ call: ClientCall, _ node: YAMLNode) {
        for argument in call.arguments where node[argument.name] == nil {
            guard argument.complaint(about: .null) != nil else { continue }
            diagnostics.error(
                "missing argument \(Excerpt.quoted(argument.name)) of \(call.id)",
                at: node
            )
        }
    }
}

/// The background steps that no step has joined.
struct StartedSteps {
    private var open: [(name: String, action: Step.Action, location: SourceLocation)] = []

    /// Takes in a step that goes on in the background.
    mutating func add(_ step: Step, _ diagnostics: Diagnostics) {
        guard let name = step.background else { return }
        if open.contains(where: { $0.name == name }) {
            diagnostics.report(
                Diagnostic(
                    "\(Excerpt.quoted(name)) is in the background already",
                    at: step.location
                )
            )
        }
        open.append((name, step.action, step.location))
    }

    /// What a join waits for.
    mutating func join(_ node: YAMLNode, _ context: DecodingContext) -> Step.Action {
        let name = node.text ?? ""
        if let index = open.firstIndex(where: { $0.name == name }) {
            return .join(JoinStep(name: name, started: open.remove(at: index).action))
        }
        context.reportUnknown(
            "step in the background",
            name,
            among: open.map(\.name),
            at: node
        )
        let empty = RequestTemplate(sections: [], location: node.location)
        return .join(
            JoinStep(name: name, started: .request(StepRequest(operation: nil, template: empty)))
        )
    }

    /// Reports background steps that no step joins: they would never be checked.
    func reportForgotten(_ diagnostics: Diagnostics) {
        for step in open {
            diagnostics.report(
                Diagnostic(
                    "no step joins \(Excerpt.quoted(step.name)), so it is never checked",
                    at: step.location,
                    hint: "add a step { join: \(step.name) }",
                    severity: .warning
                )
            )
        }
    }
}
