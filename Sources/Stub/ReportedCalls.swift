import Base
import Contract
import JSON

/// Why a line of a client's reports is invalid.
package struct ClientReportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let description: String
}

/// Calls that a client reported, and their requests that are still to come.
struct ReportedCalls: Sendable {
    /// A reported call.
    private struct Pending {
        let call: ClientCall
        let client: String
        let library: ClientLibrary
        var knowledge: ClientKnowledge
        /// Positions of requests that came.
        var sent: Set<Int> = []
        /// Whether no more requests are expected.
        var isOver = false
        /// Whether it may have failed, so that its requests may be repeated or never come.
        var mayHaveFailed = false
        let isRefused: Bool
        /// The calls before it, and its arguments.
        let made: MadeCalls

        /// Names of the client's state that decide whether it sends requests.
        var mentioned: Set<String> {
            let conditions = call.performs.flatMap(\.conditions)
            return knowledge.mentioned(by: conditions + call.requires.compactMap(\.assertion))
        }

        /// Positions of requests that it is sure to send.
        var due: [Int] {
            isRefused ? [] : call.performs.indices.filter { isSent($0) == true }
        }

        /// Whether a request is sent; `nil` when that is not known.
        func isSent(_ position: Int) -> Bool? {
            isRefused ? false : knowledge.holds(call.performs[position].conditions)
        }
    }

    private var libraries: [ClientLibrary] = []
    private var pending: [Pending] = []
    /// Known state of each client.
    private var states: [String: [String: JSONValue]] = [:]
    /// Calls reported at least once.
    private var made = MadeCalls()

    /// Promises about requests, from the contracts' cases.
    var promises: [RequestPromises] { libraries.map(\.promises) }

    mutating func add(_ library: ClientLibrary) { libraries.append(library) }

    /// Adds a report.
    ///
    /// - Parameter line: `{"call": NAME, "arguments": {…}, "as": CLIENT}`, or `{"state": {…}, "as": CLIENT}`.
    /// - Throws: `ClientReportError` for a call or a name that is not in the contracts.
    mutating func report(_ line: JSONValue) throws(ClientReportError) {
        let client = line["as"]?.stringValue ?? ClientUse.standardName
        if let values = line["state"]?.objectValue {
            return try tell(values, of: client)
        }
        guard let name = line["call"]?.stringValue else {
            throw ClientReportError(
                description:
                    "expected {\"call\": NAME, \"arguments\": {…}} or {\"state\": {…}}, got "
                    + line.text(maximumLength: 60)
            )
        }
        let known = libraries.flatMap { library in
            library.contract.calls.map { (library: library, call: $0) }
        }
        guard let (library, call) = known.first(where: { $0.call.id == name }) else {
            throw Self.unknown(name, "a call", known.map(\.call.id))
        }
        var knowledge = ClientKnowledge(call, library.memory, library.evaluator)
        knowledge.state = states[client] ?? library.memory.fresh
        let unsettled = pending.filter { !$0.isOver && $0.client == client }
        for update in unsettled.flatMap(\.call.updates) { knowledge.state[update.name] = nil }
        if let arguments = try arguments(line["arguments"], of: call) {
            knowledge.given = arguments
        }
        var new = Pending(
            call: call,
            client: client,
            library: library,
            knowledge: knowledge,
            isRefused: knowledge.isRefused,
            made: MadeCalls(calls: made.calls, given: knowledge.given)
        )
        new.mayHaveFailed = unsettled.contains { Self.exclude($0.call, call) }
        made.calls[name] = knowledge.given
        pending.append(new)
        states[client] = states[client] ?? library.memory.fresh
        settle(pending.count - 1)
    }

