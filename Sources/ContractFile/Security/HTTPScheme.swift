import Contract
import JSON

/// The ways of HTTP authentication.
enum HTTPScheme: String, CaseIterable {
    case bearer, basic, digest

    /// The key that says so.
    var key: Key<HTTPScheme> {
        Key("scheme", .only(self), "The kind of HTTP authentication.", required: true)
    }
}

/// The key that says which HTTP authentication a scheme is.
struct HTTPSchemeKeys: KeyGroup {
    let scheme = Key("scheme", NodeDecoder<HTTPScheme>.choice, required: true)
}

struct BearerSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "bearerScheme"
    static let outline = TableOutline(
        "A bearer token in Authorization.",
        examples: #"""
            - { type: http, scheme: bearer, token: "{{appKey}}" }
            """#
    )

    let type = SchemeType.http.key
    let scheme = HTTPScheme.bearer.key
    let token = Key("token", .node("text"), "The token.", required: true)
}

struct BasicSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "basicScheme"
    static let outline = TableOutline(
        "User name and password in Authorization.",
        examples: #"""
            - { type: http, scheme: basic, username: assay, password: "{{clientKey}}" }
            """#
    )

    let type = SchemeType.http.key
    let scheme = HTTPScheme.basic.key
    let username = Key("username", .node("text"), "The user name.", required: true)
    let password = Key("password", .node("text"), "The password.", required: true)
}

struct DigestSchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "digestScheme"
    static let outline = TableOutline(
        "User name and password for digest authentication (RFC 7616) with MD5 or SHA-256 and qop "
            + "auth.",
        examples: #"""
            - { type: http, scheme: digest, username: assay, password: "{{clientKey}}" }
            """#
    )

    let type = SchemeType.http.key
    let scheme = HTTPScheme.digest.key
    let username = Key("username", .node("text"), "The user name.", required: true)
    let password = Key("password", .node("text"), "The password.", required: true)
}

extension SecurityDecoder {
    func http(_ name: String, _ reader: KeyReader<HTTPSchemeKeys>) -> SecurityScheme {
        let credentials: TemplateExpression
        let basic = reader.with(BasicSchemeKeys.keys)
        let bearer = reader.with(BearerSchemeKeys.keys)
        switch reader[\.scheme] {
        case .basic:
            let pair = TemplateExpression.join(
                .array([text(basic[\.username]), text(basic[\.password])]),
                with: .constant(":")
            )
            let encoded = TemplateExpression.base64(.expression(pair))
            credentials = .join(
                .array([.constant("Basic "), .expression(encoded)]),
                with: .constant("")
            )
        case .digest:
            let digest = reader.with(DigestSchemeKeys.keys)
            let user = DigestUser(
                name: template(digest[\.username]),
                password: template(digest[\.password])
            )
            return SecurityScheme(name: name, digest: user)
        case .bearer:
            credentials = .join(
                .array([.constant("Bearer "), text(bearer[\.token])]),
                with: .constant("")
            )
        case nil:
            basic.passOver()
            bearer.passOver()
            return SecurityScheme(name: name)
        }
        let member = TemplateValue.Member(name: "Authorization", value: .expression(credentials))
        return SecurityScheme(name: name, headers: [member])
    }

    /// A scalar, as a text with templates.
    private func text(_ node: YAMLNode?) -> TemplateValue {
        .text(template(node))
    }
}
