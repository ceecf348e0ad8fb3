import JSON

/// A file of an OpenCollection, which Bruno writes since version 3, as blocks of Bruno's own language.
///
/// Source: the OpenCollection specification 1.0; `params` and `auth` of its first drafts are read too.
struct OpenCollectionFile {
    /// The kind of a file.
    enum Kind { case collection, folder, environment, request, other }

    /// A saved response of a request.
    struct Example {
        let name: String
        let line: Int
        let response: ObservedResponse
    }

    let root: ReadValue
    let document: ForeignDocument

    init(
        _ value: JSONValue,
        at pointer: JSONPointer = JSONPointer(tokens: []),
        of file: ForeignDocument
    ) {
        root = ReadValue(value, at: pointer)
        document = file
    }

    /// The kind of a file, by its name and content.
    static func kind(of value: JSONValue, named name: String) -> Kind {
        let parts = name.split(separator: "/")
        let stem = parts.last?.split(separator: ".").first.map(String.init) ?? ""
        if value["info"]?["type"] == "workspace" { return .other }
        if value["opencollection"] != nil { return .collection }
        if parts.dropLast().last == "environments" { return .environment }
        if stem == "folder" || value["info"]?["type"] == "folder" { return .folder }
        let isRequest = ["http", "graphql", "grpc", "websocket"].contains { value[$0] != nil }
        return isRequest || value["info"]?["type"] != nil ? .request : .other
    }

    private func line(_ value: ReadValue?) -> Int { document.line((value ?? root).pointer) }

    // MARK: Files

    /// A request.
    ///
    /// - Parameter path: Its path in the folder tree.
    /// - Returns: Its blocks, with one for each unknown part.
    func request(at path: String) -> BruFile {
        var blocks = [meta(isRequest: true)]
        for key in ["http", "graphql"] {
            if let http = root[key] { blocks += self.http(http, isGraphQL: key == "graphql") }
        }
        if let runtime = root["runtime"] { blocks += around(runtime, isFolder: false) }
        if let settings = root["settings"] {
            let fields = settings.members.map { field($0.name, $0.value) }
            blocks.append(block("settings", settings, fields: fields))
        }
        blocks += docs
        let examples = self.examples
        var file = BruFile(blocks + unread, file: document.name)
        file.path = path
        file.examples = examples
        return file
    }

    /// The settings of a folder, or of the collection, for all its requests.
    func folder() -> BruFile {
        var blocks = [meta(isRequest: false)]
        root["opencollection"]?.settle()
        root["items"]?.settle()
        root["config"]?["environments"]?.settle()
        if root.value["bundled"]?.boolValue != nil { root["bundled"]?.settle() }
        if let request = root["request"] { blocks += around(request, isFolder: true) }
        blocks += docs
        return BruFile(blocks + unread, file: document.name)
    }

    /// The values of an environment.
    func environment() -> BruFile {
        root["name"]?.settle()
        if root["color"] != nil { root["color"]?.settle() }
        let list = root["variables"]?.elements ?? []
        let secret = list.filter { entry in
            ["secret", "transient"].contains { entry.value[$0]?.boolValue == true }
        }
        for entry in list { for name in ["secret", "transient", "type"] { entry[name]?.settle() } }
        var blocks = [
            block(
                "vars",
                root["variables"],
                fields: list.filter { entry in !secret.contains { $0 === entry } }
                    .compactMap(variable)
            )
        ]
        if !secret.isEmpty {
            for entry in secret {
                let isGiven = entry.value["value"]?.stringValue?.isEmpty == false
                entry["value"]?.settle()
                guard isGiven, let name = entry["name"]?.scalarText else { continue }
                let text = "a secret, which the environment gives"
                blocks.append(block("the value of \(name)", entry, text: text))
            }
            let fields = secret.compactMap { entry -> BruFile.Field? in
                entry["name"]?.scalarText.map {
                    BruFile.Field(line: line(entry), name: $0, value: "", isOff: isOff(entry))
                }
            }
            blocks.append(block("vars:secret", root["variables"], fields: fields))
        }
        return BruFile(blocks + unread, file: document.name)
    }

