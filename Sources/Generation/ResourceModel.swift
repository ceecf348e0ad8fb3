package import Contract
import HTTP
import JSON
import JSONPaths
import JSONSchemas

/// A thing that one operation creates and others use, by a value that its answer carries.
package struct ResourceModel: Sendable {
    /// An operation that uses what was created.
    struct Use: Sendable {
        let operation: Operation
        let template: RequestTemplate
        let bindings: [Binding]
        /// What follows the operation in its name.
        let label: String
        let role: Role

        /// Whether the server may be another after it (RFC 9110 §9.2.1).
        var changesSomething: Bool {
            !["GET", "HEAD"].contains(template.constant("method") ?? "GET")
        }
    }

    /// What a use does with the thing.
    enum Role: Sendable {
        case read, update, delete, other
    }

    let creator: RequestModel
    /// What the uses refer to, as it is taken from the answer of the creator.
    var captures: [Capture]
    var uses: [Use]
    /// What creates it.
    var label: String { creator.operation.id }
}

extension ResourceModel {
    /// The things of a contract: from what its cases capture, and from the shapes of its paths.
    ///
    /// - Parameters:
    ///   - contract: With its cases.
    ///   - models: Requests that are answered with success, by operation.
    /// - Returns: One for each operation that creates something that another one uses.
    package static func all(
        in contract: ContractDocument,
        _ models: [String: RequestModel]
    ) -> [ResourceModel] {
        contract.operations.compactMap { operation in
            guard let creator = models[operation.id], creates(operation) else { return nil }
            var resource = ResourceModel(creator: creator, captures: [], uses: [])
            for contractCase in contract.cases where GenerationBases.isUsable(contractCase) {
                resource.add(usesIn: contractCase, contract)
            }
            resource.addUsesByPath(contract)
            return resource.uses.isEmpty ? nil : resource
        }
    }

    private static func creates(_ operation: Operation) -> Bool {
        operation.variants.contains { $0.request.constant("method") == "POST" }
    }
}

// MARK: - From cases

extension ResourceModel {
    /// Steps that refer to what an earlier one captured from the creator's answer, and to nothing else that
    /// only the case knows.
    private mutating func add(usesIn contractCase: Case, _ contract: ContractDocument) {
        var taken: [String: Capture] = [:]
        let steps = contractCase.setup + contractCase.steps
        for step in steps where GenerationBases.isPlain(step) {
            guard let request = step.request else { continue }
            if !taken.isEmpty { add(step, request, taken, contract) }
            guard request.operation == creator.operation.id else { continue }
            for capture in step.captures { taken[capture.name] = capture }
        }
    }

    private mutating func add(
        _ step: Step,
        _ request: StepRequest,
        _ taken: [String: Capture],
        _ contract: ContractDocument
    ) {
        guard let id = request.operation, id != creator.operation.id,
            !contract.generation.excluded.contains(where: { $0.operation == id }),
            let operation = contract.operations.first(where: { $0.id == id }),
            !uses.contains(where: { $0.operation.id == id }),
            GenerationBases.isSuccess(step, in: contract)
        else { return }
        let names = Set(request.template.document.templates.flatMap(\.names))
        let used = names.filter { taken[$0] != nil }
        let bound = Set(step.bindings.map(\.name))
        guard !used.isEmpty,
            GenerationBases.knowsAllNames(
                of: request.template,
                in: contract,
                besides: used.union(bound)
            )
        else { return }
        // One name may stand for other things in other cases.
        for name in used.sorted() {
            guard let capture = taken[name] else { continue }
            if let known = captures.first(where: { $0.name == name }) {
                guard known.location == capture.location || known.hasSameQuery(as: capture) else {
                    return
                }
            } else {
                captures.append(capture)
            }
        }
        uses.append(
            Use(
                operation: operation,
                template: request.template,
                bindings: step.bindings,
                label: String(step.label.dropFirst(id.count)),
                role: Self.role(of: request.template, with: used)
            )
        )
    }

