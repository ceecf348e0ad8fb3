import Cryptography
import HTTP
import JSON
import TestSupport
import Testing

@testable import Contract

struct RequestPreparationTests {
    private static let signature = "PVzCCHn9F/aGS2CxF6yDDbjE+P3+KYwV6+z61nw9JQs="
    private static let sections: JSONObject = [
        "path": "/installations",
        "query": [
            "where": #"{"deviceToken":"7f9af3973668245167e8bb132a"}"#, "limit": 1, "count": 1,
        ],
    ]

    private static func tampered(_ edits: (String, RequestEdit.Action)...) throws -> HTTPRequest {
        let edits = try edits.map { pointer, action in
            RequestEdit(pointer: try JSONPointer(pointer), action: action, location: .line(7))
        }
        return try NCMBSigning.prepared(sections, tamper: edits).request
    }

    @Test("Tampering happens after signing, so the signature is that of the original")
    func tamper() throws {
        #expect(try Self.tampered().headers[NCMBSigning.header] == Self.signature)
        var request = try Self.tampered(("/query/limit", .set(.constant(2))))
        #expect(request.query?.hasSuffix("&limit=2&count=1") == true)
        #expect(request.headers[NCMBSigning.header] == Self.signature)
        request = try Self.tampered(("/query/where", .unset))
        #expect(request.query == "limit=1&count=1")
        #expect(request.headers[NCMBSigning.header] == Self.signature)
        request = try Self.tampered(("/path", .set(.constant("/push"))))
        #expect(request.path == "/2013-09-01/push")
        #expect(request.headers[NCMBSigning.header] == Self.signature)
    }

    @Test("A signature can be flipped, replaced and removed")
    func signatureField() throws {
        var request = try Self.tampered(("/headers/x-ncmb-signature", .flip))
        #expect(
            request.headers[all: NCMBSigning.header]
                == ["A" + Self.signature.dropFirst()]
        )
        let text = TemplateValue.text(try Template(parsing: "{{clientKey}}"))
        request = try Self.tampered(("/headers/X-NCMB-Signature", .set(text)))
        #expect(request.headers[NCMBSigning.header] == NCMBSigning.clientKey)
        request = try Self.tampered(("/headers/X-NCMB-Signature", .unset))
        #expect(request.headers[NCMBSigning.header] == nil)
        #expect(
            request.headers.fields.map(\.name) == ["X-NCMB-Application-Key", "X-NCMB-Timestamp"]
        )
    }

    @Test("The error of impossible tampering has its line")
    func impossible() throws {
        let error = #expect(throws: TemplateError.self) { try Self.tampered(("/json/a", .unset)) }
        #expect(
            error?.description
                == "c.yaml:7:1: /json/a: nothing exists there to remove"
        )
    }

    @Test("Without a scheme nothing is added and nothing is signed")
    func unsigned() throws {
        var evaluator = NCMBSigning.evaluator()
        let encoder = RequestEncoder(origin: "http://h", basePath: "")
        let prepared = try RequestPreparation(encoder: encoder, scheme: nil)
            .prepared(.request(["path": "/a", "headers": ["X": "{{appKey}}"]]), using: &evaluator)
        #expect(prepared.stringToSign == nil)
        #expect(
            prepared.request.headers.fields == [.init(name: "X", value: NCMBSigning.applicationKey)]
        )
    }

    @Test("A scheme adds its fields; existing headers stay, and a verbatim query is extended")
    func fields() throws {
        let scheme = SecurityScheme(
            name: "key",
            headers: [.init(name: "X-Key", value: .constant("k"))],
            query: [.init(name: "api key", value: .constant("a&b"))]
        )
        let preparation = RequestPreparation(
            encoder: RequestEncoder(origin: "http://h", basePath: ""),
            scheme: scheme
        )
        let cases: [(JSONObject, String, String)] = [
            (["path": "/"], "/?api%20key=a%26b", "k"),
            (["path": "/", "query": ["q": 1]], "/?q=1&api%20key=a%26b", "k"),
            (["path": "/", "query": "q=%7B"], "/?q=%7B&api%20key=a%26b", "k"),
            (["path": "/", "query": ""], "/?api%20key=a%26b", "k"),
            (["path": "/", "headers": ["x-key": "own"]], "/?api%20key=a%26b", "own"),
        ]
        for (sections, target, key) in cases {
            var evaluator = NCMBSigning.evaluator()
            let request = try preparation.prepared(.request(sections), using: &evaluator).request
            #expect(request.target == target)
            #expect(request.headers[all: "X-Key"] == [key])
        }
    }

    @Test(
        "A signature can be put into the query, in each of its encodings",
        arguments: [
            (.base64, "sig=tfPaw9Nj2S%2BFyd%2F3U9V%2B1RIFcbSmuhEzrEAamth5hCo%3D"),
            (.base64url, "sig=tfPaw9Nj2S-Fyd_3U9V-1RIFcbSmuhEzrEAamth5hCo"),
            (.hex, "sig=b5f3dac3d363d92f85c9dff753d57ed5120571b4a6ba1133ac401a9ad879842a"),
        ] as [(HMACSignature.TextEncoding, String)]
    )
    func spellings(encoding: HMACSignature.TextEncoding, query: String) throws {
        var evaluator = NCMBSigning.evaluator()
        let headers = try NCMBSigning.scheme().headers
        let scheme = SecurityScheme(
            name: "query",
            headers: headers,
            signature: try NCMBSigning.signature(encoding: encoding, place: .query("sig"))
        )
        let preparation = RequestPreparation(
            encoder: RequestEncoder(origin: NCMBSigning.domain, basePath: "/2013-09-01"),
            scheme: scheme
        )
        let request = try preparation.prepared(
            .request(["method": "POST", "path": "/push"]),
            using: &evaluator
        ).request
        #expect(request.query == query)
    }

    @Test("An existing signature field of the request is replaced, not repeated")
    func ownSignature() throws {
        let request = try NCMBSigning.prepared([
            "method": "POST", "path": "/push", "headers": ["x-ncmb-signature": "mine"],
        ]).request
        #expect(
            request.headers[all: NCMBSigning.header]
                == ["tfPaw9Nj2S+Fyd/3U9V+1RIFcbSmuhEzrEAamth5hCo="]
        )
    }

    @Test("A scheme that signs the body signs its bytes, text or not")
    func signedBody() throws {
        let signature = HMACSignature(
            algorithm: .sha256,
            key: try Template(parsing: "key"),
            encoding: .hex,
            parameters: [],
            stringToSign: try Template(
                parsing: "{{request.method}} {{request.target}}\n{{request.body}}"
            ),
            place: .header("X-Signature"),
            response: nil
        )
        let request = HTTPRequest(
            method: "PUT",
            origin: "http://h",
            path: "/a",
            query: "b=c",
            body: [0xFF, 0x00, 0xC3]
        )
        let bytes = try signature.stringToSign(for: request, using: NCMBSigning.evaluator())
        #expect(bytes == Array("PUT /a?b=c\n".utf8) + [0xFF, 0x00, 0xC3])
        // HMAC computed with Python's hmac module.
        #expect(
            try signature.sign(bytes, using: NCMBSigning.evaluator())
                == "0fae919803205523ac9b12d674c35a9c7e3a2a008be1ab43d73fec450cedccce"
        )
    }
}