    // MARK: Parts

    private var unread: [BruFile.Block] {
        root.unread.map { part in
            var block = BruFile.Block(name: part.pointer.description, line: line(part))
            block.text = part.value.text(maximumLength: 100)
            return block
        }
    }

    private func block(
        _ name: String,
        _ place: ReadValue?,
        fields: [BruFile.Field] = [],
        text: String? = nil
    ) -> BruFile.Block {
        var block = BruFile.Block(name: name, line: line(place))
        block.fields = fields
        block.text = text
        return block
    }

    private func field(_ name: String, _ value: ReadValue?) -> BruFile.Field {
        BruFile.Field(
            line: line(value),
            name: name,
            value: value?.scalarText ?? value?.take().text ?? "",
            isOff: false
        )
    }

    private func isOff(_ entry: ReadValue) -> Bool {
        entry["disabled"]?.flag ?? false || !(entry["enabled"]?.flag ?? true)
    }

    /// `{ name, value }`, including the value of a variable with a type.
    private func variable(_ entry: ReadValue) -> BruFile.Field? {
        guard let name = (entry["name"] ?? entry["key"])?.scalarText else { return nil }
        let value = entry["value"]
        value?["type"]?.settle()
        return BruFile.Field(
            line: line(entry),
            name: name,
            value: value?.scalarText ?? value?["data"]?.scalarText ?? "",
            isOff: isOff(entry)
        )
    }

    private func variables(_ list: ReadValue?) -> [BruFile.Field] {
        (list?.elements ?? []).compactMap(variable)
    }

    private func meta(isRequest: Bool) -> BruFile.Block {
        let info = root["info"]
        var fields: [BruFile.Field] = []
        for member in info?.members ?? [] {
            let isAside = member.name == "type" && !isRequest
            if isAside {
                member.value.settle()
            } else if member.name == "tags", let tags = member.value.value.arrayValue {
                member.value.settle()
                let text = tags.compactMap(\.stringValue).joined(separator: ", ")
                fields.append(
                    BruFile.Field(line: line(member.value), name: "tags", value: text, isOff: false)
                )
            } else {
                fields.append(field(member.name, member.value))
            }
        }
        return block("meta", info, fields: fields)
    }

    private var docs: [BruFile.Block] {
        guard let docs = root["docs"], let text = docs.text ?? docs["content"]?.text, !text.isEmpty
        else { return [] }
        docs["type"]?.settle()
        return [block("docs", docs, text: text)]
    }

    /// Headers, credentials, variables, scripts and asserts.
    private func around(_ place: ReadValue, isFolder: Bool) -> [BruFile.Block] {
        var blocks: [BruFile.Block] = []
        if let headers = place["headers"] {
            blocks.append(block("headers", headers, fields: variables(headers)))
        }
        if isFolder, let (kind, fields) = auth(place["auth"]) {
            let mode = BruFile.Field(
                line: line(place["auth"]),
                name: "mode",
                value: kind,
                isOff: false
            )
            blocks.append(block("auth", place["auth"], fields: [mode]))
            blocks.append(block("auth:\(kind)", place["auth"], fields: fields))
        }
        if let variables = place["variables"] {
            blocks.append(
                block("vars:pre-request", variables, fields: self.variables(variables))
            )
        }
        let asserts = (place["assertions"]?.elements ?? []).compactMap(assert)
        if !asserts.isEmpty {
            blocks.append(block("assert", place["assertions"], fields: asserts))
        }
        let kept = (place["actions"]?.elements ?? []).compactMap(action)
        if !kept.isEmpty {
            blocks.append(block("vars:post-response", place["actions"], fields: kept))
        }
        for script in place["scripts"]?.elements ?? [] {
            let names = [
                "before-request": "script:pre-request", "after-response": "script:post-response",
                "tests": "tests",
            ]
            guard let name = script["type"]?.value.stringValue.flatMap({ names[$0] }),
                let code = script["code"]?.text
            else { continue }
            script["type"]?.settle()
            // Lines of the script are counted from its first line.
            blocks.append(block(name, script["code"], text: code))
        }
        return blocks
    }

