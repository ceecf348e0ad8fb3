import Base
import Contract
import JSON

/// Contracts being turned into an OpenAPI document.
struct OpenAPIWriter {
    let contracts: ContractSet
    let errors: OpenAPIErrors
    var evaluator: Evaluator
    var remarks: [String] = []
    private let seed: UInt64
    private var paths = JSONObject()
    /// The path in the document, by its shape.
    private var shapes: [String: String] = [:]
    private var security = OpenAPISecurityWriter()

    init(_ contracts: ContractSet, seed: UInt64) throws(InterchangeError) {
        self.contracts = contracts
        self.seed = seed
        errors = OpenAPIErrors(contracts)
        // Examples of a document should not change from day to day: 2026-01-01T00:00:00Z.
        let moment = Timestamp(nanosecondsSince1970: 1_767_225_600_000_000_000)
        evaluator = Evaluator(now: moment, random: RandomSource(seed: seed, name: ""))
        try bindVariables()
    }

    /// Secrets, and values that only the user knows, become `<name>`, or zero.
    private mutating func bindVariables() throws(InterchangeError) {
        for variable in contracts.variables {
            evaluator.scope[variable.name] =
                switch variable.type {
                case .string: .string("<\(variable.name)>")
                case .number: 0
                }
            guard !variable.isSecret, let value = variable.defaultValue else { continue }
            do {
                evaluator.scope[variable.name] = try evaluator.value(of: value)
            } catch {
                throw contracts.error(error, in: variable.location)
            }
        }
        for binding in contracts.bindings {
            do {
                try evaluator.bind([binding])
            } catch {
                throw contracts.error(error, in: binding.location)
            }
        }
    }

    mutating func result() throws(InterchangeError) -> OpenAPIExport.Result {
        for operation in contracts.operations { try add(operation) }
        var document = JSONObject()
        document["openapi"] = "3.1.0"
        document["info"] = [
            "title": .string(contracts.title), "version": .string(contracts.version ?? "0"),
        ]
        document["servers"] = .array([try server(contracts.targets.first)])
        document["paths"] = .object(paths)
        document["components"] = .object(components)
        return OpenAPIExport.Result(document: .object(document), remarks: remarks)
    }

    private var components: JSONObject {
        var components = JSONObject()
        let parts: [(String, JSONObject)] = [
            ("schemas", OpenAPISchemas.components(contracts.schemas)),
            ("responses", errors.responses), ("examples", errors.examples),
            ("securitySchemes", security.components),
        ]
        for (name, part) in parts where !part.isEmpty { components[name] = .object(part) }
        return components
    }

    private func server(_ target: TargetSpecification?) throws(InterchangeError) -> JSONValue {
        guard let target else { return ["url": "/"] }
        let url = try text(target.documented, of: target) + text(target.basePath, of: target)
        return ["url": .string(url.isEmpty ? "/" : url), "description": .string(target.name)]
    }

    private func text(
        _ template: Template?,
        of target: TargetSpecification
    ) throws(InterchangeError) -> String {
        guard let template else { return "" }
        var evaluator = evaluator
        do {
            return try evaluator.text(of: template)
        } catch {
            throw contracts.error(error, in: target.location)
        }
    }

    /// The URL of a token request; relative to the server if the address of its target is not documented.
    private func address(of grant: TokenGrant?) throws(InterchangeError) -> String {
        guard let request = grant?.request else { return "" }
        func part(_ section: String) -> String? {
            guard case .text(let template)? = request[section] else {
                return request[section]?.constantValue?.scalarText
            }
            return template.written
        }
        if let url = part("url") { return url }
        let path = part("path") ?? ""
        guard let target = contracts.target(of: request) else { return path }
        let base: String
        if let own = part("basePath") {
            base = own
        } else {
            base = try text(target.basePath, of: target)
        }
        return try text(target.documented, of: target) + base + path
    }
}

// MARK: - Operations

