import Base
import Cryptography
import HTTP
import JSON
import TestSupport
import Testing

@testable import Contract

/// Published signatures, reproduced only with the means of a contract.
struct PublishedSignatureTests {
    private static func prepared(
        _ scheme: SecurityScheme,
        _ sections: JSONObject,
        origin: String,
        at moment: Timestamp = Timestamp(nanosecondsSince1970: 0),
        scope: [String: JSONValue] = [:]
    ) throws -> PreparedRequest {
        var evaluator = Evaluator(
            scope: scope,
            now: moment,
            random: RandomSource(seed: 1, name: "published")
        )
        let preparation = RequestPreparation(
            encoder: RequestEncoder(origin: origin, basePath: ""),
            scheme: scheme
        )
        return try preparation.prepared(.request(sections), using: &evaluator)
    }

    private static func field(_ name: String, _ text: String) throws -> TemplateValue.Member {
        TemplateValue.Member(name: name, value: .text(try Template(parsing: text)))
    }

    /// AWS General Reference, "Signature Version 4 signing process": the worked example of IAM's
    /// ListUsers.
    private static func amazon() throws -> SecurityScheme {
        let place = "{{now '%Y%m%d'}}/us-east-1/iam/aws4_request"
        let credential = "AKIDEXAMPLE/\(place)"
        return SecurityScheme(
            name: "aws",
            headers: [try field("X-Amz-Date", "{{now '%Y%m%dT%H%M%SZ'}}")],
            signature: HMACSignature(
                algorithm: .sha256,
                key: try Template(parsing: "AWS4{{secretKey}}"),
                derivation: try ["{{now '%Y%m%d'}}", "us-east-1", "iam", "aws4_request"].map {
                    try Template(parsing: $0)
                },
                encoding: .hex,
                parameters: [],
                signedHeaders: ["Host", "X-Amz-Date", "content-type"],
                canonicalRequest: try Template(
                    parsing: "{{request.method}}\n{{request.path}}\n{{request.sortedQuery}}\n"
                        + "{{canonicalHeaders}}\n{{signedHeaders}}\n{{request.bodySha256}}"
                ),
                stringToSign: try Template(
                    parsing: "AWS4-HMAC-SHA256\n{{request.headers.x-amz-date}}\n\(place)\n"
                        + "{{canonicalRequest.sha256}}"
                ),
                place: .header("Authorization"),
                value: try Template(
                    parsing: "AWS4-HMAC-SHA256 Credential=\(credential), "
                        + "SignedHeaders={{signedHeaders}}, Signature={{signature}}"
                ),
                response: nil
            )
        )
    }

