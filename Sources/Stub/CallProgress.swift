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
    }

    /// By operation, in file order.
    private var performed: [String: [Performed]] = [:]
    /// The requests that came of each call, by position.
    private var seen: [String: Set<Int>] = [:]

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
    /// Of several calls that send such a request, the one that it fits best is meant.
    mutating func take(_ operation: Operation, _ fields: RequestFields, _ found: inout Findings) {
        guard let candidates = performed[operation.id], let first = candidates.first else { return }
        let due = candidates.filter { candidate in
            candidate.earlier.allSatisfy { seen[candidate.call.id]?.contains($0) ?? false }
        }
        guard !due.isEmpty else {
            let before = first.earlier.map { first.call.performs[$0].label }.joined(separator: ", ")
            found.promises = [first.call.id]
            found.add(
                Difference(
                    path: "order",
                    expected: "\(before) before it, as \(first.call.id) sends them",
                    actual: "\(operation.id) first",
                    location: first.request.location,
                    basis: first.call.basis
                )
            )
            return
        }
        let fits = due.map { (candidate: $0, fit: Fit(of: fields, to: $0)) }
        // The one that goes on with what was begun comes before one that begins.
        let best = fits.min { one, other in
            (one.fit.differences.count, -one.fit.agreements, -one.candidate.position)
                < (other.fit.differences.count, -other.fit.agreements, -other.candidate.position)
        }
        guard let best else { return }
        for difference in best.fit.differences { found.add(difference) }
        let call = best.candidate.call
        seen[call.id, default: []].insert(best.candidate.position)
        let always = call.performs.indices.filter { call.performs[$0].conditions.isEmpty }
        let isWhole = Set(always).isSubset(of: seen[call.id] ?? [])
        guard isWhole || !best.fit.differences.isEmpty else { return }
        found.promises = [call.id]
        seen[call.id] = nil
    }

    /// How well a request fits what a call sends.
    private struct Fit {
        var differences: [Difference] = []
        /// How many constants it has as the call has them.
        var agreements = 0
        private let performed: Performed

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
