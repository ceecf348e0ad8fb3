import Contract
import Cryptography
import JSON

extension SecurityDecoder {
    func hmac(_ name: String, _ reader: KeyReader<HMACSchemeKeys>) -> SecurityScheme {
        let keys = keys(reader)
        let signedHeaders = reader[\.signedHeaders] ?? []
        let canonical = reader[\.canonicalRequest]
        var names = Self.requestNames
        if !signedHeaders.isEmpty {
            names["signedHeaders"] = []
            names["canonicalHeaders"] = []
        }
        let canonicalRequest = canonical.map { template($0, knowing: names) }
        var signedNames = names
        if canonical != nil { signedNames["canonicalRequest"] = ["sha256"] }
        let (place, value) = place(reader[\.into], knowing: names)
        let signature = HMACSignature(
            algorithm: reader[\.algorithm],
            key: keys.first ?? Template(parts: []),
            keyEncoding: reader[\.keyEncoding],
            derivation: Array(keys.dropFirst()),
            encoding: reader[\.encode],
            parameters: parameters(reader[\.parameters]),
            signedHeaders: signedHeaders,
            canonicalRequest: canonicalRequest,
            stringToSign: template(reader[\.stringToSign], knowing: signedNames),
            place: place,
            value: value,
            response: response(reader[\.response])
        )
        return SecurityScheme(
            name: name,
            headers: fields(reader[\.headers]),
            query: fields(reader[\.query]),
            signature: signature
        )
    }

    /// The key, or a list of texts: the first signs the second, the result signs the third, and so
    /// on; the last result is the key.
    private func keys(_ reader: KeyReader<HMACSchemeKeys>) -> [Template] {
        guard let node = reader[\.key] else { return [] }
        guard let elements = node.elements else { return [template(node, knowing: [:])] }
        if elements.isEmpty { diagnostics.mismatch("a text, or a list of texts", at: node) }
        return elements.map { template($0, knowing: [:]) }
    }

    private func place(
        _ node: YAMLNode?,
        knowing names: [String: [String]]
    ) -> (HMACSignature.Place, value: Template?) {
        let none = HMACSignature.Place.header("Authorization")
        guard let node,
            let reader = KeyReader(node, of: "\"into\"", SignaturePlaceKeys.self, diagnostics)
        else {
            return (none, nil)
        }
        defer { reader.finish() }
        var names = names
        names["signature"] = []
        names["parameters"] = nil
        names["request"] = names["request"]?.filter { $0 != "body" }
        let value = reader[\.value].map { template($0, knowing: names) }
        if let value, !value.names.contains("signature"), let place = reader.node["value"] {
            diagnostics.error("\"value\" has no {{signature}} in it", at: place)
        }
        guard let entry = reader.exactlyOne(\.field),
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
        guard
            let reader = KeyReader(
                node,
                of: "a signed parameter",
                SignedParameterKeys.self,
                diagnostics
            )
        else {
            return nil
        }
        defer { reader.finish() }
        guard let entry = reader.exactlyOne(\.source),
            let name = entry.value.decoded(as: .filled("a name"), diagnostics)
        else {
            reader.passOver()
            return nil
        }
        switch entry.key.text {
        case "header": return .header(name)
        case "query":
            return .query(name, methods: reader[\.methods])
        default: return .constant(name: name, value: template(reader.required(\.value)))
        }
    }

    private func response(_ node: YAMLNode?) -> HMACSignature.Response? {
        guard let node,
            let reader = KeyReader(
                node,
                of: "a response signature",
                ResponseSignatureKeys.self,
                diagnostics
            )
        else { return nil }
        defer { reader.finish() }
        _ = context.doc(reader[\.doc])
        return HMACSignature.Response(
            header: reader[\.header] ?? "",
            stringToSign: template(reader[\.stringToSign], knowing: Self.responseNames),
            emptyBody: reader[\.emptyBody].map {
                template($0, knowing: Self.responseNames)
            },
            basis: reader[\.basis],
            location: node.location
        )
    }
}
