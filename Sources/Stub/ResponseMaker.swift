import Contract
import HTTP
import JSON
import JSONPaths
import JSONSchemas
import RegularExpressions

/// Generates responses from a contract.
struct ResponseMaker: Sendable {
    let contract: ContractDocument
    let request: HTTPRequest
    /// The client's values by name: path parameters, then fields of its body, form and query.
    var given: JSONObject
    /// The names of the contract, with their values.
    var evaluator: Evaluator

    /// The response that a rule of an operation describes.
    mutating func success(_ rule: ResponseRule) throws(TemplateError) -> ResponseDraft {
        let expectation = try rule.expectation.expectation(using: &evaluator)
        let status =
            switch rule.status {
            case .exactly(let status): status
            case .class(let hundred): hundred * 100
            case .any: 200
            }
        var draft = ResponseDraft(status: status)
        if status != 204, status != 304 {
            draft.body = body(of: expectation)
            if let limit = expectation.events { stream(limit, expectation, in: &draft) }
            try adjust(&draft, to: expectation)
        }
        return try recognized(draft, asFailure: false)
    }

    /// Adds members to a response, each unless the response would become invalid.
    mutating func put(
        _ members: JSONObject,
        at place: [JSONPath.Step],
        in draft: inout ResponseDraft,
        _ rule: ResponseRule
    ) throws(TemplateError) {
        guard draft.body != nil, !members.isEmpty else { return }
        // Usually all members fit, which needs a single check.
        var whole = draft
        let fits = members.members.allSatisfy { whole.put($0.value, at: place + [.name($0.name)]) }
        if fits, try defect(of: whole, rule) == nil {
            draft = whole
            return
        }
        for member in members.members {
            var trial = draft
            guard trial.put(member.value, at: place + [.name(member.name)]) else { continue }
            if try defect(of: trial, rule) == nil { draft = trial }
        }
    }

    /// The response that a row of the error catalogue describes.
    ///
    /// - Parameters:
    ///   - entry: The row.
    ///   - promise: The operation's rule for this error, which may describe more of the response; `nil` for any
    ///     operation.
    /// - Returns: The response.
    /// - Throws: A `TemplateError` when a template of the contract has no value.
    mutating func failure(
        _ entry: ErrorEntry,
        of promise: Promise? = nil
    ) throws(TemplateError) -> ResponseDraft {
        let recognizer = contract.failure
        var draft = ResponseDraft(status: entry.statuses.first ?? 400)
        let own = promise?.expectation.flatMap { $0.schema == nil ? nil : $0 }
        let expectation = try (own ?? recognizer?.expectation)?.expectation(using: &evaluator)
        if let expectation { draft.body = body(of: expectation) }
        if let field = recognizer?.code {
            let query = try field.query.query(using: &evaluator)
            put(entry.code, field, at: query, in: &draft, keepingTo: expectation)
        }
        if let query = try recognizer?.message?.query.query(using: &evaluator) {
            _ = draft.put(.string(Self.text(of: entry)), at: query)
        }
        // The operation's further rules for this response, such as its media type.
        if let stated = try promise?.expectation?.expectation(using: &evaluator) {
            try adjust(&draft, to: stated)
        }
        return try recognized(draft, asFailure: true, freely: entry.statuses.isEmpty)
    }

    /// What a success response lacks according to the contract; `nil` for nothing.
    mutating func defect(
        of draft: ResponseDraft,
        _ rule: ResponseRule
    ) throws(TemplateError) -> String? {
        let subject = Subject(draft.response, to: request)
        if let failure = try contract.failure?.failure(in: subject, using: &evaluator) {
            return "it reads as the failure \(failure.description)"
        }
        let expectation = try rule.expectation.expectation(using: &evaluator)
        return expectation.differences(in: subject).kept.first.map {
            "\($0.path): expected \($0.expected), got \($0.actual)"
        }
    }
}

// MARK: - Bodies

extension ResponseMaker {
    func body(of expectation: Expectation) -> JSONValue? {
        if let equals = expectation.equals { return equals.value }
        var body = expectation.schema.flatMap { SchemaExample.value(for: $0.value) }
        for example in [expectation.like, expectation.contains].compactMap(\.self) {
            body = body?.overlaid(with: example.value) ?? example.value
        }
        return body.map { echoed(in: $0, expectation) }
    }

    /// Makes a draft an event stream with as many events as expected, with identifiers if they are allowed.
    func stream(
        _ limit: EventStreamLimit,
        _ expectation: Expectation,
        in draft: inout ResponseDraft
    ) {
        draft.headers.set("Content-Type", EventStreamParser.mediaType)
        let view = expectation.schema.flatMap { SchemaView($0.value) }
        let like = expectation.like?.value.arrayValue?.first
        let made = draft.body?.arrayValue ?? []
        let count = max(limit.count ?? 1, made.count)
        var events = (0..<count).map { index -> JSONObject in
            let element = view?.element(index)
            let example = element?.example
            let isMade = index < made.count
            let shown = isMade ? made[index] : like ?? (example == nil ? made.last : nil)
            let event = (example ?? [:]).overlaid(with: shown ?? [:])
            guard case .object(var object) = event else {
                return JSONObject([.init(name: "data", value: event)])
            }
            if !isMade { object["id"] = example?["id"] }
            if let element, shown == nil || shown == example {
                // An invented name or delay would only mislead clients.
                for name in ["event", "id", "retry"] where !element.states(name) {
                    object[name] = nil
                }
            }
            if object["value"] != nil { object["data"] = nil }
            return object
        }
        var bodies = expectation
        (bodies.status, bodies.requests, bodies.asserts) = (nil, nil, [])
        let plain = JSONValue.array(events.map { .object($0) })
        for index in events.indices where events[index]["id"] == nil {
            let number = String(index + 1)
            let zeros = String(repeating: "0", count: String(count).count - number.count)
            events[index]["id"] = .string(zeros + number)
        }
        draft.body = .array(events.map { .object($0) })
        if !meets(draft, bodies) { draft.body = plain }
    }

