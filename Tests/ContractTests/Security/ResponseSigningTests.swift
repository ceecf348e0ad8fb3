import Base
import HTTP
import JSON
import TestSupport
import Testing

@testable import Contract

struct ResponseSigningTests {
    private static func signature(
        of body: [UInt8],
        to vector: SigningVector,
        origin: String = NCMBSigning.domain
    ) throws -> String {
        let request = try NCMBSigning.prepared(vector.sections, origin: origin).request
        return try NCMBSigning.signature().responseSignature(
            of: HTTPResponse(status: 200, body: body),
            to: request,
            as: NCMBSigning.response(),
            using: NCMBSigning.evaluator()
        )
    }

    private static let created = Array(
        #"{"objectId":"7FrmPTBKSNtVjajm","createDate":"2014-06-03T11:28:30.348Z"}"#.utf8
    )

    @Test(
        "The response to an installation's creation has the published signature, for both hosts",
        arguments: [
            (NCMBSigning.domain, "qMVkuZOVdemuFi3ZK9/ZfjP6wsgQHT9LKuqpr8jXQVw="),
            (NCMBSigning.loopback, "wpvTjUIrV16+v+fPKJtKX5Rcv+0z9ClPjwiqm9d2v9U="),
        ]
    )
    func created(origin: String, signature: String) throws {
        let vector = SigningVector.all[1]
        #expect(try Self.signature(of: Self.created, to: vector, origin: origin) == signature)
    }

    @Test("A response without a body is signed over the request alone")
    func emptyBody() throws {
        for vector in SigningVector.all {
            #expect(try Self.signature(of: [], to: vector) == vector.domain)
        }
    }

    @Test("A single byte of the body changes the signature, even a trailing line feed")
    func bytes() throws {
        let vector = SigningVector.all[1]
        let whole = try Self.signature(of: Self.created, to: vector)
        #expect(try Self.signature(of: Self.created + [10], to: vector) != whole)
        #expect(try Self.signature(of: [10], to: vector) != Self.signature(of: [], to: vector))
        // Two bodies that become identical once invalid UTF-8 has been replaced.
        #expect(
            try Self.signature(of: [0xFF], to: vector) != Self.signature(of: [0xFE], to: vector)
        )
    }

    @Test("The response to a user's registration at localhost is signed with the client's keys")
    func users() throws {
        // 2017-11-16T09:56:28.373Z
        let moment = Timestamp(nanosecondsSince1970: 1_510_826_188_373_000_000)
        let evaluator = NCMBSigning.evaluator(
            applicationKey: "apikey",
            clientKey: "clientkey",
            at: moment
        )
        let prepared = try NCMBSigning.prepared(
            ["method": "POST", "path": "/users", "json": ["userName": "Yamada Tarou"]],
            origin: "http://localhost:3000",
            using: evaluator
        )
        #expect(
            prepared.stringToSign == """
                POST
                localhost
                /2013-09-01/users
                SignatureMethod=HmacSHA256&SignatureVersion=2&\
                X-NCMB-Application-Key=apikey&X-NCMB-Timestamp=2017-11-16T09:56:28.373Z
                """
        )
        // Both computed with Python's hmac module.
        #expect(
            prepared.request.headers[NCMBSigning.header]
                == "1sX40Jja1mD4whk4Pj15CzxKXgY+/fCiH9lh7CjK8Vk="
        )
        let signature = try NCMBSigning.signature().responseSignature(
            of: HTTPResponse(status: 201, body: Array(#"{"userName":"Yamada Tarou"}"#.utf8)),
            to: prepared.request,
            as: NCMBSigning.response(),
            using: evaluator
        )
        #expect(signature == "8p+nRzZ1lZRu69VtaMBcsVgeMSAf5MfTGglnP+OIRQk=")
    }

    @Test("A rule without a text for empty bodies uses its only text")
    func noEmptyRule() throws {
        let rule = HMACSignature.Response(
            header: "X",
            stringToSign: try Template(parsing: "{{response.body}}"),
            emptyBody: nil,
            basis: .documented,
            location: .line(1)
        )
        let request = try NCMBSigning.prepared(["path": "/push"]).request
        let signature = try NCMBSigning.signature().responseSignature(
            of: HTTPResponse(status: 200),
            to: request,
            as: rule,
            using: NCMBSigning.evaluator()
        )
        #expect(try signature == NCMBSigning.signature().sign([], using: NCMBSigning.evaluator()))
    }
}
