import Base
import Cryptography
import JSON
import TestSupport
import Testing

@testable import Contract

struct SignedTokenTests {
    /// Made for this test with `openssl genpkey`; it unlocks nothing.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsuJtPyXCOS9xUk5+
        Co/VfRKWBM6jZzbkn86QxvlqSz2hRANCAAQm/fx50VrmA+ZwsCX1jyqLT/Tt7JYj
        lYINmE+couKLX3fpP4JVszSGPRcIJG0iwP3NfZzfsRG84X/7Tr7OWrVe
        -----END PRIVATE KEY-----
        """

    private static func token(
        _ algorithm: SignedToken.Algorithm,
        key: String,
        reuse: Duration? = nil
    ) throws -> SignedToken {
        SignedToken(
            algorithm: algorithm,
            key: try Template(parsing: key),
            header: [.init(name: "kid", value: .text(try Template(parsing: "{{kid}}")))],
            claims: [
                .init(name: "iss", value: .constant("TEAM123456")),
                .init(name: "iat", value: .text(try Template(parsing: "{{now unix}}"))),
            ],
            reuse: reuse,
            location: .line(3)
        )
    }

    private static func evaluator(at seconds: Int64 = 1_700_000_000) -> Evaluator {
        Evaluator(
            scope: ["kid": "ABC123DEFG", "key": .string(key)],
            now: Timestamp(nanosecondsSince1970: seconds * 1_000_000_000),
            random: RandomSource(seed: 1, name: "token")
        )
    }

    @Test("An APNs token has alg and kid in its header, iss and a numeric iat in its claims")
    func parts() throws {
        var evaluator = Self.evaluator()
        let token = try Self.token(.es256, key: "{{key}}").token(using: &evaluator)
        let parts = token.text.split(separator: ".").map(String.init)
        let decoded = try parts.map {
            try #require(Base64.decode($0, alphabet: .url, padded: false))
        }
        #expect(
            String(decoding: decoded[0], as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#
        )
        #expect(
            String(decoding: decoded[1], as: UTF8.self)
                == #"{"iss":"TEAM123456","iat":1700000000}"#
        )
        #expect(decoded[2].count == 64)
        #expect(token.secret == parts[2])
    }

    @Test("HS256 yields the HMAC-SHA256 of header and claims")
    func shared() throws {
        var evaluator = Self.evaluator()
        let token = try Self.token(.hs256, key: "your-256-bit-secret").token(using: &evaluator).text
        let input = token.split(separator: ".").prefix(2).joined(separator: ".")
        let code = HMAC.authenticationCode(
            .sha256,
            key: Array("your-256-bit-secret".utf8),
            message: Array(input.utf8)
        )
        #expect(token == "\(input).\(Base64.encode(code, alphabet: .url, padded: false))")
    }

    @Test("An invalid key is rejected without being shown, with its position")
    func noKey() throws {
        var evaluator = Self.evaluator()
        evaluator.scope["key"] = "s3cret"
        let source = try Self.token(.es256, key: "{{key}}")
        let error = #expect(throws: TemplateError.self) { try source.token(using: &evaluator) }
        #expect(
            error?.description
                == "c.yaml:3:1: \"key\": expected a private key in PEM form without a pass phrase "
                + "(-----BEGIN PRIVATE KEY-----)"
        )
    }

    @Test("Tokens are shared regardless of time, but not between keys, headers or claims")
    func identity() throws {
        let source = TokenSource.signed(try Self.token(.es256, key: "{{key}}"))
        let one = try source.identity(using: Self.evaluator())
        #expect(try source.identity(using: Self.evaluator(at: 5)) == one)
        for name in ["kid", "key"] {
            var evaluator = Self.evaluator()
            evaluator.scope[name] = "another"
            #expect(try source.identity(using: evaluator) != one)
        }
    }
}
