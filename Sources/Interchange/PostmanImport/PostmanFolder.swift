import Base
import JSON

/// A collection of Postman's version 3, a folder with a YAML file for each request, combined into one document of
/// version 2.1.
///
/// Source: files that Postman 12 writes: `NAME.request.yaml`, `.resources/definition.yaml` of the collection and
/// of each folder, `.resources/NAME.resources/examples/NAME.example.yaml`.
struct PostmanFolder {
    /// The origin of a part of the document.
    struct Origin {
        let file: String
        let pointer: JSONPointer
    }

    private let documents: [ForeignDocument]
    private let byName: [String: ForeignDocument]
    /// The files of the document's parts, by place.
    private(set) var origins: [JSONPointer: Origin] = [:]
    /// Files without relevant content, and why.
    private(set) var leftOut: [(file: String, reason: String)] = []

    init(_ documents: [ForeignDocument]) {
        self.documents = documents.sorted { $0.name < $1.name }
        byName = Dictionary(documents.map { ($0.name, $0) }) { first, _ in first }
    }

    private static let definition = ".resources/definition.yaml"
    private static let ending = ".request.yaml"

    /// The document.
    ///
    /// - Parameter name: The name of the collection unless it has its own.
    /// - Returns: The collection in the form of version 2.1.
    mutating func collection(named name: String) -> JSONValue {
        noteUnknown()
        let place: [String] = []
        let own = members(of: Self.definition, at: place)
        var root = scope(own, at: place, of: Self.definition)
        var info = JSONObject([
            .init(name: "name", value: root["name"] ?? .string(name)),
            .init(
                name: "schema",
                value: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
            ),
        ])
        info["description"] = root["description"]
        (root["name"], root["description"]) = (nil, nil)
        root["info"] = .object(info)
        root["item"] = .array(children(of: "", at: place + ["item"]))
        return .object(root)
    }

    /// The author's place of a place in the document.
    func origin(of pointer: JSONPointer) -> Origin? {
        for count in stride(from: pointer.tokens.count, through: 0, by: -1) {
            let place = JSONPointer(tokens: Array(pointer.tokens.prefix(count)))
            guard let origin = origins[place] else { continue }
            let rest = pointer.tokens.dropFirst(count)
            return Origin(
                file: origin.file,
                pointer: JSONPointer(tokens: origin.pointer.tokens + rest)
            )
        }
        return nil
    }

    // MARK: Files

