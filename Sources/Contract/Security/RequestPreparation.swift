import JSON

/// Turns a request of the contract into what goes on the wire: values, spelling, signature,
/// tampering, in that order.
package struct RequestPreparation: Sendable {
    package let encoder: RequestEncoder
    package let scheme: SecurityScheme?
    /// Edits made after signing.
    package let tamper: [RequestEdit]

    package init(encoder: RequestEncoder, scheme: SecurityScheme?, tamper: [RequestEdit] = []) {
        self.encoder = encoder
        self.scheme = scheme
        self.tamper = tamper
    }
}

/// A request ready to be sent.
package struct PreparedRequest: Hashable, Sendable {
    package let request: HTTPRequest
    /// The text that was signed; `nil` when nothing was.
    package let stringToSign: String?
}

extension RequestPreparation {
    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - template: The request with the step's edits in it.
    ///   - evaluator: The names in scope; random values are drawn from it.
    /// - Returns: The request and what was signed.
    /// - Throws: `TemplateError` for what cannot be laid out.
    package func prepared(
        _ template: RequestTemplate,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> PreparedRequest {
        let document = try evaluator.value(of: template.document)
        var request = RequestTemplate(
            sections: TemplateValue.constant(document).members ?? [],
            location: template.location
        )
        var signed: String?
        if let scheme {
            try add(scheme, to: &request, using: &evaluator)
            if let signature = scheme.signature {
                signed = try sign(&request, signature, using: evaluator)
            }
        }
        for edit in tamper { try request.apply(try evaluated(edit, using: &evaluator)) }
        return PreparedRequest(request: try encoder.encoded(request), stringToSign: signed)
    }

    private func add(
        _ scheme: SecurityScheme,
        to request: inout RequestTemplate,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        var headers: [TemplateValue.Member] = []
        for header in scheme.headers {
            let value = TemplateValue.constant(try evaluator.value(of: header.value))
            headers.append(TemplateValue.Member(name: header.name, value: value))
        }
        request.addHeaders(headers, replacing: false)
        for field in scheme.query {
            try addQuery(field.name, try evaluator.value(of: field.value), to: &request)
        }
    }

    private func sign(
        _ request: inout RequestTemplate,
        _ signature: HMACSignature,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        let text = try signature.stringToSign(for: encoder.encoded(request), using: evaluator)
        let code = JSONValue.string(try signature.sign(text, using: evaluator))
        switch signature.place {
        case .header(let name):
            request.addHeaders(
                [TemplateValue.Member(name: name, value: .constant(code))],
                replacing: true
            )
        case .query(let name):
            try addQuery(name, code, to: &request)
        }
        return text
    }

    private func addQuery(
        _ name: String,
        _ value: JSONValue,
        to request: inout RequestTemplate
    ) throws(TemplateError) {
        if let verbatim = request.constant("query") {
            let item = QueryEncoding.percent.encoded([(name, value.scalarText)])
            let query = verbatim.isEmpty ? item : "\(verbatim)&\(item)"
            request.replace("query", with: .constant(.string(query)))
        } else {
            try request.set(.constant(value), at: ["query", name])
        }
    }

    private func evaluated(
        _ edit: RequestEdit,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> RequestEdit {
        guard case .set(let value) = edit.action else { return edit }
        return RequestEdit(
            pointer: edit.pointer,
            action: .set(.constant(try evaluator.value(of: value))),
            location: edit.location
        )
    }
}
