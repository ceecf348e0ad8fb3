import Base
import HTTP
import JSON

/// One request of a collection being turned into an exchange.
struct PostmanRequest {
    private let item: ReadValue
    private var context: PostmanTransfer.Context
    var whole: PostmanTransfer
    /// Names of variables that it refers to but does not bind itself.
    private(set) var uses: [String] = []
    private var comment: [String] = []
    private var headers: [(name: String, value: String)] = []
    private var params: [String: String] = [:]
    private var secretFields: Set<String> = []
    private var body: ObservedRequest.Body?
    /// The media type that Postman sends unless a field sets one.
    private var impliedType: String?
    private var usesDigest = false

    init(_ item: ReadValue, _ context: PostmanTransfer.Context, _ whole: PostmanTransfer) {
        self.item = item
        self.context = context
        // It is above the case.
        self.context.comment = []
        self.whole = whole
    }

    /// The exchange.
    ///
    /// - Throws: When it has no URL.
    mutating func exchange() throws(InterchangeError) -> ObservedExchange {
        guard let request = item["request"] else { preconditionFailure("no request") }
        for (name, value) in whole.folderVariables(of: item, &comment) {
            context.bindings[name] = value
        }
        whole.addScripts(of: item, to: &context)
        comment += context.comment
        var text = text(try url(of: request))
        let method = request["method"]?.text ?? "GET"
        addHeaders(request["header"])
        addBody(request["body"])
        var user: String?
        addAuth(request, &text, &user)
        guard HTTPToken.isToken(method) else {
            throw error(request["method"] ?? request, "a method such as POST")
        }
        guard var url = ObservedURL(ForeignURL.plain(text)) else {
            throw error(request["url"] ?? request, "a URL that begins with http:// or https://")
        }
        if let user { url = url.with(user: user) }
        if let impliedType, !hasHeader("content-type") {
            headers.append(("Content-Type", impliedType))
        }
        var observed = ObservedRequest(method: method, url: url, headers: headers)
        observed.body = body
        observed.params = params
        observed.secretFields = secretFields
        observed.holdsTemplates = true
        observed.usesDigest = usesDigest
        let doc = whole.doc(item.pointer)
        var exchange = ObservedExchange(request: observed, doc: doc)
        exchange.name = item["name"]?.text ?? request["name"]?.text
        addDescription(request, to: &exchange)
        addScripts(to: &exchange)
        addRedirects(to: &exchange)
        addResponses(to: &exchange)
        bind(&exchange)
        noteUnread()
        exchange.comment += comment
        return exchange
    }

    private func hasHeader(_ name: String) -> Bool {
        headers.contains { $0.name.lowercased() == name }
    }

    private func error(_ place: ReadValue, _ expected: String) -> InterchangeError {
        InterchangeError(
            file: whole.file,
            place: .pointer(place.pointer),
            expected: expected,
            found: place.value.text(maximumLength: 80)
        )
    }

    private mutating func text(_ text: String) -> String {
        defer { noteUnknown() }
        return whole.variables.text(text)
    }

    private mutating func noteUnknown() {
        for reason in whole.variables.takeUnknown() { leaveOut(reason, at: item.pointer) }
    }

    private mutating func leaveOut(_ what: String, at pointer: JSONPointer) {
        comment.append(whole.leaveOut(what, at: pointer))
    }

    private mutating func noteUnread() {
        for part in item.unread {
            if let line = whole.note(part) { comment.append(line) }
        }
    }

    private mutating func addDescription(_ request: ReadValue, to exchange: inout ObservedExchange)
    {
        let lines =
            PostmanTransfer.lines(of: request["description"])
            + PostmanTransfer.lines(of: item["description"])
        guard let first = lines.first else { return }
        exchange.summary = Prose.summary(first)
        let isWhole =
            lines.count == 1
            && (exchange.summary.map { first.hasPrefix($0) && first.count <= $0.count + 1 } ?? false)
        if !isWhole { comment = lines + comment }
    }

    /// The entries of a list, without disabled ones.
    private mutating func entries(
        _ list: ReadValue?,
        of kind: String
    ) -> [(name: String, value: String, entry: ReadValue)] {
        var kept: [(name: String, value: String, entry: ReadValue)] = []
        for entry in list?.elements ?? [] {
            guard let name = entry["key"]?.scalarText else { continue }
            let about = PostmanTransfer.lines(of: entry["description"])
            if whole.isOff(entry) {
                let value = entry["value"]?.scalarText ?? ""
                leaveOut("the \(kind) \(name): \(value), which is switched off", at: entry.pointer)
                entry.settle()
                continue
            }
            comment += about.map { "\(name): \($0)" }
            kept.append((name, entry["value"]?.scalarText ?? "", entry))
        }
        return kept
    }
}