    /// What a request does with the thing that its path ends with.
    private static func role(of template: RequestTemplate, with names: Set<String>) -> Role {
        let path = template["path"]?.spelling.stringValue ?? ""
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let inner = last.drop { "{ ".contains($0) }.prefix { !"} ".contains($0) }
        let isWhole = last.hasPrefix("{") && last.hasSuffix("}")
        let parameter = template["params"]?[String(inner)]?.templates.flatMap(\.names) ?? []
        let isItem =
            isWhole && (names.contains(String(inner)) || parameter.contains(where: names.contains))
        guard isItem else { return .other }
        return role(ofMethod: template.constant("method"))
    }

    private static func role(ofMethod method: String?) -> Role {
        switch method ?? "GET" {
        case "GET": .read
        case "PUT", "PATCH": .update
        case "DELETE": .delete
        default: .other
        }
    }
}

// MARK: - From paths

extension ResourceModel {
    /// Operations at the creator's path with one parameter more, which an answer has under its own name, as
    /// `id`, or as the only one that ends so.
    private mutating func addUsesByPath(_ contract: ContractDocument) {
        guard let path = creator.template.constant("path") else { return }
        let excluded = contract.generation.excluded.map(\.operation)
        for operation in contract.operations
        where !uses.contains(where: { $0.operation.id == operation.id })
            && !excluded.contains(operation.id)
        {
            guard let variant = operation.variants.first else { continue }
            let template = contract.targets.complete(variant.request)
            guard let whole = template.constant("path"), whole.hasPrefix(path + "/") else {
                continue
            }
            let rest = whole.dropFirst(path.count + 1)
            guard rest.hasPrefix("{"), rest.hasSuffix("}") else { continue }
            let parameter = String(rest.dropFirst().dropLast())
            guard !parameter.contains(where: { "{}/*+#.;?&".contains($0) }),
                let member = identifier(for: parameter), let query = Self.query(member),
                template["params"]?[parameter] != nil
            else { continue }
            add(operation, template, parameter, query, variant.label)
        }
    }

    private mutating func add(
        _ operation: Operation,
        _ template: RequestTemplate,
        _ parameter: String,
        _ query: Query,
        _ label: String?
    ) {
        let name = "created"
        let location = creator.operation.location
        var template = template
        do {
            let reference = Template(parts: [.reference([name])], location: location)
            try template.set(.text(reference), at: ["params", parameter])
        } catch {
            return
        }
        let capture = Capture(name: name, query: .ready(query), filters: [], location: location)
        if let known = captures.first(where: { $0.name == name }) {
            guard known.hasSameQuery(as: capture) else { return }
        } else {
            captures.append(capture)
        }
        uses.append(
            Use(
                operation: operation,
                template: template,
                bindings: [],
                label: label.map { "[\($0)]" } ?? "",
                role: Self.role(ofMethod: template.constant("method"))
            )
        )
    }

    /// The member of the creator's answer that names what was created.
    private func identifier(for parameter: String) -> String? {
        let names = creator.operation.answerMembers
        if names.contains(parameter) { return parameter }
        if names.contains("id") { return "id" }
        let ending = names.filter {
            $0.hasSuffix("Id") || $0.hasSuffix("_id") || $0.hasSuffix("ID")
        }
        return ending.count == 1 ? ending[0] : nil
    }

    private static func query(_ member: String) -> Query? {
        do {
            let isPlain = member.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 > 0x40 }
            return .jsonpath(try JSONPath(isPlain ? "$.\(member)" : "$['\(member)']"))
        } catch {
            return nil
        }
    }
}

extension Operation {
    /// The members that its success answers are described to have.
    var answerMembers: [String] {
        var names: [String] = []
        for rule in responses {
            guard let schema = rule.expectation.schema?.schema, let view = SchemaView(schema) else {
                continue
            }
            for name in view.properties + view.required where !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }
}

extension Capture {
    /// Whether it takes the same out of an answer.
    fileprivate func hasSameQuery(as other: Capture) -> Bool {
        guard case .ready(let one) = query, case .ready(let two) = other.query else {
            return false
        }
        return one.description == two.description
            && filters.map(\.description) == other.filters.map(\.description)
    }
}
