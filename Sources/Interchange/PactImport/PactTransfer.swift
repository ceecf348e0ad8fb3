import HTTP
import JSON

/// A Pact file being turned into a contract.
struct PactTransfer {
    let file: String
    private var ledger = LossLedger()
    private var variables = ForeignVariables { .variable($0) }
    private var journeys: [ObservedJourney] = []
    private var needed: [String] = []
    private var remarks: [String] = []
    private var names = UniqueNames()
    /// Names of the parameters of each state, in order.
    private var states: [(name: String, parameters: [String])] = []
    /// The comment of the current interaction.
    private var comment: [String] = []

    init(file: String) {
        self.file = file
    }

    private mutating func leaveOut(_ what: String, at place: ReadValue) {
        comment.append(ledger.note(what, at: .pointer(place.pointer), of: file))
    }

    /// Adds an interaction; one that is not an HTTP exchange is left out.
    mutating func add(_ interaction: ReadValue) throws(InterchangeError) {
        comment = []
        let description = interaction["description"]?.text ?? "interaction"
        if let kind = interaction["type"]?.text, kind != "Synchronous/HTTP" {
            leaveOut("\"\(description)\", of the type \(kind)", at: interaction)
            remarks += comment
            return interaction.settle()
        }
        guard let request = interaction["request"], request.value.objectValue != nil else {
            throw (interaction["request"] ?? interaction).error(
                in: file,
                expected: "an interaction with a request"
            )
        }
        let observed = try self.request(request)
        var exchange = ObservedExchange(request: observed, doc: "pact#\(interaction.pointer)")
        addResponse(interaction["response"], to: &exchange)
        var journey = ObservedJourney(
            name: names.unique(DraftName.identifier(description)),
            exchanges: []
        )
        journey.summary = description
        addStates(of: interaction, to: &journey)
        addRemarks(of: interaction)
        for part in interaction.unread {
            let name = part.pointer.tokens.last ?? ""
            leaveOut("\(name) \(part.value.text(maximumLength: 100))", at: part)
        }
        exchange.comment = comment
        for name in variables.takeUses() where !needed.contains(name) { needed.append(name) }
        journey.exchanges = [exchange]
        journeys.append(journey)
        interaction.settle()
    }

    /// States become those of the contract, which the server sets, and tags.
    private mutating func addStates(of interaction: ReadValue, to journey: inout ObservedJourney) {
        var wanted: [(name: String, params: JSONValue?)] = []
        for key in ["providerState", "provider_state"] {
            if let name = interaction[key]?.text { wanted.append((name, nil)) }
        }
        for state in interaction["providerStates"]?.elements ?? [] {
            if let name = state.text ?? state["name"]?.text {
                wanted.append((name, state["params"]?.take()))
            }
        }
        for state in wanted {
            add(state.name, state.params?.objectValue ?? JSONObject(), to: &journey, interaction)
            let tag = DraftName.identifier(state.name)
            if !journey.tags.contains(tag) { journey.tags.append(tag) }
        }
    }

    private mutating func add(
        _ name: String,
        _ params: JSONObject,
        to journey: inout ObservedJourney,
        _ interaction: ReadValue
    ) {
        // Such names are something else in a contract.
        let isName = DraftName.key(name) == name && !LiteralText.isTemplate(name)
        let isListener = params.names.contains { $0 == "listener" || LiteralText.isTemplate($0) }
        guard isName, !isListener else {
            let with = params.isEmpty ? "" : " with \(JSONValue.object(params).text)"
            return leaveOut(
                "the state \"\(name)\"\(with); FILL IN steps of `setup`",
                at: interaction
            )
        }
        let values = LiteralText.literal(JSONValue.object(params))
        journey.given.append(params.isEmpty ? .string(name) : [name: values])
        let index = states.firstIndex { $0.name == name } ?? states.count
        if index == states.count { states.append((name, [])) }
        for parameter in params.names where !states[index].parameters.contains(parameter) {
            states[index].parameters.append(parameter)
        }
    }

    private mutating func addRemarks(of interaction: ReadValue) {
        for text in interaction["comments"]?["text"]?.elements ?? [] {
            if let line = text.text { comment.append(line) }
        }
        if let name = interaction["comments"]?["testname"]?.text { comment.append("Test: \(name)") }
        if interaction["pending"]?.flag ?? false {
            comment.append("Pending: differences do not count yet (`waived`).")
        }
        if let key = interaction["key"] {
            leaveOut("the key of the interaction, which only Pact uses", at: key)
            key.settle()
        }
    }