// MARK: - The address

extension PostmanRequest {
    /// The URL as Postman would send it, with its own templates.
    private mutating func url(of request: ReadValue) throws(InterchangeError) -> String {
        if let text = request.text { return based(text) }
        guard let url = request["url"] else { throw error(request, "a request with a URL") }
        if let text = url.text { return based(text) }
        let fields = entries(url["query"], of: "query field")
        let query = fields.map { field in
            field.entry.value["value"].map { $0 == .null } ?? true
                ? field.name : "\(field.name)=\(field.value)"
        }
        addPathVariables(url["variable"])
        let host = Self.joined(url["host"], by: ".")
        let path = Self.joined(url["path"], by: "/")
        let raw = url["raw"]?.text
        guard let host else {
            guard let raw else { throw error(url, "a URL with \"raw\" or \"host\"") }
            return based(raw)
        }
        var built = url["protocol"]?.text.map { "\($0)://" } ?? ""
        built += host + (url["port"]?.scalarText.map { ":\($0)" } ?? "")
        if let path { built += "/" + (path.hasPrefix("/") ? String(path.dropFirst()) : path) }
        if !query.isEmpty { built += "?" + query.joined(separator: "&") }
        if let hash = url["hash"]?.text {
            leaveOut(
                "the fragment #\(hash), which is never sent",
                at: url.pointer.appending("hash")
            )
        }
        if let raw, Self.comparable(raw) != Self.comparable(built) {
            // Postman may leave disabled parts in the text.
            let every = (url.value["query"]?.arrayValue ?? []).map { field in
                let name = field["key"]?.stringValue ?? ""
                return field["value"]?.stringValue.map { "\(name)=\($0)" } ?? name
            }
            let bare = built.prefix { $0 != "?" }
            if Self.comparable(raw) != Self.comparable("\(bare)?\(every.joined(separator: "&"))") {
                leaveOut(
                    "\"raw\", \(raw), as the parts of the URL are \(built)",
                    at: url.pointer.appending("raw")
                )
            }
        }
        return based(built)
    }

    /// An address without its variable, insignificant parts.
    private static func comparable(_ url: String) -> String {
        var text = String(url.prefix { $0 != "#" })
        if let scheme = text.firstRange(of: "://") { text = String(text[scheme.upperBound...]) }
        while text.hasSuffix("/") || text.hasSuffix("?") { text.removeLast() }
        return text
    }

    /// A text, or a list of texts and of objects with a `value`.
    private static func joined(_ list: ReadValue?, by separator: String) -> String? {
        guard let list else { return nil }
        if let text = list.text { return text }
        let parts = list.elements.compactMap { part -> String? in
            if let text = part.scalarText { return text }
            return part["value"]?.text
        }
        return parts.isEmpty ? nil : parts.joined(separator: separator)
    }

    /// An address with the value of its leading variable, if known, so that the server is known.
    private mutating func based(_ url: String) -> String {
        ForeignContract.based(url, whole.declared, &whole.variables)
    }

    private mutating func addPathVariables(_ list: ReadValue?) {
        for entry in list?.elements ?? [] {
            guard let name = (entry["key"] ?? entry["id"])?.text else { continue }
            comment += PostmanTransfer.lines(of: entry["description"]).map { "\(name): \($0)" }
            let value = entry["value"]?.scalarText ?? ""
            params[name] = text(value.isEmpty ? "{{\(name)}}" : value)
        }
    }
}

// MARK: - Header fields, authentication, the body

