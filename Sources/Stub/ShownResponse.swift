import Contract
import HTTP
import JSON
import JSONPaths
import JSONSchemas

/// A success response of an operation as shown by a step of a case: its expectation, and its captures.
///
/// Imported contracts describe responses by recorded exchanges, in their cases.
struct ShownResponse: Sendable {
    private let step: Step
    private let request: RequestTemplate
    /// Whether other steps precede it, so that its expectation may depend on them.
    private let isLater: Bool

    /// All shown responses, by operation; first steps of cases come first.
    static func all(of contract: ContractDocument) -> [String: [ShownResponse]] {
        var shown: [String: [ShownResponse]] = [:]
        for one in contract.cases where one.given.isEmpty {
            var isLater = !one.setup.isEmpty
            for step in one.steps {
                guard let request = step.request else { continue }
                defer { isLater = true }
                guard let id = request.operation, step.covers.isEmpty, step.promises == [id],
                    request.tamper.isEmpty
                else { continue }
                shown[id, default: []].append(
                    ShownResponse(step: step, request: request.template, isLater: isLater)
                )
            }
        }
        return shown.mapValues { all in all.filter { !$0.isLater } + all.filter(\.isLater) }
    }

    /// Whether it may be used for a response that the operation itself describes, or does not.
    func speaks(whereDescribed isDescribed: Bool) -> Bool { !isDescribed || !isLater }

    /// Similarity of its request to a received one: the number of equal values.
    func agreement(with fields: RequestFields) -> Int {
        ["params", "query", "json", "form", "multipart"].reduce(0) { sum, section in
            (request[section]?.members ?? []).reduce(sum) { sum, member in
                guard let wanted = member.value.constantValue else { return sum }
                let came = fields.parts[section]?.objectValue?[member.name]
                return sum + (came?.scalarText == wanted.scalarText ? 1 : -1)
            }
        }
    }

    /// Its expectation in parts, without those that need a value of the case.
    func expectations(using evaluator: Evaluator) -> [Expectation] {
        guard let whole = step.expectation else { return [] }
        var rest = whole
        rest.asserts = []
        let pieces =
            [rest]
            + whole.asserts.map { assert in
                var piece = ExpectationTemplate(location: whole.location)
                piece.asserts = [assert]
                return piece
            }
        return pieces.compactMap { piece in
            var evaluator = evaluator
            do {
                return try piece.expectation(using: &evaluator)
            } catch {
                return nil
            }
        }
    }

    /// Its captures with their known values; those before filters are not known.
    func captures(using evaluator: Evaluator) -> [(extraction: Extraction, value: JSONValue?)] {
        step.captures.compactMap { capture in
            var evaluator = evaluator
            do {
                let query = try capture.query.query(using: &evaluator)
                return (
                    Extraction(query, filters: capture.filters),
                    capture.filters.isEmpty ? evaluator.scope[capture.name] : nil
                )
            } catch {
                return nil
            }
        }
    }
}

extension ContractStub {
    /// The success response of a rule, with values shown by the cases of the contract.
    func draft(
        of operation: Operation,
        _ rule: ResponseRule,
        _ fields: RequestFields,
        using maker: inout ResponseMaker
    ) throws(TemplateError) -> ResponseDraft {
        // A created object is not the one that its path goes through, as in POST /notes/{id}/comments.
        if rule.status == .exactly(201), let id = fields.path["id"],
            !maker.request.path.hasSuffix("/\(PercentEncoding.encoded(id))")
        {
            maker.given["id"] = fields.written["id"]
        }
        var draft = try maker.success(rule)
        let isDescribed = rule.expectation.schema != nil || !rule.expectation.examples.isEmpty
        let all = shown[operation.id] ?? []
        let speaking = all.filter { $0.speaks(whereDescribed: isDescribed) }
        var best: (response: ShownResponse, agreement: Int)?
        for response in speaking {
            let agreement = response.agreement(with: fields)
            if agreement > best?.agreement ?? .min { best = (response, agreement) }
        }
        if let best {
            let expected = best.response.expectations(using: evaluator)
            let isRecorded = maker.choose(of: rule.expectation.bodies, for: expected, in: &draft)
            // A recorded body needs no further types of values.
            for expectation in expected where !isRecorded || !maker.meets(draft, expectation) {
                try maker.show(expectation, in: &draft, rule)
            }
        }
        for response in all {
            for capture in response.captures(using: evaluator) {
                try maker.provide(capture.extraction, capture.value, in: &draft, rule)
            }
        }
        return draft
    }
}

