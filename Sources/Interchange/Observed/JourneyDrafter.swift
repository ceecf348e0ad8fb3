import HTTP
import JSON

/// Makes a contract of journeys: operations from their common parts, a case of each.
struct JourneyDrafter {
    /// The contract being made; the caller sets title, remarks and docs.
    var contract: ContractDraft
    /// Knows credentials, variables and targets; the caller can declare variables beforehand.
    var requests = RequestDrafter()
    /// One for each operation, in the order of their first exchanges.
    private var groups: [Group] = []
    /// For each journey the numbers of its exchanges' groups.
    private var places: [[Int]] = []
    private var failures = FailureShape(of: [])
    /// The names of the catalogue rows, by content.
    private var rows: [RowKey: String] = [:]

    /// Exchanges of one operation.
    private struct Group {
        var exchanges: [ObservedExchange]
        var operation: ContractDraft.Operation
    }

    /// The identity of errors: the code, or the status without one.
    private struct RowKey: Hashable {
        let code: String?
        let status: Int?
    }

    init(document: ContractDraft.Document, title: String) {
        contract = ContractDraft(document: document, title: title)
    }

    /// Makes the contract.
    ///
    /// Exchanges with the same method, server and shape of path become one operation; its example is the first
    /// successful request. A step of a case has the differences from it.
    ///
    /// - Parameter journeys: In the order of their cases.
    /// - Returns: The contract, without operations when there was no exchange.
    mutating func draft(_ journeys: [ObservedJourney]) -> ContractDraft {
        let exchanges = journeys.flatMap(\.exchanges).flatMap { [$0] + $0.shown }
        for exchange in exchanges { noteCookies(of: exchange) }
        hideSecrets(of: exchanges)
        failures = FailureShape(
            of: exchanges.compactMap(\.response).filter { !$0.isIllustration }
                .map { ($0.status, $0.json) }
        )
        group(journeys)
        let bound = Set(journeys.flatMap(\.bindings.names))
        requests.boundNames = bound
        let captured = bound.union(exchanges.flatMap(\.captures).map(\.name))
        for index in groups.indices { makeOperation(index, captured) }
        describeFailures(exchanges)
        for (journey, places) in zip(journeys, places) { addCase(journey, places) }
        contract.operations = groups.map(\.operation)
        contract.takeTables(of: requests)
        return contract
    }

    private mutating func noteCookies(of exchange: ObservedExchange) {
        requests.noteSecrets(cookies(of: exchange))
    }

    private func cookies(of exchange: ObservedExchange) -> [String] {
        let sent = exchange.request.headers.filter { $0.name.lowercased() == "cookie" }
        let set = (exchange.response?.headers ?? []).filter { $0.name.lowercased() == "set-cookie" }
        return CookieText.values(sent: sent.map(\.value), set: set.map(\.value))
    }

    private mutating func hideSecrets(of exchanges: [ObservedExchange]) {
        // A recording has templates in place of them by now, and has noted them before.
        guard requests.redactor.isEmpty else { return }
        var secrets = RequestSecrets(ordinary: requests.ordinaryFields)
        for exchange in exchanges {
            secrets.take(exchange.request)
            secrets.addCookies(cookies(of: exchange))
        }
        requests.hide(secrets)
    }

    private mutating func group(_ journeys: [ObservedJourney]) {
        var positions: [String: Int] = [:]
        for journey in journeys {
            var numbers: [Int] = []
            for exchange in journey.exchanges {
                let request = exchange.request
                let shape = Self.anonymous(requests.shape(of: request).template)
                let key = "\(request.method) \(request.url.origin) \(shape)"
                let number = positions[key] ?? groups.count
                if number == groups.count {
                    positions[key] = number
                    groups.append(Group(exchanges: [], operation: .init(id: "")))
                }
                groups[number].exchanges.append(exchange)
                groups[number].exchanges += exchange.shown
                numbers.append(number)
            }
            places.append(numbers)
        }
    }

    /// A path template without the names of its parameters, which may differ.
    private static func anonymous(_ template: String) -> String {
        template.split(separator: "/", omittingEmptySubsequences: false)
            .map { PathShape.isParameter($0) ? "{}" : $0 }.joined(separator: "/")
    }
}

// MARK: - Operations

extension JourneyDrafter {
    private mutating func makeOperation(_ index: Int, _ captured: Set<String>) {
        let exchanges = groups[index].exchanges
        let sample = exchanges.first { isSuccess($0) } ?? exchanges[0]
        let name = sample.name ?? exchanges.lazy.compactMap(\.name).first
        var operation = requests.operation(sample.request, named: name, doc: sample.doc)
        operation.summary = sample.summary
        operation.request = operation.request.withoutCaptures(captured)
        addResponses(of: exchanges, to: &operation)
        groups[index].operation = operation
    }

    private func isSuccess(_ exchange: ObservedExchange) -> Bool {
        guard let status = exchange.status else { return exchange.expected["error"] == nil }
        return !failures.isFailure(status, exchange.response?.json)
    }