extension PostmanRequest {
    private mutating func addHeaders(_ list: ReadValue?) {
        if let text = list?.text {
            for line in text.split(whereSeparator: \.isNewline) {
                let halves = line.split(
                    separator: ":",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard halves.count == 2 else { continue }
                headers.append((halves[0].trimmed, self.text(halves[1].trimmed)))
            }
            return
        }
        for (name, value, _) in entries(list, of: "header field") {
            headers.append((text(name), text(value)))
        }
    }

    private mutating func addAuth(_ request: ReadValue, _ url: inout String, _ user: inout String?)
    {
        let own = whole.auth(of: request, &comment)
        guard let auth = own ?? context.auth else { return }
        switch auth.addition {
        case .header(let name, let value):
            if !hasHeader(name.lowercased()) {
                headers.append((text(name), text(value)))
                secretFields.insert(name.lowercased())
            }
        case .query(let name, let value):
            url = ForeignURL.url(url, adding: [(text(name), text(value))])
            secretFields.insert(name.lowercased())
        case .user(let pair):
            user = text(pair)
            usesDigest = auth.kind == "digest"
        case .none: break
        case .unknown:
            if own == nil {
                comment.append("FILL IN `security`: the folder has its own authentication.")
            }
        }
    }

    private mutating func addBody(_ written: ReadValue?) {
        guard let written, written.value != .null else { return }
        guard !whole.isOff(written) else {
            leaveOut("the body, which is switched off", at: written.pointer)
            return written.settle()
        }
        switch written["mode"]?.text {
        case "raw":
            let language = written["options"]?["raw"]?["language"]?.text
            let types = [
                "json": "application/json", "xml": "application/xml", "html": "text/html",
                "javascript": "application/javascript",
            ]
            impliedType = language.flatMap { types[$0] } ?? "text/plain"
            let type = headers.first { $0.name.lowercased() == "content-type" }?.value
            guard let raw = written["raw"]?.text, !raw.isEmpty else {
                impliedType = nil
                return
            }
            let isJSON = MediaType.isJSON(type ?? impliedType ?? "")
            body = .text(isJSON ? whole.variables.json(raw) : text(raw))
        case "urlencoded":
            impliedType = MediaType.form
            var fields: [(name: String, value: String)] = []
            for (name, value, _) in entries(written["urlencoded"], of: "form field") {
                fields.append((text(name), text(value)))
            }
            body = .text(ForeignURL.fields(fields))
        case "formdata": body = .parts(parts(written["formdata"]))
        case "file":
            let file = written["file"]
            let path = file?.text ?? file?["src"]?.text
            if let content = file?["content"]?.text {
                body = .text(text(content))
            } else if let path, let known = whole.files.path(of: path, in: whole.file) {
                body = .file(known)
            } else {
                let path = path ?? "that Postman knows"
                leaveOut(ForeignFiles.loss("the body", path), at: (file ?? written).pointer)
                body = .elsewhere("in the file \(path)")
            }
        case "graphql": addGraphQL(written["graphql"])
        case nil: break
        case let mode?:
            leaveOut("a body of the mode \(mode); FILL IN the body", at: written.pointer)
            written.settle()
        }
        noteUnknown()
    }

    private mutating func parts(_ list: ReadValue?) -> [ObservedRequest.Part] {
        var parts: [ObservedRequest.Part] = []
        for (name, value, entry) in entries(list, of: "form field") {
            let type = entry["contentType"]?.text
            guard entry["type"]?.text == "file" else {
                var part = ObservedRequest.Part(name: text(name), value: text(value), fileName: nil)
                part.type = type
                parts.append(part)
                continue
            }
            let files = entry["src"]?.elements.compactMap(\.text) ?? []
            let paths = entry["src"]?.text.map { [$0] } ?? files
            for path in paths.isEmpty ? ["that Postman knows"] : paths {
                var part = whole.files.part(text(name), file: text(path), in: whole.file)
                part.type = type ?? part.type
                parts.append(part)
                guard !part.isKept else { continue }
                let what = ForeignFiles.loss("the part \(name)", path)
                leaveOut(what, at: entry.pointer.appending("src"))
            }
        }
        return parts
    }

    private mutating func addGraphQL(_ content: ReadValue?) {
        impliedType = "application/json"
        var object = JSONObject()
        object["query"] = .string(content?["query"]?.text ?? "")
        if let name = content?["operationName"]?.text { object["operationName"] = .string(name) }
        var text = JSONValue.object(object).text
        if let variables = content?["variables"]?.text, !variables.isEmpty {
            // Text with templates without quotes.
            text = "\(text.dropLast()),\"variables\":\(variables)}"
        }
        body = .text(whole.variables.json(text))
    }
}

// MARK: - Scripts and responses

extension PostmanRequest {
    private mutating func addScripts(to exchange: inout ObservedExchange) {
        var asserts: [JSONValue] = []
        // Inner scripts take precedence.
        for script in context.scripts.reversed() where script.isTest {
            if let status = script.status {
                if exchange.expected["status"] == nil {
                    exchange.expected["status"] = status
                } else if exchange.expected["status"] != status {
                    asserts.append(["status": status])
                }
            }
            asserts += script.asserts
            exchange.captures += script.captures
            if !script.tests.isEmpty {
                exchange.comment.append("Tests: \(script.tests.joined(separator: "; ")).")
            }
        }
        if exchange.expected["status"] == nil {
            exchange.expected["status"] = ForeignContract.anyStatus
        }
        if !asserts.isEmpty { exchange.expected["asserts"] = .array(asserts) }
    }