    private mutating func noteUnknown() {
        for document in documents {
            if document.value == nil {
                leftOut.append((document.name, "it cannot be read: \(document.problem)"))
            } else if !["request", "example"].contains(where: {
                document.name.hasSuffix(".\($0).yaml")
            }), !document.name.hasSuffix(Self.definition) {
                leftOut.append((document.name, "it is not a request of a collection"))
            }
        }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    private static func name(of path: String, without ending: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(ending) ? String(name.dropLast(ending.utf8.count)) : name
    }

    private static func joined(_ folder: String, _ path: String) -> String {
        var parts = folder.split(separator: "/").map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    private static func isMetadata(_ path: String) -> Bool {
        path.split(separator: "/").dropLast().contains { $0.hasSuffix(".resources") }
    }

    /// The members of a file, whose parts are mapped to it from now on.
    private mutating func members(of file: String, at place: [String]) -> JSONObject {
        origins[JSONPointer(tokens: place)] = Origin(file: file, pointer: JSONPointer(tokens: []))
        return byName[file]?.value?.objectValue ?? JSONObject()
    }

    private mutating func put(
        _ value: JSONValue?,
        _ place: [String],
        _ file: String,
        _ pointer: [String],
        in object: inout JSONObject
    ) {
        guard let value, let name = place.last else { return }
        object[name] = value
        origins[JSONPointer(tokens: place)] = Origin(
            file: file,
            pointer: JSONPointer(tokens: pointer)
        )
    }

    // MARK: The tree

    private mutating func children(of folder: String, at place: [String]) -> [JSONValue] {
        var entries: [(order: Double, name: String, path: String, isFolder: Bool)] = []
        func add(_ path: String, _ file: String, _ ending: String, isFolder: Bool) {
            let value = byName[file]?.value
            let order = value?["order"].flatMap { Double($0.text) } ?? .infinity
            let name = value?["name"]?.stringValue ?? Self.name(of: path, without: ending)
            entries.append((order, name, path, isFolder))
        }
        var folders: Set<String> = []
        for document in documents where !Self.isMetadata(document.name) {
            guard document.name.hasSuffix(Self.ending) else { continue }
            let parent = Self.folder(of: document.name)
            if parent == folder, document.value != nil {
                add(document.name, document.name, Self.ending, isFolder: false)
            } else if folder.isEmpty || parent.hasPrefix("\(folder)/") {
                let rest = parent.dropFirst(folder.isEmpty ? 0 : folder.utf8.count + 1)
                let next = rest.split(separator: "/").first.map(String.init) ?? ""
                let path = folder.isEmpty ? next : "\(folder)/\(next)"
                guard !next.isEmpty, folders.insert(path).inserted else { continue }
                add(path, "\(path)/\(Self.definition)", "", isFolder: true)
            }
        }
        entries.sort { ($0.order, $0.name) < ($1.order, $1.name) }
        var items: [JSONValue] = []
        for entry in entries {
            let inner = place + ["\(items.count)"]
            let item =
                entry.isFolder
                ? self.folder(entry.path, entry.name, at: inner)
                : request(entry.path, entry.name, at: inner)
            items.append(.object(item))
        }
        return items
    }

    private mutating func folder(_ path: String, _ name: String, at place: [String]) -> JSONObject {
        let file = "\(path)/\(Self.definition)"
        var item = scope(members(of: file, at: place), at: place, of: file)
        item["name"] = .string(name)
        item["item"] = .array(children(of: path, at: place + ["item"]))
        return item
    }

    /// The settings of a definition for all requests of its folder; those that version 2.1 does not have stay
    /// unchanged.
    private mutating func scope(
        _ own: JSONObject,
        at place: [String],
        of file: String
    ) -> JSONObject {
        var result = JSONObject()
        for member in own.members {
            switch member.name {
            case "$kind", "order": continue
            case "variables":
                put(
                    Self.list(member.value),
                    place + ["variable"],
                    file,
                    [member.name],
                    in: &result
                )
            case "auth": addAuth(member.value, place, file, to: &result)
            case "scripts": addScripts(member.value, place, file, to: &result)
            default: result[member.name] = member.value
            }
        }
        return result
    }

    /// A list of `{ key, value }`, which can also be a mapping.
    private static func list(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return value }
        return .array(
            object.members.map { ["key": .string($0.name), "value": $0.value] }
        )
    }

    private mutating func addAuth(
        _ value: JSONValue,
        _ place: [String],
        _ file: String,
        to object: inout JSONObject
    ) {
        // The first of several is taken; the others stay unread.
        if let list = value.arrayValue {
            guard let first = list.first else { return }
            addAuth(first, place, file, to: &object)
            if list.count > 1 {
                put(
                    .array(Array(list.dropFirst())),
                    place + ["otherAuth"],
                    file,
                    ["auth"],
                    in: &object
                )
            }
            return
        }
        guard let kind = value["type"]?.stringValue, kind != "inherit" else {
            if value == "noauth" || value == "none" { object["auth"] = ["type": "noauth"] }
            return
        }
        var auth = JSONObject([.init(name: "type", value: .string(kind))])
        if kind == "none" { auth["type"] = "noauth" }
        if let credentials = value["credentials"] ?? value[kind] {
            auth[kind] = Self.list(credentials)
        }
        put(.object(auth), place + ["auth"], file, ["auth"], in: &object)
    }

    private mutating func addScripts(
        _ value: JSONValue,
        _ place: [String],
        _ file: String,
        to object: inout JSONObject
    ) {
        var events: [JSONValue] = []
        for (index, script) in (value.arrayValue ?? []).enumerated() {
            let kind = script["type"]?.stringValue ?? ""
            let listen =
                kind.hasSuffix("beforeRequest")
                ? "prerequest" : kind.hasSuffix("afterResponse") ? "test" : kind
            let inner = place + ["event", "\(events.count)"]
            origins[JSONPointer(tokens: inner + ["script", "exec"])] = Origin(
                file: file,
                pointer: JSONPointer(tokens: ["scripts", "\(index)", "code"])
            )
            origins[JSONPointer(tokens: inner)] = Origin(
                file: file,
                pointer: JSONPointer(tokens: ["scripts", "\(index)"])
            )
            var event = JSONObject([
                .init(name: "listen", value: .string(listen)),
                .init(name: "script", value: ["exec": script["code"] ?? ""]),
            ])
            event["disabled"] = script["disabled"]
            events.append(.object(event))
        }
        if !events.isEmpty { object["event"] = .array(events) }
    }
}

// MARK: - Requests

extension PostmanFolder {
    private mutating func request(
        _ file: String,
        _ name: String,
        at place: [String]
    ) -> JSONObject {
        let own = members(of: file, at: place)
        var item = JSONObject([.init(name: "name", value: .string(name))])
        var request = JSONObject()
        let kind = own["$kind"]?.stringValue ?? "http-request"
        guard ["http-request", "graphql-request"].contains(kind) else {
            leftOut.append((file, "a request of the kind \(kind)"))
            return JSONObject([
                .init(name: "name", value: .string(name)), .init(name: "item", value: []),
            ])
        }
        let inner = place + ["request"]
        for member in own.members {
            switch member.name {
            case "$kind", "order", "examples", "name", "queryParams", "pathVariables": continue
            case "method", "description":
                put(member.value, inner + [member.name], file, [member.name], in: &request)
            case "url": continue
            case "headers":
                put(
                    Self.list(member.value),
                    inner + ["header"],
                    file,
                    [member.name],
                    in: &request
                )
            case "auth": addAuth(member.value, inner, file, to: &request)
            case "scripts": addScripts(member.value, place, file, to: &item)
            case "body":
                put(Self.body(member.value), inner + ["body"], file, ["body"], in: &request)
            case "query" where kind == "graphql-request",
                "variables" where kind == "graphql-request":
                continue
            case "variables":
                put(
                    Self.list(member.value),
                    place + ["variable"],
                    file,
                    [member.name],
                    in: &item
                )
            default: item[member.name] = member.value
            }
        }
        put(Self.url(own), inner + ["url"], file, [], in: &request)
        for (part, source) in [("query", "queryParams"), ("variable", "pathVariables")] {
            origins[JSONPointer(tokens: inner + ["url", part])] = Origin(
                file: file,
                pointer: JSONPointer(tokens: [source])
            )
        }
        if kind == "graphql-request" {
            if request["method"] == nil { request["method"] = "POST" }
            var content = JSONObject([.init(name: "query", value: own["query"] ?? "")])
            content["variables"] = own["variables"].map { .string($0.stringValue ?? $0.text) }
            request["body"] = ["mode": "graphql", "graphql": .object(content)]
        }
        item["request"] = .object(request)
        let saved = responses(of: file, own, at: place + ["response"])
        if !saved.isEmpty { item["response"] = .array(saved) }
        return item
    }

