import Base
package import Contract
package import HTTP
package import JSON

/// Checks a client's requests against contracts: against the operations, and the calls of the client library that
/// they belong to.
///
/// It remembers the requests of each call, to detect one that comes too early.
package struct ClientJudge: Sendable {
    /// A contract with its variables, bound.
    package struct Source: Sendable {
        package let contract: ContractDocument
        package let evaluator: Evaluator

        package init(_ contract: ContractDocument, _ evaluator: Evaluator) {
            self.contract = contract
            self.evaluator = evaluator
        }
    }

    private let sources: [Source]
    private let routes: RouteTable
    /// By operation.
    private let refusals: [String: [LearntRefusal]]
    private let names: KnownNames
    private var calls: CallProgress
    private let places: CredentialPlaces
    /// The client's own credentials, which must not be shown.
    package private(set) var credentials: Set<String> = []
    /// Number of requests checked.
    private var count = 0
    private let level: Basis
    /// Errors of the catalogue that a client is documented to deal with, or may run into.
    private let allowed: Set<String>
    /// Whether to check keys and signatures here, as no other component does.
    private let checksCredentials: Bool

    /// - Parameters:
    ///   - sources: The contracts of one service, with the tables they use.
    ///   - level: The weakest basis that counts.
    ///   - allowed: Errors that are not a mistake of the client, in addition to those with an outcome in the
    ///     contracts of its library.
    ///   - checksCredentials: Whether keys and signatures are checked against the contract; a reference service
    ///     checks them itself.
    package init(
        _ sources: [Source],
        level: Basis,
        allowing allowed: Set<String> = [],
        checksCredentials: Bool
    ) {
        self.sources = sources
        self.level = level
        self.checksCredentials = checksCredentials
        var seen: Set<SourceLocation> = []
        let all = sources.flatMap { source -> [StubRoute] in
            let new = source.contract.operations.filter { seen.insert($0.location).inserted }
            let ids = Set(new.map(\.id))
            return StubRoute.all(of: source.contract, using: source.evaluator)
                .filter { ids.contains($0.operation.id) }
        }
        routes = RouteTable(all)
        refusals = sources.reduce(into: [:]) { refusals, source in
            refusals.merge(LearntRefusal.all(of: source.contract)) { $0 + $1 }
        }
        names = KnownNames(sources.map(\.contract))
        places = CredentialPlaces(sources)
        calls = CallProgress(sources)
        self.allowed = sources.reduce(into: allowed) { allowed, source in
            allowed.formUnion(source.contract.client?.namedErrors ?? [])
        }
    }

    /// The operation of a request; `nil` for none.
    package func operation(for request: HTTPRequest) -> Operation? {
        guard case .operation(let route, _) = routes.match(request) else { return nil }
        return route.operation
    }

    /// Whether a browser asks on its own, before the client's request, whether the page may send it.
    ///
    /// Source: the Fetch standard, CORS-preflight request.
    package func isPreflight(_ request: HTTPRequest) -> Bool {
        guard request.method == "OPTIONS", request.headers["Origin"] != nil,
            request.headers["Access-Control-Request-Method"] != nil,
            case .otherMethod = routes.match(request)
        else { return false }
        return true
    }

    /// Checks a request and its response.
    ///
    /// - Parameters:
    ///   - exchange: The request as it came, and its response.
    ///   - isForced: Whether the response was forced by the user, independent of the request.
    /// - Returns: Differences from the contracts, as a step that received the request.
    package mutating func judge(_ exchange: ExchangeRecord, isForced: Bool) -> StepResult {
        defer { count += 1 }
        let request = exchange.request
        var found: Findings
        switch routes.match(request) {
        case .nowhere(let nearest):
            let near = nearest.map { "; the nearest is \($0.label)" } ?? ""
            found = Findings(label: request.label, location: location(nearest))
            found.add(
                "request",
                "an operation of the contract\(near)",
                request.label,
                "no operation is at \(request.label)\(near)"
            )
        case .otherMethod(let methods):
            let allowed = Words.alternatives(methods)
            found = Findings(label: request.label, location: location(nil))
            found.add("method", allowed, request.method, "\(request.path) is there for \(allowed)")
        case .operation(let route, let fields):
            found = Findings(label: route.operation.id, location: route.operation.location)
            judge(exchange, route, fields, isForced: isForced, &found)
        }
        return found.step(with: withoutCredentials(exchange), level: level)
    }

    private mutating func withoutCredentials(_ exchange: ExchangeRecord) -> ExchangeRecord {
        var exchange = exchange
        credentials.formUnion(places.hide(in: &exchange.request))
        return exchange
    }

    /// A request that is not a valid message; it belongs to no call of the client.
    ///
    /// - Parameters:
    ///   - label: The request, as far as it is known.
    ///   - actual: The problem.
    ///   - exchange: The request as it came, and its response; `nil` when it was not read.
    /// - Returns: The problem, as a step that received the request.
    package mutating func invalid(
        _ label: String,
        _ actual: String,
        in exchange: ExchangeRecord? = nil
    ) -> StepResult {
        defer { count += 1 }
        var found = Findings(label: label, location: location(nil))
        found.add("request", "a complete and valid HTTP message", actual)
        return found.step(with: exchange.map { withoutCredentials($0) }, level: level)
    }

    /// Adds a report of the client.
    ///
    /// - Parameter line: One line of its reports: `{"call": NAME, "arguments": {…}}` or `{"state": {…}}`.
    /// - Throws: `ClientReportError` for an invalid line.
    package mutating func report(_ line: JSONValue) throws(ClientReportError) {
        try calls.report(line)
    }

    /// Why no request of a client shows a promise of its library, by promise; those that some request can show
    /// are not in it.
    package var unshown: [String: String] { calls.unshown }

    /// The final steps of all requests, in order, then those for reported calls whose requests never came.
    ///
    /// The calls that a request belongs to may have changed since.
    package func settled(_ steps: [StepResult]) -> [StepResult] {
        var steps = steps
        for (number, calls) in calls.withdrawn {
            steps[number].promises.removeAll { calls.contains($0) }
            steps[number].parts.removeAll { calls.contains($0.label) }
        }
        return steps + (calls.reports.missing + calls.reports.silent).map { $0.step(level: level) }
    }

    /// Location of an operation, otherwise the beginning of the contracts.
    private func location(_ route: StubRoute?) -> SourceLocation {
        route?.operation.location
            ?? SourceLocation(file: sources[0].contract.file, line: 1, column: 1)
    }

    private mutating func judge(
        _ exchange: ExchangeRecord,
        _ route: StubRoute,
        _ fields: RequestFields,
        isForced: Bool,
        _ found: inout Findings
    ) {
        let operation = route.operation
        guard let source = sources.first(where: { $0.contract.has(operation) }) else { return }
        let problem = route.problem(of: fields, takingForms: false)
        if let problem {
            found.add("body", "JSON, as the example of \(operation.id) has it", problem)
        }
        if !isForced {
            let isOfWholeBody = problem != nil
            judgeResponse(exchange, operation, fields, source, isOfWholeBody: isOfWholeBody, &found)
        }
        if checksCredentials {
            let check = CredentialCheck(source.contract, source.evaluator)
            for difference in check.differences(in: exchange.request, of: operation) {
                found.add(difference)
            }
        }
        for difference in names.differences(in: fields, of: operation) { found.add(difference) }
        let response = accepted(exchange, source)
        calls.take(operation, fields, number: count, accepted: response, &found)
    }
}

