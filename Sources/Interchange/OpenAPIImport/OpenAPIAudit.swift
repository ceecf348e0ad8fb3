import JSON

/// Traverses a document and lists what an imported contract does not contain.
///
/// Every member is known here, by the kind of its object, or it is listed as unknown to OpenAPI; so nothing is left
/// out silently.
struct OpenAPIAudit {
    /// The treatment of a member.
    enum Fate {
        /// The contract contains it.
        case used
        /// It is for people, who find it in the document.
        case prose
        /// The contract does not contain it, for this reason.
        case lost(String)
        /// It is an object of a kind.
        case one(Kind)
        /// Its elements are objects of a kind.
        case list(Kind)
        /// Its members are objects of a kind.
        case table(Kind)
        /// Its treatment depends on the rest.
        case depends
    }

    /// The kind of an object.
    enum Kind: Hashable {
        case root, info, server, serverVariable, pathItem, operation, securityScheme, flows, flow
        case parameter(isJudged: Bool)
        case requestBody
        case requestMedia(isJudged: Bool)
        case response(isSuccess: Bool)
        case responseMedia(isSuccess: Bool)
        /// Of an event stream.
        case eventMedia
        case header, example, schema
    }

    private struct Visit: Hashable {
        let kind: Kind
        let place: JSONPointer
    }

    let document: OpenAPIDocument
    private var seen: Set<Visit> = []
    private(set) var losses: [ImportLoss] = []
    /// The number of members that are for people.
    private(set) var proseCount = 0
    /// The security schemes in use.
    private var schemes: [String] = []

    /// Traverses the whole document.
    ///
    /// - Parameter document: A document whose other parts could all be read.
    /// - Throws: When a reference has no target.
    init(_ document: OpenAPIDocument) throws(InterchangeError) {
        self.document = document
        try visit(document.root, .root)
        for name in schemes {
            guard let scheme = document.root["components"]?["securitySchemes"]?[name] else {
                continue
            }
            try visit(scheme, .securityScheme)
        }
        var known: Set<ImportLoss> = []
        losses = losses.map { $0.moved(to: document.origin) }.filter { known.insert($0).inserted }
    }

    private mutating func lose(_ value: LocatedValue, _ reason: String) {
        losses.append(ImportLoss(value.pointer, reason))
    }
}

// MARK: - The walk

extension OpenAPIAudit {
    private mutating func visit(_ value: LocatedValue, _ kind: Kind) throws(InterchangeError) {
        if kind == .schema { return try visitSchema(value) }
        guard seen.insert(Visit(kind: kind, place: value.pointer)).inserted else { return }
        guard value.value["$ref"] == nil else {
            for (name, other) in value.members where name != "$ref" {
                if ["summary", "description"].contains(name) { proseCount += 1; continue }
                // A path item can have members of its own.
                lose(other, "members next to $ref are not read")
            }
            return try visit(try document.resolved(value), kind)
        }
        let table = Self.table(of: kind)
        for (name, member) in value.members {
            if name.hasPrefix("x-") {
                proseCount += 1
                continue
            }
            switch table[name] {
            case .used: break
            case .prose: proseCount += 1
            case .lost(let reason): lose(member, reason)
            case .one(let inner): try visit(member, inner)
            case .list(let inner):
                for element in member.elements { try visit(element, inner) }
            case .table(let inner):
                for (name, element) in member.members {
                    if name.hasPrefix("x-") { proseCount += 1 } else { try visit(element, inner) }
                }
            case .depends: try decide(name, member, of: value, kind)
            case nil: lose(member, "OpenAPI has no such member here")
            }
        }
    }

    private mutating func decide(
        _ name: String,
        _ member: LocatedValue,
        of holder: LocatedValue,
        _ kind: Kind
    ) throws(InterchangeError) {
        switch (kind, name) {
        case (.root, "paths"): try visitPaths(member)
        case (.root, "security"), (.operation, "security"): try visitRequirements(member)
        case (.root, "servers"):
            for (index, server) in member.elements.enumerated() {
                // A remark names the others.
                if index == 0 { try visit(server, .server) }
            }
        case (.operation, "description"): if holder.text("summary") != nil { proseCount += 1 }
        case (.operation, "parameters"), (.pathItem, "parameters"):
            for parameter in member.elements { try visitParameter(parameter) }
        case (.operation, "responses"): try visitResponses(member)
        case (.requestBody, "content"): try visitBody(member)
        case (.response(let isSuccess), "content"): try visitContent(member, isSuccess)
        case (.response(let isSuccess), "headers"): try visitHeaders(member, isSuccess)
        case (_, "examples"):
            // The first one is taken, unless there is an `example`.
            for (index, example) in member.members.enumerated() {
                if index > 0 || holder["example"] != nil {
                    lose(example.value, "one example is enough for a request")
                } else {
                    try visit(example.value, .example)
                }
            }
        case (.eventMedia, "schema"):
            let schema = try document.resolved(member)
            let words: Set = ["type", "title", "description", "example", "examples"]
            if OpenAPITransfer.isText(schema), schema["items"] == nil {
                for (name, word) in schema.members where !words.contains(name) {
                    lose(word, "events are checked, not the text of the stream")
                }
            } else {
                try visit(member, .schema)
            }
        case (.parameter, "style"), (.parameter, "explode"): visitStyle(member, name, of: holder)
        case (.parameter, "allowReserved"), (.parameter, "allowEmptyValue"):
            if member.value.boolValue == true { lose(member, "it changes nothing of the example") }
        case (.flows, _):
            if name == "clientCredentials" {
                try visit(member, .flow)
            } else {
                lose(member, "only client credentials can be had without a person")
            }
        case (.securityScheme, "type"):
            guard !Self.isTaken(holder) else { break }
            lose(holder, "a scheme of this type is left to be filled in")
        default: lose(member, "OpenAPI has no such member here")
        }
    }

