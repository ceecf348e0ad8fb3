import Base
import Contract
import Cryptography
import JSON

/// Hurl files being turned into a contract.
struct HurlTransfer {
    var ledger = LossLedger()
    var files = ForeignFiles.none
    var translation = HurlTranslation(variables: ForeignVariables(reading: Self.content))
    /// Variables that requests use without their file setting them, in order.
    private var needed: [String] = []
    /// Variables that asserts use as numbers, by their names in the contract.
    private var numbers: Set<String> = []
    /// Variables that `[Options]` has set so far, by their names in the contract.
    private var given = JSONObject()

    private static func content(_ text: String) -> ForeignVariables.Content {
        switch text {
        case "newUuid": .function("uuid")
        case "newDate": .function("now rfc3339-ms")
        default:
            text.contains(where: \.isWhitespace)
                ? .unknown("\"{{\(text)}}\": a contract changes nothing within braces")
                : .variable(text)
        }
    }

    /// The variables that the user sets.
    var variables: [ForeignContract.Variable] {
        needed.map { ForeignContract.Variable(name: $0, isNumber: numbers.contains($0)) }
    }

    /// Addresses of the namespaces of XML bodies, by prefix, if asserts use prefixes.
    var usedNamespaces: [String: String] {
        translation.namespaces.filter { translation.usedPrefixes.contains($0.key) }
    }

    /// Finds the kinds of variables, and namespaces, before the first request.
    mutating func prepare(_ entries: [HurlEntry]) {
        for name in entries.flatMap(\.unquotedNames) {
            guard case .variable(let variable) = Self.content(name) else { continue }
            numbers.insert(translation.variables.name(of: variable))
        }
        for (prefix, address) in entries.flatMap(\.namespaces)
        where translation.namespaces[prefix] == nil {
            translation.namespaces[prefix] = address
        }
    }

    /// The requests of a file, in order.
    mutating func journey(
        _ entries: [HurlEntry],
        file: String,
        name: String
    ) throws(InterchangeError) -> ObservedJourney {
        var journey = ObservedJourney(name: name, exchanges: [])
        given = JSONObject()
        translation.variables.restart(numbers: numbers)
        for entry in entries {
            var transfer = HurlEntryTransfer(entry: entry, file: file, whole: self)
            // There must be only one reference to the tables while they change: otherwise they
            // would be copied.
            self = HurlTransfer()
            let exchange = try transfer.exchange()
            swap(&self, &transfer.whole)
            if let exchange {
                journey.exchanges.append(exchange)
            } else {
                journey.comment += transfer.comment
            }
        }
        return journey
    }

    /// Records the variables that a request has used, before its captures are known.
    fileprivate mutating func noteUses() -> JSONObject {
        var bindings = JSONObject()
        for name in translation.variables.takeUses() {
            if translation.variables.captured.contains(name) { continue }
            if let value = given[name] {
                bindings[name] = value
            } else if !needed.contains(name) {
                needed.append(name)
            }
        }
        return bindings
    }

    fileprivate mutating func give(_ name: String, _ value: JSONValue) {
        let known = translation.variables.name(of: name)
        given[known] = value
        translation.variables.give(known, value)
    }
}

/// One entry being turned into an exchange.
private struct HurlEntryTransfer {
    let entry: HurlEntry
    let file: String
    var whole: HurlTransfer
    var comment: [String] = []
    private var headers: [(name: String, value: String)] = []
    private var query: [(name: String, value: String)] = []
    private var body: ObservedRequest.Body?
    private var user: String?
    private var settings = JSONObject()
    private var isSkipped = false
    private var usesDigest = false

    init(entry: HurlEntry, file: String, whole: HurlTransfer) {
        self.entry = entry
        self.file = file
        self.whole = whole
    }

    /// The exchange; `nil` when Hurl skips it.
    mutating func exchange() throws(InterchangeError) -> ObservedExchange? {
        for section in entry.sections where section.name == "Options" { addOptions(section) }
        guard !isSkipped else { return nil }
        headers = entry.fields.map { ($0.name, text($0.value)) } + headers
        for section in entry.sections where section.name != "Options" { add(section) }
        addBody()
        whole.translation.isCompressed = headers.contains {
            $0.name.lowercased() == "accept-encoding"
        }
        let url = ForeignURL.url(text(entry.url), adding: query)
        guard var known = ObservedURL(ForeignURL.plain(url)),
            url.hasPrefix("http") || url.hasPrefix("{{")
        else {
            throw InterchangeError(
                file: file,
                place: .line(entry.line),
                expected: "a URL that begins with http:// or https://",
                found: "\"\(entry.url)\""
            )
        }
        if let user { known = known.with(user: user) }
        var request = ObservedRequest(method: entry.method, url: known, headers: headers)
        request.body = body
        request.holdsTemplates = true
        request.usesDigest = usesDigest
        var exchange = ObservedExchange(request: request, doc: "hurl#L\(entry.line)")
        addResponse(to: &exchange)
        addComments(to: &exchange)
        exchange.keys = settings
        let bindings = whole.noteUses()
        if !bindings.isEmpty { exchange.keys["let"] = .object(bindings) }
        for capture in exchange.captures {
            whole.translation.variables.captured.insert(capture.name)
        }
        exchange.comment += comment
        return exchange
    }