    @Test("A request to IAM has the string to sign and the signature of Amazon's example")
    func signatureVersion4() throws {
        // 2015-08-30T12:36:00Z
        let moment = Timestamp(nanosecondsSince1970: 1_440_938_160_000_000_000)
        let prepared = try Self.prepared(
            Self.amazon(),
            [
                "path": "/", "query": "Version=2010-05-08&Action=ListUsers",
                "headers": [
                    "Content-Type": "application/x-www-form-urlencoded;  charset=utf-8 "
                ],
            ],
            origin: "https://iam.amazonaws.com:443",
            at: moment,
            scope: ["secretKey": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"]
        )
        #expect(
            prepared.stringToSign == """
                AWS4-HMAC-SHA256
                20150830T123600Z
                20150830/us-east-1/iam/aws4_request
                f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59
                """
        )
        #expect(
            prepared.request.headers["Authorization"]
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
                + "SignedHeaders=content-type;host;x-amz-date, Signature="
                + "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
        )
    }

    /// GitHub Docs, "Validating webhook deliveries": testing the webhook payload validation.
    @Test("A body is signed as GitHub signs webhooks, with a prefix before the signature")
    func webhook() throws {
        let scheme = SecurityScheme(
            name: "hook",
            signature: HMACSignature(
                algorithm: .sha256,
                key: try Template(parsing: "It's a Secret to Everybody"),
                encoding: .hex,
                parameters: [],
                stringToSign: try Template(parsing: "{{request.body}}"),
                place: .header("X-Hub-Signature-256"),
                value: try Template(parsing: "sha256={{signature}}"),
                response: nil
            )
        )
        let sections: JSONObject = ["method": "POST", "path": "/", "text": "Hello, World!"]
        let request = try Self.prepared(scheme, sections, origin: "http://h").request
        #expect(
            request.headers["X-Hub-Signature-256"]
                == "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
        )
    }

    /// RFC 4231, test case 2, and RFC 2202, test case 2.
    @Test(
        "Each hash yields the code of its RFC, with the key as text, Base64 and hexadecimal",
        arguments: [
            (HashAlgorithm.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
            (.sha256, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
            (
                .sha512,
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a"
                    + "6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
            ),
        ]
    )
    func hashes(algorithm: HashAlgorithm, code: String) throws {
        for (encoding, key) in [
            (HMACSignature.KeyEncoding.text, "Jefe"), (.base64, "SmVmZQ=="), (.base64, "SmVmZQ"),
            (.hex, "4a656665"),
        ] {
            let signature = HMACSignature(
                algorithm: algorithm,
                key: try Template(parsing: key),
                keyEncoding: encoding,
                encoding: .hex,
                parameters: [],
                stringToSign: try Template(parsing: "what do ya want for nothing?"),
                place: .query("s"),
                response: nil
            )
            let scheme = SecurityScheme(name: "a", signature: signature)
            let request = try Self.prepared(scheme, ["path": "/"], origin: "http://h").request
            #expect(request.query == "s=\(code)")
        }
    }

    @Test("A field of the scheme may contain the hash of the body, and is signed with the rest")
    func digest() throws {
        let scheme = SecurityScheme(
            name: "digest",
            headers: [try Self.field("Digest", "SHA-256={{request.bodySha256Base64}}")],
            signature: HMACSignature(
                algorithm: .sha256,
                key: try Template(parsing: "k"),
                encoding: .base64,
                parameters: [],
                signedHeaders: ["digest", "host"],
                stringToSign: try Template(parsing: "{{canonicalHeaders}}"),
                place: .header("Signature"),
                response: nil
            )
        )
        let prepared = try Self.prepared(
            scheme,
            ["method": "POST", "path": "/", "text": #"{"hello": "world"}"#],
            origin: "http://127.0.0.1:8080"
        )
        // RFC 9530, appendix B.1.
        #expect(
            prepared.stringToSign
                == "digest:SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=\n"
                + "host:127.0.0.1:8080\n"
        )
    }

    @Test("The signature of a compressed body covers the bytes sent")
    func compressed() throws {
        let scheme = SecurityScheme(
            name: "a",
            signature: HMACSignature(
                algorithm: .sha256,
                key: try Template(parsing: "k"),
                encoding: .hex,
                parameters: [],
                stringToSign: try Template(parsing: "{{request.bodySha256}}"),
                place: .header("S"),
                response: nil
            )
        )
        let sections: JSONObject = ["path": "/", "text": "hello", "compression": "gzip"]
        let prepared = try Self.prepared(scheme, sections, origin: "http://h")
        let body = try #require(prepared.request.body)
        #expect(body.starts(with: [0x1F, 0x8B]))
        #expect(prepared.stringToSign == Hex.encode(Digest.hash(.sha256, body)))
    }

    @Test("A key in the wrong encoding is named, not shown")
    func key() throws {
        let signature = HMACSignature(
            algorithm: .sha256,
            key: try Template(parsing: "s3cr*t"),
            keyEncoding: .hex,
            encoding: .base64,
            parameters: [],
            stringToSign: try Template(parsing: "a"),
            place: .header("S"),
            response: nil
        )
        let scheme = SecurityScheme(name: "a", signature: signature)
        let error = #expect(throws: TemplateError.self) {
            try Self.prepared(scheme, ["path": "/"], origin: "http://h")
        }
        #expect(error?.description == "c.yaml:1:1: \"key\" is not hex")
    }
}
