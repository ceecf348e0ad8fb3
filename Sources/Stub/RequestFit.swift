import Contract
import JSON

/// A contract of a client library, prepared for checking requests.
final class ClientLibrary: Sendable {
    let contract: ContractDocument
    let evaluator: Evaluator
    let memory: ClientMemory
    let promises: RequestPromises

    /// - Parameters:
    ///   - contract: The contract.
    ///   - evaluator: Its variables.
    ///   - fellows: All contracts with the same client, whose cases count.
    init(_ contract: ContractDocument, _ evaluator: Evaluator, _ fellows: [ContractDocument]) {
        self.contract = contract
        self.evaluator = evaluator
        memory = ClientMemory(contract)
        promises = RequestPromises(fellows)
    }

    /// Knowledge about a client without reports.
    func knowledge(
        of call: ClientCall,
        capturing captured: [String: [JSONValue]]
    ) -> ClientKnowledge {
        ClientKnowledge(call, memory, evaluator, capturing: captured)
    }
}

/// Comparison of a request with a request of a call.
struct RequestFit {
    /// A difference, with the promises that it violates.
    private struct Found {
        let difference: Difference
        let promises: [Promise]
    }

    private var found: [Found] = []
    /// The promises that the request speaks for.
    private var kept: [Promise] = []
    /// Number of constants that agree with the call.
    private(set) var agreements = 0
    let performed: CallProgress.Performed
    private let knowledge: ClientKnowledge
    /// Names of the client's state that may affect the compared value.
    private var mentioned: Set<String> = []
    /// The calls that the client reported; `nil` without reports.
    private let made: MadeCalls?

    var differences: [Difference] { found.map(\.difference) }

    /// - Parameters:
    ///   - fields: The request's fields.
    ///   - performed: The request of the call.
    ///   - knowledge: Knowledge about the client at that time.
    ///   - made: The calls that it reported; `nil` without reports.
    init(
        of fields: RequestFields,
        to performed: CallProgress.Performed,
        _ knowledge: ClientKnowledge,
        after made: MadeCalls? = nil
    ) {
        self.performed = performed
        self.knowledge = knowledge
        self.made = made
        let request = performed.request.request.template
        for section in ["json", "query", "form", "params"] {
            guard let template = request[section] else { continue }
            let examples = performed.examples.compactMap { $0[section] }
            let given = section == "params" ? fields.decodedPath : fields.parts[section]
            compare(given, template, examples, section, [])
        }
        for place in performed.library.promises.absent[performed.call.id] ?? [] {
            compareAbsent(place, request, fields)
        }
    }

    /// Adds the differences, and the results for promises.
    func add(to findings: inout Findings) {
        for one in found {
            let promise = one.promises.first
            let says = promise.flatMap { promise in
                promise.summary.map { "\(promise.id) says otherwise: \($0)" }
            }
            findings.add(one.difference, says)
        }
        let broken = Set(found.flatMap { $0.promises.map(\.id) })
        for one in found {
            findings.add(one.promises.map(\.id), [one.difference], of: performed.call.id)
        }
        let held = kept.map(\.id).filter { !broken.contains($0) }
        findings.add(held, [], of: performed.call.id)
    }
}

// MARK: - Comparing

