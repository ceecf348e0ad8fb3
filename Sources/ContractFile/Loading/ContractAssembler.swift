import Contract
import JSON

/// Puts the tables of a contract together: those of used files first, then its own.
enum ContractAssembler {
    /// Adds what a used file defines; a name that is there already, from elsewhere, is an error.
    static func add(_ used: LoadingContext, to context: inout LoadingContext, at node: YAMLNode) {
        var merge = TableMerge(diagnostics: context.diagnostics, place: node)
        let from = used.contract
        merge.add(from.targets, to: &context.contract.targets, "target", \.name, \.location)
        merge.add(from.variables, to: &context.contract.variables, "variable", \.name, \.location)
        merge.add(from.operations, to: &context.contract.operations, "operation", \.id, \.location)
        merge.add(from.errors, to: &context.contract.errors, "error", \.id, \.location)
        context.contract.documents.merge(from.documents) { _, new in new }
        context.contract.encodings.merge(from.encodings) { _, new in new }
        context.contract.securitySchemes.merge(from.securitySchemes) { _, new in new }
        context.contract.states.merge(from.states) { _, new in new }
        context.contract.bindings += from.bindings.filter { binding in
            !context.contract.bindings.contains { $0.location == binding.location }
        }
        context.contract.usedFilesWithCases.formUnion(from.usedFilesWithCases)
        if from.hasCases { context.contract.usedFilesWithCases.insert(from.file) }
        if context.contract.failure == nil { context.contract.failure = from.failure }
        for member in used.schemas.members { context.schemas[member.name] = member.value }
        for entry in from.attachments { context.attachments.add(entry.key, entry.value) }
        context.errorNames = context.contract.errors.map(\.id)
        context.documentKeys = context.contract.documents.keys.sorted()
    }

    /// Reads the file's own tables, each after those it refers to.
    static func addTables(_ reader: MappingReader, to context: inout LoadingContext) {
        var tables = TableDecoder(context: context)
        for document in tables.documents(reader.optional("docs")) {
            context.contract.documents[document.key] = document
        }
        context.documentKeys = context.contract.documents.keys.sorted()
        override(&context.contract.variables, with: tables.variables(reader.optional("variables")))
        context.contract.bindings += tables.bindings(reader.optional("let"))
        context.contract.encodings.merge(tables.encodings(reader.optional("encodings"))) { $1 }
        for member in tables.schemas(reader.optional("schemas")).members {
            context.schemas[member.name] = member.value
        }
        tables = TableDecoder(context: context)
        let targets = tables.targets(reader.optional("targets"))
        if !targets.isEmpty { override(&context.contract.targets, with: targets) }
        for state in tables.states(reader.optional("states")) {
            context.contract.states[state.name] = state
        }
        let schemes = SecurityDecoder(context: context)
        for scheme in schemes.schemes(reader.optional("securitySchemes")) {
            context.contract.securitySchemes[scheme.name] = scheme
        }
        addErrors(reader.optional("errors"), to: &context)
        addFailure(reader.optional("failure"), to: &context)
        addOperations(reader.optional("operations"), to: &context)
    }

    private static func addErrors(_ node: YAMLNode?, to context: inout LoadingContext) {
        let own = ErrorDecoder(context: context).errors(node)
        for entry in own where context.errorNames.contains(entry.id) {
            reportTwice("error", entry.id, entry.location, context)
        }
        context.contract.errors += own
        context.errorNames = context.contract.errors.map(\.id)
    }

    private static func addOperations(_ node: YAMLNode?, to context: inout LoadingContext) {
        let own = OperationDecoder(context: context).operations(node)
        let known = Set(context.contract.operations.map(\.id))
        for operation in own where known.contains(operation.id) {
            reportTwice("operation", operation.id, operation.location, context)
        }
        context.contract.operations += own
        context.contract.attachments = context.attachments.all
    }

