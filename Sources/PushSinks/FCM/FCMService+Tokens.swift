import Cryptography
import HTTP
import JSON

/// A refusal of a request for an access token (RFC 6749 §5.2).
private struct GrantRefusal: Error, Hashable, Sendable {
    let error: String
    let description: String

    var outcome: SinkOutcome {
        var response = ServerResponse.json(
            ["error": .string(error), "error_description": .string(description)],
            FCMService.uncached
        )
        response.status = 400
        return SinkOutcome(response: response, code: error)
    }

    static func invalidGrant(_ description: String) -> GrantRefusal {
        GrantRefusal(error: "invalid_grant", description: description)
    }
}

extension FCMService {
    /// Responses with tokens must not be cached (RFC 6749 §5.1).
    fileprivate static let uncached: [HTTPFields.Field] = [
        .init(name: "Cache-Control", value: "no-store"),
        .init(name: "Pragma", value: "no-cache"),
    ]

    /// Where tokens are documented to be had.
    static let documentedOrigin = "https://oauth2.googleapis.com"

    /// The documented address, which is valid as the audience at any address.
    private static let documentedEndpoint = "\(documentedOrigin)/token"

    private static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    private static let messagingScopes: Set<Substring> = [
        "https://www.googleapis.com/auth/firebase.messaging",
        "https://www.googleapis.com/auth/cloud-platform",
    ]

    /// Grants an access token for a signed assertion (RFC 7523 §2.1).
    func grantToken(_ call: FCMCall) -> SinkOutcome {
        do throws(GrantRefusal) {
            let token = try granted(call.request)
            let body: JSONValue = [
                "access_token": .string(token),
                "expires_in": .integer(Int(AccessTokenMint.life)),
                "token_type": "Bearer",
            ]
            return SinkOutcome(response: .json(body, Self.uncached))
        } catch {
            return error.outcome
        }
    }

    private func granted(_ request: ServerRequest) throws(GrantRefusal) -> String {
        let fields = FormDecoding.fields(in: request.body)
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        guard let type = value("grant_type") else {
            throw GrantRefusal(error: "invalid_request", description: "grant_type is missing")
        }
        guard type == Self.grant else {
            throw GrantRefusal(
                error: "unsupported_grant_type",
                description: "Invalid grant_type: \(type)"
            )
        }
        guard let assertion = value("assertion"), !assertion.isEmpty else {
            throw GrantRefusal(error: "invalid_request", description: "assertion is missing")
        }
        let scopes = try scopes(of: assertion, request)
        return mint.token(
            until: options.now() + AccessTokenMint.life,
            allowsMessaging: !Self.messagingScopes.isDisjoint(with: scopes)
        )
    }

    /// Verifies an assertion, and returns the scopes that it requests.
    private func scopes(
        of assertion: String,
        _ request: ServerRequest
    ) throws(GrantRefusal) -> [Substring] {
        guard let token = CompactToken(assertion) else { throw .invalidGrant("Bad JWT") }
        let account: FCMAccount
        do { account = try serviceAccount() } catch {
            throw GrantRefusal(error: "server_error", description: "\(error)")
        }
        guard token.claims["iss"]?.stringValue == account.email else {
            throw .invalidGrant("Invalid grant: account not found")
        }
        guard token.isSigned(by: account.key) else { throw .invalidGrant("Invalid JWT Signature.") }
        let audience = token.claims["aud"]?.stringValue
        guard let audience, audiences(of: request).contains(audience) else {
            throw .invalidGrant("Invalid JWT: the audience is another endpoint")
        }
        try checkTimes(token)
        let scope = token.claims["scope"]?.stringValue ?? ""
        guard !scope.isEmpty else {
            throw GrantRefusal(
                error: "invalid_scope",
                description: "Empty or missing scope not allowed."
            )
        }
        return scope.split(separator: " ")
    }

    /// Checks that the token was not issued in the future, and expires in the future, at most an hour after that.
    private func checkTimes(_ token: CompactToken) throws(GrantRefusal) {
        let now = options.now()
        // Tolerates clock differences, like Google.
        let slack: Int64 = 60
        guard let issued = token.seconds("iat"), let expiry = token.seconds("exp"),
            issued <= now + slack, expiry > now - slack,
            expiry - issued <= AccessTokenMint.life
        else {
            throw .invalidGrant(
                "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable "
                    + "timeframe"
            )
        }
    }

    /// Valid audiences of an assertion: the documented address, and that of the request.
    private func audiences(of request: ServerRequest) -> [String] {
        guard let host = request.headers["Host"] else { return [Self.documentedEndpoint] }
        return [Self.documentedEndpoint, "http://\(host)/token", "https://\(host)/token"]
    }
}