    private mutating func tell(
        _ values: JSONObject,
        of client: String
    ) throws(ClientReportError) {
        let names = libraries.flatMap { $0.memory.starts.keys }
        for member in values.members {
            guard names.contains(member.name) else {
                throw Self.unknown(member.name, "a name of the client's state", names.sorted())
            }
        }
        let memory = libraries.first { !$0.memory.starts.isEmpty }?.memory
        var state = states[client] ?? memory?.fresh ?? [:]
        for member in values.members { state[member.name] = member.value }
        states[client] = state
    }

    /// The arguments of a call; `nil` when the report has none.
    private func arguments(
        _ given: JSONValue?,
        of call: ClientCall
    ) throws(ClientReportError) -> [String: JSONValue]? {
        guard let given = given?.objectValue else { return call.arguments.isEmpty ? [:] : nil }
        let names = call.arguments.map(\.name)
        for member in given.members where !names.contains(member.name) {
            throw Self.unknown(member.name, "an argument of \(call.id)", names)
        }
        return Dictionary(names.map { ($0, given[$0] ?? .null) }) { first, _ in first }
    }

    private static func unknown(
        _ name: String,
        _ kind: String,
        _ known: [String]
    ) -> ClientReportError {
        let near = NearestName.suggestion(for: name, among: known)
        let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
        return ClientReportError(description: "\"\(name)\" is not \(kind)\(hint)")
    }

    /// Whether two calls of one client cannot be in progress at once.
    private static func exclude(_ one: ClientCall, _ other: ClientCall) -> Bool {
        let names = one.requires.compactMap(\.exclusiveName)
        return other.requires.compactMap(\.exclusiveName).contains(where: names.contains)
    }
}

// MARK: - Requests

extension ReportedCalls {
    /// Adds a request.
    ///
    /// - Parameters:
    ///   - operation: Its operation.
    ///   - fields: Its fields.
    ///   - candidates: Requests of calls to the operation.
    ///   - response: Its success response; `nil` for a refusal.
    ///   - found: Receives differences.
    /// - Returns: Whether it belongs to the reported calls.
    mutating func take(
        _ operation: Operation,
        _ fields: RequestFields,
        _ candidates: [CallProgress.Performed],
        accepted response: Subject?,
        _ found: inout Findings
    ) -> Bool {
        guard !pending.isEmpty else { return false }
        var best: (index: Int, fit: RequestFit)?
        for (index, one) in pending.enumerated() {
            for candidate in candidates
            where candidate.call.location == one.call.location
                && !one.sent.contains(candidate.position) && one.isSent(candidate.position) != false
            {
                let fit = RequestFit(of: fields, to: candidate, one.knowledge, after: one.made)
                let least = best?.fit.differences.count ?? .max
                if fit.differences.count < least { best = (index, fit) }
            }
        }
        guard let (index, fit) = best else {
            return isTooMany(operation, candidates, &found)
        }
        let call = fit.performed.call
        fit.add(to: &found)
        let position = fit.performed.position
        for earlier in pending[index].due
        where earlier < position && !pending[index].sent.contains(earlier) {
            found.add(
                Difference(
                    path: "order",
                    expected: "\(call.performs[earlier].label) before it, as \(call.id) sends them",
                    actual: "\(operation.id) first",
                    location: fit.performed.request.location,
                    basis: call.basis
                )
            )
        }
        pending[index].sent.insert(position)
        guard let response else {
            // A client may retry after a refusal.
            pending[index].sent = []
            pending[index].mayHaveFailed = true
            return true
        }
        pending[index].knowledge.capture(fit.performed.request, from: response)
        settle(index)
        if pending[index].isOver || !fit.differences.isEmpty {
            found.promises.append(call.id)
            let sending = fit.performed.library.promises.promises(
                ofSending: true,
                by: call.id,
                among: pending[index].mentioned,
                knowing: pending[index].knowledge.state,
                after: pending[index].made
            )
            found.add(sending.map(\.id).filter { !found.hasBroken($0) }, [], of: call.id)
        }
        return true
    }

