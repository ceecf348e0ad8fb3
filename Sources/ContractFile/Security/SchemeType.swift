import Contract

/// The kinds of security schemes: the list in which a new one begins.
///
/// Each has a file of its own with its keys and what they make; the editor schema and the reference
/// chapter follow from this list.
enum SchemeType: String, CaseIterable {
    case hmac, apiKey, http, jwt, oauth2

    /// The keys of such a scheme; several tables where another key tells them apart.
    var forms: [any KeyTable.Type] {
        switch self {
        case .hmac: [HMACSchemeKeys.self]
        case .apiKey: [APIKeySchemeKeys.self]
        case .http: [BearerSchemeKeys.self, BasicSchemeKeys.self, DigestSchemeKeys.self]
        case .jwt: [JWTSchemeKeys.self]
        case .oauth2: [OAuth2SchemeKeys.self]
        }
    }

    /// The key that says so.
    var key: Key<SchemeType> {
        Key("type", .only(self), "The kind of the scheme.", required: true)
    }

    /// The keys of the mappings in it.
    var parts: [any KeyTable.Type] {
        switch self {
        case .hmac: [SignedParameterKeys.self, SignaturePlaceKeys.self, ResponseSignatureKeys.self]
        case .oauth2: [TokenRequestKeys.self]
        case .apiKey, .http, .jwt: []
        }
    }

    /// The scheme that a mapping of this type is.
    ///
    /// - Parameters:
    ///   - name: What operations call it.
    ///   - reader: The mapping.
    ///   - decoder: Reads it.
    /// - Returns: The scheme.
    func scheme(
        _ name: String,
        _ reader: KeyReader<SchemeTypeKeys>,
        _ decoder: SecurityDecoder
    ) -> SecurityScheme {
        switch self {
        case .hmac: decoder.hmac(name, reader.with(HMACSchemeKeys.keys))
        case .apiKey: decoder.apiKey(name, reader.with(APIKeySchemeKeys.keys))
        case .http: decoder.http(name, reader.with(HTTPSchemeKeys()))
        case .jwt: decoder.jwt(name, reader.with(JWTSchemeKeys.keys))
        case .oauth2: decoder.oauth2(name, reader.with(OAuth2SchemeKeys.keys))
        }
    }
}

/// The key that says which kind of scheme a mapping is.
struct SchemeTypeKeys: KeyGroup {
    let type = Key("type", NodeDecoder<SchemeType>.choice, required: true)
}
