import Base
package import JSON

/// Imports a HAR file, a record of HTTP exchanges, as a contract.
package enum HARImport {
    /// Makes the contract: one operation for each method and shape of a path.
    ///
    /// - Parameters:
    ///   - record: The whole HAR document.
    ///   - file: Its name, for `docs` and for messages.
    /// - Returns: The contract, which can be loaded as it is.
    /// - Throws: The first error in the record.
    package static func contract(
        from record: JSONValue,
        file: String
    ) throws(InterchangeError) -> ImportedContract {
        var transfer = HARTransfer(file: file)
        return try transfer.draft(record).imported
    }
}

/// A record being turned into a contract.
private struct HARTransfer {
    /// The exchanges of one operation.
    private struct Group {
        let key: String
        var entries: [HARRecord]
    }

    let file: String
    var contract: ContractDraft
    var drafter = RequestDrafter()
    private var secrets = RequestSecrets()
    private var leftOut: [HARRecord.Irrelevance: Int] = [:]
    private var volatileFields = VolatileFields()

    init(file: String) {
        self.file = file
        let title = "Exchanges of \(file)"
        contract = ContractDraft(
            document: ContractDraft.Document(key: "har", title: title, file: file),
            title: title
        )
    }

    mutating func draft(_ record: JSONValue) throws(InterchangeError) -> ContractDraft {
        let root = LocatedValue(value: record, pointer: JSONPointer(tokens: []))
        guard let entries = root["log"]?["entries"], entries.value.arrayValue != nil else {
            throw InterchangeError(
                file: file,
                place: .pointer(JSONPointer(tokens: ["log", "entries"])),
                expected: "the list of exchanges of a HAR file",
                found: record["log"]?["entries"]?.text(maximumLength: 40) ?? "nothing"
            )
        }
        let groups = try groups(of: entries.elements)
        drafter.hide(secrets)
        for group in groups { add(group) }
        let leftOut = leftOutInWords
        addRemarks(leftOut)
        guard !contract.operations.isEmpty else {
            throw InterchangeError(
                file: file,
                place: .pointer(entries.pointer),
                expected: "at least one exchange with an API",
                found: leftOut.isEmpty
                    ? "an empty list" : "none: \(leftOut.joined(separator: ", "))"
            )
        }
        contract.shareFailureSchema()
        contract.takeTables(of: drafter)
        return contract
    }

    private mutating func groups(of entries: [LocatedValue]) throws(InterchangeError) -> [Group] {
        var groups: [Group] = []
        var positions: [String: Int] = [:]
        for element in entries {
            let entry = try HARRecord(element, file: file)
            drafter.noteSecrets(entry.cookieValues)
            secrets.addCookies(entry.cookieValues)
            secrets.take(entry.request)
            if let irrelevance = entry.irrelevance {
                leftOut[irrelevance, default: 0] += 1
                continue
            }
            let url = entry.request.url
            let shape = PathShape(url.path, host: url.host).template
            let key = "\(entry.request.method) \(url.origin) \(shape)"
            if let position = positions[key] {
                groups[position].entries.append(entry)
            } else {
                positions[key] = groups.count
                groups.append(Group(key: key, entries: [entry]))
            }
        }
        return groups
    }

    private mutating func add(_ group: Group) {
        let sample = group.entries.first { (100..<400).contains($0.status) } ?? group.entries[0]
        let request = volatileFields.removed(from: sample.request)
        var operation = drafter.operation(request, doc: "har#\(sample.pointer)")
        if group.entries.count > 1 {
            operation.comment.append("Seen \(group.entries.count) times.")
        }
        addResponses(of: group, to: &operation)
        contract.operations.append(operation)
        addAccounts(of: group, operation)
    }

    /// Adds a case for each account that sent the request, if there are several: one does not represent the others.
    private mutating func addAccounts(of group: Group, _ operation: ContractDraft.Operation) {
        var known: Set<[String]> = []
        var cases: [ContractDraft.Case] = []
        for entry in group.entries {
            let request = drafter.draft(volatileFields.removed(from: entry.request)).request
                .renamingParameters(as: operation.request)
            guard known.insert(drafter.account(of: request)).inserted else { continue }
            var step = ContractDraft.Step(call: operation.id)
            step.changes = request.changes(from: operation.request)
            if entry.status >= 400 {
                step.covers = ["\(operation.id)/\(entry.status)"]
            } else if operation.responses.count > 1 {
                step.expected["status"] = .integer(entry.status)
            }
            cases.append(ContractDraft.Case(name: operation.id, steps: [step]))
        }
        if cases.count > 1 { contract.cases += cases }
    }

    private mutating func addResponses(of group: Group, to operation: inout ContractDraft.Operation)
    {
        var statuses: [Int] = []
        for entry in group.entries
        where (100...599).contains(entry.status) && !statuses.contains(entry.status) {
            statuses.append(entry.status)
        }
        for status in statuses.sorted() {
            let entries = group.entries.filter { $0.status == status }
            let bodies = entries.compactMap(\.json)
            var schema: JSONValue?
            if !bodies.isEmpty { schema = self.schema(of: bodies) }
            let example = bodies.first.flatMap(drafter.shown)
            if status < 400 {
                var response = Self.response(status, schema, entries)
                response.examples = example.map { [$0] } ?? []
                operation.responses.append(response)
            } else {
                let doc = "har#\(entries[0].pointer)"
                let summary = entries[0].statusText
                contract.addErrorRow("\(status)", summary: summary, doc: doc)
                operation.promises.append(
                    ContractDraft.Promise(
                        name: "\(status)",
                        summary: summary,
                        error: "\(status)",
                        doc: doc,
                        schema: schema,
                        examples: example.map { [$0] } ?? []
                    )
                )
            }
        }
        guard operation.responses.isEmpty else { return }
        let comment =
            statuses.isEmpty
            ? "FILL IN its successful response: none was recorded."
            : "FILL IN its successful response: only failures were recorded."
        operation.responses = [ContractDraft.Response(status: "2XX", comment: [comment])]
        operation.covers = operation.promises.first?.name
    }

    private func schema(of bodies: [JSONValue]) -> JSONValue {
        SchemaInference.schema(of: bodies) { !drafter.holdsSecret($0) }
    }

    private static func response(
        _ status: Int,
        _ schema: JSONValue?,
        _ entries: [HARRecord]
    ) -> ContractDraft.Response {
        var response = ContractDraft.Response(status: "\(status)", schema: schema)
        if let type = entries[0].mediaType, entries.allSatisfy({ $0.mediaType == type }) {
            response.asserts.append(["header": "Content-Type", "startsWith": .string(type)])
        }
        return response
    }
}

// MARK: - Losses

extension HARTransfer {
    /// The number of exchanges that were left out, and why.
    private var leftOutInWords: [String] {
        HARRecord.Irrelevance.allCases.compactMap { kind in
            leftOut[kind].map { "\(Count.of($0, "exchange")) \(kind.rawValue)" }
        }
    }

    private mutating func addRemarks(_ leftOut: [String]) {
        if let remark = volatileFields.remark("they come from the browser or vary") {
            contract.remarks.append(remark)
        }
        if !leftOut.isEmpty {
            contract.remarks.append("Left out: \(leftOut.joined(separator: ", ")).")
        }
    }
}