    /// Ends a call when no more requests are certain, and stores its effect on the state.
    private mutating func settle(_ index: Int) {
        let one = pending[index]
        guard !one.isOver, one.due.allSatisfy(one.sent.contains) else { return }
        pending[index].isOver = true
        guard !one.isRefused else { return }
        for update in one.call.updates {
            states[one.client]?[update.name] = one.knowledge.worked(update.value).value.known
        }
    }

    /// Whether reported calls send such a request, but none of them now.
    ///
    /// A client that reports a call reports all that send the same requests.
    private func isTooMany(
        _ operation: Operation,
        _ candidates: [CallProgress.Performed],
        _ found: inout Findings
    ) -> Bool {
        guard
            let last = pending.last(where: { one in
                candidates.contains { $0.call.location == one.call.location }
            })
        else { return false }
        let isUnasked = last.sent.isEmpty
        let silence = last.library.promises.promises(
            ofSending: false,
            by: last.call.id,
            among: last.mentioned,
            knowing: last.knowledge.state,
            after: last.made
        )
        let promises = isUnasked ? silence : []
        let says = promises.first.flatMap { promise in
            promise.summary.map { ", as \(promise.id) says: \($0)" }
        }
        let difference = Difference(
            path: "requests",
            expected: isUnasked
                ? "none of \(operation.id), as \(last.call.id) sends none then"
                : "no more of \(operation.id), as \(last.call.id) sends it",
            actual: "one",
            location: promises.first?.location ?? last.call.location,
            basis: promises.first?.basis ?? last.call.basis
        )
        found.add(difference, "\(last.call.id) sends no \(operation.id) now\(says ?? "")")
        found.promises.append(last.call.id)
        found.add(promises.map(\.id), [difference], of: last.call.id)
        return true
    }

    /// Missing requests of reported calls, as steps.
    var missing: [Findings] {
        pending.filter { !$0.isOver && !$0.mayHaveFailed }.compactMap { one in
            guard let position = one.due.first(where: { !one.sent.contains($0) }) else {
                return nil
            }
            let request = one.call.performs[position]
            let promises = one.library.promises.promises(
                ofSending: true,
                by: one.call.id,
                among: one.mentioned,
                knowing: one.knowledge.state,
                after: one.made
            )
            let says = promises.first.flatMap { promise in
                promise.summary.map { ", as \(promise.id) says: \($0)" }
            }
            let difference = Difference(
                path: "requests",
                expected: "\(request.label), as \(one.call.id) sends it",
                actual: "nothing",
                location: promises.first?.location ?? request.location,
                basis: min(promises.first?.basis ?? one.call.basis, one.call.basis)
            )
            var found = Findings(label: one.call.id, location: one.call.location)
            found.add(difference, "\(one.call.id) never sent \(request.label)\(says ?? "")")
            found.promises = [one.call.id]
            found.add(promises.map(\.id), [difference], of: one.call.id)
            return found
        }
    }

    /// Reported calls that correctly sent no request, as steps.
    var silent: [Findings] {
        pending.compactMap { one in
            guard one.sent.isEmpty, one.isOver else { return nil }
            let promises = one.library.promises.promises(
                ofSending: false,
                by: one.call.id,
                among: one.mentioned,
                knowing: one.knowledge.state,
                after: one.made
            )
            let isLocal = one.call.performs.isEmpty && !one.isRefused
            guard !promises.isEmpty || isLocal, !one.mayHaveFailed else { return nil }
            var found = Findings(label: one.call.id, location: one.call.location)
            if isLocal { found.promises = [one.call.id] }
            found.add(promises.map(\.id), [], of: one.call.id)
            return found
        }
    }
}

extension ClientRequirement {
    /// The required assert; `nil` for another requirement.
    fileprivate var assertion: AssertionTemplate? {
        if case .holds(let assertion, _) = condition { assertion } else { nil }
    }

    /// The resource that other calls must not use at the same time; `nil` for another requirement.
    fileprivate var exclusiveName: Template? {
        if case .exclusive(let name) = condition { name } else { nil }
    }
}
