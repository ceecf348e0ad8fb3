import Base
import HTTP
import JSON
import TestSupport
import Testing

@testable import Contract

/// One request of the fact sheet with its signature for both hosts.
struct SigningVector: Sendable {
    let method: String
    let path: String
    var query: String?
    let domain: String
    var loopback: String?

    private static let installation = "/installations/41My7ovRtgHflLeX"
    private static let push = "/push/wy7SZOQOdRMQvmIJ"
    private static let token = "where=%7B%22deviceToken%22%3A%227f9af3973668245167e8bb132a%22%7D"

    /// The vectors computed with the documentation's key pair and time.
    static let all: [SigningVector] = [
        SigningVector(
            method: "GET",
            path: "/classes/TestClass",
            query: "where=%7B%22testKey%22%3A%22testValue%22%7D",
            domain: "AltGkQgXurEV7u0qMd+87ud7BKuueldoCjaMgVc9Bes="
        ),
        SigningVector(
            method: "POST",
            path: "/installations",
            domain: "N2wZA7K4F9XvL/DdCvcD0UDmtDH64V/udoqVV5M18Ns=",
            loopback: "oyVVAbZtKj9jvHV1hUEwYEfHVpiq8RAuJYhzIJuItbo="
        ),
        SigningVector(
            method: "GET",
            path: "/installations",
            query: token,
            domain: "RUSQa13Gs4bw4RwlMgTfZXFMZZDBmshy1oI2raytNgc=",
            loopback: "dei9XVM0wt4MH7jaNVeL/Y+cQ1a6iTNS37khTbfKzMg="
        ),
        SigningVector(
            method: "GET",
            path: "/installations",
            query: "where=%7B%22deviceToken%22:%227f9af3973668245167e8bb132a%22%7D",
            domain: "vSPPTKKxmrtmTz0+NIl6R4invpz26COrTqCYhvJ+CLg=",
            loopback: "zaAyDGdFPMjlrKLApFKjLAzGDC0JccRtrmJtzXJyE4k="
        ),
        SigningVector(
            method: "GET",
            path: "/installations",
            query: token + "&limit=1&count=1",
            domain: "PVzCCHn9F/aGS2CxF6yDDbjE+P3+KYwV6+z61nw9JQs=",
            loopback: "AKJ+hjfENj02cW/xLp4MA+KdNFemCH09alBWbXEO6o4="
        ),
        SigningVector(
            method: "GET",
            path: installation,
            domain: "NFwYcmQxeuvk41HXS4r+OOonrOoU3tCrsiqP1nTDb28=",
            loopback: "0Ys8zGuo3LmlwRp73WESS1mLwxp/XQ6E2qzMrJJoP1U="
        ),
        SigningVector(
            method: "PUT",
            path: installation,
            domain: "Y+5Muxfr3eOezMcFX3shEpBhfWhpK6UjwMFhDjR1ON8=",
            loopback: "0yZVZf58WbB6aXJukqSpI8NmvN80z7WMAdFz4igQusk="
        ),
        SigningVector(
            method: "DELETE",
            path: installation,
            domain: "24bFtXmzQ7s+yAUDHP95UFgKbzcTaLiPYR90T2t3SHs=",
            loopback: "NAa3lyHYr+F2ocdhIOpaFd5Ai0MF5dapzoXk435RKI0="
        ),
        SigningVector(
            method: "POST",
            path: "/push",
            domain: "tfPaw9Nj2S+Fyd/3U9V+1RIFcbSmuhEzrEAamth5hCo=",
            loopback: "Mq9nKfiiXIjF7WaRMV6hNjcddMnAx8x89fsfH/IA5M0="
        ),
        SigningVector(
            method: "GET",
            path: push,
            domain: "bQK9U8c05CBlBeMOgXhMBiJg++F1TeIIMYiUGD1W5WY=",
            loopback: "0obVkxx7bIvlS/vrP3ml0bm0Ln+xjFuDtQdmOHBee1A="
        ),
        SigningVector(
            method: "PUT",
            path: push,
            domain: "PVDp/DYPVkua2kyzEdvAQw4G/Mv3o6eCUnVlaNOZZ/Q=",
            loopback: "zh7K7MEuTVw3ASpn509fu4HDRgI1nK9FvQTYaBOVN2Q="
        ),
        SigningVector(
            method: "DELETE",
            path: push,
            domain: "YwtcuvRwwpk790hL5xP2bBPSZn3a9y9aFvOuJ1NnY5c=",
            loopback: "ueItya0rL5K3LPb3JtJ8eWr6vW4p+RU+Rzj1rqiyU/g="
        ),
        SigningVector(
            method: "POST",
            path: push + "/openNumber",
            domain: "5WNKiHDWk486LhGtp5bDHPMtIpLaZlnCMM/kFtQCTHI=",
            loopback: "nyy7tSJd7FXWK9ZPEocurODl9rHboj+Vc+FFf8nnGag="
        ),
    ]

