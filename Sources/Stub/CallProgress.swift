import Contract
import JSON

/// A client's progress in calls of its library, as far as its requests show it.
struct CallProgress: Sendable {
    /// A request of a call.
    struct Performed: Sendable {
        let call: ClientCall
        /// The contract that has the call.
        let library: ClientLibrary
        let position: Int
        /// The operation's own examples, whose values are not requirements.
        let examples: [RequestTemplate]

        var request: ClientRequest { call.performs[position] }

        /// Positions of requests that are always sent before it.
        var earlier: [Int] {
            call.performs.indices.filter { $0 < position && call.performs[$0].conditions.isEmpty }
        }

        /// The difference for a request that came before earlier ones of its call.
        fileprivate func isEarly(_ operation: Operation) -> Difference {
            let before = earlier.map { call.performs[$0].label }.joined(separator: ", ")
            return Difference(
                path: "order",
                expected: "\(before) before it, as \(call.id) sends them",
                actual: "\(operation.id) first",
                location: request.location,
                basis: call.basis
            )
        }
    }

    /// By operation, in file order.
    private var performed: [String: [Performed]] = [:]
    /// The client's own reports.
    private(set) var reports = ReportedCalls()
    /// Requests of each call since it last began: their numbers, by position.
    private var rounds: [String: [Int: Int]] = [:]
    /// Values from responses that later requests of each call may have, by their names.
    private var captured: [String: [String: [JSONValue]]] = [:]
    /// The calls that each request of several speaks for, by its number.
    private var claims: [Int: Set<String>] = [:]
    /// Calls that a request no longer belongs to, by its number: it turned out to begin another call.
    private(set) var withdrawn: [Int: Set<String>] = [:]

    init(_ sources: [ClientJudge.Source]) {
        let folders = Dictionary(grouping: sources) { $0.contract.client?.location }
        var known: Set<SourceLocation> = []
        for source in sources {
            let contract = source.contract
            let index = ContractIndex(contract)
            let fellows = folders[contract.client?.location] ?? [source]
            let library = ClientLibrary(contract, source.evaluator, fellows.map(\.contract))
            reports.add(library)
            for call in contract.calls where known.insert(call.location).inserted {
                for (position, request) in call.performs.enumerated() {
                    guard let id = request.request.operation else { continue }
                    let examples = index.operations[id]?.variants.map(\.request) ?? []
                    performed[id, default: []].append(
                        Performed(
                            call: call,
                            library: library,
                            position: position,
                            examples: examples
                        )
                    )
                }
            }
        }
    }

    /// Adds a request.
    ///
    /// If several calls send such a request, the best matching ones are used; among these, a single one that waits
    /// for it.
    ///
    /// - Parameters:
    ///   - operation: Its operation.
    ///   - fields: Its fields.
    ///   - number: Number of requests before it.
    ///   - response: Its success response; `nil` for a refusal.
    ///   - found: Receives the calls that it belongs to, and its differences from them.
    mutating func take(
        _ operation: Operation,
        _ fields: RequestFields,
        number: Int,
        accepted response: Subject?,
        _ found: inout Findings
    ) {
        let candidates = performed[operation.id] ?? []
        if !candidates.isEmpty,
            reports.take(operation, fields, candidates, accepted: response, &found)
        {
            return
        }
        let due = candidates.filter(isDue)
        guard !due.isEmpty else {
            for candidate in best(of: candidates, for: fields, waiting: { _ in false }) {
                found.promises.append(candidate.performed.call.id)
                found.add(candidate.performed.isEarly(operation))
            }
            return
        }
        let best = best(of: due, for: fields, waiting: { waits($0) })
        for fit in best {
            let call = fit.performed.call
            fit.add(to: &found)
            let hasWaited = waits(fit.performed)
            enter(fit.performed, number)
            if let response { capture(fit.performed, from: response) }
            guard isWhole(call) || !fit.differences.isEmpty else { continue }
            found.promises.append(call.id)
            if hasWaited, fit.differences.isEmpty { withdraw(before: number, besides: call) }
        }
        if best.count > 1 { claims[number] = Set(found.promises) }
    }

    /// Why no request of a client shows a promise, by promise.
    var unshown: [String: String] {
        var reasons: [String: String] = [:]
        for promises in reports.promises {
            let shown = promises.all
            for (id, reason) in promises.elsewhere where !shown.contains(id) {
                reasons[id] = reason
            }
        }
        return reasons
    }

    /// Adds one line of the client's reports.
    ///
    /// - Parameter line: A JSON object.
    /// - Throws: `ClientReportError` for an invalid line.
    mutating func report(_ line: JSONValue) throws(ClientReportError) { try reports.report(line) }

    /// Whether all requests that the call always sends before it have come, but not the request itself.
    private func isDue(_ performed: Performed) -> Bool {
        let round = rounds[performed.call.id] ?? [:]
        let earlier = performed.earlier
        return earlier.isEmpty
            || round[performed.position] == nil && earlier.allSatisfy { round[$0] != nil }
    }

    /// Whether the call has begun and lacks this request.
    private func waits(_ performed: Performed) -> Bool {
        guard let round = rounds[performed.call.id], round[performed.position] == nil else {
            return false
        }
        return !isWhole(performed.call)
    }

    /// Whether all requests that a call always sends have come.
    private func isWhole(_ call: ClientCall) -> Bool {
        let round = rounds[call.id] ?? [:]
        return call.performs.indices.allSatisfy {
            !call.performs[$0].conditions.isEmpty || round[$0] != nil
        }
    }

    private mutating func enter(_ performed: Performed, _ number: Int) {
        var round = rounds[performed.call.id] ?? [:]
        // A repeated request begins the call anew.
        if round[performed.position] != nil { round = [:] }
        round[performed.position] = number
        rounds[performed.call.id] = round
    }

    /// Withdraws requests of a call that is now complete from other calls.
    private mutating func withdraw(before number: Int, besides call: ClientCall) {
        for earlier in (rounds[call.id] ?? [:]).values where earlier < number {
            guard let others = claims.removeValue(forKey: earlier)?.subtracting([call.id]) else {
                continue
            }
            withdrawn[earlier, default: []].formUnion(others)
        }
    }

    private func knowledge(of performed: Performed) -> ClientKnowledge {
        let call = performed.call
        return performed.library.knowledge(of: call, capturing: captured[call.id] ?? [:])
    }

    private mutating func capture(_ performed: Performed, from response: Subject) {
        var knowledge = knowledge(of: performed)
        knowledge.capture(performed.request, from: response)
        captured[performed.call.id] = knowledge.captured
    }

    /// The candidates that a request fits best, of each call the last.
    private func best(
        of candidates: [Performed],
        for fields: RequestFields,
        waiting: (Performed) -> Bool
    ) -> [RequestFit] {
        let fits = candidates.map { RequestFit(of: fields, to: $0, knowledge(of: $0)) }
        let ranks = fits.map { fit in
            [fit.differences.count, -fit.agreements, waiting(fit.performed) ? 0 : 1]
        }
        let least = ranks.min { $0.lexicographicallyPrecedes($1) }
        let best = zip(fits, ranks).filter { $0.1 == least }.map(\.0)
        return best.indices.filter { index in
            !best[(index + 1)...].contains { $0.performed.call.id == best[index].performed.call.id }
        }.map { best[$0] }
    }
}
