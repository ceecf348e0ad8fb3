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
    /// What `{{accessToken}}` stands for in the header and query fields; `nil` when there is none.
    package let token: TokenSource?

    package init(
        name: String,
        headers: [TemplateValue.Member] = [],
        query: [TemplateValue.Member] = [],
        form: [TemplateValue.Member] = [],
        signature: HMACSignature? = nil,
        token: TokenSource? = nil
    ) {
        self.name = name
        self.headers = headers
        self.query = query
        self.form = form
        self.signature = signature
        self.token = token
    }
}
