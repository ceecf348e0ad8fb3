import Base
package import Contract
import HTTP
import JSON
import JSONPaths
import JSONSchemas

/// A generated case.
package struct GeneratedCase: Sendable {
    /// The kind of test.
    enum Form: Sendable {
        /// A request with changes.
        case request(RequestModel, [GeneratedEdit])
        /// A safe request, twice; with the member that differs, once it is known.
        case repeated(RequestModel, member: JSONPath?)
        /// An object is created, and then used, by position among the uses.
        case sequence(ResourceModel, [Int])
        /// Two objects are created, the first one is deleted, and the second one is read before and after that.
        case pair(ResourceModel, delete: Int, read: Int)
        /// Two objects with different values are created, in case a list leaves out those with some value.
        case listing(ResourceModel, list: Int)
    }

    let form: Form

    /// One of its requests that is checked.
    struct Part: Sendable {
        let operation: Operation
        let label: String
        var template: RequestTemplate
        var tamper: [RequestEdit] = []
        var bindings: [Binding] = []
        var captures: [Capture] = []
        let location: SourceLocation
        let outcome: DeclaredOutcome
        /// Whether the server may have reasons to reject it.
        var isTrial = false
        /// The finding if the outcome is another.
        var otherwise: GeneratedKind?
        /// Members that the response must have.
        var shows: JSONObject?
        /// Further checks of the response.
        var asserts: [AssertionTemplate] = []
        /// `nil` to send it once.
        var polling: Polling?
    }
}

extension GeneratedCase {
    /// The operation that it is about.
    package var operation: Operation { model.operation }

    /// Whether it is a single request, not two of them or a sequence.
    package var isRequest: Bool {
        guard case .request = form else { return false }
        return true
    }

    /// The changes of the request.
    package var edits: [GeneratedEdit] {
        guard case .request(_, let edits) = form else { return [] }
        return edits
    }

    /// The changes for people: `/json/text: null`.
    package var words: [String] {
        switch form {
        case .request(_, let edits): edits.map { "\($0.place): \($0.words)" }
        case .repeated: ["the same request twice"]
        case .sequence(let resource, let uses): [resource.words(uses)]
        case .pair(let resource, let delete, let read):
            ["\(resource.label) → \(resource.words([read, delete, read]))"]
        case .listing(let resource, let list): ["\(resource.label) → \(resource.words([list]))"]
        }
    }

    /// The changes for people, with the rules that they break: why the server should have rejected the request.
    package var reasons: [String] {
        guard case .request(let model, let edits) = form, model.outcome(of: edits) == .failure
        else { return words }
        let remarks = edits.compactMap(\.remark)
        let rules = model.brokenRules(by: edits).filter { rule in
            !remarks.contains { rule.hasPrefix("\($0) ") }
        }
        var words = words
        guard !rules.isEmpty, let last = words.popLast() else { return words }
        return words + ["\(last); breaks \(rules.joined(separator: ", "))"]
    }

    /// The request with the steps before it.
    var model: RequestModel {
        switch form {
        case .request(let model, _), .repeated(let model, _): model
        case .sequence(let resource, _), .pair(let resource, _, _), .listing(let resource, _):
            resource.creator
        }
    }

    /// The case in the form of a contract.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - timeout: The time limit of a response.
    ///   - known: Names that have values; steps before it that only capture these are left out.
    /// - Returns: A case whose steps are checked like those of a contract.
    /// - Throws: Why the requests cannot be changed this way.
    package func contractCase(
        _ name: String,
        timeout: Duration,
        knowing known: Set<String> = []
    ) throws(TemplateError) -> Case {
        var steps: [Step] = []
        for part in try parts() { steps.append(part.step(timeout)) }
        return Case(
            name: name,
            location: steps.first?.location ?? model.operation.location,
            summary: nil,
            tags: [],
            given: model.given,
            bindings: model.bindings,
            setup: model.source == nil ? preparation(without: known) : model.preparation,
            steps: steps,
            teardown: model.cleanup,
            waiver: nil
        )
    }

    /// The steps before it, except those whose captures are known; a request that deletes always gets its own object.
    private func preparation(without known: Set<String>) -> [Step] {
        let deletes = model.template.constant("method") == "DELETE"
        return model.preparation.filter { step in
            let names = step.captures.map(\.name)
            let isKnown = !names.isEmpty && known.isSuperset(of: names)
            let isOfLogin = step.request?.template["security"] == nil
            return !isKnown || deletes && !isOfLogin
        }
    }

