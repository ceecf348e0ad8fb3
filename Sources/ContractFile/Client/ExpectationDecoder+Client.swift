import Contract
import JSONPaths

/// The query of an assert, as far as its keys tell.
struct AskedQuery {
    /// The key that names it, in whose place a predicate may stand.
    let entry: YAMLNode.Entry
    /// Which request of a call it is about, counted from one; `nil` for the response.
    var request: Int?
    /// The query itself, when it is known already.
    var template: QueryTemplate?
}

extension ExpectationDecoder {
    /// The names of queries about a client that can be asked here, and of those that are asked
    /// although they cannot.
    func clientQueries(_ reader: KeyReader<QueryKeys>) -> [String] {
        QueryTemplate.aboutClient.filter { name in
            context.clientScope?.allows(name) ?? false || reader.node[name] != nil
        }
    }

    /// The query of an assert that names `state`, `argument`, `result` or `request`.
    func clientQuery(_ queries: [YAMLNode.Entry], _ reader: KeyReader<QueryKeys>) -> AskedQuery? {
        guard let first = queries.first(where: isAboutClient) else { return nil }
        guard let scope = context.clientScope else {
            let name = Excerpt.quoted(first.key.text ?? "")
            diagnostics.error(
                "\(name) requires a call of a client",
                at: first.key
            )
            return nil
        }
        guard scope.allows(first.key.text ?? "") else {
            refuse(first)
            return nil
        }
        let others = queries.filter { $0.key.text != first.key.text }
        if first.key.text == "request" { return request(first, others, reader, scope) }
        let path = others.first { $0.key.text == "jsonpath" && first.key.text != "result" }
        if let second = others.first(where: { $0.key.text != path?.key.text }) {
            diagnostics.error("a second query in \(reader.subject)", at: second.key)
        }
        return template(first, path, scope).map { AskedQuery(entry: first, template: $0) }
    }

    private func isAboutClient(_ entry: YAMLNode.Entry) -> Bool {
        QueryTemplate.aboutClient.contains(entry.key.text ?? "")
    }

    private func template(
        _ entry: YAMLNode.Entry,
        _ path: YAMLNode.Entry?,
        _ scope: ClientScope
    ) -> QueryTemplate? {
        if entry.key.text == "result" {
            return self.path(entry.value).map { .ready(.result($0)) }
        }
        let isState = entry.key.text == "state"
        guard let name = entry.value.decoded(as: .filled("a name"), diagnostics) else { return nil }
        let known = isState ? scope.state : scope.arguments ?? []
        if !known.contains(name) {
            let kind = isState ? "state of the client" : "argument"
            context.reportUnknown(kind, name, among: known, at: entry.value)
        }
        var found: JSONPath?
        if let path {
            guard let read = self.path(path.value) else { return nil }
            found = read
        }
        return .ready(isState ? .state(name, found) : .argument(name, found))
    }

    private func path(_ node: YAMLNode) -> JSONPath? {
        guard let text = node.decoded(as: .filled("a JSONPath such as $.id"), diagnostics) else {
            return nil
        }
        do {
            let path = try JSONPath(text)
            warn(of: path, at: node)
            return path
        } catch {
            diagnostics.error("\(error)", at: node)
            return nil
        }
    }

    /// `request: 2` beside a query, or, before a request is sent, `request: url`.
    private func request(
        _ entry: YAMLNode.Entry,
        _ others: [YAMLNode.Entry],
        _ reader: KeyReader<QueryKeys>,
        _ scope: ClientScope
    ) -> AskedQuery? {
        if scope.isBeforeRequest, let name = entry.value.stringValue {
            return nextRequest(name, entry, others)
        }
        let number = entry.value.decoded(as: .integer(in: 1...1000), diagnostics)
        guard let number else { return nil }
        guard let query = others.first else {
            diagnostics.error(
                "no query about request \(number) in \(reader.subject)",
                at: reader.node,
                hint: "known: " + Self.requestQueries.joined(separator: ", ")
            )
            return nil
        }
        if others.count > 1 {
            diagnostics.error("a second query in \(reader.subject)", at: others[1].key)
        }
        let name = query.key.text ?? ""
        guard Self.requestQueries.contains(name) else {
            diagnostics.error("\(Excerpt.quoted(name)) is not a part of a request", at: query.key)
            return nil
        }
        return AskedQuery(entry: query, request: number)
    }

    private func nextRequest(
        _ name: String,
        _ entry: YAMLNode.Entry,
        _ others: [YAMLNode.Entry]
    ) -> AskedQuery? {
        if let second = others.first {
            diagnostics.error("a second query in an assert", at: second.key)
        }
        let known = ["url", "method", "path", "body"]
        guard known.contains(name) else {
            diagnostics.unknownName(name, among: known, at: entry.value)
            return nil
        }
        do {
            return AskedQuery(entry: entry, template: .ready(try Query(named: name, argument: "")))
        } catch {
            diagnostics.error(error.reason, at: entry.value)
            return nil
        }
    }

    private static let requestQueries = [
        "url", "method", "path", "header", "cookie", "jsonpath", "form", "body", "bytes", "sha256",
    ]

    private func refuse(_ entry: YAMLNode.Entry) {
        let name = entry.key.text ?? ""
        let reason =
            name == "argument"
            ? "requires a call of a client"
            : "is known only after a call"
        diagnostics.error("\(Excerpt.quoted(name)) \(reason)", at: entry.key)
    }
}
