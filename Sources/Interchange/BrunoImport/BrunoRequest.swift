import Base
import HTTP
import JSON

/// One `.bru` file being turned into an exchange.
struct BrunoRequest {
    private var file: BruFile
    private let folders: [BrunoTransfer.Folder]
    var whole: BrunoTransfer
    /// Names of variables that it refers to but does not bind itself.
    private(set) var uses: [String] = []
    private(set) var comment: [String] = []
    private var headers: [(name: String, value: String)] = []
    private var body: ObservedRequest.Body?
    private var secretFields: Set<String> = []
    private var usesDigest = false
    private var bindings = JSONObject()
    /// Variables that scripts set for later requests.
    private var later: [(name: String, value: JSONValue)] = []

    init(_ file: BruFile, _ folders: [BrunoTransfer.Folder], _ whole: BrunoTransfer) {
        self.file = file
        self.folders = folders
        self.whole = whole
    }

    private static let methods = [
        "get", "post", "put", "delete", "patch", "options", "head", "trace", "connect", "http",
    ]

    /// The exchange; `nil` when the file has no HTTP request.
    ///
    /// - Throws: When it has no URL.
    mutating func exchange() throws(InterchangeError) -> ObservedExchange? {
        let meta = file.take("meta")
        let index = file.blocks.firstIndex { Self.methods.contains($0.name) }
        guard let index, let head = file.take(file.blocks[index].name) else {
            guard meta != nil else {
                throw error(1, "a block with a method, as in \"get {\"", "none")
            }
            leaveOut("a request that is not HTTP", 1)
            comment += whole.unread(of: file)
            return nil
        }
        var settings: [String: String] = [:]
        for field in head.fields {
            if ["url", "body", "auth", "method"].contains(field.name) {
                settings[field.name] = field.value
            } else {
                leaveOut("\(field.name): \(field.value)", field.line)
            }
        }
        let method = (head.name == "http" ? settings["method"] ?? "GET" : head.name).uppercased()
        addBindings()
        addHeaders()
        let hasQuery = file.blocks.contains { $0.name == "params:query" }
        let fields = self.fields("params:query", of: "query field")
        var written = settings["url"] ?? ""
        if hasQuery { written = String(written.prefix { $0 != "?" }) }
        let based = ForeignContract.based(written, whole.declared, &whole.variables)
        var url = ForeignURL.url(text(based), adding: fields)
        let params = Dictionary(self.fields("params:path", of: "parameter")) { first, _ in first }
        var user: String?
        addAuth(settings["auth"] ?? "inherit", &url, &user)
        addBody(settings["body"] ?? "none")
        guard HTTPToken.isToken(method) else { throw error(head.line, "a method", "\"\(method)\"") }
        guard !written.isEmpty, var known = ObservedURL(ForeignURL.plain(url)) else {
            throw error(head.line, "a URL that begins with http:// or https://", "\"\(written)\"")
        }
        if let user { known = known.with(user: user) }
        var request = ObservedRequest(method: method, url: known, headers: headers)
        request.body = body
        request.params = params
        request.secretFields = secretFields
        request.holdsTemplates = true
        request.usesDigest = usesDigest
        var exchange = ObservedExchange(request: request, doc: "bruno#\(file.file)")
        for field in meta?.fields ?? [] { addMeta(field, to: &exchange) }
        addResponse(to: &exchange)
        addSettings(to: &exchange)
        for example in file.examples {
            let response = example.response
            comment.append("A saved response: \(example.name) (\(response.status)).")
            if response.json == nil, response.body?.isEmpty == false {
                leaveOut("the body of a saved response, which is not JSON", example.line)
            }
            exchange.examples.append(response)
        }
        let docs = BrunoTransfer.lines(of: file.take("docs"))
        exchange.summary = docs.first.flatMap(Prose.summary)
        comment += whole.unread(of: file)
        bind(&exchange)
        exchange.comment = docs + comment
        return exchange
    }

