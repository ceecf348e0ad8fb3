import Contract
import JSON
import JSONPaths
import JSONSchemas
import RegularExpressions

/// The error catalogue as responses with examples.
struct OpenAPIErrors {
    private let contracts: ContractSet
    private let entries: [String: ErrorEntry]
    /// The places of code and message in a response; `nil` when OpenAPI cannot express them.
    private let codePath: [String]?
    private let messagePath: [String]?
    private let schema: JSONValue?
    private let compiled: JSONSchema?

    init(_ contracts: ContractSet) {
        self.contracts = contracts
        entries = Dictionary(contracts.errors.map { ($0.id, $0) }) { first, _ in first }
        codePath = Self.members(of: contracts.failure?.code)
        messagePath = Self.members(of: contracts.failure?.message)
        compiled = contracts.failure?.expectation?.schema?.schema
        schema = contracts.failure?.expectation?.schema?.schema.written.map(
            OpenAPISchemas.referring
        )
    }

    /// The names on the way to a member: `$.error.code`; `nil` for any other query.
    private static func members(of field: FailureField?) -> [String]? {
        guard case .ready(.jsonpath(let path))? = field?.query, field?.filters.isEmpty ?? false,
            path.text.hasPrefix("$.")
        else { return nil }
        let names = path.text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = names.allSatisfy { name in
            !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        return isPlain ? names.map(String.init) : nil
    }

    /// A response for each row of the catalogue.
    var responses: JSONObject {
        JSONObject(
            contracts.errors.map { entry in
                var response = JSONObject()
                response["description"] = .string(Self.description(of: entry))
                response["content"] = content([entry.id])
                response["x-assay-error"] = Self.details(of: entry)
                return .init(name: OpenAPISchemas.name(entry.id), value: .object(response))
            }
        )
    }

    /// An example of the response for each row of the catalogue.
    var examples: JSONObject {
        JSONObject(
            contracts.errors.compactMap { entry in
                example(of: entry).map { example in
                    let summary = JSONValue.string(Self.description(of: entry))
                    return .init(
                        name: OpenAPISchemas.name(entry.id),
                        value: ["summary": summary, "value": example]
                    )
                }
            }
        )
    }

    /// The failures of an operation, by status.
    func responses(of operation: Operation) -> [(status: String, response: JSONValue)] {
        var codes: [(status: String, ids: [String])] = []
        for promise in operation.promises {
            guard let id = promise.error?.id, let entry = entries[id] else { continue }
            let statuses = entry.statuses.map(String.init)
            for status in statuses.isEmpty ? ["default"] : statuses {
                if let index = codes.firstIndex(where: { $0.status == status }) {
                    if !codes[index].ids.contains(id) { codes[index].ids.append(id) }
                } else {
                    codes.append((status, [id]))
                }
            }
        }
        return codes.sorted { $0.status < $1.status }.map { status, ids in
            let phrase = Int(status).flatMap { HTTPStatus.phrases[$0] } ?? "A failure"
            var response = JSONObject()
            response["description"] = .string("\(phrase): \(ids.joined(separator: ", "))")
            response["content"] = content(ids)
            return (status, .object(response))
        }
    }

    /// The body of a response with one of some errors.
    private func content(_ ids: [String]) -> JSONValue? {
        var media = JSONObject()
        media["schema"] = schema
        var examples = JSONObject()
        for id in ids where entries[id].flatMap(example) != nil {
            let name = OpenAPISchemas.name(id)
            examples[name] = ["$ref": .string("#/components/examples/\(name)")]
        }
        if !examples.isEmpty { media["examples"] = .object(examples) }
        if media.isEmpty { return nil }
        return ["application/json": .object(media)]
    }

    /// A response with the code and the message of a row; `nil` when too little of it is known.
    private func example(of entry: ErrorEntry) -> JSONValue? {
        guard let code = entry.code.exact, let codePath else { return nil }
        var example = JSONValue.object(JSONObject())
        do {
            example = try example.setting(
                JSONPointer(tokens: codePath),
                to: .string(code),
                createsParents: true
            )
            if let message = entry.message, let messagePath {
                example = try example.setting(
                    JSONPointer(tokens: messagePath),
                    to: .string(message),
                    createsParents: true
                )
            }
            if let compiled, !compiled.isValid(example), let number = Int(code) {
                // Codes are compared as texts, whatever their type in the response.
                example = try example.setting(
                    JSONPointer(tokens: codePath),
                    to: .integer(number)
                )
            }
        } catch {
            return nil
        }
        return compiled.map { $0.isValid(example) } ?? true ? example : nil
    }

    private static func description(of entry: ErrorEntry) -> String {
        entry.message ?? entry.summary
            ?? entry.statuses.first.flatMap { HTTPStatus.phrases[$0] } ?? entry.id
    }
}

// MARK: - Extensions

extension OpenAPIErrors {
    private static func details(of entry: ErrorEntry) -> JSONValue {
        var details = JSONObject()
        let statuses = entry.statuses.map { JSONValue.integer($0) }
        details["status"] = statuses.count > 1 ? .array(statuses) : statuses.first
        switch entry.code {
        case .exactly(let code): details["code"] = .string(code)
        case .matching(let pattern): details["code"] = ["matches": .string(pattern.pattern)]
        case .none: details["code"] = "none"
        }
        details["doc"] = entry.doc.map(JSONValue.string)
        addStanding(entry.basis, entry.waiver, entry.untestable, to: &details)
        return .object(details)
    }

    /// A promise as an entry of an extension.
    static func promise(_ promise: Promise) -> JSONValue {
        var details = JSONObject()
        details["name"] = .string(promise.name)
        details["summary"] = promise.summary.map(JSONValue.string)
        details["error"] = promise.error.map { .string($0.id) }
        details["doc"] = promise.doc.map(JSONValue.string)
        addStanding(promise.basis, promise.waiver, promise.untestable, to: &details)
        return .object(details)
    }

    private static func addStanding(
        _ basis: Basis,
        _ waiver: Waiver?,
        _ untestable: String?,
        to details: inout JSONObject
    ) {
        if basis != .documented { details["basis"] = .string(basis.rawValue) }
        details["waived"] = waiver.map { .string($0.description) }
        details["untestable"] = untestable.map(JSONValue.string)
    }
}
