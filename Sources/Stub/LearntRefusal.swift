import Contract
import HTTP
import JSON

/// A request that the contract's own cases say is refused: one place of an example is other than it
/// should be, and an error comes of it.
struct LearntRefusal: Sendable {
    /// The part of the request: one of `sections`.
    private let section: String
    private let pointer: JSONPointer
    /// What stands there; `nil` for nothing.
    private let value: JSONValue?
    /// The identifier of the error in the catalogue.
    let error: String
    /// The promise that the case provokes.
    let promise: Promise

    private static let sections = ["json", "query", "form", "headers", "params"]

    /// All that the cases show, by operation.
    static func all(of contract: ContractDocument) -> [String: [LearntRefusal]] {
        let index = ContractIndex(contract)
        var refusals: [String: [LearntRefusal]] = [:]
        // Of several steps, the last may be refused for what the others did.
        let cases = contract.cases.filter { $0.given.isEmpty && $0.setup.isEmpty }
        for step in cases.filter({ $0.steps.count == 1 }).flatMap(\.steps) {
            guard let request = step.request, let id = request.operation,
                step.provokes.count == 1, step.bindings.isEmpty, request.tamper.isEmpty,
                let promise = index.promises[step.provokes[0]], let error = promise.error?.id,
                let operation = index.operations[id]
            else { continue }
            for variant in operation.variants {
                let found = differences(request.template, variant.request)
                guard found.count == 1, let (section, pointer, value) = found.first else {
                    continue
                }
                let refusal = LearntRefusal(
                    section: section,
                    pointer: pointer,
                    value: value,
                    error: error,
                    promise: promise
                )
                refusals[id, default: []].append(refusal)
            }
        }
        return refusals
    }

    /// Whether a request has what is refused.
    func befalls(_ request: RequestFields) -> Bool {
        // Names of fields in a head are kept in lower case.
        let tokens = section == "headers" ? pointer.tokens.map { $0.lowercased() } : pointer.tokens
        let place = JSONPointer(tokens: tokens)
        guard let part = request.parts[section] else { return false }
        return Self.areSame(part[place], value, isText: section != "json")
    }

    /// The place as a person reads it: `$.message`, `query limit`, `header X-Key`.
    var place: String { Self.place(section, pointer.tokens) }

    /// What stands there and is refused, for a person; `nil` for nothing.
    var refused: String? { value.map { JSONExcerpt.text(of: $0) } }

    /// A place in a section of a request as a person reads it.
    static func place(_ section: String, _ tokens: [String]) -> String {
        guard section == "json" else {
            let name = section == "headers" ? "header" : section == "params" ? "path" : section
            return "\(name) \(tokens.joined(separator: "."))"
        }
        var path = BodyPath()
        for token in tokens { path.push(Int(token).map { .element($0) } ?? .member(token)) }
        return path.text
    }

    /// Fields of queries, forms and heads are texts, whatever the contract writes.
    private static func areSame(_ one: JSONValue?, _ other: JSONValue?, isText: Bool) -> Bool {
        guard isText, let one, let other else { return one == other }
        return one.scalarText == other.scalarText
    }
}

// MARK: - Differences

extension LearntRefusal {
    private typealias Place = (section: String, pointer: JSONPointer, value: JSONValue?)

    /// Where a request is other than an example, as far as that is constant; what is not constant
    /// makes too many of them.
    private static func differences(
        _ request: RequestTemplate,
        _ example: RequestTemplate
    ) -> [Place] {
        var places: [Place] = []
        for section in RequestTemplate.sections {
            let (one, other) = (request[section], example[section])
            if one == other { continue }
            guard sections.contains(section) else { return [] }
            // The target and the body add fields to every request.
            let known = other?.members?.map(\.name) ?? []
            let members = one?.members?.filter { member in
                known.contains { HTTPFields.areSame($0, member.name) }
            }
            let mine = section == "headers" ? members.map { .object($0) } : one
            guard section != "headers" || other != nil else { continue }
            guard collect(mine, other, [], section, into: &places) else { return [] }
        }
        return places
    }

    /// Adds the places where two values differ; `false` when one of them is not constant.
    private static func collect(
        _ one: TemplateValue?,
        _ other: TemplateValue?,
        _ tokens: [String],
        _ section: String,
        into places: inout [Place]
    ) -> Bool {
        if one == other { return true }
        if let members = one?.members, let others = other?.members {
            for name in Set(members.map(\.name) + others.map(\.name)).sorted() {
                guard collect(one?[name], other?[name], tokens + [name], section, into: &places)
                else { return false }
            }
            return true
        }
        var value: JSONValue?
        if let one {
            guard let constant = one.constantValue else { return false }
            value = constant
        }
        places.append((section, JSONPointer(tokens: tokens), value))
        return true
    }
}
