package import Contract
package import HTTP
package import JSON
import JSONPaths

/// Searches for a successful request of each operation: its examples, alone, on objects that other operations create,
/// and after a login.
///
/// It proposes requests; the runner reports the responses.
package struct BaseSearch: Sendable {
    /// The source of a value for a path parameter or a body member.
    private struct Producer: Sendable {
        let model: RequestModel
        let created: CreatedObject
        /// Whether the object exists without having been created here: it is read, not deleted.
        let isFound: Bool
        var capture: Capture { created.capture }

        /// The step that creates or shows the object.
        var step: Step { model.creation(capturing: [capture]) }
        /// All steps before the value is known.
        var steps: [Step] { model.preparation + [step] }
    }

    /// An operation whose success returns a credential.
    private struct Login: Sendable {
        let operation: String
        let step: Step
    }

    private let contract: ContractDocument
    private var logins: [String: Login] = [:]
    private var producers: [Producer] = []
    /// Values from responses, by the name under which a step captures them.
    package private(set) var known: [String: JSONValue] = [:]
    private var tried: Set<String> = []
    /// The number of steps before the closest attempt; −1 for one that was not sent.
    private var distances: [String: Int] = [:]
    /// Successful requests, by operation.
    package private(set) var models: [String: RequestModel] = [:]
    /// The closest attempts of operations without a successful request.
    package private(set) var attempts: [String: RequestModel] = [:]

    /// The number of requests of one operation that are tried each time.
    private static let limit = 10

    package init(_ contract: ContractDocument) {
        self.contract = contract
    }

    /// Requests of an operation that may succeed by what is known so far, the most likely first; none is proposed
    /// twice.
    package mutating func candidates(for operation: Operation) -> [RequestModel] {
        let plain = GenerationBases.models(of: operation, in: contract)
        let own = plain.filter { $0.source == nil && $0.preparation.isEmpty }
        let linked = (own + own.flatMap(others)).flatMap { model in
            let linked = self.linked(model)
            return [linked, linked.flatMap(written), written(model), model].compactMap(\.self)
        }
        let others = plain.filter { $0.source != nil || !$0.preparation.isEmpty }
        let all = (linked + others).flatMap { model in
            let known = loggedIn(model)
            return known.map { [$0, model] } ?? [model]
        }
        let fresh = all.filter { !tried.contains($0.fingerprint) }.prefix(Self.limit)
        return fresh.filter { tried.insert($0.fingerprint).inserted }
    }

    /// Variants of the request: with all optional values, without any, without a body, and with usual values in its
    /// path, as a schema does not contain everything that a server requires.
    private func others(than model: RequestModel) -> [RequestModel] {
        let edits = EditMaker(model: model, contract: contract).edits
        let isAllowed = { (edit: GeneratedEdit) in
            edit.tokens == ["json"] && edit.change == .unset
                && model.outcome(of: [edit]) == .success
        }
        let parameters = model.template["params"]?.members ?? []
        let usual = parameters.filter { $0.value.constantValue == "text" }.map { parameter in
            GeneratedEdit(
                .text,
                at: ["params", parameter.name],
                .set(Self.isStatus(parameter.name) ? "200" : "1")
            )
        }
        return [
            EditMaker.together(edits, of: model),
            EditMaker.together(edits, .missing, of: model),
            edits.filter(isAllowed),
            usual,
        ].compactMap { model.changed(by: $0, of: contract) }
    }

    private static func isStatus(_ name: String) -> Bool {
        ["code", "status"].contains(where: name.lowercased().hasPrefix)
    }

    /// Records that a request did not succeed; the closest attempt is used for the operation in the
    /// end.
    ///
    /// - Parameters:
    ///   - model: The request.
    ///   - wasAnswered: Whether all steps before it succeeded, so that it got a response.
    /// - Returns: Whether it came closer than all before.
    package mutating func failed(_ model: RequestModel, wasAnswered: Bool) -> Bool {
        let distance = wasAnswered ? model.preparation.count : -1
        let id = model.operation.id
        guard distance >= distances[id] ?? -2 else { return false }
        distances[id] = distance
        attempts[id] = model
        return true
    }

    /// Records that a request succeeded.
    ///
    /// - Parameters:
    ///   - model: The request.
    ///   - response: The response of the server.
    package mutating func succeeded(_ model: RequestModel, _ response: HTTPResponse?) {
        var model = model
        defer { models[model.operation.id] = model }
        guard let response else { return }
        learnLogins(from: model, response)
        if model.createsSomething, let created = Self.identifier(in: response, of: model) {
            model.created = created
            known[created.capture.name] = created.value(in: response)
            producers.append(Producer(model: model, created: created, isFound: false))
        }
        if model.template.constant("method") == "GET",
            let found = Self.firstIdentifier(in: response, of: model)
        {
            // Objects created here are preferred.
            producers.insert(Producer(model: model, created: found, isFound: true), at: 0)
        }
    }
}