    private mutating func text(_ text: String) -> String {
        defer { noteUnknown(at: entry.line) }
        return whole.translation.variables.text(text)
    }

    private mutating func noteUnknown(at line: Int) {
        for reason in whole.translation.variables.takeUnknown() { leaveOut(reason, at: line) }
    }

    private mutating func leaveOut(_ what: String, at line: Int) {
        comment.append(whole.ledger.note(what, at: .line(line), of: file))
    }
}

// MARK: - Options

extension HurlEntryTransfer {
    private mutating func addOptions(_ section: HurlEntry.Section) {
        var retries: Int?
        var interval = 1_000
        var follows: HurlEntry.Field?
        var limit: (field: HurlEntry.Field, count: Int)?
        for field in section.fields {
            let number = Self.milliseconds(field.value)
            switch (field.name, number) {
            case ("delay", let time?): settings["delay"] = .string("\(time)ms")
            case ("max-time", let time?): settings["timeout"] = .string("\(time)ms")
            case ("retry-interval", let time?): interval = time
            case ("location", _) where field.value == "true": follows = field
            case ("max-redirs", let count?) where (1...1_000).contains(count):
                limit = (field, count)
            case ("retry", _) where Int(field.value) != nil: retries = Int(field.value)
            case ("repeat", let count?) where (1...100_000).contains(count):
                settings["repeat"] = .integer(count)
            case ("user", _): user = text(field.value)
            case ("header", _) where field.value.contains(":"):
                let halves = field.value.split(separator: ":", maxSplits: 1)
                headers.append((String(halves[0]), text(halves.count > 1 ? halves[1].trimmed : "")))
            case ("user-agent", _): headers.append(("User-Agent", text(field.value)))
            case ("digest", _) where field.value == "true": usesDigest = true
            case ("compressed", _) where field.value == "true":
                headers.append(("Accept-Encoding", "gzip, deflate"))
            case ("skip", _) where field.value == "true":
                isSkipped = true
                leaveOut(
                    "\(entry.method) \(entry.url), which the file skips, with its \(entry.partCount) parts",
                    at: entry.line
                )
            case ("variable", _): addVariable(field)
            case (_, _) where field.value == "false": addComment(field)
            default:
                leaveOut("the option \"\(field.name): \(field.value)\"", at: field.line)
            }
        }
        if follows != nil {
            settings["redirects"] = limit.map { JSONValue.integer($0.count) } ?? "follow"
        } else if let limit {
            leaveOut("\"max-redirs\", as there is no \"location\"", at: limit.field.line)
        }
        if retries == nil, interval != 1_000 {
            leaveOut("\"retry-interval\", as there is no \"retry\"", at: section.line)
        }
        guard let retries else { return }
        let every = JSONValue.string("\(max(1, interval))ms")
        // Negative numbers make Hurl retry without limit.
        guard retries >= 0 else {
            leaveOut("trying for ever; the step tries for a minute", at: section.line)
            settings["eventually"] = ["within": "1m", "every": every]
            return
        }
        // The first try does not count as a retry in Hurl.
        let tries = min(retries, Polling.mostTries - 1) + 1
        settings["eventually"] = ["tries": .integer(tries), "every": every]
    }

    /// An option that changes nothing in a contract.
    private mutating func addComment(_ field: HurlEntry.Field) {
        comment.append(
            "\(file):\(field.line): \(field.name): \(field.value), as contracts have it."
        )
    }

    private mutating func addVariable(_ field: HurlEntry.Field) {
        let halves = field.value.split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard halves.count == 2 else {
            return leaveOut("the option \"variable: \(field.value)\"", at: field.line)
        }
        let value = halves[1].trimmed
        let known: JSONValue
        do {
            // Texts can have quotes, like those of JSON.
            known = try JSONValue(parsing: value)
        } catch {
            known = .string(value)
        }
        let isScalar = known.arrayValue == nil && known.objectValue == nil
        let translated = known.stringValue.map { whole.translation.variables.value($0) }
        whole.give(halves[0].trimmed, translated ?? (isScalar ? known : .string(value)))
    }

