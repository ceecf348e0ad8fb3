extension SecurityScheme {
    /// Every template of the scheme, for finding undefined names.
    package var templates: [Template] {
        let fields =
            (headers + query + form).flatMap(\.value.templates) + (token?.templates ?? [])
            + (digest.map { [$0.name, $0.password] } ?? [])
        guard let signature else { return fields }
        let constants = signature.parameters.flatMap { parameter -> [Template] in
            guard case .constant(_, let value) = parameter else { return [] }
            return [value]
        }
        let response = signature.response.map { [$0.stringToSign, $0.emptyBody] } ?? []
        let own = [signature.canonicalRequest, signature.value].compactMap(\.self)
        return fields + constants + [signature.key, signature.stringToSign] + own
            + signature.derivation + response.compactMap(\.self)
    }

    /// Names that the scheme defines itself, whatever the contract defines.
    package var ownNames: Set<String> {
        var names: Set<String> = []
        if token != nil { names.insert(TokenSource.name) }
        guard let signature else { return names }
        names.formUnion(["request", "response", "parameters", "stringToSign"])
        if signature.value != nil { names.insert("signature") }
        if signature.canonicalRequest != nil { names.insert("canonicalRequest") }
        if !signature.signedHeaders.isEmpty {
            names.formUnion(["signedHeaders", "canonicalHeaders"])
        }
        return names
    }
}