// MARK: - Logins

extension BaseSearch {
    /// Records credentials in the response: the cookie of a scheme, or a token under a usual name.
    private mutating func learnLogins(from model: RequestModel, _ response: HTTPResponse) {
        guard model.template.constant("security") == nil,
            model.template.constant("method") == "POST"
        else { return }
        for scheme in contract.securitySchemes.values.sorted(by: { $0.name < $1.name }) {
            for field in scheme.headers + scheme.query {
                for (name, query) in Self.queries(for: field, in: response)
                where logins[name] == nil {
                    known[name] = query.value(in: response)
                    let capture = Capture(
                        name: name,
                        query: .ready(query),
                        filters: [],
                        location: model.operation.location
                    )
                    logins[name] = Login(
                        operation: model.operation.id,
                        step: model.creation(capturing: [capture])
                    )
                }
            }
        }
    }

    /// The variables of a credential field, and the queries for their values in the response.
    private static func queries(
        for field: TemplateValue.Member,
        in response: HTTPResponse
    ) -> [(name: String, query: Query)] {
        guard case .text(let template) = field.value else { return [] }
        if field.name.lowercased() == "cookie" {
            let set = response.headers[all: "Set-Cookie"]
            return template.cookies.filter { cookie in
                set.contains { $0.hasPrefix(cookie.cookie + "=") }
            }.map { ($0.variable, .cookie($0.cookie)) }
        }
        guard let name = template.names.first, template.names.count == 1,
            let body = JSONValue(response: response)?.objectValue,
            let member = tokenNames.first(where: { body[$0]?.stringValue != nil }),
            let query = Query(member: [member])
        else { return [] }
        return [(name, query)]
    }

    private static let tokenNames = [
        "access_token", "accessToken", "token", "id_token", "idToken", "jwt", "session_token",
        "sessionToken", "api_key", "apiKey", "key",
    ]

    /// The request after the logins for its credentials; `nil` if none is known.
    private func loggedIn(_ model: RequestModel) -> RequestModel? {
        guard let name = model.template.constant("security"),
            let scheme = contract.securitySchemes[name]
        else { return nil }
        let names = (scheme.headers + scheme.query).flatMap(\.value.templates).flatMap(\.names)
        let steps = names.compactMap { logins[$0] }.filter { $0.operation != model.operation.id }
            .map(\.step)
        guard !steps.isEmpty else { return nil }
        return model.prepared(by: steps)
    }
}

extension Template {
    /// The cookies of a `Cookie` field and the variables for their values.
    fileprivate var cookies: [(cookie: String, variable: String)] {
        var found: [(String, String)] = []
        for (index, part) in parts.enumerated() {
            guard case .reference(let path) = part, let name = path.first, index > 0,
                case .literal(let text) = parts[index - 1], text.hasSuffix("=")
            else { continue }
            let cookie = text.dropLast().split { $0 == ";" || $0 == " " }.last
            if let cookie { found.append((String(cookie), name)) }
        }
        return found
    }
}

// MARK: - Links

extension BaseSearch {
    /// The request after a PUT at the same path, or at one above it; `nil` without such an operation.
    private func written(_ model: RequestModel) -> RequestModel? {
        let parts = PathShape.parts(model)
        let puts = models.values.filter { put in
            let place = PathShape.parts(put)
            return put.operation.id != model.operation.id
                && put.template.constant("method") == "PUT"
                && (place == parts || place.last == "{}" && parts.starts(with: place))
                && (put.template["params"]?.members ?? []).allSatisfy {
                    model.template["params"]?[$0.name]?.spelling == $0.value.spelling
                }
        }
        let nearest = puts.max { PathShape.parts($0).count < PathShape.parts($1).count }
        return nearest.map { put in
            model.prepared(by: put.preparation + [put.creation(capturing: [])])
        }
    }

