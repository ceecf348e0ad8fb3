package import Contract
import Profile

/// Finds undefined names in templates, before anything is sent.
struct NameChecker {
    let context: DecodingContext
    /// The names of the listeners that a case has; empty outside cases.
    var listeners: [String] = []
    private let mentions = Mentions()

    /// The listeners and names that templates mention.
    private final class Mentions {
        var listeners: Set<String> = []
        var names: Set<String> = []
    }

    init(context: DecodingContext, listeners: [String] = []) {
        self.context = context
        self.listeners = listeners
    }

    /// Goes through what every case shares, in the order in which it is worked out.
    ///
    /// - Returns: The names that are defined for every case.
    func checkTables() -> Set<String> {
        var known: Set<String> = []
        for variable in context.contract.variables {
            check(variable.defaultValue?.templates ?? [], known)
            known.insert(variable.name)
        }
        check(context.contract.bindings, &known)
        for target in context.contract.targets {
            check([target.documented, target.basePath].compactMap(\.self), known)
        }
        if let failure = context.contract.failure {
            check(failure.condition.templates, known)
            check(
                [failure.code, failure.message].compactMap(\.self).flatMap(\.query.templates),
                known
            )
        }
        return known
    }

    /// Goes through a case in the order in which it runs.
    func check(_ contractCase: Case, _ names: Set<String>) {
        var known = names
        if !listeners.isEmpty { known.insert(Listener.scopeName) }
        check(contractCase.bindings, &known)
        for use in contractCase.given {
            check(use.parameters.templates, known)
            known.formUnion(context.contract.states[use.name]?.provides ?? [])
        }
        for client in contractCase.clients { check(client.state.flatMap(\.value.templates), known) }
        for step in contractCase.setup { check(step, &known) }
        for step in contractCase.steps { check(step, &known) }
        for step in contractCase.teardown { check(step, &known) }
    }

    /// A step's captures are known to the steps behind it.
    func check(_ step: Step, _ known: inout Set<String>) {
        var local = known
        check(step.bindings, &local)
        switch step.action {
        case .request(let request): check(request, local)
        case .reception(let reception): check(reception.templates, local)
        case .call(let call): check(call.arguments.templates, local)
        case .join: break
        }
        let captured = step.captures.map(\.name)
        check(step.captures.flatMap(\.templates), local)
        known.formUnion(captured)
        local.formUnion(captured)
        // What is expected of a call may speak of the client and of what the call was given.
        if let call = step.call { local.formUnion(clientNames(call)) }
        check(step.expectation?.templates ?? [], local)
        check(step.polling?.unless?.templates ?? [], local)
        check(step.expected, local)
    }

    func check(_ request: StepRequest, _ known: Set<String>) {
        check(request.template.document.templates, known)
        checkScheme(of: request.template, known)
        for edit in request.tamper {
            if case .set(let value) = edit.action { check(value.templates, known) }
        }
    }

    /// Bindings see the ones before them.
    func check(_ bindings: [Binding], _ known: inout Set<String>) {
        for binding in bindings {
            check(binding.value.templates, known)
            known.insert(binding.name)
        }
    }

    /// The names a scheme uses, beside those the tool makes while it signs.
    private func checkScheme(of request: RequestTemplate, _ known: Set<String>) {
        guard let name = request.constant("security"),
            let scheme = context.contract.securitySchemes[name]
        else { return }
        check(scheme.templates, known.union(scheme.ownNames))
    }

    /// What a response is held to besides: promises, or what the operation says of successes.
    func check(_ expected: ExpectedOutcome, _ known: Set<String>) {
        var isFailure = expected.expectation?.error != nil
        for id in expected.covers {
            if context.index.catalogueEntry(id) != nil { isFailure = true }
            let callPromise = context.index.callPromises[id]
            check(callPromise?.expectation?.templates ?? [], known)
            guard let promise = context.index.promises[id] else { continue }
            check(promise.expectation?.templates ?? [], known)
            guard let error = promise.error else { continue }
            isFailure = true
            check(error.templates, known)
        }
        guard !isFailure,
            let operation = expected.operation.flatMap({ context.index.operations[$0] })
        else { return }
        for response in operation.responses { check(response.expectation.templates, known) }
    }

