import Contract

/// Finds names that templates use and nobody defines, before anything is sent.
struct NameChecker {
    let context: LoadingContext

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
            check((failure.code?.templates ?? []) + (failure.message?.templates ?? []), known)
        }
        return known
    }

    /// Goes through a case in the order in which it runs.
    func check(_ contractCase: Case, _ names: Set<String>) {
        var known = names
        check(contractCase.bindings, &known)
        for use in contractCase.given {
            check(use.parameters.templates, known)
            known.formUnion(context.contract.states[use.name]?.provides ?? [])
        }
        for step in contractCase.setup { check(step, &known) }
        for step in contractCase.steps { check(step, &known) }
        for step in contractCase.teardown { check(step, &known) }
    }

    /// A step's captures are known to the steps behind it.
    func check(_ step: Step, _ known: inout Set<String>) {
        var local = known
        check(step.bindings, &local)
        check(step.request.document.templates, local)
        checkScheme(of: step, local)
        for edit in step.tamper {
            if case .set(let value) = edit.action { check(value.templates, local) }
        }
        let captured = step.captures.map(\.name)
        check(step.captures.flatMap(\.templates), local)
        known.formUnion(captured)
        local.formUnion(captured)
        check(step.expectation?.templates ?? [], local)
        check(step.polling?.unless?.templates ?? [], local)
        checkPromises(of: step, local)
    }

    /// Bindings see the ones before them.
    private func check(_ bindings: [Binding], _ known: inout Set<String>) {
        for binding in bindings {
            check(binding.value.templates, known)
            known.insert(binding.name)
        }
    }

    /// The names a scheme uses, beside those the tool makes while it signs.
    private func checkScheme(of step: Step, _ known: Set<String>) {
        guard let name = step.request.constant("security"),
            let scheme = context.contract.securitySchemes[name]
        else { return }
        let own: Set = ["request", "response", "parameters", "stringToSign"]
        check(scheme.templates, known.union(own))
    }

    /// What the step's answer is held to: its promises, or what the operation says of successes.
    private func checkPromises(of step: Step, _ known: Set<String>) {
        var isFailure = step.expectation?.error != nil
        for id in step.provokes {
            if context.index.catalogueEntry(id) != nil { isFailure = true }
            guard let promise = context.index.promises[id] else { continue }
            check(promise.expectation?.templates ?? [], known)
            guard let error = promise.error else { continue }
            isFailure = true
            check(error.templates, known)
        }
        guard !isFailure, let operation = step.operation.flatMap({ context.index.operations[$0] })
        else { return }
        for response in operation.responses { check(response.expectation.templates, known) }
    }

    private func check(_ templates: [Template], _ known: Set<String>) {
        for template in templates {
            for name in template.names where !known.contains(name) {
                report(name, template, known)
            }
        }
    }

    private func report(_ name: String, _ template: Template, _ known: Set<String>) {
        guard context.isComplete else { return }
        let place = place(of: name, in: template.location ?? context.start)
        context.diagnostics.report(
            Diagnostic(
                "\(Excerpt.quoted(name)) is not defined",
                at: place.location,
                length: place.length,
                hint: Diagnostics.suggestion(for: name, among: known.sorted())
                    ?? "names come from variables, let, rows, states and captures of earlier steps"
            )
        )
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
    fileprivate var templates: [Template] {
        switch message {
        case .arguments(let arguments): arguments.flatMap(\.templates)
        case .verbatim(let text): [text]
        case nil: []
        }
    }
}