// MARK: - Responses

extension ClientJudge {
    /// The failure in a response; `nil` for none that the contract knows.
    private func failure(in exchange: ExchangeRecord, _ source: Source) -> RecognizedFailure? {
        guard let response = exchange.response else { return nil }
        var evaluator = source.evaluator
        let subject = Subject(response, to: exchange.request)
        do {
            return try source.contract.failure?.failure(in: subject, using: &evaluator)
        } catch {
            return nil
        }
    }

    /// The response when it is a success for the client.
    private func accepted(_ exchange: ExchangeRecord, _ source: Source) -> Subject? {
        guard let response = exchange.response, response.status < 400,
            failure(in: exchange, source) == nil
        else { return nil }
        return Subject(response, to: exchange.request)
    }

    /// A refused request is the client's mistake, unless the document specifies the client's reaction to that
    /// error.
    private func judgeResponse(
        _ exchange: ExchangeRecord,
        _ operation: Operation,
        _ fields: RequestFields,
        _ source: Source,
        isOfWholeBody: Bool,
        _ found: inout Findings
    ) {
        guard let failure = failure(in: exchange, source) else { return }
        let entry = source.contract.errors.first { $0.code.accepts(failure.code) }
        if let entry, allowed.contains(entry.id) { return }
        let cause = RefusalCause(
            refusals[operation.id] ?? [],
            entry,
            operation,
            fields,
            isOfWholeBody: isOfWholeBody
        )
        let promise = cause.promise
        let name = failure.shownCode ?? entry?.id ?? "a failure"
        let says = promise.map { promise in
            ", as \(promise.id) says" + (promise.summary.map { ": \($0)" } ?? "")
        }
        // The stub names the reason; a difference that shows it is more exact.
        let reason =
            cause.difference != nil || isOfWholeBody
            ? nil : exchange.response?.headers[ContractStub.reasonField].map { ": \($0)" }
        found.add(
            Difference(
                path: "response",
                expected: "a request that \(operation.id) takes",
                actual: "refused with \(failure.description)\(reason ?? "")",
                location: promise?.location ?? entry?.location ?? operation.location,
                basis: promise?.basis ?? entry?.basis ?? .documented
            ),
            "\(operation.id) was refused with \(name)\(says ?? "")"
        )
        if let difference = cause.difference { found.add(difference) }
    }
}