extension ExpectationTemplate {
    /// The example bodies of its schema.
    fileprivate var bodies: [JSONValue] {
        schema.flatMap { $0.schema.document[$0.schema.place]?["examples"]?.arrayValue } ?? []
    }
}

extension ResponseMaker {
    func meets(_ draft: ResponseDraft, _ expectation: Expectation) -> Bool {
        let subject = Subject(draft.response, to: request)
        return expectation.differences(in: subject, limit: 0).isEmpty
    }

    /// Takes the first recorded body that meets most of a case's expectation; `false` without any.
    fileprivate func choose(
        of bodies: [JSONValue],
        for expected: [Expectation],
        in draft: inout ResponseDraft
    ) -> Bool {
        guard draft.body != nil, !bodies.isEmpty else { return false }
        func count(_ draft: ResponseDraft) -> Int { expected.count { meets(draft, $0) } }
        var most = count(draft)
        for body in bodies.dropFirst() where most < expected.count {
            var trial = draft
            trial.body = body
            let number = count(trial)
            if number > most { (draft, most) = (trial, number) }
        }
        return true
    }

    /// Makes a response meet a case's expectation, unless it would become invalid.
    fileprivate mutating func show(
        _ expectation: Expectation,
        in draft: inout ResponseDraft,
        _ rule: ResponseRule
    ) throws(TemplateError) {
        guard draft.status != 204, draft.status != 304 else { return }
        var trial = draft
        var wanted = expectation
        // A recorded body that meets the case's schema stays unchanged.
        if let body = draft.body, wanted.schema?.value.isValid(body) == true { wanted.schema = nil }
        if let body = body(of: wanted) {
            trial.body = draft.body?.overlaid(with: body) ?? body
        }
        if let limit = wanted.events {
            let schema = rule.expectation.schema.map { Located($0.schema, at: $0.location) }
            wanted.schema = wanted.schema ?? schema
            stream(limit, wanted, in: &trial)
        }
        try adjust(&trial, to: expectation)
        if try defect(of: trial, rule) == nil { draft = trial }
    }

    /// Adds a value that a case captures, if it is missing.
    fileprivate mutating func provide(
        _ extraction: Extraction,
        _ value: JSONValue?,
        in draft: inout ResponseDraft,
        _ rule: ResponseRule
    ) throws(TemplateError) {
        let query = extraction.query
        guard !draft.has(query) else { return }
        for candidate in value.map({ [$0] }) ?? candidates(for: query, in: draft) {
            var trial = draft
            guard trial.put(candidate, at: query),
                trial.provides(extraction, request), try defect(of: trial, rule) == nil
            else { continue }
            draft = trial
            return
        }
    }

    /// Possible values of a query that finds nothing yet.
    private func candidates(for query: Query, in draft: ResponseDraft) -> [JSONValue] {
        switch query {
        case .cookie(let name, nil): [.string("\(name)-1")]
        case .header(let name):
            PredicateExamples.values(ofHeader: name, to: request) ?? ["text"]
        case .jsonpath where draft.status != 204 && draft.status != 304: ["text"]
        default: []
        }
    }
}

extension ResponseDraft {
    /// Whether a value can be captured from it.
    fileprivate func provides(_ extraction: Extraction, _ request: HTTPRequest) -> Bool {
        do {
            _ = try extraction.value(in: Subject(response, to: request))
            return true
        } catch {
            return false
        }
    }
}