    /// The request with identifiers of objects that other operations have just created, in its path and its body;
    /// `nil` if it has none.
    private func linked(_ model: RequestModel) -> RequestModel? {
        var template = model.template
        var steps: [Step] = []
        for name in template["params"]?.members?.map(\.name) ?? [] {
            guard let producer = producer(ofParameter: name, in: template),
                !producer.isFound || model.isSafe
            else { continue }
            if link(["params", name], to: producer, in: &template) { steps += producer.steps }
        }
        for tokens in template["json"]?.memberTokens(below: ["json"], depth: 4) ?? [] {
            guard let name = tokens.last(where: { Int($0) == nil }),
                let producer = producer(ofMember: name, for: model)
            else { continue }
            if link(tokens, to: producer, in: &template) { steps += producer.steps }
        }
        guard !steps.isEmpty else { return nil }
        var linked = model
        linked.template = template
        return linked.prepared(by: steps)
    }

    private func link(
        _ tokens: [String],
        to producer: Producer,
        in template: inout RequestTemplate
    ) -> Bool {
        let reference = Template(
            parts: [.reference([producer.capture.name])],
            location: template.location
        )
        do {
            try template.set(.text(reference), at: tokens)
            return true
        } catch {
            return false
        }
    }

    /// The operation that creates the object of a path parameter: the one at the path before it.
    private func producer(
        ofParameter name: String,
        in template: RequestTemplate
    ) -> Producer? {
        let parts = (template.constant("path") ?? "").split(separator: "/")
        guard let place = parts.firstIndex(of: "{\(name)}") else { return nil }
        let collection = PathShape.shape(parts[..<place].joined(separator: "/"))
        let exact = producers.last {
            PathShape.shape($0.model.template.constant("path") ?? "") == collection
        }
        return exact ?? producer(named: name)
    }

    private func producer(ofMember name: String, for model: RequestModel) -> Producer? {
        let isIdentifier = ["_id", "Id", "ID", "_uuid", "_ids", "Ids"].contains(
            where: name.hasSuffix
        )
        guard isIdentifier else { return nil }
        return producer(named: name, besides: model.operation.id)
    }

    /// The operation that creates the object of a name such as `item_id` or `itemId`: the one at
    /// `/items`.
    private func producer(named name: String, besides excluded: String? = nil) -> Producer? {
        let noun = PathShape.noun(of: name)
        guard !noun.isEmpty else { return nil }
        return producers.last {
            guard $0.model.operation.id != excluded else { return false }
            let path = $0.model.template.constant("path") ?? ""
            let last = path.split(separator: "/").last { !$0.hasPrefix("{") } ?? ""
            return PathShape.singular(last.lowercased()) == noun
        }
    }

    /// The place of the created object's identifier in a response.
    private static func identifier(
        in response: HTTPResponse,
        of model: RequestModel
    ) -> CreatedObject? {
        guard (200..<300).contains(response.status), let body = JSONValue(response: response),
            let object = body.objectValue
        else { return nil }
        return identifier(in: object, at: "$", of: model)
    }

    /// The place of the first element's identifier in a list: the list is the body, or its only list of objects.
    private static func firstIdentifier(
        in response: HTTPResponse,
        of model: RequestModel
    ) -> CreatedObject? {
        let body = JSONValue(response: response)
        if let first = body?.arrayValue?.first?.objectValue {
            return identifier(in: first, at: "$[0]", of: model)
        }
        let lists = (body?.objectValue?.members ?? []).compactMap { member in
            member.value.arrayValue?.first?.objectValue.map { (member.name, $0) }
        }
        guard lists.count == 1 else { return nil }
        return identifier(in: lists[0].1, at: "$" + JSONPath.segment(lists[0].0) + "[0]", of: model)
    }