    /// The address with its fields, which can also be in a separate list.
    private static func url(_ own: JSONObject) -> JSONValue {
        let written = own["url"]?.stringValue ?? ""
        guard let fields = own["queryParams"].map(list)?.arrayValue else {
            guard let variables = own["pathVariables"].map(list) else { return .string(written) }
            return ["raw": .string(written), "variable": variables]
        }
        let names = Set(fields.compactMap { $0["key"]?.stringValue })
        let halves = written.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let others =
            halves.count > 1
            ? FieldText.items(String(halves[1])).filter { item in
                !item.isEmpty && !names.contains(String(item.prefix { $0 != "=" }))
            }
            : []
        let sent = fields.filter { $0["disabled"] != true && $0["enabled"] != false }.map { field in
            let value = field["value"].map { $0.stringValue ?? ($0 == .null ? "" : $0.text) } ?? ""
            let name = field["key"]?.stringValue ?? ""
            return "\(name)=\(ForeignURL.encoded(value))"
        }
        let query = others.map(String.init) + sent
        let raw = halves[0] + (query.isEmpty ? "" : "?\(query.joined(separator: "&"))")
        var url = JSONObject([
            .init(name: "raw", value: .string(String(raw))),
            .init(name: "query", value: .array(fields)),
        ])
        url["variable"] = own["pathVariables"].map(list)
        return .object(url)
    }

