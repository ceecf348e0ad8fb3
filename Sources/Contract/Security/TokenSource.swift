import Base
import JSON

/// The source of a security scheme's access token.
package indirect enum TokenSource: Equatable, Sendable {
    /// Made here and signed with a key.
    case signed(SignedToken)
    /// Requested from a server.
    case granted(TokenGrant)

    /// The name by which the scheme's own fields refer to the token.
    package static let name = "accessToken"

    /// The templates to evaluate.
    package var templates: [Template] {
        switch self {
        case .signed(let token):
            [token.key] + (token.header + token.claims).flatMap(\.value.templates)
        case .granted(let grant):
            [grant.clientID, grant.clientSecret] + grant.scope
                + grant.request.document.templates
        }
    }

    /// Everything that a token depends on except the time, as one text; equal ones can share a
    /// token.
    ///
    /// The text contains keys: it is for comparing and must not be shown.
    package func identity(using evaluator: Evaluator) throws(TemplateError) -> String {
        var fixed = evaluator
        fixed.now = Timestamp(nanosecondsSince1970: 0)
        fixed.random = RandomSource(seed: 0, name: "")
        var parts: [String] = []
        switch self {
        case .signed(let token):
            parts = [token.algorithm.rawValue, try fixed.text(of: token.key)]
            for members in [token.header, token.claims] {
                parts.append(try fixed.value(of: .object(members)).text)
            }
        case .granted(let grant):
            parts = [grant.authentication.rawValue]
            for template in [grant.clientID, grant.clientSecret] + grant.scope {
                parts.append(try fixed.text(of: template))
            }
            parts.append(try fixed.value(of: grant.request.document).text)
        }
        return parts.map { "\($0.utf8.count):\($0)" }.joined()
    }
}

/// A token, and how long it can be used.
package struct AccessToken: Equatable, Sendable {
    package let text: String
    /// How long it is used, counted from its creation or receipt; `nil` for no end.
    package let lifetime: Duration?
    /// How long it is valid in total, from the same time on: the upper limit of its use, and zero or less when it has
    /// expired already; `nil` for no end.
    package let validity: Duration?
    /// The part without which the rest is worthless, and which must not be shown.
    package let secret: String

    /// - Parameters:
    ///   - text: The token.
    ///   - lifetime: How long it is used; `nil` for no end.
    ///   - validity: How long it is valid in total; `nil` for as long as it is used.
    ///   - secret: The part that must not be shown; `nil` for all of it.
    package init(
        text: String,
        lifetime: Duration?,
        validity: Duration? = nil,
        secret: String? = nil
    ) {
        self.text = text
        self.lifetime = lifetime
        self.validity = validity ?? lifetime
        self.secret = secret ?? text
    }
}