    private func assert(_ entry: ReadValue) -> BruFile.Field? {
        guard let place = entry["expression"]?.text else { return nil }
        let rule = [entry["operator"]?.text ?? "eq", entry["value"]?.scalarText]
        return BruFile.Field(
            line: line(entry),
            name: place,
            value: rule.compactMap(\.self).joined(separator: " "),
            isOff: isOff(entry)
        )
    }

    /// `set-variable`, run after the response.
    private func action(_ entry: ReadValue) -> BruFile.Field? {
        guard entry.value["type"] == "set-variable", entry.value["phase"] == "after-response",
            let name = entry["variable"]?["name"]?.scalarText,
            let place = entry["selector"]?["expression"]?.text
        else { return nil }
        for name in ["type", "phase"] { entry[name]?.settle() }
        entry["selector"]?["method"]?.settle()
        entry["variable"]?["scope"]?.settle()
        return BruFile.Field(line: line(entry), name: name, value: place, isOff: isOff(entry))
    }

    /// The kind and its fields; `nil` without any.
    private func auth(_ place: ReadValue?) -> (kind: String, fields: [BruFile.Field])? {
        guard let place, place.value != .null else { return nil }
        if let word = place.text { return (word, []) }
        guard let kind = place["type"]?.text else { return nil }
        let content = place[kind] ?? place
        let fields = content.members.filter { $0.name != "type" }.map { member in
            let isQuery = member.name == "placement" && member.value.value == "query"
            guard isQuery else { return field(member.name, member.value) }
            member.value.settle()
            return BruFile.Field(
                line: line(member.value),
                name: "placement",
                value: "queryparams",
                isOff: false
            )
        }
        return (kind, fields)
    }
}

// MARK: - The request

extension OpenCollectionFile {
    private func http(_ http: ReadValue, isGraphQL: Bool) -> [BruFile.Block] {
        var blocks: [BruFile.Block] = []
        let credentials = auth(http["auth"]) ?? auth(root["runtime"]?["auth"])
        if let headers = http["headers"] {
            blocks.append(block("headers", headers, fields: variables(headers)))
        }
        blocks += params(http["params"])
        if let credentials, credentials.kind != "inherit", credentials.kind != "none" {
            blocks.append(
                block("auth:\(credentials.kind)", http["auth"], fields: credentials.fields)
            )
        }
        let (kind, body) = isGraphQL ? graphQL(http["body"]) : self.body(http["body"])
        blocks += body
        let settings = [
            ("method", http["method"]?.text ?? (isGraphQL ? "POST" : "GET")),
            ("url", http["url"]?.text ?? ""), ("body", kind),
            ("auth", credentials?.kind ?? "none"),
        ]
        let fields = settings.map { name, value in
            BruFile.Field(line: line(http[name] ?? http), name: name, value: value, isOff: false)
        }
        return [block("http", http, fields: fields)] + blocks
    }

    /// A list whose entries are of the query or of the path; first drafts have a list of each.
    private func params(_ place: ReadValue?) -> [BruFile.Block] {
        guard let place else { return [] }
        return ["query", "path"].compactMap { kind in
            let listed = place.elements.filter { ($0.value["type"] ?? "query") == .string(kind) }
            for entry in listed { entry["type"]?.settle() }
            let fields = listed.compactMap(variable) + variables(place[kind])
            return fields.isEmpty ? nil : block("params:\(kind)", place, fields: fields)
        }
    }

