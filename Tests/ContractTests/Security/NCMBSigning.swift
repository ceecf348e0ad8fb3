import Base
import Cryptography
import HTTP
import JSON
import TestSupport

@testable import Contract

/// The scheme of the NCMB contracts, and the keys of its clients.
enum NCMBSigning {
    static let applicationKey = "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56"
    static let clientKey = "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75"
    static let domain = "https://mbaas.api.nifcloud.com"
    static let loopback = "http://127.0.0.1:8080"
    static let header = "X-NCMB-Signature"
    static let responseHeader = "X-NCMB-Response-Signature"

    /// 2013-12-02T02:44:35.452Z.
    static let moment = Timestamp(nanosecondsSince1970: 1_385_952_275_452_000_000)

    static func evaluator(
        applicationKey: String = applicationKey,
        clientKey: String = clientKey,
        at moment: Timestamp = moment
    ) -> Evaluator {
        Evaluator(
            scope: ["appKey": .string(applicationKey), "clientKey": .string(clientKey)],
            now: moment,
            random: RandomSource(seed: 1, name: "signing")
        )
    }

    static func scheme() throws -> SecurityScheme {
        SecurityScheme(
            name: "ncmb",
            headers: [
                .init(
                    name: "X-NCMB-Application-Key",
                    value: .text(try Template(parsing: "{{appKey}}"))
                ),
                .init(
                    name: "X-NCMB-Timestamp",
                    value: .text(try Template(parsing: "{{now rfc3339-ms}}"))
                ),
            ],
            signature: try signature()
        )
    }

    static func signature(
        encoding: HMACSignature.TextEncoding = .base64,
        place: HMACSignature.Place = .header(header)
    ) throws -> HMACSignature {
        HMACSignature(
            algorithm: .sha256,
            key: try Template(parsing: "{{clientKey}}"),
            encoding: encoding,
            parameters: [
                .constant(name: "SignatureMethod", value: try Template(parsing: "HmacSHA256")),
                .constant(name: "SignatureVersion", value: try Template(parsing: "2")),
                .header("X-NCMB-Application-Key"),
                .header("X-NCMB-Timestamp"),
                .query("*", methods: ["GET"]),
            ],
            stringToSign: try Template(
                parsing:
                    "{{request.method}}\n{{request.hostname}}\n{{request.path}}\n{{parameters}}"
            ),
            place: place,
            response: try response()
        )
    }

    static func response() throws -> HMACSignature.Response {
        HMACSignature.Response(
            header: responseHeader,
            stringToSign: try Template(parsing: "{{stringToSign}}\n{{response.body}}"),
            emptyBody: try Template(parsing: "{{stringToSign}}"),
            basis: .observed,
            location: .line(60)
        )
    }

    /// A request prepared and signed as a step would do it.
    static func prepared(
        _ sections: JSONObject,
        origin: String = domain,
        tamper: [RequestEdit] = [],
        using evaluator: Evaluator = evaluator()
    ) throws -> PreparedRequest {
        var evaluator = evaluator
        let preparation = RequestPreparation(
            encoder: RequestEncoder(origin: origin, basePath: "/2013-09-01"),
            scheme: try scheme(),
            tamper: tamper
        )
        return try preparation.prepared(RequestTemplate.request(sections), using: &evaluator)
    }
}
