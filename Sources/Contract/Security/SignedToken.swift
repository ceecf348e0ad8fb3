import Cryptography
import JSON

/// A JSON Web Token in its compact form, signed with the client's own key.
///
/// Source: RFC 7515 §3.1 and §7.1, RFC 7518 §3, RFC 7519.
package struct SignedToken: Equatable, Sendable {
    /// A signature algorithm by its name in the token's header.
    package enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case es256 = "ES256"
        case rs256 = "RS256"
        case hs256 = "HS256"
    }

    package let algorithm: Algorithm
    /// A private key in PEM form; for HS256 the shared secret.
    package let key: Template
    /// Members of the header besides `alg`.
    package let header: [TemplateValue.Member]
    package let claims: [TemplateValue.Member]
    /// How long one token is used; `nil` makes a token for every request.
    package let reuse: Duration?
    package let location: SourceLocation

    package init(
        algorithm: Algorithm,
        key: Template,
        header: [TemplateValue.Member],
        claims: [TemplateValue.Member],
        reuse: Duration?,
        location: SourceLocation
    ) {
        self.algorithm = algorithm
        self.key = key
        self.header = header
        self.claims = claims
        self.reuse = reuse
        self.location = location
    }
}

extension SignedToken {
    /// Makes a token.
    ///
    /// - Parameter evaluator: Defines the names the token uses; `{{now}}` is its time.
    /// - Returns: The token.
    /// - Throws: `TemplateError` for an undefined name, or an invalid key.
    package func token(using evaluator: inout Evaluator) throws(TemplateError) -> AccessToken {
        var head = JSONObject([.init(name: "alg", value: .string(algorithm.rawValue))])
        for member in header { head[member.name] = try evaluator.value(of: member.value) }
        let claims = try evaluator.value(of: .object(claims))
        let input = [JSONValue.object(head), claims]
            .map { Self.encoded(Array($0.text.utf8)) }.joined(separator: ".")
        let signature = Self.encoded(try signature(of: Array(input.utf8), using: &evaluator))
        return AccessToken(text: "\(input).\(signature)", lifetime: reuse, secret: signature)
    }

    private func signature(
        of message: [UInt8],
        using evaluator: inout Evaluator
    ) throws(TemplateError) -> [UInt8] {
        let key = try evaluator.text(of: key)
        do {
            switch algorithm {
            case .es256: return try SigningKey(pem: key, algorithm: .es256).signature(of: message)
            case .rs256: return try SigningKey(pem: key, algorithm: .rs256).signature(of: message)
            case .hs256:
                return HMAC.authenticationCode(.sha256, key: Array(key.utf8), message: message)
            }
        } catch {
            throw TemplateError("\"key\": \(error)", at: self.key.location ?? location)
        }
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        Base64.encode(bytes, alphabet: .url, padded: false)
    }
}