    private func error(_ line: Int, _ expected: String, _ found: String) -> InterchangeError {
        InterchangeError(file: file.file, place: .line(line), expected: expected, found: found)
    }

    private mutating func leaveOut(_ what: String, _ line: Int, _ other: String? = nil) {
        comment.append(whole.leaveOut(what, other ?? file.file, line))
    }

    private mutating func text(_ text: String, _ line: Int = 1) -> String {
        defer { for reason in whole.variables.takeUnknown() { leaveOut(reason, line) } }
        return whole.variables.text(text)
    }

    private mutating func addMeta(_ field: BruFile.Field, to exchange: inout ObservedExchange) {
        switch field.name {
        case "name": exchange.name = field.value
        case "type" where field.value == "http" || field.value == "graphql": break
        // It determines the order of requests, which that of the steps shows.
        case "seq": break
        default: leaveOut("\(field.name): \(field.value)", field.line)
        }
    }

    /// The fields of a block, without disabled ones.
    private mutating func fields(_ name: String, of kind: String) -> [(name: String, value: String)]
    {
        var kept: [(name: String, value: String)] = []
        for field in file.take(name)?.fields ?? [] {
            if field.isOff {
                leaveOut(
                    "the \(kind) \(field.name): \(field.value), which is switched off",
                    field.line
                )
            } else {
                kept.append((text(field.name, field.line), text(field.value, field.line)))
            }
        }
        return kept
    }

    private mutating func addBindings() {
        for field in folders.flatMap(\.bindings) + (file.take("vars:pre-request")?.fields ?? []) {
            guard !field.isOff else {
                leaveOut(
                    "the variable \(field.name): \(field.value), which is switched off",
                    field.line
                )
                continue
            }
            bindings[whole.variables.name(of: field.name)] = whole.variables.value(field.value)
        }
    }

    private mutating func addHeaders() {
        headers = fields("headers", of: "header field")
        for field in folders.flatMap(\.headers) where !field.isOff {
            guard !headers.contains(where: { $0.name.lowercased() == field.name.lowercased() })
            else {
                continue
            }
            headers.append((field.name, text(field.value)))
        }
    }
}

// MARK: - Authentication and bodies

extension BrunoRequest {
    private mutating func addAuth(_ mode: String, _ url: inout String, _ user: inout String?) {
        var kind = mode
        var fields = file.take("auth:\(mode)")?.fields ?? []
        if mode == "inherit" {
            guard let auth = folders.last(where: { $0.auth != nil })?.auth else { return }
            (kind, fields) = auth
        }
        func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
        switch kind {
        case "none": return
        case "bearer": headers.append(("Authorization", "Bearer \(text(value("token")))"))
        case "basic", "digest":
            usesDigest = kind == "digest"
            user = "\(text(value("username"))):\(text(value("password")))"
        case "apikey":
            let pair = (name: text(value("key")), value: text(value("value")))
            if value("placement") == "queryparams" {
                url = ForeignURL.url(url, adding: [pair])
            } else {
                headers.append(pair)
            }
            secretFields.insert(pair.name.lowercased())
        default:
            let names = fields.map(\.name).joined(separator: ", ")
            leaveOut(
                "authentication of type \(kind) with \(names); FILL IN a scheme of `securitySchemes`",
                fields.first?.line ?? 1
            )
            return
        }
        let known = ["token", "username", "password", "key", "value", "placement"]
        for field in fields where !known.contains(field.name) {
            leaveOut("\(field.name): \(field.value)", field.line)
        }
        let secrets = fields.filter { ["token", "password", "value"].contains($0.name) }
        for field in secrets where !LiteralText.isTemplate(field.value) && !field.value.isEmpty {
            leaveOut("the \(field.name), a secret; set it in the environment", field.line)
        }
    }