    func check(_ templates: [Template], _ known: Set<String>) {
        for template in templates {
            for reference in template.references {
                guard let name = reference.first else { continue }
                mentions.names.insert(name)
                if !known.contains(name) {
                    report(name, template, known)
                } else if name == Listener.scopeName {
                    checkListener(reference, template)
                }
            }
        }
    }

    /// `listeners.apns.url` is all there is to say of a listener.
    private func checkListener(_ reference: [String], _ template: Template) {
        if reference.count == 3, reference[2] == Listener.urlName,
            listeners.contains(reference[1])
        {
            mentions.listeners.insert(reference[1])
            return
        }
        guard context.isComplete else { return }
        let name = reference.joined(separator: ".")
        let known = listeners.map { "\(Listener.scopeName).\($0).\(Listener.urlName)" }
        let place = place(of: name, in: template.location ?? context.start)
        context.diagnostics.report(
            Diagnostic(
                "\(Excerpt.quoted(name)) is not defined",
                at: place.location,
                length: place.length,
                hint: Diagnostics.suggestion(for: name, among: known)
                    ?? "known: " + known.joined(separator: ", ")
            )
        )
    }

    /// Whether a template that was gone through asks for this name.
    func hasMet(_ name: String) -> Bool { mentions.names.contains(name) }

    /// The listeners that a case which was gone through mentions, in alphabetical order.
    func mentioned(by contractCase: Case) -> [String] {
        let steps = contractCase.setup + contractCase.steps + contractCase.teardown
        return mentions.listeners.union(steps.compactMap(\.reception?.listener)).sorted()
    }

    /// Goes through what the listeners of a case response, who know what its first step knows.
    func check(_ listeners: [Listener], of contractCase: Case, _ names: Set<String>) {
        var known = names.union(contractCase.bindings.map(\.name))
        known.insert(Listener.scopeName)
        for use in contractCase.given {
            known.formUnion(context.contract.states[use.name]?.provides ?? [])
        }
        check(listeners.flatMap(\.responses).flatMap(\.templates), known)
    }

    private func report(_ name: String, _ template: Template, _ known: Set<String>) {
        guard context.isComplete else { return }
        let place = place(of: name, in: template.location ?? context.start)
        context.diagnostics.report(
            Diagnostic(
                "\(Excerpt.quoted(name)) is not defined",
                at: place.location,
                length: place.length,
                hint: hint(for: name, known)
            )
        )
    }

    private func hint(for name: String, _ known: Set<String>) -> String {
        if name == LoadProfile.runName {
            return "{{run}} is for load profiles; use {{hex 8}} for a random text"
        }
        if LoadProfile.Audience.names.contains(name) {
            return "only the \"audience\" of a load profile defines it"
        }
        return Diagnostics.suggestion(for: name, among: known.sorted())
            ?? "names come from variables, let, rows, states and captures of earlier steps; "
            + "functions are \(TemplateFunction.names.sorted().joined(separator: ", "))"
    }

    /// Where a name stands in a text that begins at a place; the place itself when the name is not
    /// on that line.
    private func place(
        of name: String,
        in start: SourceLocation
    ) -> (location: SourceLocation, length: Int) {
        let line = context.session.sources.first { $0.file == start.file }?.line(start.line) ?? ""
        let text = Array(line.unicodeScalars)
        let wanted = Array(name.unicodeScalars)
        var position = start.column - 1
        while position + 1 < text.count {
            guard text[position] == "{", text[position + 1] == "{" else {
                position += 1
                continue
            }
            let found = text[(position + 2)...].drop { $0 == " " }
            let end = found.dropFirst(wanted.count).first
            if found.starts(with: wanted), end == "}" || end == "." || end == " " {
                let column = found.startIndex + 1
                let location = SourceLocation(file: start.file, line: start.line, column: column)
                return (location, wanted.count)
            }
            position += 2
        }
        return (start, 1)
    }
}

extension ErrorReference {
    /// The templates of the message.
    package var templates: [Template] {
        switch message {
        case .arguments(let arguments): arguments.flatMap(\.templates)
        case .verbatim(let text): [text]
        case nil: []
        }
    }
}