    private mutating func visitPaths(_ paths: LocatedValue) throws(InterchangeError) {
        for (path, item) in paths.members {
            if path.hasPrefix("/") {
                try visit(item, .pathItem)
            } else if path.hasPrefix("x-") {
                proseCount += 1
            } else {
                lose(item, "a path begins with \"/\"")
            }
        }
    }

    /// Of several authentication alternatives, the first supported one is taken.
    private mutating func visitRequirements(
        _ requirements: LocatedValue
    ) throws(InterchangeError) {
        let alternatives = requirements.elements
        for alternative in alternatives {
            for name in alternative.members.map(\.name) where !schemes.contains(name) {
                schemes.append(name)
            }
        }
        guard alternatives.count > 1 else { return }
        let taken =
            alternatives.firstIndex { $0.members.isEmpty }
            ?? alternatives.firstIndex { $0.members.map(\.name).allSatisfy(isTaken) }
        for (index, alternative) in alternatives.enumerated() where index != taken {
            let names = alternative.members.map(\.name)
            let text = names.isEmpty ? "none" : names.joined(separator: " with ")
            lose(alternative, "of several ways to authenticate one is used, and not \(text)")
        }
    }

    /// Whether a security scheme of that name is supported.
    private func isTaken(_ name: String) -> Bool {
        guard let entry = document.root["components"]?["securitySchemes"]?[name] else {
            return false
        }
        do {
            return Self.isTaken(try document.resolved(entry))
        } catch {
            return false
        }
    }

    private static func isTaken(_ scheme: LocatedValue) -> Bool {
        switch (scheme.text("type"), scheme.text("scheme")?.lowercased()) {
        case ("apiKey", _), ("http", "bearer"), ("http", "basic"): true
        case ("oauth2", _): scheme["flows"]?["clientCredentials"]?.text("tokenUrl") != nil
        default: false
        }
    }
}

// MARK: - Requests

extension OpenAPIAudit {
    private mutating func visitParameter(_ value: LocatedValue) throws(InterchangeError) {
        let parameter = try document.resolved(value)
        let name = parameter.text("name") ?? ""
        let place = parameter.text("in") ?? ""
        if place == "header", OpenAPIParameter.isDescribedElsewhere(name) {
            return lose(parameter, "OpenAPI describes the field \(name) elsewhere")
        }
        let known = ["path", "query", "header"].contains(place)
        let isJudged =
            known && parameter["content"] == nil
            && (OpenAPIParameter(parameter, document).isOneField
                || parameter.text("style") == "deepObject")
        try visit(value, .parameter(isJudged: isJudged))
        guard let content = parameter["content"]?.members else { return }
        for (index, media) in content.enumerated() {
            if index > 0 {
                lose(media.value, "a parameter is sent as the first type")
            } else {
                try visit(media.value, .requestMedia(isJudged: false))
            }
        }
    }

    private mutating func visitStyle(
        _ member: LocatedValue,
        _ name: String,
        of parameter: LocatedValue
    ) {
        guard name == "style", let style = member.value.stringValue else { return }
        let styles = [
            "path": ["simple", "label", "matrix"], "header": ["simple"],
            "query": ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
            "cookie": ["form"],
        ]
        let place = parameter.text("in") ?? ""
        guard styles[place]?.contains(style) != true else { return }
        lose(
            member,
            "\(style) is not a style of \(place) parameters; values are separated by "
                + "commas"
        )
    }

    private mutating func visitBody(_ content: LocatedValue) throws(InterchangeError) {
        guard let (chosen, media) = OpenAPIBody.preferred(content.members) else { return }
        for (type, other) in content.members {
            guard type == chosen else {
                lose(other, "the example is sent as \(chosen), not as \(type)")
                continue
            }
            let isJudged =
                MediaType.isJSON(type) || type.contains("*")
                || [MediaType.form, MediaType.multipart].contains(MediaType.name(type))
            try visit(media, .requestMedia(isJudged: isJudged))
        }
    }
}

