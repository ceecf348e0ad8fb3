import HTTP
import JSON
import JSONPaths
import JSONSchemas

/// A resource that one operation creates and others use, by a value of its response.
package struct ContractResource: Sendable {
    /// An operation that uses the resource.
    package struct Use: Sendable {
        package let operation: Operation
        package let template: RequestTemplate
        package let bindings: [Binding]
        /// The part of its name after the operation.
        package let label: String
        package let role: Role

        /// Whether it can change the state of the server (RFC 9110 §9.2.1).
        package var changesSomething: Bool {
            !["GET", "HEAD"].contains(template.constant("method") ?? "GET")
        }
    }

    /// The role of a use.
    package enum Role: Sendable {
        case read, update, delete, other
    }

    /// The operation that creates it.
    package let creator: Operation
    /// Its request.
    package let template: RequestTemplate
    /// The values that the uses refer to, captured from the creator's response.
    package private(set) var captures: [Capture]
    package private(set) var uses: [Use]
}

extension ContractResource {
    /// The resources of a contract: from the captures of its cases, and from the structure of its
    /// paths.
    ///
    /// - Parameters:
    ///   - contract: With its cases.
    ///   - requests: The successful requests, by operation.
    ///   - excluded: Operations that do not count as uses.
    /// - Returns: One for each operation that creates something that another one uses.
    package static func all(
        in contract: ContractDocument,
        _ requests: [String: RequestTemplate],
        without excluded: Set<String> = []
    ) -> [ContractResource] {
        let surroundings = Surroundings(contract)
        return contract.operations.compactMap { operation in
            guard let template = requests[operation.id], creates(operation) else { return nil }
            var resource = ContractResource(
                creator: operation,
                template: template,
                captures: [],
                uses: []
            )
            for contractCase in surroundings.cases[operation.id] ?? [] {
                resource.add(usesIn: contractCase, contract, surroundings, without: excluded)
            }
            resource.addUsesByPath(surroundings, without: excluded)
            return resource.uses.isEmpty ? nil : resource
        }
    }

    /// The operations and cases in which a contract's resources are searched.
    private struct Surroundings {
        let operations: [String: Operation]
        /// Cases that only send requests, by the operations that they call.
        var cases: [String: [Case]] = [:]
        /// Operations whose path ends with a parameter, by the path before it.
        var items: [String: [(operation: Operation, template: RequestTemplate)]] = [:]

        init(_ contract: ContractDocument) {
            operations = Dictionary(contract.operations.map { ($0.id, $0) }) { first, _ in first }
            for contractCase in contract.cases where contractCase.sendsOnly {
                let steps = contractCase.setup + contractCase.steps
                for id in Set(steps.compactMap { $0.request?.operation }) {
                    cases[id, default: []].append(contractCase)
                }
            }
            for operation in contract.operations {
                guard let variant = operation.variants.first else { continue }
                let template = contract.targets.complete(variant.request)
                guard let path = template.constant("path"), path.hasSuffix("}"),
                    let slash = path.lastIndex(of: "/")
                else { continue }
                items[String(path[..<slash]), default: []].append((operation, template))
            }
        }
    }

    private static func creates(_ operation: Operation) -> Bool {
        operation.variants.contains { $0.request.constant("method") == "POST" }
    }
}

// MARK: - From cases

extension ContractResource {
    /// Steps that refer to an earlier capture from the creator's response, and to no other value that only the case
    /// has.
    private mutating func add(
        usesIn contractCase: Case,
        _ contract: ContractDocument,
        _ surroundings: Surroundings,
        without excluded: Set<String>
    ) {
        var taken: [String: Capture] = [:]
        let steps = contractCase.setup + contractCase.steps
        for step in steps where step.isPlain {
            guard let request = step.request else { continue }
            if !taken.isEmpty, !excluded.contains(request.operation ?? "") {
                add(step, request, taken, contract, surroundings)
            }
            guard request.operation == creator.id else { continue }
            for capture in step.captures { taken[capture.name] = capture }
        }
    }

    private mutating func add(
        _ step: Step,
        _ request: StepRequest,
        _ taken: [String: Capture],
        _ contract: ContractDocument,
        _ surroundings: Surroundings
    ) {
        guard let id = request.operation, id != creator.id,
            let operation = surroundings.operations[id],
            !uses.contains(where: { $0.operation.id == id }),
            step.isSuccess(in: contract)
        else { return }
        let names = Set(request.template.document.templates.flatMap(\.names))
        let used = names.filter { taken[$0] != nil }
        let bound = Set(step.bindings.map(\.name))
        guard !used.isEmpty,
            contract.knowsAllNames(of: request.template, besides: used.union(bound))
        else { return }
        // A name can have other meanings in other cases.
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

    /// The role of a request for the resource at the end of its path.
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

extension ContractResource {
    /// Operations at the creator's path with one more parameter, which a response has under its own name, as `id`, or
    /// as the only one with that ending.
    private mutating func addUsesByPath(
        _ surroundings: Surroundings,
        without excluded: Set<String>
    ) {
        guard let path = template.constant("path") else { return }
        for (operation, template) in surroundings.items[path] ?? []
        where !uses.contains(where: { $0.operation.id == operation.id })
            && !excluded.contains(operation.id)
        {
            guard let whole = template.constant("path") else { continue }
            let rest = whole.dropFirst(path.count + 1)
            guard rest.hasPrefix("{"), rest.hasSuffix("}") else { continue }
            let parameter = String(rest.dropFirst().dropLast())
            guard !parameter.contains(where: { "{}/*+#.;?&".contains($0) }),
                let member = identifier(for: parameter), let query = Self.query(member),
                template["params"]?[parameter] != nil
            else { continue }
            add(operation, template, parameter, query, operation.variants.first?.label)
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
        let location = creator.location
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

    /// The member of the creator's response that identifies the resource.
    private func identifier(for parameter: String) -> String? {
        let names = creator.responseMembers
        if names.contains(parameter) { return parameter }
        if names.contains("id") { return "id" }
        let ending = names.filter {
            $0.hasSuffix("Id") || $0.hasSuffix("_id") || $0.hasSuffix("ID")
        }
        return ending.count == 1 ? ending[0] : nil
    }

    private static func query(_ member: String) -> Query? {
        do {
            return .jsonpath(try JSONPath(JSONPath.text(ofMembers: [member])))
        } catch {
            return nil
        }
    }
}

extension Operation {
    /// The described members of its success responses.
    package var responseMembers: [String] {
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
    /// Whether it captures the same value of a response.
    fileprivate func hasSameQuery(as other: Capture) -> Bool {
        guard case .ready(let one) = query, case .ready(let two) = other.query else {
            return false
        }
        return one.description == two.description
            && filters.map(\.description) == other.filters.map(\.description)
    }
}