    private static func identifier(
        in object: JSONObject,
        at place: String,
        of model: RequestModel
    ) -> CreatedObject? {
        let name = model.operation.id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } + "Id"
        let path = model.template.constant("path") ?? ""
        let noun = PathShape.singular(
            (path.split(separator: "/").last { !$0.hasPrefix("{") } ?? "").lowercased()
        )
        guard let member = member(in: object, noun, []),
            let last = member.last, let query = Query(member: member, below: place)
        else { return nil }
        let value = member.reduce(Optional(JSONValue.object(object))) { $0?[$1] }
        return CreatedObject(
            capture: Capture(
                name: name,
                query: .ready(query),
                filters: [],
                location: model.operation.location
            ),
            member: last,
            isText: value?.stringValue != nil
        )
    }

    private static func member(
        in object: JSONObject,
        _ noun: String,
        _ path: [String]
    ) -> [String]? {
        func isScalar(_ name: String) -> Bool {
            switch object[name] {
            case .string(let text): !text.isEmpty
            case .number: true
            default: false
            }
        }
        let usual = ["id", "\(noun)_id", "\(noun)Id", "_id", "uuid", "uid", "\(noun)ID"]
        if let name = usual.first(where: isScalar) { return path + [name] }
        let endings = object.names.filter { name in
            isScalar(name) && ["_id", "Id", "ID"].contains(where: name.hasSuffix)
        }
        if endings.count == 1 { return path + [endings[0]] }
        if path.isEmpty {
            for inner in object.members {
                guard let value = inner.value.objectValue,
                    inner.name.lowercased() == noun || inner.name == "data" || object.count == 1
                else { continue }
                if let found = member(in: value, noun, [inner.name]) { return found }
            }
        }
        return ["name", "key", "slug"].first(where: isScalar).map { path + [$0] }
    }
}

/// Paths and names compared by their meaning.
enum PathShape {
    /// A path with the same sign for each parameter.
    static func shape(_ path: String) -> String { parts(path).joined(separator: "/") }

    /// The parts of the path of a request, with the same sign for each parameter.
    static func parts(_ model: RequestModel) -> [String] {
        parts(model.template.constant("path") ?? "")
    }

    private static func parts(_ path: String) -> [String] {
        path.split(separator: "/").map { $0.contains("{") ? "{}" : String($0) }
    }

    /// `item` of `item_id`, `itemId` and `itemIds`.
    static func noun(of name: String) -> String {
        for ending in ["_ids", "_id", "Ids", "Id", "ID", "_uuid", "Uuid"]
        where name.hasSuffix(ending) && name.count > ending.count {
            return name.dropLast(ending.count).lowercased()
        }
        return ""
    }

    static func singular(_ word: String) -> String {
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if word.hasSuffix("sses") || word.hasSuffix("xes") { return String(word.dropLast(2)) }
        return word.hasSuffix("s") && !word.hasSuffix("ss") ? String(word.dropLast()) : word
    }
}

// MARK: - Shared

extension JSONValue {
    /// The body of a response; `nil` if it is not JSON.
    init?(response: HTTPResponse) {
        do {
            self = try JSONValue(parsing: String(decoding: response.body, as: UTF8.self))
        } catch {
            return nil
        }
    }
}

extension CreatedObject {
    func value(in response: HTTPResponse) -> JSONValue? {
        guard case .ready(let query) = capture.query else { return nil }
        return query.value(in: response)
    }
}

extension Query {
    /// Its single result in a response; `nil` for none or several.
    func value(in response: HTTPResponse) -> JSONValue? {
        switch self {
        case .cookie(let name, nil):
            let set = response.headers[all: "Set-Cookie"].last { $0.hasPrefix(name + "=") }
            return set.map { .string(String($0.dropFirst(name.count + 1).prefix { $0 != ";" })) }
        case .jsonpath(let path):
            let found = JSONValue(response: response).map { path.nodes(in: $0) } ?? []
            return found.count == 1 ? found[0].value : nil
        default: return nil
        }
    }

    /// The value at nested members below a place of a body.
    init?(member: [String], below place: String = "$") {
        do {
            self = .jsonpath(try JSONPath(place + member.map(JSONPath.segment).joined()))
        } catch {
            return nil
        }
    }
}

extension TemplateValue {
    /// The places of all members below, as reference tokens.
    func memberTokens(below tokens: [String], depth: Int) -> [[String]] {
        guard depth > 0 else { return [] }
        if let members {
            return members.flatMap { member in
                let own = tokens + [member.name]
                return [own] + member.value.memberTokens(below: own, depth: depth - 1)
            }
        }
        return (elements ?? []).enumerated().flatMap { index, element in
            element.memberTokens(below: tokens + ["\(index)"], depth: depth - 1)
        }
    }
}
