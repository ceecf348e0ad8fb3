import Contract
import Cryptography
import JSON

extension SecurityDecoder {
    func hmac(_ name: String, _ reader: MappingReader) -> SecurityScheme {
        let keys = keys(reader)
        let signedHeaders = reader.optional("signedHeaders", as: .list(of: .string), default: [])
        let canonical = reader.optional("canonicalRequest")
        var names = Self.requestNames
        if !signedHeaders.isEmpty {
            names["signedHeaders"] = []
            names["canonicalHeaders"] = []
        }
        let canonicalRequest = canonical.map { template($0, knowing: names) }
        var signedNames = names
        if canonical != nil { signedNames["canonicalRequest"] = ["sha256"] }
        let (place, value) = place(reader.required("into"), knowing: names)
        let signature = HMACSignature(
            algorithm: reader.optional("algorithm", as: .choice, default: .sha256),
            key: keys.first ?? Template(parts: []),
            keyEncoding: reader.optional("keyEncoding", as: .choice, default: .text),
            derivation: Array(keys.dropFirst()),
            encoding: reader.optional("encode", as: .choice, default: .base64),
            parameters: parameters(reader.optional("parameters")),
            signedHeaders: signedHeaders,
            canonicalRequest: canonicalRequest,
            stringToSign: template("stringToSign", reader, knowing: signedNames),
            place: place,
            value: value,
            response: response(reader.optional("response"))
        )
        return SecurityScheme(
            name: name,
            headers: fields("headers", reader),
            query: fields("query", reader),
            signature: signature
        )
    }

    /// The key, or a list of texts: the first signs the second, the result signs the third, and so
    /// on; the last result is the key.
    private func keys(_ reader: MappingReader) -> [Template] {
        guard let node = reader.required("key") else { return [] }
        guard let elements = node.elements else { return [template(node, knowing: [:])] }
        if elements.isEmpty { diagnostics.mismatch("a text, or a list of texts", at: node) }
        return elements.map { template($0, knowing: [:]) }
    }

    private func place(
        _ node: YAMLNode?,
        knowing names: [String: [String]]
    ) -> (HMACSignature.Place, value: Template?) {
        let none = HMACSignature.Place.header("Authorization")
        guard let node, let reader = MappingReader(node, of: "\"into\"", diagnostics) else {
            return (none, nil)
        }
        defer { reader.finish() }
        var names = names
        names["signature"] = []
        names["parameters"] = nil
        names["request"] = names["request"]?.filter { $0 != "body" }
        let value = reader.optional("value").map { template($0, knowing: names) }
        if let value, !value.names.contains("signature"), let place = reader.node["value"] {
            diagnostics.error("\"value\" has no {{signature}} in it", at: place)
        }
        guard let entry = reader.exactlyOne(of: ["header", "query"]),
            let name = entry.value.decoded(as: .filled("the name of a field"), diagnostics)
        else { return (none, value) }
        return (entry.key.text == "header" ? .header(name) : .query(name), value)
    }

    private func parameters(_ node: YAMLNode?) -> [HMACSignature.Parameter] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            diagnostics.mismatch("a list of parameters", at: node)
            return []
        }
        return elements.compactMap(parameter)
    }

    private func parameter(_ node: YAMLNode) -> HMACSignature.Parameter? {
        guard let reader = MappingReader(node, of: "a signed parameter", diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        guard let entry = reader.exactlyOne(of: ["name", "header", "query"]),
            let name = entry.value.decoded(as: .filled("a name"), diagnostics)
        else {
            _ = reader.present(of: ["value", "methods"])
            return nil
        }
        switch entry.key.text {
        case "header": return .header(name)
        case "query":
            return .query(name, methods: reader.optional("methods", as: .list(of: .string)))
        default: return .constant(name: name, value: template("value", reader))
        }
    }

    private func response(_ node: YAMLNode?) -> HMACSignature.Response? {
        guard let node, let reader = MappingReader(node, of: "a response signature", diagnostics)
        else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader.optional("doc"))
        return HMACSignature.Response(
            header: reader.required("header", as: .filled("the name of a field")) ?? "",
            stringToSign: template("stringToSign", reader, knowing: Self.responseNames),
            emptyBody: reader.optional("emptyBody").map {
                template($0, knowing: Self.responseNames)
            },
            basis: reader.optional("basis", as: .choice, default: .documented),
            location: node.location
        )
    }
}
