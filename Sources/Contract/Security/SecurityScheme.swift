/// The way a request is authenticated.
package struct SecurityScheme: Equatable, Sendable {
    package let name: String
    /// Header fields that are added before signing; existing ones stay.
    package let headers: [TemplateValue.Member]
    /// Query fields that are added before signing.
    package let query: [TemplateValue.Member]
    /// Fields that are added to the form of the request.
    package let form: [TemplateValue.Member]
    /// `nil` for schemes that sign nothing.
    package let signature: HMACSignature?
    /// The user for digest authentication; `nil` for other schemes.
    package let digest: DigestUser?
    /// The source of `{{accessToken}}` in the header and query fields; `nil` for none.
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

/// The user who responds to challenges of a server (RFC 7616), as in the contract.
package struct DigestUser: Equatable, Sendable {
    package let name: Template
    package let password: Template

    package init(name: Template, password: Template) {
        self.name = name
        self.password = password
    }
}

extension SecurityScheme {
    /// The header fields that authenticate a request, and are for one server alone.
    package var credentialFields: [String] {
        var names = headers.map(\.name)
        if case .header(let name)? = signature?.place { names.append(name) }
        return names
    }
}