// MARK: - Responses

extension OpenAPIAudit {
    private mutating func visitResponses(_ responses: LocatedValue) throws(InterchangeError) {
        let names = responses.members.map(\.name).filter { !$0.hasPrefix("x-") }
        let hasSuccess = names.contains(where: OpenAPITransfer.isSuccess)
        for (status, response) in responses.members {
            if status.hasPrefix("x-") {
                proseCount += 1
            } else if status.hasPrefix("1") {
                lose(response, "another response follows it")
            } else {
                let isSuccess =
                    OpenAPITransfer.isSuccess(status) || status == "default" && !hasSuccess
                try visit(response, .response(isSuccess: isSuccess))
            }
        }
    }

    private mutating func visitContent(
        _ content: LocatedValue,
        _ isSuccess: Bool
    ) throws(InterchangeError) {
        let judged = try OpenAPITransfer.judged(content.members, in: document)
        for (type, media) in content.members {
            if type == judged?.name, MediaType.isEventStream(type) {
                if isSuccess {
                    try visit(media, .eventMedia)
                } else {
                    lose(media, "the events of errors are not checked")
                }
            } else if type == judged?.name {
                try visit(media, .responseMedia(isSuccess: isSuccess))
            } else if let judged {
                lose(media, "a response is checked as \(judged.name), not as \(type)")
            } else if media["schema"] != nil || media["example"] != nil || media["examples"] != nil
            {
                lose(media, "only JSON is checked with a schema, and shown")
            }
        }
    }

    private mutating func visitHeaders(
        _ headers: LocatedValue,
        _ isSuccess: Bool
    ) throws(InterchangeError) {
        for (name, header) in headers.members {
            let resolved = try document.resolved(header)
            if name.lowercased() == "content-type" {
                lose(header, "OpenAPI describes the field \(name) elsewhere")
            } else if !isSuccess {
                lose(header, "the fields of errors are not checked")
            } else if resolved.value["required"]?.boolValue != true {
                lose(header, "an optional field is not checked")
            } else {
                try visit(header, .header)
            }
        }
    }
}

// MARK: - Schemas

extension OpenAPIAudit {
    /// Traverses a schema and everything it refers to: iteratively, as references can nest without limit.
    private mutating func visitSchema(_ first: LocatedValue) throws(InterchangeError) {
        var open = [first]
        while let schema = open.popLast() {
            var inner: [LocatedValue] = []
            try visitSchema(schema, &inner)
            open += inner.reversed()
        }
    }

    /// Schemas are copied unchanged; invalid schemas are listed by the repairs.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - inner: Gets the schemas in it, and the one that it refers to.
    /// - Throws: When a reference has no target.
    private mutating func visitSchema(
        _ schema: LocatedValue,
        _ inner: inout [LocatedValue]
    ) throws(InterchangeError) {
        guard seen.insert(Visit(kind: .schema, place: schema.pointer)).inserted else { return }
        if let reference = schema.value["$ref"] {
            let target = try document.target(of: reference, at: schema.pointer.appending("$ref"))
            inner.append(target)
        }
        let isShadowed = document.hasOldSchemas && schema.value["$ref"] != nil
        for (name, value) in schema.members where name != "$ref" {
            if isShadowed {
                if ["description", "summary", "title"].contains(name) || name.hasPrefix("x-") {
                    proseCount += 1
                } else {
                    lose(value, "OpenAPI 3.0 ignores members next to $ref")
                }
            } else if SchemaTransfer.single.contains(name) {
                inner.append(value)
            } else if SchemaTransfer.lists.contains(name) {
                inner += value.elements
            } else if SchemaTransfer.maps.contains(name) {
                inner += value.members.map(\.value)
            } else if name == "xml" {
                lose(value, "bodies are checked as JSON")
            } else if name == "externalDocs" {
                proseCount += 1
            } else if name == "discriminator" {
                lose(value, "only oneOf and anyOf are checked")
            }
        }
        if let contradiction = Self.contradiction(in: schema.value) {
            lose(schema, "nothing keeps to this schema: \(contradiction)")
        }
    }

    /// Why no value can match a schema, as far as two of its keywords show it.
    private static func contradiction(in schema: JSONValue) -> String? {
        if schema["enum"]?.arrayValue?.isEmpty == true { return "enum has no value" }
        let pairs = [
            ("minLength", "maxLength"), ("minItems", "maxItems"), ("minimum", "maximum"),
            ("minProperties", "maxProperties"),
        ]
        for (least, most) in pairs {
            guard case .number(let low)? = schema[least], case .number(let high)? = schema[most],
                low > high
            else { continue }
            return
                "\(least) \(schema[least]?.text ?? "") is above \(most) \(schema[most]?.text ?? "")"
        }
        return nil
    }
}