    /// Echoes the client's values in members of the same name, unless the response would become invalid.
    private func echoed(in body: JSONValue, _ expectation: Expectation) -> JSONValue {
        guard var object = body.objectValue, expectation.allows(body) else { return body }
        for name in object.names {
            guard let value = given[name] else { continue }
            let before = object[name]
            object[name] = value
            if !expectation.allows(.object(object)) { object[name] = before }
        }
        return .object(object)
    }

    private static func text(of entry: ErrorEntry) -> String {
        guard var text = entry.message else { return entry.summary ?? entry.id }
        for number in 0..<10 { text = text.replacing("{\(number)}", with: "text") }
        return text
    }

    /// Sets a code as a text, or as a number if the form of failures requires one.
    private func put(
        _ code: ErrorEntry.Code,
        _ field: FailureField,
        at query: Query,
        in draft: inout ResponseDraft,
        keepingTo expectation: Expectation?
    ) {
        let text: String? =
            switch code {
            case .exactly(let code): code
            case .matching(let expression):
                TextExample.value(["pattern": .string(expression.pattern)])
            case .none: nil
            }
        let number = text.flatMap { Int($0) }.map { JSONValue.integer($0) }
        let candidates = [text.map { .string($0) }, number].filter { $0 != nil || text == nil }
        var best: ResponseDraft?
        for candidate in candidates where candidate.map(field.accepts) ?? true {
            var trial = draft
            guard trial.put(candidate, at: query) else { continue }
            best = best ?? trial
            let subject = Subject(trial.response, to: request)
            if expectation?.differences(in: subject, limit: 0).isEmpty ?? true {
                draft = trial
                return
            }
        }
        draft = best ?? draft
    }
}

// MARK: - Asserts

extension ResponseMaker {
    func adjust(
        _ draft: inout ResponseDraft,
        to expectation: Expectation
    ) throws(TemplateError) {
        var asserts = expectation.asserts
        if let status = expectation.status {
            asserts.insert(Assertion(.status, status.value), at: 0)
        }
        for assertion in asserts where !draft.meets(assertion, request) {
            let query = assertion.extraction.query
            var candidates = PredicateExamples.candidates(for: assertion.predicate)
            if case .header(let name) = query {
                let typed = PredicateExamples.values(ofHeader: name, to: request) ?? []
                candidates = typed + candidates
            }
            change(&draft, at: query, candidates) { $0.meets(assertion, request) }
        }
    }

    /// The response with the fields that distinguish failures from successes set correctly; the status changes only
    /// if it may.
    private mutating func recognized(
        _ draft: ResponseDraft,
        asFailure wanted: Bool,
        freely: Bool = false
    ) throws(TemplateError) -> ResponseDraft {
        guard let recognizer = contract.failure, draft.status != 204, draft.status != 304 else {
            return draft
        }
        let condition = try recognizer.condition.assertion(using: &evaluator)
        let (request, evaluator) = (request, evaluator)
        func isRight(_ draft: ResponseDraft) -> Bool {
            var evaluator = evaluator
            let subject = Subject(draft.response, to: request)
            do {
                return try (recognizer.failure(in: subject, using: &evaluator) != nil) == wanted
            } catch {
                return false
            }
        }
        if isRight(draft) { return draft }
        if case .status = condition.extraction.query, !freely { return draft }
        var changed = draft
        var candidates = PredicateExamples.candidates(for: condition.predicate)
        if case .not(let success) = condition.predicate {
            candidates = PredicateExamples.candidates(for: success)
        }
        change(&changed, at: condition.extraction.query, candidates, until: isRight)
        return changed
    }

    /// Applies the first candidate that makes the response valid.
    private func change(
        _ draft: inout ResponseDraft,
        at query: Query,
        _ candidates: [JSONValue?],
        until isRight: (ResponseDraft) -> Bool
    ) {
        for candidate in candidates {
            var trial = draft
            guard trial.put(candidate, at: query), isRight(trial) else { continue }
            draft = trial
            return
        }
    }
}

extension Expectation {
    /// Whether its schema and its examples allow a body.
    fileprivate func allows(_ body: JSONValue) -> Bool {
        let examples: [(BodyMatcher.Mode, Located<JSONValue>?)] = [
            (.like, like), (.contains, contains),
        ]
        return schema?.value.isValid(body) ?? true
            && examples.allSatisfy { mode, example in
                example.map { BodyMatcher(mode, $0.value, arrays: arrays).holds(for: body) } ?? true
            }
    }
}

extension SchemaView {
    /// Whether it requires a member, or says which value it has.
    fileprivate func states(_ name: String) -> Bool {
        let keywords = property(name)?.keywords
        return required.contains(name)
            || ["const", "enum", "examples", "default"].contains { keywords?[$0] != nil }
    }
}
