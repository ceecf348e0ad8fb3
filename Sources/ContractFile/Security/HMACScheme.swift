import Contract
import Cryptography
import JSON

struct HMACSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "hmacScheme"
    static let outline = TableOutline(
        "A keyed hash (HMAC) of a string that is composed from the request.",
        examples: #"""
            - { type: hmac, algorithm: sha256, key: "{{clientKey}}", keyEncoding: text,
                encode: base64, headers: { X-Timestamp: "{{now rfc3339-ms}}" }, query: { v: "2" },
                parameters: [{ header: X-Timestamp }], signedHeaders: [host, x-timestamp],
                canonicalRequest: "{{request.method}}\n{{canonicalHeaders}}\n{{signedHeaders}}\n{{request.bodySha256}}",
                stringToSign: "{{request.method}}\n{{request.path}}\n{{parameters}}\n{{canonicalRequest.sha256}}",
                into: { header: X-Signature }, response: { header: X-Response-Signature,
                stringToSign: "{{stringToSign}}\n{{response.body}}" } }
            """#
    )

    let type = SchemeType.hmac.key
    let algorithm = DefaultKey(
        "algorithm",
        .choice,
        default: HashAlgorithm.sha256,
        "sha256",
        "The hash function."
    )
    let key = Key(
        "key",
        .node([
            "type": ["string", "number", "boolean", "array"], "minItems": 1,
            "items": ["$ref": "#/$defs/text"],
        ]),
        "The secret key; in a list, the first string signs the second, the result signs the third, "
            + "and so on; the last result is the key.",
        required: true
    )
    let keyEncoding = DefaultKey(
        "keyEncoding",
        .choice,
        default: HMACSignature.KeyEncoding.text,
        "text",
        "The encoding of the key."
    )
    let encode = DefaultKey(
        "encode",
        .choice,
        default: HMACSignature.TextEncoding.base64,
        "base64",
        "The encoding of the signature."
    )
    let headers = Key("headers", .node("fields"), "Header fields that are added before signing.")
    let query = Key("query", .node("fields"), "Query fields that are added before signing.")
    let parameters = Key(
        "parameters",
        .node(["type": "array", "items": ["$ref": "#/$defs/signedParameter"]]),
        "The items that `{{parameters}}` lists as name=value, sorted by name and joined by &."
    )
    let signedHeaders = Key(
        "signedHeaders",
        .list(of: .string),
        "Header fields that `{{canonicalHeaders}}` lists as name:value lines in byte "
            + "order, and `{{signedHeaders}}` by their names joined with ;."
    )
    let canonicalRequest = Key(
        "canonicalRequest",
        .node("text"),
        "A string whose SHA-256 is `{{canonicalRequest.sha256}}` in the string to sign."
    )
    let stringToSign = Key(
        "stringToSign",
        .node("text"),
        "The string to sign, composed of `{{request.method}}`, host, hostname, path, query, "
            + "sortedQuery, canonicalPath, canonicalQuery, target, url, body, bodySha256, "
            + "bodySha256Base64, bodyMd5Base64, `{{request.headers.name}}` and `{{parameters}}`.",
        required: true
    )
    let into = Key("into", .node("signaturePlace"), required: true)
    let response = Key("response", .node(ResponseSignatureKeys.self))
}

struct SignedParameterKeys: KeyTable {
    static let keys = Self()
    static let name = "signedParameter"
    static let outline = TableOutline(
        "A source of name=value items to sign.",
        rules: [
            .requires("name", "value"), ["dependentSchemas": ["value": .has("name")]],
            ["dependentSchemas": ["methods": .has("query")]],
        ],
        examples: #"""
            - { name: SignatureVersion, value: "2" }
            - { header: X-Timestamp }
            - { query: "*", methods: [GET] }
            """#
    )

    let source = KeyList(oneOf: [
        Key("name", .filledText, "The name of a constant item."),
        Key("header", .filledText, "The name of a header field of the request."),
        Key(
            "query",
            .filledText,
            "The name of a query field of the request, or * for all."
        ),
    ])
    let value = Key("value", .node("text"), "The value of a constant item.")
    let methods = Key(
        "methods",
        .list(of: .string),
        "The methods for which the query is signed; all by default."
    )
}

struct SignaturePlaceKeys: KeyTable {
    static let keys = Self()
    static let name = "signaturePlace"
    static let outline = TableOutline(
        "The place of the signature.",
        examples: #"""
            - { header: X-Signature, value: "sha256={{signature}}" }
            - { query: signature, value: "v1,{{signature}}" }
            """#
    )

    let value = Key("value", .node("signatureValue"))
    let field = KeyList(oneOf: [
        Key("header", .filledText, "The header field that contains the signature."),
        Key("query", .filledText, "The query field that contains the signature."),
    ])
}

struct ResponseSignatureKeys: KeyTable {
    static let keys = Self()
    static let name = "responseSignature"
    static let outline = TableOutline(
        "The signature of responses, made with the same key.",
        examples: #"""
            - { header: X-Response-Signature, stringToSign: "{{stringToSign}}\n{{response.body}}",
                emptyBody: "{{stringToSign}}", basis: observed, doc: "guide#Signature" }
            """#
    )

    let header = Key(
        "header",
        .filled("the name of a field"),
        "The header field that contains the signature of a response.",
        required: true
    )
    let stringToSign = Key(
        "stringToSign",
        .node("text"),
        "The string to sign, composed of `{{stringToSign}}` of the request, `{{response.body}}` "
            + "and the names of the request.",
        required: true
    )
    let emptyBody = Key(
        "emptyBody",
        .node("text"),
        "The string to sign instead if the response has no body."
    )
    let basis = DefaultKey("basis", .basis, default: Basis.documented, "documented")
    let doc = Key("doc", .node("doc"))
}

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
            diagnostics.error("\"value\" does not contain {{signature}}", at: place)
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