    private static func reportTwice(
        _ kind: String,
        _ name: String,
        _ location: SourceLocation,
        _ context: LoadingContext
    ) {
        context.diagnostics.report(
            Diagnostic(
                "\(kind) \"\(name)\" is defined in a used file already",
                at: location,
                length: name.count,
                hint: "only variables, docs and targets may be overridden"
            )
        )
    }

    /// Reads `failure: { when, code, message, schema }`.
    private static func addFailure(_ node: YAMLNode?, to context: inout LoadingContext) {
        let diagnostics = context.diagnostics
        guard let node, let reader = MappingReader(node, of: "failure", diagnostics) else { return }
        defer { reader.finish() }
        let decoder = ExpectationDecoder(context: context)
        var expectation: ExpectationTemplate?
        if let schema = reader.optional("schema").flatMap(decoder.schema) {
            expectation = ExpectationTemplate(location: node.location)
            expectation?.schema = schema
        }
        guard let condition = reader.required("when").flatMap({ decoder.assertion($0) }) else {
            return
        }
        context.contract.failure = FailureRecognizer(
            condition: condition,
            code: reader.optional("code").flatMap { field($0, "code", decoder) },
            message: reader.optional("message").flatMap { field($0, "message", decoder) },
            expectation: expectation
        )
    }

    /// A query for a field of the failure; its `type` is for readers, the code is compared as text.
    private static func field(
        _ node: YAMLNode,
        _ name: String,
        _ decoder: ExpectationDecoder
    ) -> QueryTemplate? {
        guard let reader = MappingReader(node, of: "\"\(name)\"", decoder.diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        _ = reader.optional("type", as: .choice) as JSONValue.Kind?
        return decoder.query(reader)
    }

    /// Reads cases, set-up and teardown, once all tables are known.
    static func addCases(_ reader: MappingReader, to context: inout LoadingContext) {
        let own = ["request", "response", "parameters", "stringToSign", "index"]
        var names = Set(context.contract.variables.map(\.name))
        let checker = NameChecker(context: context, names: names)
        checker.check(context.contract.bindings, &names)
        let steps = StepDecoder(context: context)
        context.contract.setup = steps.steps(reader.optional("setup"), provokes: [])
        context.contract.teardown = steps.steps(reader.optional("teardown"), provokes: [])
        for step in context.contract.setup { checker.check(step, &names) }
        for step in context.contract.teardown { checker.check(step, &names) }
        for name in own where names.contains(name) {
            context.diagnostics.error("\"\(name)\" is a name of the tool's own", at: reader.node)
        }
        let cases = CaseDecoder(context: context, names: names)
        context.contract.cases = cases.cases(reader.optional("cases"))
        context.contract.attachments = context.attachments.all
    }

    /// Replaces entries of the same name in place and adds the others.
    private static func override<Element: Named>(
        _ table: inout [Element],
        with own: [Element]
    ) {
        for element in own {
            if let index = table.firstIndex(where: { $0.name == element.name }) {
                table[index] = element
            } else {
                table.append(element)
            }
        }
    }
}

/// An entry of a table that a using file may override.
private protocol Named {
    var name: String { get }
}

extension VariableSpecification: Named {}
extension TargetSpecification: Named {}

/// Adds the entries of one table to another.
private struct TableMerge {
    let diagnostics: Diagnostics
    /// The mention of the file that the entries come from.
    let place: YAMLNode

    /// One entry that comes by two ways is added once.
    mutating func add<Element>(
        _ entries: [Element],
        to table: inout [Element],
        _ kind: String,
        _ name: KeyPath<Element, String>,
        _ location: KeyPath<Element, SourceLocation>
    ) {
        for entry in entries {
            guard let known = table.first(where: { $0[keyPath: name] == entry[keyPath: name] })
            else {
                table.append(entry)
                continue
            }
            guard known[keyPath: location] != entry[keyPath: location] else { continue }
            diagnostics.error(
                "\(kind) \"\(entry[keyPath: name])\" is defined in \(known[keyPath: location]) "
                    + "and in \(entry[keyPath: location])",
                at: place
            )
        }
    }
}
