import Cryptography
package import HTTP
import JSON

/// A token that a server grants to a client with a secret.
///
/// Source: RFC 6749 §2.3.1, §4.4 and §5.
package struct TokenGrant: Equatable, Sendable {
    /// The authentication of the client.
    package enum Authentication: String, Hashable, Sendable, CaseIterable {
        /// In `Authorization`, as `client_secret_basic` in OAuth.
        case basic
        /// In the form, as `client_secret_post` in OAuth.
        case post
    }

    /// The token request, with further form fields.
    package let request: RequestTemplate
    package let clientID: Template
    package let clientSecret: Template
    package let authentication: Authentication
    /// Empty for the server's default.
    package let scope: [Template]
    package let location: SourceLocation

    package init(
        request: RequestTemplate,
        clientID: Template,
        clientSecret: Template,
        authentication: Authentication,
        scope: [Template],
        location: SourceLocation
    ) {
        self.request = request
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.authentication = authentication
        self.scope = scope
        self.location = location
    }
}

// MARK: - Asking

extension TokenGrant {
    /// The request for a token, without templates.
    ///
    /// - Parameter evaluator: Defines the names the scheme uses.
    /// - Returns: A request document; values of the contract take precedence over those of OAuth.
    /// - Throws: `TemplateError` for a name that is not defined.
    package func tokenRequest(
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> RequestTemplate {
        let id = try evaluator.text(of: clientID)
        let secret = try evaluator.text(of: clientSecret)
        var fields: [(name: String, value: String)] = [("grant_type", "client_credentials")]
        if !scope.isEmpty {
            var words: [String] = []
            for word in scope { words.append(try evaluator.text(of: word)) }
            fields.append(("scope", words.joined(separator: " ")))
        }
        if authentication == .post { fields += [("client_id", id), ("client_secret", secret)] }
        var headers = [
            Self.member("Content-Type", "application/x-www-form-urlencoded"),
            Self.member("Accept", "application/json"),
        ]
        if authentication == .basic { headers.append(Self.basic(id, secret)) }
        let document = TemplateValue.constant(try evaluator.value(of: request.document))
        var result = RequestTemplate(sections: document.members ?? [], location: request.location)
        let given = result["form"]?.members ?? []
        let own = fields.filter { field in !given.contains { $0.name == field.name } }
        result.replace("form", with: .object(own.map { Self.member($0.name, $0.value) } + given))
        result.addHeaders(headers, replacing: false)
        return result
    }

    private static func basic(_ id: String, _ secret: String) -> TemplateValue.Member {
        let pair = [id, secret].map(QueryEncoding.form.encoded).joined(separator: ":")
        return member("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))")
    }

    private static func member(_ name: String, _ value: String) -> TemplateValue.Member {
        TemplateValue.Member(name: name, value: .constant(.string(value)))
    }
}

// MARK: - Reading the response

extension TokenGrant {
    /// The token in a response.
    ///
    /// It is used until a tenth of its lifetime is left, at most half a minute, so that it does not
    /// expire in transit.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    /// - Returns: The token, without an end when the response has none.
    /// - Throws: `TemplateError` with the actual response.
    package func token(
        in response: HTTPResponse,
        to request: HTTPRequest
    ) throws(TemplateError) -> AccessToken {
        guard (200...299).contains(response.status) else {
            throw refusal("\(request.url) answered \(Self.words(response, request))")
        }
        let body: JSONValue
        do {
            body = try Subject(response, to: request).json()
        } catch {
            throw refusal("\(request.url) answered \(response.status) with \(error.actual)")
        }
        guard let text = body["access_token"]?.stringValue, !text.isEmpty else {
            let found = JSONObject(
                (body.objectValue ?? JSONObject()).members.filter { !$0.name.hasSuffix("token") }
            )
            let shown = JSONValue.object(found).text(maximumLength: 120)
            throw refusal("the response of \(request.url) has no \"access_token\": \(shown)")
        }
        let seconds = Self.seconds(body["expires_in"])
        return AccessToken(
            text: text,
            lifetime: seconds.flatMap(Self.lifetime),
            validity: seconds.map { .seconds($0) }
        )
    }

    /// The reason for a missing token, for the step that needs one.
    package func refusal(_ reason: String) -> TemplateError {
        TemplateError("no access token: \(reason)", at: location)
    }

    /// `401: invalid_client (unknown client)`, or the status and the beginning of the body.
    private static func words(_ response: HTTPResponse, _ request: HTTPRequest) -> String {
        guard let body = try? Subject(response, to: request).json(),
            let code = body["error"]?.stringValue
        else {
            let body = String(decoding: response.body.prefix(120), as: UTF8.self)
            return body.isEmpty ? "\(response.status)" : "\(response.status): \(body)"
        }
        let details = body["error_description"]?.stringValue.map { " (\($0))" } ?? ""
        return "\(response.status): \(code)\(details)"
    }

    /// The number of `expires_in`, which can be a text; `nil` for none, and for one beyond thirty years.
    private static func seconds(_ value: JSONValue?) -> Int? {
        let seconds = value?.intValue ?? value?.stringValue.flatMap { Int($0) }
        return seconds.flatMap { $0 <= 1_000_000_000 ? max($0, -1_000_000_000) : nil }
    }

    private static func lifetime(_ seconds: Int) -> Duration? {
        seconds < 0 ? nil : .seconds(seconds) - min(.seconds(30), .seconds(seconds) / 10)
    }
}
