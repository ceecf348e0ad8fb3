import Contract
import HTTP
import JSON

/// Reads the `listeners` of a contract or of a case: servers that the tool plays.
struct ListenerDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }
    private var requests: RequestDecoder { RequestDecoder(context: context) }

    /// Reads `listeners: { apns: { respond: { status: 200 } } }`.
    func listeners(_ entries: [NamedValue<YAMLNode>]?) -> [String: Listener] {
        Dictionary((entries ?? []).compactMap(listener).map { ($0.name, $0) }) { first, _ in first }
    }

    private func listener(_ entry: NamedValue<YAMLNode>) -> Listener? {
        context.reserve(entry.name, at: entry.key)
        let subject = "listener \(Excerpt.quoted(entry.name))"
        guard let reader = KeyReader(entry.value, of: subject, ListenerKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader[\.doc])
        let summary = reader[\.summary]
        let responses = self.responses(reader[\.respond])
        let place = self.place(reader)
        return Listener(
            name: entry.name,
            summary: summary,
            place: place,
            responses: responses.isEmpty ? [Self.success(at: entry.key.location)] : responses,
            location: entry.key.location
        )
    }

    /// Where it listens: at any free port unless it says so.
    private func place(_ reader: KeyReader<ListenerKeys>) -> ServerPlace {
        var place = ServerPlace()
        if let node = reader[\.address], let address = address(node) {
            (place.host, place.port) = address
        }
        place.identity = reader[\.tls].flatMap(identity)
        return place
    }

    /// `127.0.0.1:8443`, or `[::1]:8443`.
    private func address(_ node: YAMLNode) -> (String, Int)? {
        let text = node.stringValue ?? ""
        let digits = String(text.reversed().prefix { $0 != ":" }.reversed())
        let host = text.dropLast(digits.count + 1)
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? host.dropFirst().dropLast() : host
        guard let first = digits.first, "1"..."9" ~= first, let port = UInt16(digits),
            !name.isEmpty, isBracketed == name.contains(":")
        else {
            diagnostics.mismatch("HOST:PORT, such as 127.0.0.1:8443 or [::1]:8443", at: node)
            return nil
        }
        return (String(name), Int(port))
    }

    private func identity(_ node: YAMLNode) -> ServerPlace.Identity? {
        guard let reader = KeyReader(node, of: "tls", ListenerTLSKeys.self, diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        guard let certificate = reader[\.certificate].flatMap(path),
            let key = reader[\.key].flatMap(path)
        else { return nil }
        return ServerPlace.Identity(certificate: certificate, key: key)
    }

    /// The path of a file that is there.
    private func path(_ node: YAMLNode) -> String? {
        guard case .constant(.string(let path)) = requests.file(node) else { return nil }
        return path
    }

    /// What a listener answers that does not say so.
    private static func success(at location: SourceLocation) -> ListenerResponse {
        let content = RequestTemplate(sections: [], location: location)
        return ListenerResponse(status: 200, content: content, location: location)
    }

    /// One response, or a list of them, of which the last is for all further requests.
    private func responses(_ node: YAMLNode?) -> [ListenerResponse] {
        guard let node else { return [] }
        if let elements = node.elements, elements.isEmpty {
            diagnostics.error("a listener has at least one response", at: node)
        }
        return (node.elements ?? [node]).compactMap(response)
    }

    private func response(_ node: YAMLNode) -> ListenerResponse? {
        guard let reader = KeyReader(node, of: "a response", ListenerResponseKeys.self, diagnostics)
        else { return nil }
        defer { reader.finish() }
        return ListenerResponse(
            status: reader[\.status],
            content: content(reader),
            delay: reader[\.delay],
            location: node.location
        )
    }

    private func content(_ reader: KeyReader<ListenerResponseKeys>) -> RequestTemplate {
        let names = ListenerResponseKeys.keys.content.names
        var content = RequestTemplate(
            sections: names.compactMap { name in
                reader.value(\.content, name).map {
                    .init(name: name, value: requests.section(name, $0))
                }
            },
            location: reader.node.location
        )
        let bodies = names.filter(RequestTemplate.bodySections.contains)
        requests.refuseSecondBody(reader.present(\.content, bodies), of: "a response")
        if let type = content.defaultContentType {
            let value = TemplateValue.constant(.string(type))
            content.addHeaders([.init(name: "Content-Type", value: value)], replacing: false)
        }
        return content
    }
}