    private func body(_ place: ReadValue?) -> (kind: String, blocks: [BruFile.Block]) {
        // One of several bodies is selected.
        if let list = place?.elements, !list.isEmpty {
            let chosen = list.first { $0.value["selected"]?.boolValue == true } ?? list[0]
            for name in ["title", "selected"] { chosen[name]?.settle() }
            return body(chosen["body"] ?? chosen)
        }
        guard let place, let kind = place["type"]?.text else { return ("none", []) }
        let data = place["data"]
        switch kind {
        case "json", "text", "xml", "sparql":
            return (kind, [block("body:\(kind)", data, text: data?.text ?? "")])
        case "form-urlencoded", "formUrlEncoded":
            return (
                "form-urlencoded", [block("body:form-urlencoded", data, fields: variables(data))]
            )
        case "multipart-form", "multipartForm":
            let fields = (data?.elements ?? []).compactMap(part)
            return ("multipart-form", [block("body:multipart-form", data, fields: fields)])
        case "file":
            let fields = (data?.elements ?? []).map(file)
            return ("file", [block("body:file", data, fields: fields)])
        case "graphql": return graphQL(place)
        default: return (kind, [])
        }
    }

    private func graphQL(_ place: ReadValue?) -> (kind: String, blocks: [BruFile.Block]) {
        place?["type"]?.settle()
        let content = place?["data"] ?? place
        var blocks = [
            block("body:graphql", content?["query"], text: content?["query"]?.text ?? "")
        ]
        if let variables = content?["variables"] {
            let text = variables.text ?? variables.take().text
            if !text.isEmpty { blocks.append(block("body:graphql:vars", variables, text: text)) }
        }
        return ("graphql", blocks)
    }

    private func part(_ entry: ReadValue) -> BruFile.Field? {
        guard let name = entry["name"]?.scalarText else { return nil }
        var attributes = ""
        var value = ""
        if entry["type"]?.text == "file" {
            let paths =
                entry["value"]?.text.map { [$0] }
                ?? entry["value"]?.elements.compactMap(\.text) ?? []
            attributes = "@file(\(paths.joined(separator: "|")))"
        } else {
            value = entry["value"]?.scalarText ?? ""
        }
        if let type = entry["contentType"]?.text, !type.isEmpty {
            attributes += " @contentType(\(type))"
        }
        return BruFile.Field(
            line: line(entry),
            name: name,
            value: value,
            isOff: isOff(entry),
            attributes: attributes.isEmpty ? " " : attributes
        )
    }

    private func file(_ entry: ReadValue) -> BruFile.Field {
        let type = entry["contentType"]?.text ?? ""
        return BruFile.Field(
            line: line(entry),
            name: "file",
            value: "@file(\(entry["filePath"]?.text ?? ""))"
                + (type.isEmpty ? "" : " @contentType(\(type))"),
            isOff: !(entry["selected"]?.flag ?? true)
        )
    }

    // MARK: Examples

    private var examples: [Example] {
        (root["examples"]?.elements ?? []).compactMap { example in
            guard let response = example["response"],
                let status = response["status"]?.scalarText.flatMap({ Int($0) }),
                (100...599).contains(status)
            else { return nil }
            var observed = ObservedResponse(
                status: status,
                statusText: response["statusText"]?.text
            )
            for header in response["headers"]?.elements ?? [] {
                guard let name = header["name"]?.scalarText, let value = header["value"]?.scalarText
                else { continue }
                observed.headers.append((name, value))
            }
            let type = response["body"]?["type"]?.text
            if let text = response["body"]?["data"]?.text {
                observed.body = Array(text.utf8)
                if type == "json", observed.header("Content-Type") == nil {
                    observed.headers.append(("Content-Type", "application/json"))
                }
            }
            example["request"]?.settle()
            for name in ["type", "description"] { example[name]?.settle() }
            return Example(
                name: example["name"]?.text ?? "without a name",
                line: line(example),
                response: observed
            )
        }
    }
}
