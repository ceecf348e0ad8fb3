package import Cryptography

/// How a request proves who sends it.
package struct SecurityScheme: Hashable, Sendable {
    package let name: String
    /// Header fields that are added before signing; one the request has already stays.
    package let headers: [TemplateValue.Member]
    /// Query fields that are added before signing.
    package let query: [TemplateValue.Member]
    /// `nil` for schemes that sign nothing.
    package let signature: HMACSignature?

    package init(
        name: String,
        headers: [TemplateValue.Member] = [],
        query: [TemplateValue.Member] = [],
        signature: HMACSignature? = nil
    ) {
        self.name = name
        self.headers = headers
        self.query = query
        self.signature = signature
    }
}

/// A keyed hash over a string composed from the request.
package struct HMACSignature: Hashable, Sendable {
    /// How the bytes of a hash become text.
    package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
        case base64, base64url, hex
    }

    /// Where the signature goes.
    package enum Place: Hashable, Sendable {
        case header(String)
        case query(String)
    }

    /// One source of `name=value` items.
    package enum Parameter: Hashable, Sendable {
        case constant(name: String, value: Template)
        case header(String)
        /// Query items as they stand in the request target; all of them for `*`.
        case query(String, methods: [String]?)
    }

    /// How answers are signed in turn.
    package struct Response: Hashable, Sendable {
        package let header: String
        package let stringToSign: Template
        /// Used in place of `stringToSign` when the answer has no body.
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
    package let encoding: TextEncoding
    package let parameters: [Parameter]
    package let stringToSign: Template
    package let place: Place
    package let response: Response?

    package init(
        algorithm: HashAlgorithm,
        key: Template,
        encoding: TextEncoding,
        parameters: [Parameter],
        stringToSign: Template,
        place: Place,
        response: Response?
    ) {
        self.algorithm = algorithm
        self.key = key
        self.encoding = encoding
        self.parameters = parameters
        self.stringToSign = stringToSign
        self.place = place
        self.response = response
    }
}
