package import Cryptography

/// A keyed hash of a string composed from the request.
package struct HMACSignature: Equatable, Sendable {
    /// The text form of a hash.
    package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
        case base64, base64url, hex
    }

    /// The encoding of a key's text.
    package enum KeyEncoding: String, Hashable, Sendable, CaseIterable {
        case text, base64, hex
    }

    /// The place of the signature.
    package enum Place: Equatable, Sendable {
        case header(String)
        case query(String)
    }

    /// One source of `name=value` items.
    package enum Parameter: Equatable, Sendable {
        case constant(name: String, value: Template)
        case header(String)
        /// Query items as in the request target; all of them for `*`.
        case query(String, methods: [String]?)
    }

    /// The rule for signing responses.
    package struct Response: Equatable, Sendable {
        package let header: String
        package let stringToSign: Template
        /// Used in place of `stringToSign` when the response has no body.
        package let emptyBody: Template?
        package let basis: Basis
        package let location: SourceLocation

        package init(
            header: String,
            stringToSign: Template,
            emptyBody: Template?,
            basis: Basis,
            location: SourceLocation
        ) {
            self.header = header
            self.stringToSign = stringToSign
            self.emptyBody = emptyBody
            self.basis = basis
            self.location = location
        }
    }

    package let algorithm: HashAlgorithm
    package let key: Template
    package let keyEncoding: KeyEncoding
    /// Texts that are signed in sequence, each result being the key for the next, before the
    /// request is signed.
    package let derivation: [Template]
    package let encoding: TextEncoding
    package let parameters: [Parameter]
    /// The header fields in `{{canonicalHeaders}}` and `{{signedHeaders}}`, in lower case and in
    /// byte order.
    package let signedHeaders: [String]
    /// The template that `{{canonicalRequest.sha256}}` hashes.
    package let canonicalRequest: Template?
    package let stringToSign: Template
    package let place: Place
    /// The text at that place, around `{{signature}}`; `nil` for the signature alone.
    package let value: Template?
    package let response: Response?

    package init(
        algorithm: HashAlgorithm,
        key: Template,
        keyEncoding: KeyEncoding = .text,
        derivation: [Template] = [],
        encoding: TextEncoding,
        parameters: [Parameter],
        signedHeaders: [String] = [],
        canonicalRequest: Template? = nil,
        stringToSign: Template,
        place: Place,
        value: Template? = nil,
        response: Response?
    ) {
        self.algorithm = algorithm
        self.key = key
        self.keyEncoding = keyEncoding
        self.derivation = derivation
        self.encoding = encoding
        self.parameters = parameters
        self.signedHeaders = Set(signedHeaders.map { $0.lowercased() }).sorted()
        self.canonicalRequest = canonicalRequest
        self.stringToSign = stringToSign
        self.place = place
        self.value = value
        self.response = response
    }
}
