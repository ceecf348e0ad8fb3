import Contract
import JSON
import JSONSchemas

/// How far a client has come with the calls of its library, as far as their requests tell.
struct CallProgress: Sendable {
    /// A request of a call.
    private struct Performed: Sendable {
        let call: ClientCall
        let position: Int
        /// The operation's own examples: what stands in them is no demand.
        let examples: [RequestTemplate]

        var request: ClientRequest { call.performs[position] }

        /// Positions of requests that are always sent before it.
        var earlier: [Int] {
            call.performs.indices.filter { $0 < position && call.performs[$0].conditions.isEmpty }
        }

        /// That it came before what comes before it.
        func isEarly(_ operation: Operation) -> Difference {
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
    /// What came of each call since it began the last time: the numbers of its requests, by position.
    private var rounds: [String: [Int: Int]] = [:]
    /// The calls that each request of several speaks for, by its number.
    private var claims: [Int: Set<String>] = [:]
    /// The calls that a request speaks for no more, by its number: it turned out to begin another one.
    private(set) var withdrawn: [Int: Set<String>] = [:]

    init(_ contracts: [ContractDocument]) {
        var known: Set<SourceLocation> = []
        for contract in contracts {
            let index = ContractIndex(contract)
            for call in contract.calls where known.insert(call.location).inserted {
                for (position, request) in call.performs.enumerated() {
                    guard let id = request.request.operation else { continue }
                    let examples = index.operations[id]?.variants.map(\.request) ?? []
                    performed[id, default: []].append(
                        Performed(call: call, position: position, examples: examples)
                    )
                }
            }
        }
    }

    /// Takes a request into account.
    ///
    /// Of several calls that send such a request, those are meant that it fits best. Of these, one that waits
    /// for it is meant alone.
    ///
    /// - Parameters:
    ///   - operation: What it is for.
    ///   - fields: What it holds.
    ///   - number: How many came before it.
    ///   - found: Gets the calls that it speaks for, and what departs from them.
    mutating func take(
        _ operation: Operation,
        _ fields: RequestFields,
        number: Int,
        _ found: inout Findings
    ) {
        let candidates = performed[operation.id] ?? []
        let due = candidates.filter(isDue)
        guard !due.isEmpty else {
            for candidate in Self.best(of: candidates, for: fields, waiting: { _ in false }) {
                found.promises.append(candidate.performed.call.id)
                found.add(candidate.performed.isEarly(operation))
            }
            return
        }
        let best = Self.best(of: due, for: fields, waiting: { waits($0) })
        for fit in best {
            let call = fit.performed.call
            for difference in fit.differences { found.add(difference) }
            let hasWaited = waits(fit.performed)
            enter(fit.performed, number)
            guard isWhole(call) || !fit.differences.isEmpty else { continue }
            found.promises.append(call.id)
            if hasWaited, fit.differences.isEmpty { withdraw(before: number, besides: call) }
        }
        if best.count > 1 { claims[number] = Set(found.promises) }
    }

    /// Whether everything has come that the call always sends before it, and it has not come itself.
    private func isDue(_ performed: Performed) -> Bool {
        let round = rounds[performed.call.id] ?? [:]
        let earlier = performed.earlier
        return earlier.isEmpty
            || round[performed.position] == nil && earlier.allSatisfy { round[$0] != nil }
    }

    /// Whether the call was begun and is not whole without it.
    private func waits(_ performed: Performed) -> Bool {
        guard let round = rounds[performed.call.id], round[performed.position] == nil else {
            return false
        }
        return !isWhole(performed.call)
    }

    /// Whether everything has come that a call always sends.
    private func isWhole(_ call: ClientCall) -> Bool {
        let round = rounds[call.id] ?? [:]
        return call.performs.indices.allSatisfy {
            !call.performs[$0].conditions.isEmpty || round[$0] != nil
        }
    }

    private mutating func enter(_ performed: Performed, _ number: Int) {
        var round = rounds[performed.call.id] ?? [:]
        // What came once already begins the call anew.
        if round[performed.position] != nil { round = [:] }
        round[performed.position] = number
        rounds[performed.call.id] = round
    }

    /// Takes from other calls what came of a call that is whole now.
    private mutating func withdraw(before number: Int, besides call: ClientCall) {
        for earlier in (rounds[call.id] ?? [:]).values where earlier < number {
            guard let others = claims.removeValue(forKey: earlier)?.subtracting([call.id]) else {
                continue
            }
            withdrawn[earlier, default: []].formUnion(others)
        }
    }

    /// The candidates that a request fits best, of each call the last.
    private static func best(
        of candidates: [Performed],
        for fields: RequestFields,
        waiting: (Performed) -> Bool
    ) -> [Fit] {
        let fits = candidates.map { Fit(of: fields, to: $0) }
        let ranks = fits.map { fit in
            [fit.differences.count, -fit.agreements, waiting(fit.performed) ? 0 : 1]
        }
        let least = ranks.min { $0.lexicographicallyPrecedes($1) }
        let best = zip(fits, ranks).filter { $0.1 == least }.map(\.0)
        return best.indices.filter { index in
            !best[(index + 1)...].contains { $0.performed.call.id == best[index].performed.call.id }
        }.map { best[$0] }
    }

    /// How well a request fits what a call sends.
    private struct Fit {
        var differences: [Difference] = []
        /// How many constants it has as the call has them.
        var agreements = 0
        let performed: Performed

        init(of fields: RequestFields, to performed: Performed) {
            self.performed = performed
            for section in ["json", "query", "form"] {
                guard let template = performed.request.request.template[section] else { continue }
                let examples = performed.examples.compactMap { $0[section] }
                compare(fields.parts[section], template, examples, section, [])
            }
        }

        private mutating func compare(
            _ given: JSONValue?,
            _ template: TemplateValue,
            _ examples: [TemplateValue],
            _ section: String,
            _ tokens: [String]
        ) {
            // What a call leaves as the operation's example has it, it says nothing of.
            if examples.contains(template), template.constantValue != nil { return }
            if let members = template.members {
                for member in members {
                    compare(
                        given?[JSONPointer(tokens: [member.name])],
                        member.value,
                        examples.compactMap { $0[member.name] },
                        section,
                        tokens + [member.name]
                    )
                }
            } else if let constant = template.constantValue {
                let isSame =
                    section == "json"
                    ? given ?? .null == constant
                    : (given?.scalarText ?? "") == constant.scalarText
                if isSame {
                    agreements += 1
                } else {
                    add(JSONExcerpt.text(of: constant), given, section, tokens)
                }
            } else if section == "json", case .text(let text) = template, text.isSingle,
                let name = text.references.first, name.count == 1,
                let argument = performed.call.arguments.first(where: { $0.name == name[0] }),
                let complaint = argument.difference(in: given ?? .null)
            {
                add(complaint.expected, given, section, tokens, argument.location)
            }
        }

        private mutating func add(
            _ expected: String,
            _ given: JSONValue?,
            _ section: String,
            _ tokens: [String],
            _ location: SourceLocation? = nil
        ) {
            differences.append(
                Difference(
                    path: LearntRefusal.place(section, tokens),
                    expected: "\(expected), as \(performed.call.id) has it",
                    actual: given.map { JSONExcerpt.text(of: $0) } ?? "nothing",
                    location: location ?? performed.request.location,
                    basis: performed.call.basis
                )
            )
        }
    }
}