    /// `{ type, content }` in the form of version 2.1.
    private static func body(_ body: JSONValue) -> JSONValue? {
        guard body.objectValue != nil else { return body == .null ? nil : body }
        let content = body["content"] ?? .null
        let kind = body["type"]?.stringValue ?? "none"
        switch kind {
        case "none": return nil
        case "urlencoded", "formdata": return ["mode": .string(kind), kind: list(content)]
        case "file":
            return [
                "mode": "file", "file": content.objectValue == nil ? ["src": content] : content,
            ]
        case "graphql":
            guard content.objectValue != nil else { return ["mode": "graphql", "graphql": body] }
            return ["mode": "graphql", "graphql": content]
        case "json", "text", "xml", "html", "javascript", "raw":
            let text =
                content == .null ? "" : content.stringValue ?? content.text
            return [
                "mode": "raw", "raw": .string(text),
                "options": ["raw": ["language": .string(kind == "raw" ? "text" : kind)]],
            ]
        default: return ["mode": .string(kind), kind: content]
        }
    }

    /// The saved responses of a request, in order.
    private mutating func responses(
        of file: String,
        _ own: JSONObject,
        at place: [String]
    ) -> [JSONValue] {
        let parent = Self.folder(of: file)
        let stem = Self.name(of: file, without: Self.ending)
        let folder = Self.joined(
            parent,
            own["examples"]?.stringValue ?? ".resources/\(stem).resources/examples"
        )
        let files = documents.filter {
            $0.value != nil && $0.name.hasSuffix(".example.yaml")
                && Self.folder(of: $0.name) == folder
        }
        let sorted = files.sorted { left, right in
            func order(_ file: ForeignDocument) -> Double {
                file.value?["order"].flatMap { Double($0.text) } ?? .infinity
            }
            return (order(left), left.name) < (order(right), right.name)
        }
        var responses: [JSONValue] = []
        for document in sorted {
            let inner = place + ["\(responses.count)"]
            responses.append(response(document, at: inner))
        }
        return responses
    }

    private mutating func response(_ document: ForeignDocument, at place: [String]) -> JSONValue {
        let own = members(of: document.name, at: place)
        // Earlier files have the response next to the request.
        let stored = own["response"]?.objectValue ?? own
        let body = stored["body"]
        let content = body?["content"] ?? (body?.objectValue == nil ? body : nil)
        var response = JSONObject([
            .init(
                name: "name",
                value: own["name"]
                    ?? .string(Self.name(of: document.name, without: ".example.yaml"))
            )
        ])
        response["code"] = stored["statusCode"] ?? stored["code"]
        response["status"] = stored["statusText"] ?? stored["status"]
        response["header"] = stored["headers"].map(Self.list)
        response["body"] = content.map { .string($0.stringValue ?? $0.text) }
        if body?["type"] == "json" { response["_postman_previewlanguage"] = "json" }
        return .object(response)
    }
}