extension OpenAPIWriter {
    private mutating func add(_ operation: Operation) throws(InterchangeError) {
        var places: [String] = []
        for variant in operation.variants {
            evaluator.random = RandomSource(seed: seed, name: operation.id)
            let request = contracts.complete(variant.request)
            var evaluator = evaluator
            for path in contracts.openNames(in: request.document.templates) {
                evaluator.define(.string("<\(path.joined(separator: "."))>"), at: path)
            }
            let accepted = OpenAPIAccepted(operation)
            let written = try OpenAPIRequestWriter.written(
                request,
                accepted,
                using: evaluator,
                contracts
            )
            let place = "\(written.method) \(written.path.shape)"
            // Rows that only change values need no separate operation.
            if places.contains(place) { continue }
            let name =
                places.isEmpty ? operation.id : "\(operation.id)_\(variant.label ?? "2")"
            places.append(place)
            let content = try content(of: operation, named: name, variant.request, written)
            put(content, name, written)
        }
        remark(on: operation)
    }

    private mutating func remark(on operation: Operation) {
        let accepted = OpenAPIAccepted(operation)
        for section in ["params", "query", "headers"] {
            let keywords = accepted.inexpressible(of: section)
            if keywords.isEmpty { continue }
            remarks.append(
                "\(operation.id): OpenAPI cannot express \(keywords.joined(separator: ", ")) of "
                    + "accepts.\(section)."
            )
        }
    }

    /// Adds an operation at its path; paths that differ only in the names of parameters are merged.
    private mutating func put(
        _ content: JSONObject,
        _ name: String,
        _ written: OpenAPIRequestWriter.Written
    ) {
        let shape = written.path.shape
        let known = shapes[shape]
        var content = content
        if let known, known != written.path.text {
            content["parameters"] = written.parameters(renamedFor: known)
        }
        let path = known ?? written.path.text
        var item = paths[path]?.objectValue ?? JSONObject()
        let method = written.method.lowercased()
        guard OpenAPIDocument.methods.contains(method) else {
            remarks.append("\(name) was left out: OpenAPI 3.1 has no method \(written.method).")
            return
        }
        guard item[method] == nil else {
            remarks.append(
                "\(name) was left out: OpenAPI has room for one operation at "
                    + "\(written.method) \(path)."
            )
            return
        }
        item[method] = .object(content)
        paths[path] = .object(item)
        shapes[shape] = path
    }

    private mutating func content(
        of operation: Operation,
        named name: String,
        _ request: RequestTemplate,
        _ written: OpenAPIRequestWriter.Written
    ) throws(InterchangeError) -> JSONObject {
        var content = JSONObject()
        content["operationId"] = .string(name)
        content["summary"] = operation.summary.map(JSONValue.string)
        if let document = document(of: operation.doc) { content["externalDocs"] = document }
        if let origin = written.origin {
            content["servers"] = .array([["url": .string(origin)]])
        } else if let target = contracts.target(of: request),
            target.name != contracts.targets.first?.name
        {
            content["servers"] = .array([try server(target)])
        }
        if let scheme = request.constant("security").flatMap({ contracts.securitySchemes[$0] }) {
            let address = try address(of: scheme.grant)
            let requirement = security.requirement(for: scheme, tokensFrom: address)
            content["security"] = .array([.object(requirement)])
        }
        if !written.parameters.isEmpty { content["parameters"] = .array(written.parameters) }
        content["requestBody"] = written.body
        content["responses"] = .object(responses(of: operation))
        content["x-assay-doc"] = operation.doc.map(JSONValue.string)
        if operation.basis != .documented {
            content["x-assay-basis"] = .string(operation.basis.rawValue)
        }
        let promises = operation.promises.map(OpenAPIErrors.promise)
        if !promises.isEmpty { content["x-assay-promises"] = .array(promises) }
        return content
    }

    /// The page of a `doc:` pointer, if it is one.
    private func document(of doc: String?) -> JSONValue? {
        guard let key = doc?.prefix(while: { $0 != "#" }),
            let document = contracts.documents[String(key)], let url = document.url
        else { return nil }
        let description = JSONValue.string(document.title ?? document.key)
        return ["url": .string(url), "description": description]
    }

    private func responses(of operation: Operation) -> JSONObject {
        var responses = JSONObject()
        for rule in operation.responses {
            var response = JSONObject()
            response["description"] = .string(HTTPStatus.name(rule.status))
            response["content"] =
                OpenAPIResponseWriter(
                    expectation: rule.expectation,
                    contracts: contracts,
                    evaluator: evaluator
                ).content
            responses[HTTPStatus.key(rule.status)] = .object(response)
        }
        if responses.isEmpty { responses["2XX"] = ["description": "Success"] }
        for (status, response) in errors.responses(of: operation) where responses[status] == nil {
            responses[status] = response
        }
        return responses
    }
}