    private mutating func addResponses(
        of exchanges: [ObservedExchange],
        to operation: inout ContractDraft.Operation
    ) {
        var statuses: Set<Int> = []
        for exchange in exchanges where isSuccess(exchange) {
            if let status = exchange.status { statuses.insert(status) }
        }
        for status in statuses.sorted() where (100...599).contains(status) {
            let responses = exchanges.filter { $0.status == status && isSuccess($0) }
                .compactMap(\.response)
            operation.responses.append(response(status, responses))
        }
        guard operation.responses.isEmpty else { return }
        let comment =
            exchanges.allSatisfy(isSuccess)
            ? "FILL IN the status and the schema of its successful response."
            : "FILL IN its successful response: only failures were recorded."
        operation.responses = [ContractDraft.Response(status: "2XX", comment: [comment])]
    }

    private func response(
        _ status: Int,
        _ every: [ObservedResponse]
    ) -> ContractDraft.Response {
        var response = ContractDraft.Response(status: "\(status)")
        response.examples = examples(of: every)
        let responses = every.filter { !$0.isIllustration }
        let bodies = responses.compactMap(\.json)
        // An unreadable body is ignored; one that is not JSON matches no schema.
        let isAlways = responses.allSatisfy { $0.json != nil || $0.body == nil }
        if !bodies.isEmpty, isAlways { response.schema = schema(of: bodies) }
        if !responses.isEmpty, responses.allSatisfy(\.isEventStream) {
            takeEvents(of: responses, to: &response)
        } else if let type = responses.first?.mediaType,
            responses.allSatisfy({ $0.mediaType == type })
        {
            response.asserts.append(["header": "Content-Type", "startsWith": .string(type)])
        }
        response.asserts += SeenHeaders.asserts(of: responses, isSecret: requests.holdsSecret)
        return response
    }

    /// The common schema of bodies, without members whose names contain a secret.
    private func schema(of bodies: [JSONValue]) -> JSONValue {
        SchemaInference.schema(of: bodies) { !requests.holdsSecret($0) }
    }

    /// Requires the events that every recorded stream had, up to a limit, within twice the time.
    private func takeEvents(
        of responses: [ObservedResponse],
        to response: inout ContractDraft.Response
    ) {
        var events = JSONObject()
        let seconds = responses.compactMap(\.streamed).max().map { $0 * 2 / .seconds(1) } ?? 0
        if Duration.seconds(seconds) > EventStreamLimit.standardDuration {
            events["for"] = .string("\(Int(seconds.rounded(.up)))s")
        }
        do {
            let counts = try responses.map { observed throws(EventStreamFault) in
                try observed.events()?.count ?? 0
            }
            let least = min(counts.min() ?? 0, Self.mostEvents)
            if least > 0 { events["count"] = .integer(least) }
            if least == 0 { response.comment.append("No event came while this was recorded.") }
        } catch {
            response.comment.append("FILL IN its events: what came was no stream, as \(error).")
        }
        response.events = .object(events)
    }

    /// The maximum number of events of a stream that a contract requires and shows.
    private static let mostEvents = 10

    /// The bodies as examples of a schema, without duplicates: a stub sends the first.
    private func examples(of responses: [ObservedResponse]) -> [JSONValue] {
        var examples: [JSONValue] = []
        for response in responses {
            // One is enough for recorded traffic.
            if response.isSeen, !examples.isEmpty { continue }
            var json = response.json
            if response.isEventStream, let events = json?.arrayValue {
                json = events.isEmpty ? nil : .array(Array(events.prefix(Self.mostEvents)))
            }
            guard let json, let shown = requests.shown(json),
                !examples.contains(shown)
            else { continue }
            examples.append(shown)
        }
        return examples
    }
}

// MARK: - Errors

extension JourneyDrafter {
    /// Makes the rows of the catalogue, and the promises of the operations with such errors.
    private mutating func describeFailures(_ exchanges: [ObservedExchange]) {
        let failed = exchanges.filter { $0.status != nil && !isSuccess($0) }
        contract.failureCondition = failures.condition
        contract.failureCode = FailureShape.field(failures.code)
        contract.failureMessage = FailureShape.field(failures.message)
        let bodies = failed.compactMap { $0.response?.json }
        if !bodies.isEmpty, bodies.count == failed.count {
            contract.failureSchema = schema(of: bodies)
        }
        var names = UniqueNames()
        var known: [RowKey] = []
        for exchange in failed {
            let key = rowKey(exchange)
            guard rows[key] == nil else { continue }
            let name = key.code ?? key.status.map(String.init) ?? "error"
            rows[key] = names.unique(DraftName.identifier(name))
            known.append(key)
        }
        for key in known { contract.errors.append(row(key, failed.filter { rowKey($0) == key })) }
        for index in groups.indices { addPromises(index) }
    }

    private func rowKey(_ exchange: ObservedExchange) -> RowKey {
        let code = failures.code(of: exchange.response?.json)
            .flatMap { requests.holdsSecret($0) ? nil : $0 }
        return RowKey(code: code, status: code == nil ? exchange.status : nil)
    }