    /// The requests that are checked, in order.
    func parts() throws(TemplateError) -> [Part] {
        switch form {
        case .request(let model, let edits): [try Self.part(of: model, edits)]
        case .repeated(let model, let member): try Self.repeated(model, member)
        case .sequence(let resource, let uses): try resource.parts(uses)
        case .pair(let resource, let delete, let read): resource.parts(deleting: delete, read)
        case .listing(let resource, let list): resource.parts(listing: list)
        }
    }

    private static func part(
        of model: RequestModel,
        _ edits: [GeneratedEdit]
    ) throws(TemplateError) -> Part {
        let (template, tamper) = try model.edited(edits)
        return Part(
            operation: model.operation,
            label: model.label,
            template: template,
            tamper: tamper,
            bindings: model.stepBindings,
            location: model.location(of: edits),
            outcome: model.outcome(of: edits)
        )
    }

    /// The second response must equal the first.
    private static func repeated(
        _ model: RequestModel,
        _ member: JSONPath?
    ) throws(TemplateError) -> [Part] {
        let location = model.operation.location
        // Of a whole body the digest, as it may not be text.
        let queries: [(String, Query)] =
            member.map { [("firstValue", .jsonpath($0))] }
            ?? [("firstStatus", .status), ("firstDigest", .sha256)]
        var first = try part(of: model, [])
        first.captures = queries.map { name, query in
            Capture(name: name, query: .ready(query), filters: [], location: location)
        }
        var second = try part(of: model, [])
        second.otherwise = .unstable
        second.asserts = queries.map { name, query in
            let reference = Template(parts: [.reference([name])], location: location)
            return AssertionTemplate(
                query: .ready(query),
                filters: [],
                predicate: .open(.equality, .text(reference), within: nil, location),
                basis: .documented,
                location: location
            )
        }
        return [first, second]
    }

    /// The case about the first member that differs between its two responses; `nil` if there is none.
    package func naming(differenceIn result: CaseResult) -> GeneratedCase? {
        guard case .repeated(let model, nil) = form else { return nil }
        let responses = result.steps.filter { $0.phase == .steps }.compactMap(\.response)
        guard responses.count == 2, let one = JSONValue(response: responses[0]),
            let other = JSONValue(response: responses[1]),
            let place = VolatileValues.difference(one, other)
        else { return nil }
        do {
            return GeneratedCase(form: .repeated(model, member: try JSONPath(place)))
        } catch {
            return nil
        }
    }
}

extension GeneratedCase.Part {
    /// The contract step that sends and checks it.
    func step(_ timeout: Duration) -> Step {
        Step(
            label: operation.id + label,
            location: location,
            action: .request(
                StepRequest(operation: operation.id, template: template, tamper: tamper)
            ),
            bindings: bindings,
            expectation: expectation,
            captures: captures,
            polling: polling,
            timeout: timeout
        )
    }

    private var expectation: ExpectationTemplate {
        var expectation = ExpectationTemplate(location: location)
        expectation.declared = outcome
        if let shows {
            expectation.examples = [
                ExpectationTemplate.BodyExample(
                    mode: .contains,
                    value: .constant(.object(shows)),
                    location: location
                )
            ]
        }
        expectation.asserts = asserts
        return expectation
    }
}

// MARK: - Sequences

extension ResourceModel {
    /// The requests of a sequence: the object exists until it is deleted, with the values last written.
    func parts(_ positions: [Int]) throws(TemplateError) -> [GeneratedCase.Part] {
        var parts = [creation]
        var written = Self.members(of: creator.template)
        var isDeleted = false
        var isUpdated = false
        // Whether it was changed in an unknown way.
        var isUnknown = false
        for position in positions {
            let use = uses[position]
            let outcome = Self.outcome(of: use.role, isDeleted)
            var part = part(of: use, isUnknown ? .any : outcome)
            part.otherwise = isDeleted ? .undead : use.role == .read ? .vanished : nil
            if use.role == .read, !isDeleted, !isUnknown {
                let shown = Self.shown(written, by: use.operation)
                part.shows = shown.isEmpty ? nil : shown
                if isUpdated { part.otherwise = .lostUpdate }
            }
            if use.role == .list, isDeleted, let listed {
                part.asserts = [Self.check(listed, isEmpty: true, use)]
            }
            parts.append(part)
            guard !isDeleted else {
                // It may exist again: PUT can create what was deleted, and another request restore it.
                if part.outcome == .any, use.role == .update || use.changesSomething {
                    (isDeleted, isUnknown) = (false, true)
                }
                continue
            }
            switch use.role {
            case .update:
                isUpdated = true
                let members = Self.members(of: use.template)
                // A replacing request may keep or drop the members that it leaves out.
                if !use.isPartial { written = JSONObject() }
                for member in members.members { written[member.name] = member.value }
            case .delete: isDeleted = true
            case .other: isUnknown = isUnknown || use.changesSomething
            case .read, .list: break
            }
        }
        return parts
    }

