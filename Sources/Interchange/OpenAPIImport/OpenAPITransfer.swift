import Contract
import JSON
import JSONSchemas

/// One OpenAPI document being turned into a contract.
struct OpenAPITransfer {
    let document: OpenAPIDocument
    var contract: ContractDraft
    var schemas: SchemaTransfer
    /// The schemas of accepted values.
    private var accepted: SchemaTransfer
    let requestSchemas: RequestSchemas
    var security: OpenAPISecurity
    private var operationNames = UniqueNames()

    /// Whether schemas take precedence over examples that violate them.
    private let prefersSchemas: Bool

    init(_ document: OpenAPIDocument, prefersSchemas: Bool = false) {
        self.document = document
        self.prefersSchemas = prefersSchemas
        let info = document.root["info"]
        let title = info?.text("title") ?? "Untitled"
        contract = ContractDraft(
            document: ContractDraft.Document(key: "openapi", title: title, file: document.file),
            title: title
        )
        contract.version = info?["version"]?.value.scalarSpelling
        schemas = SchemaTransfer(document, for: .response)
        accepted = SchemaTransfer(document, for: .request)
        requestSchemas = RequestSchemas(document)
        security = OpenAPISecurity(document)
    }

    /// The contract.
    mutating func draft() throws(InterchangeError) -> ContractDraft {
        addTargets()
        for (path, item) in document.root["paths"]?.members ?? [] where path.hasPrefix("/") {
            let item = try document.resolved(item)
            for method in OpenAPIDocument.methods {
                if let operation = item[method] { try add(operation, method, path, item) }
            }
        }
        guard !contract.operations.isEmpty else {
            throw document.error(
                at: JSONPointer(tokens: ["paths"]),
                expected: "at least one path with an operation",
                found: document.root["paths"]?.value.text(maximumLength: 60) ?? "nothing",
                hint: document.losses.first.map { "for example \($0.place): \($0.reason)" }
            )
        }
        addMethodRow()
        contract.schemes = security.schemes
        contract.variables = security.variables
        contract.targets += security.targets
        // A common schema of all listed failures applies to others only if the document says so.
        if contract.errors.contains(where: { $0.id == "default" }) { contract.shareFailureSchema() }
        try finishSchemas()
        try addLosses()
        addRemarks()
        return contract
    }

