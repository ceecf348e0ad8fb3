import HTTP
import Testing

struct DigestChallengeTests {
    private static let request = HTTPRequest(
        method: "GET",
        origin: "http://www.example.org",
        path: "/dir/index.html"
    )

    private static func challenge(_ fields: String...) throws -> DigestChallenge {
        let headers = HTTPFields(fields.map { .init(name: "WWW-Authenticate", value: $0) })
        return try #require(DigestChallenge(in: headers))
    }

    private static func response(
        to challenge: DigestChallenge,
        password: String,
        count: Int = 1,
        clientNonce: String
    ) -> String? {
        let value = challenge.authorization(
            for: request,
            as: DigestCredentials(username: "Mufasa", password: password),
            count: count,
            clientNonce: clientNonce
        )
        return value.split(separator: ", ").first { $0.hasPrefix("response=") }
            .map { String($0.dropFirst("response=\"".count).dropLast()) }
    }

    @Test("The examples of RFC 7616 §3.9.1 are reproduced, the stronger algorithm first")
    func rfc7616() throws {
        let rest =
            #"qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", "#
            + #"opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        let weak = #"Digest realm="http-auth@example.org", algorithm=MD5, "# + rest
        let strong = #"Digest realm="http-auth@example.org", algorithm=SHA-256, "# + rest
        let nonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        let both = try Self.challenge(weak, strong)
        #expect(
            both.authorization(
                for: Self.request,
                as: DigestCredentials(username: "Mufasa", password: "Circle of Life"),
                count: 1,
                clientNonce: nonce
            )
                == #"Digest username="Mufasa", realm="http-auth@example.org", "#
                + #"nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", "#
                + #"response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", "#
                + #"algorithm=SHA-256, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", "#
                + #"qop=auth, nc=00000001, cnonce="\#(nonce)""#
        )
        let md5 = try Self.challenge(weak)
        #expect(
            Self.response(to: md5, password: "Circle of Life", clientNonce: nonce)
                == "8ca523f5e9506fed4657c9700eebdbec"
        )
    }

    @Test(
        "Challenges of RFC 2617 and RFC 2069, and session-bound keys, are answered",
        arguments: [
            // RFC 2617 §3.5
            (#"qop="auth,auth-int", "#, 1, "6629fae49393a05397450978507c4ef1"),
            // Computed with Python's hashlib.
            ("", 1, "670fd8c2df070c60b045671b8b24ff02"),
            (
                #"qop=auth, algorithm=SHA-256-sess, "#, 10,
                "2f25c46b6e5a6e484466b5cb006695bc852d5c603a5ffb744abec533cc25d871"
            ),
        ]
    )
    func others(parameters: String, count: Int, response: String) throws {
        let challenge = try Self.challenge(
            #"Basic realm="a, b", Digest \#(parameters)realm="testrealm@host.com", "#
                + #"nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#
        )
        #expect(
            Self.response(
                to: challenge,
                password: "Circle Of Life",
                count: count,
                clientNonce: "0a4f113b"
            ) == response
        )
    }

    @Test(
        "A non-ASCII name is encoded by RFC 5987, or hashed if the server requests it"
    )
    func names() throws {
        let user = DigestCredentials(username: "Jäsøn Doe", password: "secret")
        let plain = try Self.challenge(#"Digest realm="r", nonce="n", qop="auth""#)
        let hashed = try Self.challenge(
            #"Digest realm="testrealm@host.com", nonce="n", qop="auth", algorithm=SHA-256, userhash=true"#
        )
        let spelled = { (challenge: DigestChallenge) in
            challenge.authorization(for: Self.request, as: user, count: 1, clientNonce: "c")
        }
        #expect(spelled(plain).hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, "))
        #expect(
            spelled(hashed).hasPrefix(
                "Digest username=\"01138cf815f7ac989375ed6597b1f95d2449a00c9580fe8c9931d34382ca3a42\", "
            )
        )
        #expect(spelled(hashed).hasSuffix(", userhash=true"))
    }

    @Test(
        "An unsupported challenge is ignored",
        arguments: [
            "Basic realm=\"a\"", "Digest realm=\"a\"", "Digest nonce=\"a\"", "Digest", "",
            "Digest realm=\"a\", nonce=\"b\", algorithm=SHA-512-256",
            "Digest realm=\"a\", nonce=\"b\", qop=\"auth-int\"",
        ]
    )
    func none(field: String) {
        let headers = HTTPFields([.init(name: "WWW-Authenticate", value: field)])
        #expect(DigestChallenge(in: headers) == nil)
    }
}