    var sections: JSONObject {
        [
            "method": .string(method), "path": .string(path),
            "query": query.map(JSONValue.string) ?? .null,
        ]
    }
}

struct RequestSigningTests {
    @Test("Every published vector is reproduced, for both hosts", arguments: SigningVector.all)
    func vectors(vector: SigningVector) throws {
        let remote = try NCMBSigning.prepared(vector.sections).request
        #expect(remote.headers[NCMBSigning.header] == vector.domain)
        #expect(remote.query == vector.query)
        guard let expected = vector.loopback else { return }
        let local = try NCMBSigning.prepared(vector.sections, origin: NCMBSigning.loopback).request
        #expect(local.headers[NCMBSigning.header] == expected)
    }

    @Test("The retired host of the documentation's example yields its old signature")
    func oldHost() throws {
        let request = try NCMBSigning.prepared(
            SigningVector.all[0].sections,
            origin: "https://mb.api.cloud.nifty.com"
        )
        #expect(
            request.request.headers[NCMBSigning.header]
                == "/mQAJJfMHx2XN9mPZ9bDWR9VIeftZ97ntzDIRw0MQ4M="
        )
    }

    @Test("The string to sign is four lines, its parameters in byte order")
    func stringToSign() throws {
        let prepared = try NCMBSigning.prepared([
            "path": "/installations", "query": "where=%7B%7D&limit=1&count=1&Zebra=1",
        ])
        #expect(
            prepared.stringToSign == """
                GET
                mbaas.api.nifcloud.com
                /2013-09-01/installations
                SignatureMethod=HmacSHA256&SignatureVersion=2&\
                X-NCMB-Application-Key=\(NCMBSigning.applicationKey)&\
                X-NCMB-Timestamp=2013-12-02T02:44:35.452Z&Zebra=1&count=1&limit=1&where=%7B%7D
                """
        )
        #expect(prepared.request.query == "where=%7B%7D&limit=1&count=1&Zebra=1")
    }

    @Test("A query signed in the clients' spelling yields the signature of exactly its bytes")
    func spelledByEncoding() throws {
        var evaluator = NCMBSigning.evaluator()
        let colonKept = QueryEncoding(space: "%20", kept: .characters(Set(":,$'".utf8)))
        let preparation = RequestPreparation(
            encoder: RequestEncoder(
                origin: NCMBSigning.domain,
                basePath: "/2013-09-01",
                encodings: ["swift": colonKept]
            ),
            scheme: try NCMBSigning.scheme()
        )
        let condition: JSONValue = #"{"deviceToken":"7f9af3973668245167e8bb132a"}"#
        for (encoding, index) in [("percent", 2), ("swift", 3)] {
            let request = try preparation.prepared(
                .request([
                    "path": "/installations", "query": ["where": condition],
                    "encoding": .string(encoding),
                ]),
                using: &evaluator
            )
            #expect(request.request.query == SigningVector.all[index].query)
            #expect(request.request.headers[NCMBSigning.header] == SigningVector.all[index].domain)
        }
    }

    @Test("The order of the parameters in the URL does not affect the signature")
    func order() throws {
        let token = try #require(SigningVector.all[2].query)
        for query in ["limit=1&count=1&\(token)", "count=1&\(token)&limit=1"] {
            let request = try NCMBSigning.prepared([
                "path": "/installations", "query": .string(query),
            ]).request
            #expect(request.query == query)
            #expect(request.headers[NCMBSigning.header] == SigningVector.all[4].domain)
        }
    }

    @Test("Parameters with the same name keep their order, and one without a value stays unchanged")
    func equalNames() throws {
        let prepared = try NCMBSigning.prepared(
            ["path": "/push", "query": "limit=1&flag&a=2&a=1&&a=&=x"],
            origin: NCMBSigning.loopback
        )
        let line = try #require(prepared.stringToSign?.split(separator: "\n").last)
        #expect(line.hasPrefix("=x&SignatureMethod="))
        #expect(line.hasSuffix("452Z&a=2&a=1&a=&flag&limit=1"))
        let flagged = try NCMBSigning.prepared(
            ["path": "/push", "query": "flag&limit=1"],
            origin: NCMBSigning.loopback
        )
        // HMAC computed with Python's hmac module.
        #expect(
            flagged.request.headers[NCMBSigning.header]
                == "dbtVHX7bhrf5Yb0O5IcnWr5gZ/LD91kL/ECkgRR89N0="
        )
    }

    @Test("A body does not change the signature", arguments: [nil, "", "{}", #"{"message":"é"}"#])
    func body(json: String?) throws {
        let request = try NCMBSigning.prepared([
            "method": "POST", "path": "/push", "text": json.map(JSONValue.string) ?? .null,
        ]).request
        #expect(request.body == json.map { Array($0.utf8) })
        #expect(
            request.headers[NCMBSigning.header] == "tfPaw9Nj2S+Fyd/3U9V+1RIFcbSmuhEzrEAamth5hCo="
        )
    }

    @Test("A query is signed only with GET", arguments: [("POST", 8), ("PUT", 6), ("DELETE", 7)])
    func queryOfOtherMethods(method: String, index: Int) throws {
        let vector = SigningVector.all[index]
        #expect(vector.method == method)
        let request = try NCMBSigning.prepared([
            "method": .string(method), "path": .string(vector.path), "query": "limit=1",
        ]).request
        #expect(request.target.hasSuffix("?limit=1"))
        #expect(request.headers[NCMBSigning.header] == vector.domain)
    }

    @Test("The host is signed without its port, in lower case")
    func host() throws {
        for origin in ["http://127.0.0.1", "http://127.0.0.1:1", "https://127.0.0.1:65535"] {
            let request = try NCMBSigning.prepared(SigningVector.all[8].sections, origin: origin)
            #expect(request.request.headers[NCMBSigning.header] == SigningVector.all[8].loopback)
        }
        let upper = try NCMBSigning.prepared(
            SigningVector.all[8].sections,
            origin: "https://MBAAS.API.NIFCLOUD.COM:443"
        )
        #expect(upper.request.headers[NCMBSigning.header] == SigningVector.all[8].domain)
    }

    @Test("An existing timestamp of the request stays, and is signed unchanged")
    func encodedTimestamp() throws {
        let request = try NCMBSigning.prepared([
            "method": "POST", "path": "/push",
            "headers": ["x-ncmb-timestamp": "2013-12-02T02%3A44%3A35.452Z"],
        ]).request
        #expect(request.headers[all: "X-NCMB-Timestamp"] == ["2013-12-02T02%3A44%3A35.452Z"])
        #expect(
            request.headers[NCMBSigning.header] == "IrlrDY2Y3ErMbbdfUqzat05pvQNTNckFuQaehugj/A8="
        )
    }

    @Test("The timestamp is taken when the request is prepared")
    func timestamp() throws {
        let request = try NCMBSigning.prepared(["path": "/push"]).request
        #expect(request.headers["X-NCMB-Timestamp"] == "2013-12-02T02:44:35.452Z")
        let later = NCMBSigning.evaluator(at: NCMBSigning.moment.advanced(byNanoseconds: 1_000_000))
        let second = try NCMBSigning.prepared(["path": "/push"], using: later).request
        #expect(second.headers["X-NCMB-Timestamp"] == "2013-12-02T02:44:35.453Z")
        #expect(second.headers[NCMBSigning.header] != request.headers[NCMBSigning.header])
    }

    @Test("An undefined key is an error, not an empty key")
    func missingKey() throws {
        let error = #expect(throws: TemplateError.self) {
            var evaluator = NCMBSigning.evaluator()
            evaluator.scope["clientKey"] = nil
            _ = try NCMBSigning.prepared(["path": "/push"], using: evaluator)
        }
        #expect(error?.description == #"c.yaml:1:1: "clientKey" is not defined"#)
    }
}