/// Findings about one request.
struct Findings {
    /// The operation, or method and path.
    let label: String
    let location: SourceLocation
    /// The calls of the client library that it is evidence for.
    var promises: [String] = []
    private var headline: String?
    private var differences: [Difference] = []
    /// Its results for promises, each with its differences.
    private var parts: [(call: String, promises: [String], differences: [Difference])] = []

    init(label: String, location: SourceLocation) {
        self.label = label
        self.location = location
    }

    /// Adds a difference; the first headline is the main point.
    mutating func add(_ difference: Difference, _ sentence: String? = nil) {
        differences.append(difference)
        headline = headline ?? sentence
    }

    /// Adds a difference with the location and basis of the operation.
    mutating func add(
        _ path: String,
        _ expected: String,
        _ actual: String,
        _ sentence: String? = nil
    ) {
        let found = Difference(path: path, expected: expected, actual: actual, location: location)
        add(found, sentence)
    }

    /// Adds results for promises, by call.
    mutating func add(_ promises: [String], _ differences: [Difference], of call: String) {
        guard !promises.isEmpty else { return }
        parts.append((call, promises, differences))
    }

    /// Whether something was found that a promise excludes.
    func hasBroken(_ promise: String) -> Bool {
        parts.contains { !$0.differences.isEmpty && $0.promises.contains(promise) }
    }

    /// The findings as a step that received a request; `nil` exchange for a missing or unexpected one.
    func step(with exchange: ExchangeRecord? = nil, level: Basis) -> StepResult {
        var whole = step(label, promises, differences, exchange, level)
        whole.headline = headline ?? differences.first?.plainStatement
        whole.parts = parts.map { step($0.call, $0.promises, $0.differences, exchange, level) }
        return whole
    }

    private func step(
        _ label: String,
        _ promises: [String],
        _ differences: [Difference],
        _ exchange: ExchangeRecord?,
        _ level: Basis
    ) -> StepResult {
        let counts = differences.contains { $0.isContradiction && $0.basis <= level }
        var step = StepResult(
            phase: .steps,
            label: label,
            location: location,
            promises: promises,
            outcome: counts ? .failed : differences.isEmpty ? .passed : .differs,
            exchanges: exchange.map { [$0] } ?? [],
            headline: differences.first?.plainStatement,
            differences: differences,
            startedAt: exchange?.startedAt
        )
        step.direction = .received
        return step
    }
}

extension ClientSpecification {
    /// The errors of the catalogue that have an outcome in the contract.
    fileprivate var namedErrors: [String] {
        outcomes.flatMap(\.conditions).flatMap { condition -> [String] in
            if case .failure(let codes?) = condition { codes } else { [] }
        }
    }
}

extension ContractDocument {
    /// Whether an operation belongs to the contract, or to the tables it uses.
    fileprivate func has(_ operation: Operation) -> Bool {
        operations.contains { $0.location == operation.location }
    }
}

extension HTTPRequest {
    /// `POST /notes`.
    fileprivate var label: String { "\(method) \(path)" }
}