    /// The resulting contract.
    mutating func contract(_ root: ReadValue) -> ForeignContract {
        comment = []
        let consumer = root["consumer"]?["name"]?.text ?? "a consumer"
        let provider = root["provider"]?["name"]?.text ?? "a provider"
        for message in root["messages"]?.elements ?? [] {
            leaveOut("a message, which no request brings about", at: message)
            message.settle()
        }
        root["interactions"]?.settle()
        for part in root.unread {
            let name = part.pointer.tokens.last ?? ""
            leaveOut("\(name) \(part.value.text(maximumLength: 100))", at: part)
        }
        var contract = ForeignContract(
            format: "pact",
            file: file,
            title: "Requirements of \(consumer) for \(provider)"
        )
        contract.namesNoServer = true
        contract.remarks = remarks + comment
        contract.states = states
        if !states.isEmpty {
            contract.remarks.append(
                "The server gets into the states of `given` with --state-change-url of `assay verify`."
            )
        }
        contract.journeys = journeys
        contract.losses = ledger.losses
        contract.variables = needed.map { ForeignContract.Variable(name: $0) }
        return contract
    }
}

// MARK: - Requests

extension PactTransfer {
    private mutating func request(
        _ request: ReadValue
    ) throws(InterchangeError) -> ObservedRequest {
        let method = (request["method"]?.text ?? "GET").uppercased()
        guard HTTPToken.isToken(method) else {
            throw (request["method"] ?? request).error(in: file, expected: "a method such as POST")
        }
        let generators = PactGenerators(request["generators"])
        var path = LiteralText.literal(request["path"]?.text ?? "/")
        if let made = generators.text(of: "path", at: []) {
            comment.append("Made up when it is sent, in place of \(path).")
            path = put(made)
        }
        var text = path.hasPrefix("/") ? path : "/\(path)"
        let fields = query(request["query"], generators)
        if !fields.isEmpty { text += "?\(fields)" }
        guard let url = ObservedURL("http://127.0.0.1:8080\(ForeignURL.plain(text))") else {
            throw (request["path"] ?? request).error(in: file, expected: "a path")
        }
        var observed = ObservedRequest(method: method, url: url)
        observed.holdsTemplates = true
        for member in request["headers"]?.members ?? [] {
            let made = generators.text(of: "header", at: [member.name])
            for value in values(member.value) {
                observed.headers.append((member.name, made.map { put($0) } ?? value))
            }
            if SecretNames.isSecretHeader(member.name) {
                leaveOut(
                    "the value of \(member.name), a secret; set it in the environment",
                    at: member.value
                )
            }
        }
        addBody(request["body"], to: &observed, generators)
        for made in generators.unknown {
            leaveOut("a generator: \(made.value.text(maximumLength: 80))", at: made)
            made.settle()
        }
        if let rules = request["matchingRules"] {
            if rules.value.objectValue?.isEmpty == false {
                leaveOut("other values that the consumer can send", at: rules)
            }
            rules.settle()
        }
        return observed
    }

    /// A template of the contract, whose names are recorded.
    private mutating func put(_ template: String) -> String {
        template.hasPrefix("{{$") ? template.replacing("{{$", with: "{{") : variables.text(template)
    }

    /// A text, or a list of texts.
    private func values(_ value: ReadValue) -> [String] {
        let texts = value.scalarText.map { [$0] } ?? value.elements.compactMap(\.scalarText)
        return texts.map(LiteralText.literal)
    }

    private mutating func query(_ query: ReadValue?, _ generators: PactGenerators) -> String {
        guard let query else { return "" }
        // Version 2 has it as sent.
        if let text = query.text { return LiteralText.literal(text) }
        var fields: [(name: String, value: String)] = []
        for member in query.members {
            let made = generators.text(of: "query", at: [member.name])
            for value in values(member.value) {
                fields.append((member.name, made.map { put($0) } ?? value))
            }
        }
        return ForeignURL.fields(fields)
    }

    private mutating func addBody(
        _ body: ReadValue?,
        to request: inout ObservedRequest,
        _ generators: PactGenerators
    ) {
        guard let content = content(of: body) else { return }
        if let type = content.type, request.header("Content-Type") == nil {
            request.headers.append(("Content-Type", type))
        }
        let type = request.header("Content-Type")
        switch content.value {
        case .string(let text) where !MediaType.isJSON(type ?? "application/json"):
            request.body = .text(LiteralText.literal(text))
        default:
            if type == nil { request.headers.append(("Content-Type", "application/json")) }
            var templates: [String: String] = [:]
            for (path, text) in generators.body {
                let pointer = JSONPointer(tokens: path)
                let example = content.value[pointer]?.text(maximumLength: 60) ?? "nothing"
                comment.append("Made up when it is sent: \(pointer), in place of \(example).")
                templates[pointer.description] = put(text)
            }
            request.body = .text(Self.made(content.value, [], templates).text)
        }
    }