    private mutating func addBody(_ kind: String) {
        let isTyped = headers.contains { $0.name.lowercased() == "content-type" }
        func typed(_ type: String) {
            if !isTyped { headers.append(("Content-Type", type)) }
        }
        switch kind {
        case "none": return
        case "json":
            guard let block = file.take("body:json", "body") else { return }
            typed("application/json")
            body = .text(whole.variables.json(block.text ?? ""))
        case "text", "xml", "sparql":
            guard let block = file.take("body:\(kind)") else { return }
            typed(kind == "xml" ? "application/xml" : "text/plain")
            body = .text(text(block.text ?? "", block.line))
        case "form-urlencoded", "formUrlEncoded":
            typed(MediaType.form)
            body = .text(ForeignURL.fields(fields("body:form-urlencoded", of: "form field")))
        case "multipart-form", "multipartForm":
            body = .parts(parts(file.take("body:multipart-form")?.fields ?? []))
        case "graphql":
            typed("application/json")
            var object = JSONObject()
            object["query"] = .string(file.take("body:graphql")?.text ?? "")
            var text = JSONValue.object(object).text
            if let block = file.take("body:graphql:vars"), let variables = block.text {
                text = "\(text.dropLast()),\"variables\":\(variables)}"
            }
            body = .text(whole.variables.json(text))
        case "file":
            let files = parts(file.take("body:file")?.fields ?? [])
            if let type = files.first?.type { typed(type) }
            let path = files.first?.fileName ?? "that Bruno knows"
            let isKept = files.first?.isKept ?? false
            body = isKept ? .file(path) : .elsewhere("in the file \(path)")
        default: body = .elsewhere("of the kind \(kind)")
        }
        for reason in whole.variables.takeUnknown() { leaveOut(reason, 1) }
    }

    /// The parts of fields: a text, or `@file(PATH)`, either followed by an optional
    /// `@contentType(TYPE)`.
    private mutating func parts(_ fields: [BruFile.Field]) -> [ObservedRequest.Part] {
        var parts: [ObservedRequest.Part] = []
        for field in fields {
            guard !field.isOff else {
                leaveOut(
                    "the part \(field.name): \(field.value), which is switched off",
                    field.line
                )
                continue
            }
            // The annotation of a multi-line text follows its end.
            var (value, attributes) = (field.value, field.attributes[...])
            if attributes.isEmpty, let mark = Self.attributes(of: value) {
                (value, attributes) = (value[..<mark].trimmed, field.value[mark...])
            }
            func argument(_ word: String) -> String? {
                guard let start = attributes.firstRange(of: "@\(word)(") else { return nil }
                return String(attributes[start.upperBound...].prefix { $0 != ")" })
            }
            let name = text(field.name, field.line)
            let type = argument("contentType").map { text($0, field.line) }
            guard let paths = argument("file") else {
                let value = text(value, field.line)
                parts.append(
                    ObservedRequest.Part(name: name, value: value, fileName: nil, type: type)
                )
                continue
            }
            for path in paths.split(separator: "|").map(String.init) {
                var part = whole.files.part(name, file: text(path, field.line), in: file.file)
                part.type = type ?? part.type
                parts.append(part)
                if !part.isKept {
                    leaveOut(ForeignFiles.loss("the part \(field.name)", path), field.line)
                }
            }
        }
        return parts
    }

    /// The position of `@file(` or `@contentType(`; other signs of that kind belong to the value.
    private static func attributes(of value: String) -> String.Index? {
        ["@file(", "@contentType("].compactMap { value.firstRange(of: $0)?.lowerBound }.min()
    }
}

// MARK: - Responses