    /// `500`, `500ms`, `2s` or `1m` in milliseconds.
    private static func milliseconds(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number <= 1_000_000_000 else { return nil }
        let factors = ["": 1, "ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]
        return factors[String(text[digits.endIndex...])].map { number * $0 }
    }
}

// MARK: - The request

extension HurlEntryTransfer {
    private mutating func add(_ section: HurlEntry.Section) {
        let fields = section.fields.map { (name: text($0.name), value: text($0.value)) }
        switch section.name {
        case "Query", "QueryStringParams": query += fields
        case "Form", "FormParams":
            headers.removeAll { $0.name.lowercased() == "content-type" }
            headers.append(("Content-Type", MediaType.form))
            body = .text(ForeignURL.fields(fields))
        case "Multipart", "MultipartFormData":
            var parts: [ObservedRequest.Part] = []
            for (field, written) in zip(fields, section.fields) {
                parts.append(part(field, at: written.line))
            }
            body = .parts(parts)
        case "Cookies" where fields.isEmpty: break
        case "Cookies":
            let pairs = fields.map { "\($0.name)=\($0.value)" }
            headers.append(("Cookie", pairs.joined(separator: "; ")))
        case "BasicAuth":
            if let first = fields.first { user = "\(first.name):\(first.value)" }
            for field in section.fields.dropFirst() {
                leaveOut("a second user, \(field.name)", at: field.line)
            }
        default: leaveOut("the section [\(section.name)], which is not known", at: section.line)
        }
    }

    /// A field, or `file,PATH; TYPE`.
    private mutating func part(
        _ field: (name: String, value: String),
        at line: Int
    ) -> ObservedRequest.Part {
        guard field.value.hasPrefix("file,") else {
            return ObservedRequest.Part(name: field.name, value: field.value, fileName: nil)
        }
        let pieces = field.value.dropFirst(5).split(separator: ";", maxSplits: 1)
        let path = pieces.first?.trimmed ?? ""
        var part = whole.files.part(field.name, file: path, in: file)
        if !part.isKept { leaveOut(ForeignFiles.loss("the part \(field.name)", path), at: line) }
        let type = pieces.count > 1 ? pieces[1].trimmed : ""
        if !type.isEmpty { part.type = type }
        return part
    }

    private mutating func addBody() {
        guard let written = entry.body else { return }
        let types: [HurlEntry.Body.Kind: String] = [
            .json: "application/json", .xml: "application/xml", .graphQL: "application/json",
        ]
        let isTyped = headers.contains { $0.name.lowercased() == "content-type" }
        if let type = types[written.kind], !isTyped {
            headers.append(("Content-Type", type))
        }
        switch written.content {
        case .text(let text) where written.kind == .graphQL:
            body = .text(whole.translation.variables.json(Self.graphQL(text)))
        case .text(let text) where written.kind == .json:
            body = .text(whole.translation.variables.json(text))
        case .text(let text): body = .text(self.text(text))
        case .file(let path):
            if let known = whole.files.path(of: text(path), in: file) {
                body = .file(known)
            } else {
                leaveOut(ForeignFiles.loss("the body", path), at: written.line)
                body = .elsewhere("in the file \(text(path))")
            }
        case .bytes(let bytes):
            if let text = String(validating: bytes, as: UTF8.self) {
                body = .text(LiteralText.literal(text))
            } else {
                leaveOut("\(bytes.count) bytes that are not text", at: written.line)
                body = .elsewhere("of bytes that are not text (line \(written.line))")
            }
        case .value, .template, .regex: body = nil
        }
        noteUnknown(at: written.line)
    }

    /// A query and its variables as sent over the wire.
    private static func graphQL(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var query: [Substring] = []
        while let line = lines.first, !line.hasPrefix("variables") {
            query.append(line)
            lines.removeFirst()
        }
        let rest = lines.joined(separator: "\n").dropFirst("variables".count).drop(
            while: \.isWhitespace
        )
        let whole: JSONValue = ["query": .string(query.joined(separator: "\n"))]
        guard !rest.isEmpty else { return whole.text }
        return "\(whole.text.dropLast()),\"variables\":\(rest)}"
    }