    /// A body with the generated values inserted.
    private static func made(
        _ value: JSONValue,
        _ path: [String],
        _ templates: [String: String]
    ) -> JSONValue {
        if let template = templates[JSONPointer(tokens: path).description] {
            return .string(template)
        }
        switch value {
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map {
                        .init(name: $0.name, value: made($0.value, path + [$0.name], templates))
                    }
                )
            )
        case .array(let elements):
            return .array(
                elements.enumerated().map { made($1, path + ["\($0)"], templates) }
            )
        case .string(let text): return .string(LiteralText.literal(text))
        case .null, .bool, .number: return value
        }
    }

    /// A body in the form of version 4, or unwrapped; `nil` without a body.
    private mutating func content(of body: ReadValue?) -> (value: JSONValue, type: String?)? {
        guard let body, body.value != .null else { return nil }
        guard body.value["content"] != nil,
            body.value["contentType"] != nil || body.value["encoded"] != nil
        else { return (body.take(), nil) }
        let type = body["contentType"]?.text
        if let encoded = body["encoded"], encoded.take() != false {
            leaveOut("a body in Base64; FILL IN the body", at: body)
            body.settle()
            return nil
        }
        return body["content"].map { ($0.take(), type) }
    }
}

// MARK: - Responses

extension PactTransfer {
    private mutating func addResponse(_ response: ReadValue?, to exchange: inout ObservedExchange) {
        guard let response else { return }
        if let written = response["status"], !Self.isStatus(written.value) {
            leaveOut(
                "the status \(written.value.text(maximumLength: 40)), which is not a status",
                at: written
            )
            written.settle()
        } else {
            exchange.expected["status"] = response["status"]?.take() ?? 200
        }
        let rules = response["matchingRules"]
        if let first = PactRules(rules, category: "status").rules.first?.matchers.first {
            addStatus(first, to: &exchange)
        }
        var asserts: [JSONValue] = exchange.expected["asserts"]?.arrayValue ?? []
        let headerRules = PactRules(rules, category: "header")
        for member in response["headers"]?.members ?? [] {
            asserts += headers(member.name, member.value, headerRules)
        }
        let bodyRules = PactRules(rules, category: "body")
        addBody(response["body"], bodyRules, &exchange.expected, &asserts)
        exchange.expected["asserts"] = asserts.isEmpty ? nil : .array(asserts)
        if let status = exchange.expected["status"]?.intValue,
            let body = Self.shownBody(of: response.value)
        {
            exchange.examples.append(.illustration(status, body))
        }
        response["generators"]?.settle()
        if response.value["generators"]?.objectValue?.isEmpty == false,
            let made = response["generators"]
        {
            leaveOut("generators of the response, which generate values for the consumer", at: made)
        }
    }

    /// The example body for the consumer, if it is JSON.
    private static func shownBody(of response: JSONValue) -> JSONValue? {
        guard let body = response["body"], body != .null else { return nil }
        let isWrapped = body["content"] != nil && body["contentType"] != nil
        // A text is not JSON unless its type says so; the literal nil would be the value null.
        guard isWrapped else { return body.stringValue == nil ? body : JSONValue?.none }
        let isPlain = body["encoded"] == nil || body["encoded"] == false
        let isJSON = MediaType.isJSON(body["contentType"]?.stringValue ?? "")
        return isPlain && isJSON ? body["content"] : JSONValue?.none
    }

    private static let ranges: [String: (low: Int64, high: Int64)] = [
        "info": (100, 200), "success": (200, 300), "redirect": (300, 400),
        "clientError": (400, 500), "serverError": (500, 600), "error": (400, 600),
        "nonError": (100, 400),
    ]

    private static func isStatus(_ value: JSONValue) -> Bool {
        value.intValue.map { (100...599).contains($0) } ?? false
    }