    private mutating func add(
        _ operation: LocatedValue,
        _ method: String,
        _ path: String,
        _ item: LocatedValue
    ) throws(InterchangeError) {
        let name = operation.text("operationId") ?? DraftName.operation(method, path)
        let id = operationNames.unique(DraftName.identifier(name))
        var draft = ContractDraft.Operation(id: id)
        draft.summary =
            (operation.text("summary") ?? operation.text("description")).flatMap(Prose.summary)
        draft.doc = doc(operation.pointer)
        draft.tags = (operation.value["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
        if operation.value["deprecated"]?.boolValue == true {
            draft.comment.append("Deprecated.")
        }
        let builder = OpenAPIRequest(
            document: document,
            operation: operation,
            item: item,
            schemas: requestSchemas
        )
        draft.request = try builder.request(method.uppercased(), path)
        draft.accepts = try builder.acceptance(of: draft.request, path, taking: &accepted)
        draft.mediaTypes = try builder.mediaTypes()
        let requirement = operation["security"] ?? document.root["security"]
        try security.apply(requirement, to: &draft.request)
        try addResponses(operation, isHead: method == "head", to: &draft)
        if operation["servers"] != nil || item["servers"] != nil {
            draft.comment.append("FILL IN its `target`: the document names servers for it alone.")
        }
        contract.operations.append(draft)
    }

    /// Adds a row for the undocumented status with which servers reject other methods.
    private mutating func addMethodRow() {
        let known = Set(contract.errors.map(\.id))
        guard !contract.errors.isEmpty, known.isDisjoint(with: ["405", "4XX", "default"]) else {
            return
        }
        contract.errors.append(
            ContractDraft.ErrorRow(
                id: "405",
                statuses: [405],
                code: .none,
                summary: "No operation has the method (RFC 9110 §15.5.6)",
                doc: nil,
                isInferred: true
            )
        )
    }

    /// A pointer into the document, in the form of promises.
    func doc(_ pointer: JSONPointer) -> String { "openapi#\(document.place(of: pointer))" }
}

// MARK: - The whole

extension OpenAPITransfer {
    private mutating func addTargets() {
        let servers = document.root["servers"]?.elements ?? []
        guard let first = servers.first else {
            contract.targets = [ContractDraft.Target(name: "api", documented: nil, basePath: nil)]
            contract.remarks.append("The document names no server.")
            return
        }
        let url = Self.url(of: first)
        let parts = OriginAndPath(url)
        contract.targets = [
            ContractDraft.Target(name: "api", documented: parts.origin, basePath: parts.path)
        ]
        let others = servers.dropFirst().map(Self.url)
        if !others.isEmpty {
            contract.remarks.append("Other servers: \(others.joined(separator: ", ")).")
        }
    }

    /// A server's URL with the defaults of its variables.
    static func url(of server: LocatedValue) -> String {
        var url = server.text("url") ?? "/"
        for (name, variable) in server["variables"]?.members ?? [] {
            let value = variable.value["default"]?.scalarSpelling ?? ""
            url = url.split(separator: "{\(name)}", omittingEmptySubsequences: false)
                .joined(separator: value)
        }
        return LiteralText.apart(url)
    }

    /// Imports the named schemas, and removes from all what a JSON Schema cannot express.
    private mutating func finishSchemas() throws(InterchangeError) {
        try schemas.finish()
        try schemas.remarkAlternatives()
        try accepted.finish()
        try accepted.remarkAlternatives()
        let joined = schemas.joined(with: accepted)
        var named = joined.schemas
        var others = contract.operations.flatMap { operation in
            operation.responses.compactMap(\.schema) + operation.promises.compactMap(\.schema)
        }
        others += [contract.failureSchema].compactMap(\.self)
        let first = others.count
        others += contract.operations.flatMap(\.accepts).map { rule in
            SchemaTransfer.renamed(rule.schema, joined.names)
        }
        let repairs = SchemaTransfer.repair(&named, &others)
        noteFaults(ofExamplesIn: named, others)
        contract.schemas = named
        var rest = others[...]
        for index in contract.operations.indices {
            for position in contract.operations[index].responses.indices
            where contract.operations[index].responses[position].schema != nil {
                contract.operations[index].responses[position].schema = rest.popFirst()
            }
            for position in contract.operations[index].promises.indices
            where contract.operations[index].promises[position].schema != nil {
                contract.operations[index].promises[position].schema = rest.popFirst()
            }
        }
        if contract.failureSchema != nil { contract.failureSchema = rest.popFirst() }
        takeAccepted(rest, named, others, from: first)
        for repair in repairs { contract.remarks.append("Left out of the schemas: \(repair).") }
    }

    /// Imports the accepted values of operations whose own examples match them.
    ///
    /// - Parameters:
    ///   - rules: The schemas, as they are now.
    ///   - named: The named schemas that they refer to.
    ///   - others: All schemas that refer to named ones.
    ///   - first: The position among them of the first of the rules.
    private mutating func takeAccepted(
        _ rules: ArraySlice<JSONValue>,
        _ named: JSONObject,
        _ others: [JSONValue],
        from first: Int
    ) {
        let whole: JSONValue = ["schemas": .object(named), "others": .array(others)]
        var shown: [SchemaTransfer.Shown] = []
        for operation in contract.operations {
            for rule in operation.accepts {
                let position = first + shown.count
                let view = SchemaView(
                    at: JSONPointer(tokens: ["others", "\(position)"]),
                    in: whole
                )
                let sample = AcceptanceRule.instance(
                    operation.request.sample(rule.section).map(LiteralText.plain),
                    in: rule.section,
                    view
                )
                shown.append(SchemaTransfer.Shown(schema: position, example: sample))
            }
        }
        var position = first
        var found = Array(zip(rules, SchemaTransfer.faults(of: shown, named, others).first))[...]
        for index in contract.operations.indices {
            var kept: [ContractDraft.Acceptance] = []
            for rule in contract.operations[index].accepts {
                guard let (schema, found) = found.popFirst() else { break }
                var fault = found
                position += 1
                if fault != nil, prefersSchemas,
                    let made = Self.example(of: position - 1, for: rule.section, in: whole)
                {
                    contract.operations[index].request.put(made, rule.section)
                    fault = nil
                }
                if let fault, rule.section != "headers" {
                    let section =
                        ["params", "query"].contains(rule.section) ? rule.section : "body"
                    let isMade = contract.operations[index].request.invented.contains(section)
                    let example = isMade ? "a made-up example" : "the example"
                    let reason =
                        "no value is judged by it, as \(example) does not keep to it (\(fault))"
                    accepted.losses.append(ImportLoss(rule.place, reason))
                } else {
                    var rule = rule
                    rule.schema = schema
                    kept.append(rule)
                }
            }
            contract.operations[index].accepts = kept
        }
    }

    /// A value that matches one of the schemas; `nil` when none can be made, or when fields cannot express it.
    private static func example(
        of position: Int,
        for section: String,
        in whole: JSONValue
    ) -> JSONValue? {
        do {
            let schema = try JSONSchema(
                document: whole,
                at: JSONPointer(tokens: ["others", "\(position)"])
            )
            guard let made = SchemaExample.value(for: schema), schema.isValid(made),
                section == "json" || made.isFlat
            else { return nil }
            return made
        } catch {
            return nil
        }
    }

    /// Lists what the contract does not contain.
    private mutating func addLosses() throws(InterchangeError) {
        let audit = try OpenAPIAudit(document)
        // Losses from the translation have places in the original document.
        let translated = document.losses.map { loss in
            loss.moved { OpenAPIBundle.origin(of: $0, in: document.root.value) }
        }
        let unjudged = accepted.losses.map { $0.moved(to: document.origin) }
        contract.losses = translated + audit.losses + unjudged
        guard audit.proseCount > 0 else { return }
        contract.remarks.append(
            "Descriptions and x- members were left out: \(audit.proseCount)."
        )
    }

    /// Reports responses whose examples violate their schemas, the first of `others`, and removes these examples: a
    /// stub would send them.
    private mutating func noteFaults(ofExamplesIn schemas: JSONObject, _ others: [JSONValue]) {
        var shown: [SchemaTransfer.Shown] = []
        var position = 0
        func show(_ examples: [JSONValue], _ schema: JSONValue?) {
            guard schema != nil else { return }
            shown += examples.map { SchemaTransfer.Shown(schema: position, example: $0) }
            position += 1
        }
        for operation in contract.operations {
            for response in operation.responses { show(response.examples, response.schema) }
            for promise in operation.promises { show(promise.examples, promise.schema) }
        }
        var faults = SchemaTransfer.faults(of: shown, schemas, others).first[...]
        for index in contract.operations.indices {
            for number in contract.operations[index].responses.indices {
                let found = contract.operations[index].responses[number].keepSound(by: &faults)
                contract.operations[index].responses[number].comment += found.map {
                    "The document's own example breaks this schema (\($0))."
                }
            }
            for number in contract.operations[index].promises.indices {
                _ = contract.operations[index].promises[number].keepSound(by: &faults)
            }
        }
    }

    /// Whether a schema names the format of a value.
    private static func hasFormat(_ schema: JSONValue) -> Bool {
        switch schema {
        case .array(let elements): elements.contains(where: hasFormat)
        case .object(let object):
            object["format"]?.stringValue != nil
                || object.members.contains { hasFormat($0.value) }
        case .null, .bool, .number, .string: false
        }
    }

    private mutating func addRemarks() {
        if !security.undeclared.isEmpty {
            let names = security.undeclared.map { "\"\($0)\"" }.joined(separator: ", ")
            contract.remarks.append(
                "Security schemes that operations name and the document does not declare: \(names)."
            )
        }
        let described = contract.operations.flatMap(\.responses).compactMap(\.schema)
        if ([.object(schemas.schemas)] + described).contains(where: Self.hasFormat) {
            contract.remarks.append(
                "\"format\" is not checked in responses: JSON Schema 2020-12 defines it as an annotation."
            )
        }
        let known = Set(schemas.remarks)
        contract.remarks += schemas.remarks
        contract.remarks += requestSchemas.remarks.filter { !known.contains($0) }
    }
}

/// A response of a contract with examples from the document.
private protocol ExampleHolder {
    var schema: JSONValue? { get }
    var examples: [JSONValue] { get set }
}

extension ContractDraft.Response: ExampleHolder {}
extension ContractDraft.Promise: ExampleHolder {}

extension ExampleHolder {
    /// Keeps the valid examples.
    ///
    /// - Parameter faults: One for each example with a schema; those of this response are removed from its front.
    /// - Returns: The faults of the removed ones.
    fileprivate mutating func keepSound(by faults: inout ArraySlice<String?>) -> [String] {
        guard schema != nil else { return [] }
        let own = faults.prefix(examples.count)
        faults = faults.dropFirst(examples.count)
        examples = zip(examples, own).filter { $0.1 == nil }.map(\.0)
        return own.compactMap(\.self)
    }
}

extension JSONValue {
    /// Whether it is an object of texts, numbers and lists of them, like fields.
    fileprivate var isFlat: Bool {
        objectValue?.members.allSatisfy { member in
            (member.value.arrayValue ?? [member.value]).allSatisfy(\.isScalar)
        } ?? false
    }
}
