import Contract

/// Finds names that templates use and nobody defines, before anything is sent.
struct NameChecker {
    let context: LoadingContext
    /// Names that are always defined.
    let names: Set<String>

    private var diagnostics: Diagnostics { context.diagnostics }

    /// Goes through a case in the order in which it runs.
    func check(_ contractCase: Case) {
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

    /// Bindings see the ones before them.
    func check(_ bindings: [Binding], _ known: inout Set<String>) {
        for binding in bindings {
            check(binding.value.templates, known)
            known.insert(binding.name)
        }
    }

    /// A step's captures are known to the steps behind it.
    func check(_ step: Step, _ known: inout Set<String>) {
        var local = known
        check(step.bindings, &local)
        check(step.request.document.templates, local)
        if let security = step.request.constant("security"),
            let scheme = context.contract.securitySchemes[security]
        {
            checkScheme(scheme, local, step)
        }
        for edit in step.tamper {
            if case .set(let value) = edit.action { check(value.templates, local) }
        }
        check(step.captures.flatMap(\.templates), local)
        known.formUnion(step.captures.map(\.name))
        local.formUnion(step.captures.map(\.name))
        check(step.expectation?.templates ?? [], local)
        check(step.polling?.unless?.templates ?? [], local)
        for id in step.provokes {
            let promise = context.contract.operations.lazy.flatMap(\.promises).first { $0.id == id }
            check(promise?.expectation?.templates ?? [], local)
        }
    }

    /// The names a scheme uses, beside those it makes itself.
    private func checkScheme(_ scheme: SecurityScheme, _ known: Set<String>, _ step: Step) {
        let own: Set = ["request", "response", "parameters", "stringToSign"]
        check(scheme.templates, known.union(own))
    }

    private func check(_ templates: [Template], _ known: Set<String>) {
        for template in templates {
            for name in template.names where !known.contains(name) {
                report(name, template, known)
            }
        }
    }

    private func report(_ name: String, _ template: Template, _ known: Set<String>) {
        let near = NearestName.suggestion(for: name, among: known.sorted())
        diagnostics.report(
            Diagnostic(
                "\"\(name)\" is not defined",
                at: template.location ?? SourceLocation(file: context.file, line: 1, column: 1),
                hint: near.map { "did you mean \"\($0)\"?" }
                    ?? "names come from variables, let, rows, states and captures of earlier steps"
            )
        )
    }
}