    private func row(_ key: RowKey, _ exchanges: [ObservedExchange]) -> ContractDraft.ErrorRow {
        let id = rows[key] ?? ""
        var row = ContractDraft.ErrorRow(
            id: id,
            statuses: Set(exchanges.compactMap(\.status)).sorted(),
            summary: exchanges.lazy.compactMap(\.response?.statusText).first,
            doc: exchanges[0].doc
        )
        switch key.code {
        case nil: row.code = failures.code == nil ? .open : .none
        case id?: row.code = .named
        case let code?: row.code = .text(code)
        }
        let messages = exchanges.map { failures.message(of: $0.response?.json) }
        if !messages.contains(nil) {
            row.message =
                MessageOutline(of: messages.compactMap(\.self)) { word in
                    word.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.contains { part in
                        part.count > 3 && PathShape.isIdentifier(String(part))
                            || requests.isSecret(String(part))
                    } || requests.holdsSecret(word)
                }.text
            // A secret of several words.
            if row.message.map(requests.holdsSecret) ?? false { row.message = nil }
        }
        return row
    }

    private mutating func addPromises(_ index: Int) {
        var named: Set<String> = []
        for exchange in groups[index].exchanges where exchange.status != nil {
            guard !isSuccess(exchange), let id = rows[rowKey(exchange)],
                named.insert(id).inserted
            else { continue }
            let row = rowKey(exchange)
            let alike = groups[index].exchanges.filter {
                $0.status != nil && !isSuccess($0) && rowKey($0) == row
            }
            var promise = ContractDraft.Promise(
                name: id,
                summary: nil,
                error: id,
                doc: exchange.doc
            )
            promise.examples = examples(of: alike.compactMap(\.response))
            groups[index].operation.promises.append(promise)
        }
    }
}

// MARK: - Cases

extension JourneyDrafter {
    private mutating func addCase(_ journey: ObservedJourney, _ places: [Int]) {
        var steps: [ContractDraft.Step] = []
        for (exchange, place) in zip(journey.exchanges, places) {
            steps.append(step(exchange, groups[place].operation))
        }
        guard !steps.isEmpty else { return }
        contract.cases.append(
            ContractDraft.Case(
                name: DraftName.identifier(journey.name ?? Self.name(of: steps)),
                comment: journey.comment,
                summary: journey.summary,
                tags: journey.tags,
                needs: journey.needs.map(DraftName.identifier),
                given: journey.given,
                bindings: journey.bindings,
                steps: steps
            )
        )
    }

    /// `createPush-getPush-and-2-more-E404001`: the calls, without duplicates, and the outcome.
    private static func name(of steps: [ContractDraft.Step]) -> String {
        var calls: [String] = []
        for step in steps where !calls.contains(step.call) { calls.append(step.call) }
        var name = calls.prefix(calls.count > 3 ? 2 : 3).joined(separator: "-")
        if calls.count > 3 { name += "-and-\(calls.count - 2)-more" }
        let error = steps.last?.covers.first?.split(separator: "/").last
        return error.map { "\(name)-\($0)" } ?? name
    }

    private mutating func step(
        _ exchange: ObservedExchange,
        _ operation: ContractDraft.Operation
    ) -> ContractDraft.Step {
        var step = ContractDraft.Step(call: operation.id)
        let request = requests.draft(exchange.request).request
        let renamed = request.renamingParameters(as: operation.request)
        // The operation has the same summary.
        let summary = exchange.summary.flatMap { $0 == operation.summary ? nil : $0 }
        step.comment =
            (summary.map { [$0] } ?? []) + exchange.comment
            + request.comment.filter { !operation.request.comment.contains($0) }
        step.changes = renamed.changes(from: operation.request)
        if let name = exchange.name {
            let id = DraftName.identifier(DraftName.camelCase(name))
            if id != operation.id { step.name = name }
        }
        step.keys = exchange.keys
        step.expected = exchange.expected
        expectOutcome(of: exchange, operation, &step)
        step.captures = JSONObject(
            exchange.captures.map { .init(name: $0.name, value: $0.source) }
        )
        return step
    }
    /// Adds expectations to a step that the operation and the catalogue do not have.
    private func expectOutcome(
        of exchange: ObservedExchange,
        _ operation: ContractDraft.Operation,
        _ step: inout ContractDraft.Step
    ) {
        guard let status = exchange.status else { return }
        let wanted = step.expected["status"]?.intValue
        if !isSuccess(exchange), let id = rows[rowKey(exchange)] {
            step.covers = ["\(operation.id)/\(id)"]
            // The row has it.
            if wanted == status { step.expected["status"] = nil }
            return
        }
        let isOnly = operation.responses.allSatisfy { $0.status == "\(status)" }
        if isOnly, wanted == status { step.expected["status"] = nil }
        if !isOnly, step.expected["status"] == nil { step.expected["status"] = .integer(status) }
    }
}