    /// The requests that delete the first of two objects, and read the second one before and after that.
    func parts(deleting deletion: Int, _ reading: Int) -> [GeneratedCase.Part] {
        let location = creator.operation.location
        var (first, delete) = (creation, part(of: uses[deletion], .success))
        let read = part(of: uses[reading], .success)
        var last = read
        first.captures = captures.map { capture in
            Capture(
                name: "first\(capture.name)",
                query: capture.query,
                filters: capture.filters,
                location: location
            )
        }
        let bindings = zip(captures, first.captures).map { own, first in
            let value = Template(parts: [.reference([first.name])], location: location)
            return Binding(name: own.name, value: .text(value), location: location)
        }
        delete.bindings = bindings + delete.bindings
        last.otherwise = .vanished
        return [first, creation, read, delete, last]
    }

    /// The requests that create two objects, and list them.
    func parts(listing position: Int) -> [GeneratedCase.Part] {
        var list = part(of: uses[position], .success)
        list.otherwise = .vanished
        list.asserts = listed.map { [Self.check($0, isEmpty: false, uses[position])] } ?? []
        // A list may show a new object a moment later.
        list.polling = Polling(within: .seconds(1), every: .milliseconds(250), unless: nil)
        var other = creation
        other.captures = []
        if let template = otherCreation { other.template = template }
        return [creation, other, list]
    }

    private var creation: GeneratedCase.Part {
        GeneratedCase.Part(
            operation: creator.operation,
            label: creator.label,
            template: creator.template,
            bindings: creator.stepBindings,
            captures: captures,
            location: creator.operation.location,
            outcome: .success
        )
    }

    private func part(of use: Use, _ outcome: DeclaredOutcome) -> GeneratedCase.Part {
        GeneratedCase.Part(
            operation: use.operation,
            label: use.label,
            template: use.template,
            bindings: use.bindings,
            location: use.operation.location,
            outcome: outcome,
            isTrial: use.isTrial
        )
    }

    /// The operations of a sequence: `createNote → getNote`.
    func words(_ positions: [Int]) -> String {
        ([label] + positions.map { uses[$0].operation.id }).joined(separator: " → ")
    }

    /// A check whether a list has any of a query's results.
    private static func check(
        _ query: QueryTemplate,
        isEmpty: Bool,
        _ use: Use
    ) -> AssertionTemplate {
        AssertionTemplate(
            query: query,
            filters: [],
            predicate: .ready(.empty(isEmpty)),
            basis: .documented,
            location: use.operation.location
        )
    }

    private static func outcome(of role: Role, _ isDeleted: Bool) -> DeclaredOutcome {
        switch role {
        case .read, .update: isDeleted ? .failure : .success
        case .delete, .list: isDeleted ? .any : .success
        case .other: .any
        }
    }

    /// The members that a request writes, as far as known beforehand.
    static func members(of template: RequestTemplate) -> JSONObject {
        var object = JSONObject()
        for member in template["json"]?.members ?? [] {
            switch member.value.constantValue {
            case let value?: object[member.name] = value
            case nil: continue
            }
        }
        return object
    }

    /// Those of them that a response is described to have, and that have a single spelling: a time, an address or a
    /// list can be returned in another form.
    private static func shown(_ written: JSONObject, by operation: Operation) -> JSONObject {
        let views = operation.responses.compactMap { rule in
            (rule.expectation.schema?.schema).flatMap { SchemaView($0) }
        }
        let open: Set = [
            "date-time", "time", "duration", "uri", "url", "iri", "uri-reference", "email", "uuid",
            "byte", "binary", "password", "decimal",
        ]
        return JSONObject(
            written.members.filter { member in
                let described = views.compactMap { $0.property(member.name) }
                guard !described.isEmpty,
                    described.allSatisfy({ $0.keywords["writeOnly"] != true }),
                    described.allSatisfy({
                        !open.contains($0.keywords["format"]?.stringValue ?? "")
                    })
                else { return false }
                switch member.value {
                case .string, .number, .bool: return true
                case .array(let elements):
                    return elements.count == 1 && elements[0].stringValue != nil
                case .null, .object: return false
                }
            }
        )
    }
}
