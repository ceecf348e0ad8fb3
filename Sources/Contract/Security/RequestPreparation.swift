package import HTTP
import JSON

/// Turns a request of the contract into one for the wire: values, encoding, signature, tampering,
/// in that order.
package struct RequestPreparation: Sendable {
    package var encoder: RequestEncoder
    package let scheme: SecurityScheme?
    /// The value of `{{accessToken}}` in the scheme's fields.
    package var accessToken: String?
    /// Edits after signing.
    package let tamper: [RequestEdit]

    package init(
        encoder: RequestEncoder,
        scheme: SecurityScheme?,
        accessToken: String? = nil,
        tamper: [RequestEdit] = []
    ) {
        self.encoder = encoder
        self.scheme = scheme
        self.accessToken = accessToken
        self.tamper = tamper
    }
}

/// A request ready to be sent.
package struct PreparedRequest: Equatable, Sendable {
    package let request: HTTPRequest
    /// The text that was signed, with U+FFFD for bytes that are not text; `nil` if nothing was signed.
    package let stringToSign: String?
    /// The number of redirects to follow; zero for none.
    package var redirects = 0
    /// The credentials for a challenge of the server; `nil` for none.
    package var digest: DigestCredentials?
    /// The header fields that no other server gets.
    package var credentialFields: [String] = []
    /// The header fields that authenticate requests of its operation; a request without them is to have none.
    package var decidedFields: [String] = []
}

extension RequestPreparation {
    /// Prepares a request.
    ///
    /// - Parameters:
    ///   - template: The request with the step's edits in it.
    ///   - evaluator: The names in scope; random values are drawn from it.
    /// - Returns: The request and the signed text.
    /// - Throws: `TemplateError` for a request that cannot be encoded.
    package func prepared(
        _ template: RequestTemplate,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> PreparedRequest {
        do {
            let document = try evaluator.value(of: template.document)
            var request = RequestTemplate(
                sections: TemplateValue.constant(document).members ?? [],
                location: template.location
            )
            if let scheme { try add(scheme, to: &request, using: &evaluator) }
            var prepared = try signed(request, using: &evaluator)
            prepared.redirects = request.redirects
            prepared.credentialFields = scheme?.credentialFields ?? []
            if let user = scheme?.digest {
                prepared.digest = DigestCredentials(
                    username: try evaluator.text(of: user.name),
                    password: try evaluator.text(of: user.password)
                )
            }
            return prepared
        } catch {
            throw error.placed(at: template.location)
        }
    }

    /// Signs and tampers; a request that only gets a header field is encoded once.
    private func signed(
        _ request: RequestTemplate,
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> PreparedRequest {
        var request = request
        var encoded = try encoder.encoded(request)
        var text: [UInt8]?
        if let signature = scheme?.signature {
            let signed = try signature.stringToSign(for: encoded, using: evaluator)
            let code = try signature.fieldValue(
                of: try code(of: signed, signature, using: evaluator),
                for: encoded,
                using: evaluator
            )
            text = signed
            switch signature.place {
            case .header(let name):
                encoded.headers.set(name, code)
                let field = TemplateValue.Member(name: name, value: .constant(.string(code)))
                request.addHeaders([field], replacing: true)
            case .query(let name):
                try addQuery(name, .string(code), to: &request)
                encoded = try encoder.encoded(request)
            }
        }
        if !tamper.isEmpty {
            for edit in tamper { try request.apply(try evaluated(edit, using: &evaluator)) }
            encoded = try encoder.encoded(request)
        }
        return PreparedRequest(
            request: encoded,
            stringToSign: text.map { String(decoding: $0, as: UTF8.self) }
        )
    }

    /// The signature of a message, unless there is a stand-in for it.
    private func code(
        of message: [UInt8],
        _ signature: HMACSignature,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        if let standIn = evaluator.standIns?.signature(of: message) { return standIn }
        return try signature.sign(message, using: evaluator)
    }

    private func add(
        _ scheme: SecurityScheme,
        to request: inout RequestTemplate,
        using evaluator: inout Evaluator
    ) throws(TemplateError) {
        let outer = evaluator.scope[TokenSource.name]
        if let accessToken { evaluator.scope[TokenSource.name] = .string(accessToken) }
        defer { evaluator.scope[TokenSource.name] = outer }
        let used = scheme.headers.flatMap(\.value.templates).flatMap(\.references)
        let describes = scheme.signature != nil && used.contains { $0.first == "request" }
        if describes {
            let encoded = try encoder.encoded(request)
            evaluator.scope["request"] = encoded.signedParts(used: used, using: evaluator)
        }
        defer { if describes { evaluator.scope["request"] = nil } }
        var headers: [TemplateValue.Member] = []
        for header in scheme.headers {
            let value = TemplateValue.constant(try evaluator.value(of: header.value))
            headers.append(TemplateValue.Member(name: header.name, value: value))
        }
        request.addHeaders(headers, replacing: false)
        for field in scheme.query {
            try addQuery(field.name, try evaluator.value(of: field.value), to: &request)
        }
        for field in scheme.form {
            let value = TemplateValue.constant(try evaluator.value(of: field.value))
            try request.set(value, at: ["form", field.name])
        }
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
