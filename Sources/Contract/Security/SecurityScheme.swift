/// How a request proves who sends it.
package struct SecurityScheme: Equatable, Sendable {
    package let name: String
    /// Header fields that are added before signing; one the request has already stays.
    package let headers: [TemplateValue.Member]
    /// Query fields that are added before signing.
    package let query: [TemplateValue.Member]
    /// Fields that are added to the form of the request.
    package let form: [TemplateValue.Member]
    /// `nil` for schemes that sign nothing.
    package let signature: HMACSignature?
    /// The user who is let in by digest; `nil` for schemes that do without a challenge.
    package let digest: DigestUser?
    /// What `{{accessToken}}` stands for in the header and query fields; `nil` when there is none.
    package let token: TokenSource?

    package init(
        name: String,
        headers: [TemplateValue.Member] = [],
        query: [TemplateValue.Member] = [],
        form: [TemplateValue.Member] = [],
        signature: HMACSignature? = nil,
        digest: DigestUser? = nil,
        token: TokenSource? = nil
    ) {
        self.name = name
        self.headers = headers
        self.query = query
        self.form = form
        self.signature = signature
        self.digest = digest
        self.token = token
    }
}

/// Who answers the challenges of a server (RFC 7616), as the contract writes it.
package struct DigestUser: Equatable, Sendable {
    package let name: Template
    package let password: Template

    package init(name: Template, password: Template) {
        self.name = name
        self.password = password
    }
}

extension SecurityScheme {
    /// The header fields that say who sends a request, and are for one server alone.
    package var credentialFields: [String] {
        var names = headers.map(\.name)
        if case .header(let name)? = signature?.place { names.append(name) }
        return names
    }
}