extension RequestFit {
    private mutating func compare(
        _ given: JSONValue?,
        _ template: TemplateValue,
        _ examples: [TemplateValue],
        _ section: String,
        _ tokens: [String]
    ) {
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
            return
        }
        // A value copied from the operation's example is not a requirement of the call, unless a case asserts it.
        let place = LearntRefusal.place(section, tokens)
        if examples.contains(template), !library.promises.has(place, of: performed.call.id) {
            return
        }
        let worked = knowledge.worked(template)
        mentioned = knowledge.mentioned(in: template)
        compare(
            given,
            worked.value,
            worked.names,
            section,
            tokens,
            isConstant: template.constantValue != nil
        )
    }

    private mutating func compare(
        _ given: JSONValue?,
        _ value: ExpectedValue,
        _ names: Set<String>,
        _ section: String,
        _ tokens: [String],
        isConstant: Bool
    ) {
        if section == "json", let members = value.members(isWhole: tokens.isEmpty) {
            for member in members {
                let given = given?[JSONPointer(tokens: [member.name])]
                let tokens = tokens + [member.name]
                compare(given, member.value, names, section, tokens, isConstant: false)
            }
            return
        }
        if section == "json", case .list(let elements) = value,
            let values = given?.arrayValue, values.count == elements.count
        {
            for (index, element) in elements.enumerated() {
                let tokens = tokens + ["\(index)"]
                compare(values[index], element, names, section, tokens, isConstant: false)
            }
            return
        }
        let isText = section != "json"
        guard let departure = value.departure(of: given, isText: isText) else {
            if isConstant { agreements += 1 }
            guard value.isTelling else { return }
            let names = names.union(value.names(behind: given, isText: isText))
            kept += promises(section, tokens, names)
            return
        }
        add(departure, given, names, value.location, section, tokens)
    }

    private var library: ClientLibrary { performed.library }

    private func promises(
        _ section: String,
        _ tokens: [String],
        _ names: Set<String>,
        isOfForm: Bool = false
    ) -> [Promise] {
        library.promises.promises(
            at: LearntRefusal.place(section, tokens),
            of: performed.call.id,
            from: names,
            among: mentioned,
            knowing: knowledge.state,
            after: made,
            isOfForm: isOfForm
        )
    }

    private mutating func add(
        _ departure: ExpectedValue.Departure,
        _ given: JSONValue?,
        _ names: Set<String>,
        _ location: SourceLocation?,
        _ section: String,
        _ tokens: [String]
    ) {
        let names = names.union(departure.names)
        let promises = promises(section, tokens, names, isOfForm: departure.isOfForm)
        // That a field is sent at all is inferred from the model, unless a promise requires it.
        let own = given == nil ? max(performed.call.basis, .inferred) : performed.call.basis
        found.append(
            Found(
                difference: Difference(
                    path: LearntRefusal.place(section, tokens),
                    expected: "\(departure.expected), as \(performed.call.id) has it",
                    actual: given.map { JSONExcerpt.text(of: $0) } ?? "nothing",
                    location: promises.first?.location ?? location ?? performed.request.location,
                    basis: promises.first?.basis ?? own
                ),
                promises: promises
            )
        )
    }

    /// Compares a field that no request of the call has, and that a case forbids.
    private mutating func compareAbsent(
        _ place: String,
        _ request: RequestTemplate,
        _ fields: RequestFields
    ) {
        let section = place.hasPrefix("form ") ? "form" : place.hasPrefix("query ") ? "query" : nil
        guard let section else { return }
        let name = String(place.dropFirst(section.count + 1))
        guard request[section]?[name] == nil else { return }
        guard let given = fields.parts[section]?[JSONPointer(tokens: [name])] else {
            kept += promises(section, [name], [])
            return
        }
        add(.init(expected: "nothing"), given, [], nil, section, [name])
    }
}

extension ExpectedValue {
    /// The expected members, each compared separately; `nil` for another value.
    ///
    /// The whole body may have further members.
    fileprivate func members(isWhole: Bool) -> [(name: String, value: ExpectedValue)]? {
        switch self {
        case .object(let members): return members
        case .jsonText(let value) where isWhole: return value.members(isWhole: true)
        case .exactly(.object(let object)) where isWhole:
            return object.members.map { ($0.name, .exactly($0.value)) }
        default: return nil
        }
    }

    /// Location of the argument, if it is one.
    fileprivate var location: SourceLocation? {
        if case .argument(let argument) = self { argument.location } else { nil }
    }
}

extension RequestFields {
    /// Values of the path's gaps, decoded.
    fileprivate var decodedPath: JSONValue {
        .object(JSONObject(path.map { .init(name: $0.key, value: .string($0.value)) }))
    }
}