extension BrunoRequest {
    private mutating func addResponse(to exchange: inout ObservedExchange) {
        var scripts = folders.flatMap(\.scripts)
        while let script = file.take("script:pre-request", "script:post-response", "tests") {
            scripts.append((script, file.file))
        }
        var reader = ScriptReader(dialect: .bruno, variables: whole.variables)
        whole.variables = ForeignVariables { .variable($0) }
        for (block, name) in scripts where block.name == "script:pre-request" {
            for found in reader.take(block.text ?? "") {
                comment.append(whole.leaveOut(found.text, name, block.line + found.line))
            }
        }
        for (name, value) in reader.given { bindings[name] = value }
        reader.given = []
        let captures = file.blocks.filter { $0.name == "vars:post-response" }.flatMap(\.fields)
        let names = Set(captures.filter { !$0.isOff }.map(\.name))
        for field in file.take("assert")?.fields ?? [] { ask(field, captures: names, &reader) }
        for (block, name) in scripts where block.name != "script:pre-request" {
            for found in reader.take(block.text ?? "") {
                comment.append(whole.leaveOut(found.text, name, block.line + found.line))
            }
        }
        for field in file.take("vars:post-response")?.fields ?? [] { keep(field, &reader) }
        later = reader.given
        whole.variables = reader.variables
        exchange.expected["status"] = reader.status ?? ForeignContract.anyStatus
        if !reader.asserts.isEmpty { exchange.expected["asserts"] = .array(reader.asserts) }
        exchange.captures = reader.captures
        if !reader.tests.isEmpty {
            comment.append("Tests: \(reader.tests.joined(separator: "; ")).")
        }
    }

    private mutating func ask(
        _ field: BruFile.Field,
        captures: Set<String>,
        _ reader: inout ScriptReader
    ) {
        let whole = "\(field.name): \(field.value)"
        guard !field.isOff else {
            return leaveOut("the assert \(whole), which is switched off", field.line)
        }
        do throws(Untranslatable) {
            if let name = LiteralText.names(in: field.value).first(where: captures.contains) {
                throw .capture(name)
            }
            try reader.ask(field.name, field.value)
        } catch {
            leaveOut("the assert \(whole): \(error.reason)", field.line)
        }
    }

    private mutating func keep(_ field: BruFile.Field, _ reader: inout ScriptReader) {
        guard !field.isOff else {
            return leaveOut("the variable \(field.name), which is switched off", field.line)
        }
        do throws(Untranslatable) {
            let subject = try reader.subject(of: field.value)
            let source = try ScriptReader.asked(subject).capture
            reader.captures.append((reader.variables.name(of: field.name), source))
        } catch {
            leaveOut("the variable \(field.name): \(field.value): \(error.reason)", field.line)
        }
    }

    /// Bruno follows redirects unless a setting of the request prevents it.
    private mutating func addSettings(to exchange: inout ObservedExchange) {
        if ForeignContract.expectsSuccess(exchange.expected) {
            exchange.keys["redirects"] = "follow"
        }
        for field in file.take("settings")?.fields ?? [] {
            let number = Int(field.value) ?? 0
            switch field.name {
            case "timeout" where number > 0: exchange.keys["timeout"] = .string("\(number)ms")
            case "followRedirects" where field.value == "true":
                exchange.keys["redirects"] = exchange.keys["redirects"] ?? "follow"
            case "followRedirects" where field.value == "false":
                exchange.keys["redirects"] = nil
                comment.append("followRedirects: false, as contracts have it.")
            case "maxRedirects" where (1...1_000).contains(number):
                exchange.keys["redirects"] = .integer(number)
            default: leaveOut("settings: \(field.name): \(field.value)", field.line)
            }
        }
    }

    /// Binds the variables of blocks, folders and scripts, and records those that others must set.
    private mutating func bind(_ exchange: inout ObservedExchange) {
        var values = JSONObject()
        for name in whole.variables.takeUses() {
            if let value = bindings[name] ?? whole.given[name],
                !whole.variables.captured.contains(name) || bindings[name] != nil
            {
                values[name] = value
            } else {
                uses.append(name)
            }
        }
        let unused = bindings.members.filter { values[$0.name] == nil }
        for member in unused { values[member.name] = member.value }
        if !values.isEmpty { exchange.keys["let"] = .object(values) }
        for (name, value) in later {
            whole.given[name] = value
            whole.variables.give(name, value)
        }
        for capture in exchange.captures {
            whole.variables.captured.insert(capture.name)
            whole.given[capture.name] = nil
        }
    }
}