    private mutating func addStatus(
        _ matcher: PactRules.Matcher,
        to exchange: inout ObservedExchange
    ) {
        let wanted = matcher.kind == "statusCode" ? matcher.content["status"] : nil
        if let list = wanted?.elements, !list.isEmpty, list.allSatisfy({ Self.isStatus($0.value) })
        {
            exchange.expected["status"] = ["anyOf": .array(list.map { $0.take() })]
        } else if let name = wanted?.text, let range = Self.ranges[name] {
            exchange.expected["status"] = ["gte": .number(.integer(range.low))]
            exchange.expected["asserts"] = [["status": ["lt": .number(.integer(range.high))]]]
        } else {
            leaveOut("a matcher of the status", at: matcher.content)
            matcher.content.settle()
        }
    }

    /// A check of a header field in the file.
    ///
    /// Lists are compared by their elements, and media types by type and parameters. With a media type without
    /// parameters the server can add some.
    private static func header(_ name: String, _ value: String) -> JSONValue {
        let isOpen = name.lowercased() == "content-type" && !value.contains(";")
        return ["header": .string(name), isOpen ? "startsWith" : "equals": .string(value)]
    }

    private mutating func headers(
        _ name: String,
        _ value: ReadValue,
        _ rules: PactRules
    ) -> [JSONValue] {
        let texts = values(value)
        let rule =
            rules.rules.first { $0.path.first?.lowercased() == name.lowercased() }
        guard let matcher = rule?.matchers.first else {
            return [Self.header(name, texts.joined(separator: ", "))]
        }
        if let more = rule?.matchers.dropFirst(), !more.isEmpty {
            for other in more {
                leaveOut("a second matcher of the header field \(name)", at: other.content)
            }
        }
        value.settle()
        switch matcher.kind {
        case "regex":
            let pattern = matcher.content["regex"]?.text ?? ""
            do throws(Untranslatable) {
                let known = try ForeignAssertion.expression(pattern)
                return [["header": .string(name), "matches": .string(known)]]
            } catch {
                leaveOut("the header field \(name): \(error.reason)", at: matcher.content)
                return [["header": .string(name), "exists": true]]
            }
        case "include":
            let text = matcher.content["value"]?.scalarText ?? ""
            return [["header": .string(name), "contains": .string(text)]]
        case "equality": return [Self.header(name, texts.joined(separator: ", "))]
        case "type", "notEmpty": return [["header": .string(name), "exists": true]]
        default:
            leaveOut(
                "the matcher \"\(matcher.kind)\" of the header field \(name)",
                at: matcher.content
            )
            matcher.content.settle()
            return [["header": .string(name), "exists": true]]
        }
    }

    private mutating func addBody(
        _ body: ReadValue?,
        _ rules: PactRules,
        _ expected: inout JSONObject,
        _ asserts: inout [JSONValue]
    ) {
        guard let body else { return }
        guard let content = content(of: body) else {
            if body.value == .null { asserts.append(["body": ["empty": true]]) }
            return
        }
        if let type = content.type, !asserts.contains(where: { $0["header"] == "Content-Type" }) {
            asserts.append(Self.header("Content-Type", type))
        }
        let known = asserts.lazy.filter {
            $0["header"]?.stringValue?.lowercased() == "content-type"
        }
        .compactMap { ($0["startsWith"] ?? $0["equals"])?.stringValue }
        let type = content.type ?? known.first
        if case .string(let text) = content.value, !MediaType.isJSON(type ?? "application/json") {
            addText(text, rules, &asserts)
        } else if rules.rules.isEmpty {
            expected["contains"] = Self.made(content.value, [], [:])
        } else {
            var schema = PactSchema(rules: rules)
            expected["schema"] = schema.schema(of: content.value)
            for thing in schema.leftOut {
                leaveOut(thing.what, at: thing.at ?? body)
                thing.at?.settle()
            }
        }
    }

    /// A body that is not JSON.
    private mutating func addText(
        _ text: String,
        _ rules: PactRules,
        _ asserts: inout [JSONValue]
    ) {
        guard let matcher = rules.rules.first?.matchers.first else {
            asserts.append(["body": .string(LiteralText.literal(text))])
            return
        }
        switch matcher.kind {
        case "regex":
            let pattern = matcher.content["regex"]?.text ?? ""
            do throws(Untranslatable) {
                asserts.append([
                    "body": ["matches": .string(try ForeignAssertion.expression(pattern))]
                ])
            } catch {
                leaveOut("the body: \(error.reason)", at: matcher.content)
            }
        case "include":
            let part = matcher.content["value"]?.scalarText ?? ""
            asserts.append(["body": ["contains": .string(part)]])
        case "type", "notEmpty": asserts.append(["body": ["empty": false]])
        default:
            leaveOut("the matcher \"\(matcher.kind)\" of the body", at: matcher.content)
            matcher.content.settle()
        }
    }
}
