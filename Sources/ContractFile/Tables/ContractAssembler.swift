import Contract
import JSON

/// Puts the tables of a contract together: those of used files first, then its own.
enum ContractAssembler {
    /// Adds what a used file defines, `root` being the file that uses it.
    static func add(
        _ used: DecodingContext,
        to context: inout DecodingContext,
        _ root: YAMLNode,
        at node: YAMLNode
    ) {
        context.places.add(used.places, to: root, at: node, context.diagnostics)
        context.index.merge(used.index)
        let from = used.contract
        merge(from.targets, into: &context.contract.targets, by: \.name)
        merge(from.variables, into: &context.contract.variables, by: \.name)
        merge(from.operations, into: &context.contract.operations, by: \.id)
        merge(from.errors, into: &context.contract.errors, by: \.id)
        merge(from.bindings, into: &context.contract.bindings, by: \.name)
        context.contract.documents.merge(from.documents) { known, _ in known }
        context.contract.encodings.merge(from.encodings) { known, _ in known }
        context.contract.namespaces.merge(from.namespaces) { known, _ in known }
        context.contract.securitySchemes.merge(from.securitySchemes) { known, _ in known }
        context.contract.states.merge(from.states) { known, _ in known }
        context.contract.listeners.merge(from.listeners) { known, _ in known }
        context.schemas.add(used.schemas)
        merge(from.calls, into: &context.contract.calls, by: \.id)
        context.contract.client = context.contract.client ?? from.client
        context.groups.merge(used.groups) { known, _ in known }
        addShared(used, to: &context)
        context.contract.failure = context.contract.failure ?? from.failure
        context.contract.generation.add(from.generation)
        context.contract.usedFilesWithCases.formUnion(from.usedFilesWithCases)
        if from.hasCases { context.contract.usedFilesWithCases.insert(from.file) }
        if !used.isComplete { context.isComplete = false }
    }

    /// A used file without cases is there for others: its set-up and teardown are shared.
    private static func addShared(_ used: DecodingContext, to context: inout DecodingContext) {
        var shared = used.contract.shared
        if !used.contract.hasCases, !(used.contract.setup + used.contract.teardown).isEmpty {
            shared.append(
                SharedSteps(
                    file: used.file,
                    setup: used.contract.setup,
                    teardown: used.contract.teardown
                )
            )
        }
        for entry in shared
        where !context.contract.shared.contains(where: { $0.file == entry.file }) {
            context.contract.shared.append(entry)
        }
    }

    /// Adds the entries whose name is new; what else is in both has been reported.
    private static func merge<Element>(
        _ entries: [Element],
        into table: inout [Element],
        by name: KeyPath<Element, String>
    ) {
        guard !table.isEmpty else {
            table = entries
            return
        }
        let known = Set(table.map { $0[keyPath: name] })
        table += entries.filter { !known.contains($0[keyPath: name]) }
    }

    /// Reads the file's own tables, each after those it refers to.
    static func addTables(_ reader: KeyReader<ContractKeys>, to context: inout DecodingContext) {
        context.places.define(reader.node, context.diagnostics)
        let tables = TableDecoder(context: context)
        for document in tables.documents(reader[\.docs]) {
            context.contract.documents[document.key] = document
        }
        let variables = tables.variables(reader[\.variables])
        override(&context.contract.variables, with: variables)
        context.contract.bindings += tables.bindings(reader[\.bindings])
        let encodings = tables.encodings(reader[\.encodings])
        context.contract.encodings.merge(encodings) { $1 }
        context.contract.cookies = reader[\.cookies]
        context.contract.namespaces.merge(tables.namespaces(reader[\.namespaces])) { $1 }
        // What is in them is read when all are known.
        for entry in reader[\.schemas] ?? [] {
            context.schemas.add(entry.name, entry.value)
        }
        context.schemas.check(context.diagnostics)
        override(&context.contract.targets, with: tables.targets(reader[\.targets]))
        addTablesWithDocuments(reader, to: &context)
    }

    /// The tables whose rows point to documents, which must be known by now.
    private static func addTablesWithDocuments(
        _ reader: KeyReader<ContractKeys>,
        to context: inout DecodingContext
    ) {
        let states = TableDecoder(context: context).states(reader[\.states])
        for state in states { context.contract.states[state.name] = state }
        let listeners = ListenerDecoder(context: context).listeners(reader[\.listeners])
        context.contract.listeners.merge(listeners) { $1 }
        let decoder = SecurityDecoder(context: context)
        for scheme in decoder.schemes(reader[\.securitySchemes]) {
            context.contract.securitySchemes[scheme.name] = scheme
        }
        // Whether errors have codes is said there.
        if let failure = reader[\.failure] {
            context.contract.failure = FailureDecoder(context: context).failure(failure)
        }
        let errors = ErrorDecoder(context: context).errors(reader[\.errors])
        context.contract.errors += errors
        context.index.add(errors)
        let operations = OperationDecoder(context: context).operations(reader[\.operations])
        context.contract.operations += operations
        context.index.add(operations)
        if let generate = reader[\.generate] {
            let decoder = GenerationDecoder(context: context)
            var settings = decoder.settings(generate)
            settings.add(context.contract.generation)
            context.contract.generation = settings
        }
        addClient(reader, to: &context)
    }

    /// What is said of the client library, which builds on the operations.
    private static func addClient(
        _ reader: KeyReader<ContractKeys>,
        to context: inout DecodingContext
    ) {
        if let client = reader[\.client] {
            let decoded = ClientDecoder(context: context).client(client)
            context.contract.client = decoded ?? context.contract.client
            context.index.set(context.contract.client)
        }
        let calls = CallDecoder(context: context).calls(reader[\.calls])
        context.contract.calls += calls
        context.index.add(calls)
    }

    /// Reads cases, set-up and teardown, once all tables are known.
    static func addCases(_ reader: KeyReader<ContractKeys>, to context: inout DecodingContext) {
        let checker = NameChecker(context: context)
        var names = checker.checkTables()
        checker.checkClient(names)
        names.formUnion(context.contract.shared.flatMap(\.setup).flatMap(\.captures).map(\.name))
        for group in StepGroupDecoder(context: context).groups(reader[\.groups]) {
            context.groups[group.name] = group
        }
        let steps = StepDecoder(context: context, role: .hook)
        context.contract.setup = steps.steps(reader[\.setup])
        context.contract.teardown = steps.steps(reader[\.teardown])
        for step in context.contract.setup { checker.check(step, &names) }
        var last = names
        for step in context.contract.teardown { checker.check(step, &last) }
        let cases = CaseDecoder(context: context, names: names)
        context.contract.cases = cases.cases(reader[\.cases])
        context.contract.attachments = context.session.attachments
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