    /// Comments above the request describe it; the others are kept.
    private mutating func addComments(to exchange: inout ObservedExchange) {
        var above = entry.comments.filter { $0.line < entry.line }[...]
        if let first = above.popFirst() { exchange.summary = first.text }
        exchange.comment += above.map(\.text)
        exchange.comment += entry.comments.filter { $0.line >= entry.line }
            .map { "\(file):\($0.line): \($0.text)" }
    }
}

// MARK: - Response

extension HurlEntryTransfer {
    private mutating func addResponse(to exchange: inout ObservedExchange) {
        whole.translation.captures = [:]
        guard let response = entry.response else {
            exchange.expected["status"] = ForeignContract.anyStatus
            return
        }
        var asserts: [JSONValue] = []
        exchange.expected["status"] =
            response.status.map(JSONValue.integer) ?? ForeignContract.anyStatus
        if let version = response.version { asserts.append(["version": .string(version)]) }
        // Hurl captures values before its asserts, whatever the order of sections.
        for section in response.sections where section.name == "Captures" {
            for sentence in section.sentences { add(sentence, to: &exchange) }
        }
        asserts += headers(of: response)
        for section in response.sections where section.name != "Captures" {
            guard section.name == "Asserts" else {
                leaveOut("the section [\(section.name)], which is not known", at: section.line)
                continue
            }
            for sentence in section.sentences { add(sentence, to: &asserts) }
        }
        addBody(of: response, to: &asserts, &exchange.expected)
        if let status = response.status, let body = exchange.expected["equals"],
            !LiteralText.holdsTemplate(body)
        {
            exchange.examples.append(.illustration(status, body))
        }
        if !asserts.isEmpty { exchange.expected["asserts"] = .array(asserts) }
    }

    /// The checks of header fields; Hurl compares with each value of a repeated field.
    private mutating func headers(of response: HurlEntry.Response) -> [JSONValue] {
        var asserts: [JSONValue] = []
        for field in response.fields where isKnown(.text(field.value), field.line, field.value) {
            let name = field.name.lowercased()
            let isRepeated = response.fields.count { $0.name.lowercased() == name } > 1
            let value = whole.translation.variables.value(field.value)
            noteUnknown(at: field.line)
            guard !isRepeated, Self.repeatable.contains(name) else {
                let predicate = isRepeated ? "contains" : "equals"
                asserts.append(["header": .string(field.name), predicate: value])
                continue
            }
            let oneOfSeveral: JSONValue = ["not": ["each": ["not": value]]]
            asserts.append([
                "header": .string(field.name), "anyOf": [["equals": value], oneOfSeveral],
            ])
        }
        return asserts
    }

    /// Fields that a response can have several times (RFC 9110 §5.3 and the registry of field names).
    private static let repeatable: Set<String> = [
        "set-cookie", "link", "vary", "via", "warning", "www-authenticate", "proxy-authenticate",
        "cache-control", "server-timing", "content-security-policy", "alt-svc", "allow",
    ]

    /// Whether a value of the response uses only known variables; otherwise it is left out.
    private mutating func isKnown(
        _ literal: HurlEntry.Literal,
        _ line: Int,
        _ shown: String
    ) -> Bool {
        do {
            try whole.translation.checkCaptures(in: literal)
            return true
        } catch {
            leaveOut("\(shown): \(error.reason)", at: line)
            return false
        }
    }

    private mutating func add(_ sentence: HurlEntry.Sentence, to asserts: inout [JSONValue]) {
        do {
            asserts += try whole.translation.asserts(of: sentence)
        } catch {
            leaveOut("\(sentence.source): \(error.reason)", at: sentence.line)
        }
        noteUnknown(at: sentence.line)
    }

    private mutating func add(
        _ sentence: HurlEntry.Sentence,
        to exchange: inout ObservedExchange
    ) {
        let foreign = sentence.name ?? ""
        do {
            let source = try whole.translation.capture(of: sentence)
            let name = whole.translation.variables.name(of: foreign)
            exchange.captures.append((name, source))
            if sentence.calls.contains(where: { $0.name == "redact" }) {
                leaveOut("\"redact\": captured values can be shown", at: sentence.line)
            }
        } catch {
            leaveOut(
                "the capture \(foreign): \(sentence.source): \(error.reason); FILL IN the value",
                at: sentence.line
            )
        }
        noteUnknown(at: sentence.line)
    }

    private mutating func addBody(
        of response: HurlEntry.Response,
        to asserts: inout [JSONValue],
        _ expected: inout JSONObject
    ) {
        guard let body = response.body, isKnown(body.content, body.line, "the body") else { return }
        switch body.content {
        case .text(let text) where body.kind == .json:
            if let value = whole.translation.variables.looseJSON(text) {
                expected["equals"] = value
            } else {
                leaveOut(
                    "the body, in which something stands without quotes that no request has given",
                    at: body.line
                )
            }
        case .text(let text):
            asserts.append(["body": whole.translation.variables.value(text)])
        case .bytes(let bytes):
            guard whole.translation.isCompressed else {
                asserts.append(["sha256": .string(Hex.encode(Digest.hash(.sha256, bytes)))])
                break
            }
            asserts.append([
                "body": .null, "filters": ["hexEncode"], "equals": .string(Hex.encode(bytes)),
            ])
        case .file(let path): leaveOut("the body, which is in the file \(path)", at: body.line)
        case .value, .template, .regex: leaveOut("the body", at: body.line)
        }
        noteUnknown(at: body.line)
    }
}