    /// Postman follows redirects unless a setting of the request prevents it.
    private mutating func addRedirects(to exchange: inout ObservedExchange) {
        let settings = item["protocolProfileBehavior"]
        let most = settings?["maxRedirects"]?.scalarText.flatMap { Int($0) }
        if let follows = settings?["followRedirects"]?.flag, !follows {
            comment.append("followRedirects: false, as contracts have it.")
        } else if let most, (1...1_000).contains(most) {
            exchange.keys["redirects"] = .integer(most)
        } else if ForeignContract.expectsSuccess(exchange.expected) {
            exchange.keys["redirects"] = "follow"
        }
    }

    /// Binds the variables of scripts and folders, and records those that others must set.
    private mutating func bind(_ exchange: inout ObservedExchange) {
        for script in context.scripts where !script.isTest { give(script) }
        var names = whole.variables.takeUses()
        for script in context.scripts { names += script.uses.filter { !names.contains($0) } }
        var known = whole.given
        for member in context.bindings.members where known[member.name] == nil {
            known[member.name] = member.value
        }
        var bindings = JSONObject()
        for name in names {
            if let value = known[name], !whole.variables.captured.contains(name) {
                bindings[name] = value
            } else {
                uses.append(name)
            }
        }
        if !bindings.isEmpty { exchange.keys["let"] = .object(bindings) }
        for script in context.scripts where script.isTest { give(script) }
        for capture in exchange.captures {
            whole.variables.captured.insert(capture.name)
            whole.given[capture.name] = nil
        }
    }

    private mutating func give(_ script: PostmanTransfer.Script) {
        for (name, value) in script.given {
            whole.given[name] = value
            whole.variables.give(name, value)
            if LiteralText.holdsTemplate(value),
                value.text.contains("{{now") || value.text.contains("{{uuid")
            {
                comment.append("\(name) is drawn anew for every request that uses it.")
            }
        }
    }

    private mutating func addResponses(to exchange: inout ObservedExchange) {
        for saved in item["response"]?.elements ?? [] {
            let name = saved["name"]?.scalarText ?? "without a name"
            if let own = saved["originalRequest"] {
                if own.value != item["request"]?.value {
                    leaveOut("the request of the saved response \"\(name)\"", at: own.pointer)
                }
                own.settle()
            }
            guard let code = saved["code"], let status = code.take().intValue,
                (100...599).contains(status)
            else {
                leaveOut("the saved response \"\(name)\", which has no status", at: saved.pointer)
                saved.settle()
                continue
            }
            let response = self.response(saved, status)
            let reason = response.statusText.map { " \($0)" } ?? ""
            comment.append("A saved response: \(name) (\(status)\(reason)).")
            exchange.examples.append(response)
        }
    }

    private mutating func response(_ saved: ReadValue, _ status: Int) -> ObservedResponse {
        var response = ObservedResponse(status: status, statusText: saved["status"]?.text)
        var others: [String] = []
        for field in saved["header"]?.elements ?? [] {
            guard let name = field["key"]?.text, let value = field["value"]?.text else { continue }
            response.headers.append((name, value))
            if name.lowercased() != "content-type" { others.append(name) }
        }
        if !others.isEmpty, let place = saved["header"]?.pointer {
            leaveOut(
                "header fields of a saved response: \(others.joined(separator: ", "))",
                at: place
            )
        }
        if let text = saved["body"]?.text {
            response.body = Array(text.utf8)
            if response.header("Content-Type") == nil {
                let isJSON = text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
                if isJSON { response.headers.append(("Content-Type", "application/json")) }
            }
            if response.json == nil, !text.isEmpty, let place = saved["body"]?.pointer {
                leaveOut("the body of a saved response, which is not JSON", at: place)
            }
        }
        return response
    }
}
