import Base
import Contract
import HTTP
import Testing

@testable import ReferencePush

/// The vectors of the service's documentation, and vectors computed from it.
struct NCMBSignatureTests {
    private static let timestamp = "2013-12-02T02:44:35.452Z"
    private static let key = Array(NCMBCredentials.demo.clientKey.utf8)

    private static func signed(
        _ line: String,
        host: String,
        timestamp: String = timestamp
    ) -> NCMBStringToSign {
        let parts = line.split(separator: " ").map(String.init)
        let target = RequestTarget("/2013-09-01" + parts[1])
        return NCMBStringToSign(
            method: parts[0],
            host: host,
            path: target.path,
            query: target.query,
            applicationKey: NCMBCredentials.demo.applicationKey,
            timestamp: timestamp
        )
    }

    private static let example =
        "GET /classes/TestClass?where=%7B%22testKey%22%3A%22testValue%22%7D"
    private static let token = "%22deviceToken%22%3A%227f9af3973668245167e8bb132a%22"
    private static let bareToken = "%22deviceToken%22:%227f9af3973668245167e8bb132a%22"

    @Test("The string to sign in the documentation's example has its four lines")
    func text() {
        let expected = """
            GET
            mbaas.api.nifcloud.com
            /2013-09-01/classes/TestClass
            SignatureMethod=HmacSHA256&SignatureVersion=2&X-NCMB-Application-Key=\
            6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56&X-NCMB-Timestamp=\
            2013-12-02T02:44:35.452Z&where=%7B%22testKey%22%3A%22testValue%22%7D
            """
        let signed = Self.signed(Self.example, host: "mbaas.api.nifcloud.com")
        #expect(String(decoding: signed.bytes, as: UTF8.self) == expected)
    }

    @Test(
        "The documentation's example has the documented signature",
        arguments: [
            ("mbaas.api.nifcloud.com", "AltGkQgXurEV7u0qMd+87ud7BKuueldoCjaMgVc9Bes="),
            ("mb.api.cloud.nifty.com", "/mQAJJfMHx2XN9mPZ9bDWR9VIeftZ97ntzDIRw0MQ4M="),
        ]
    )
    func documented(host: String, expected: String) {
        #expect(Self.signed(Self.example, host: host).signature(key: Self.key) == expected)
    }

    static let vectors: [(String, String, String)] = [
        (
            "POST /installations", "N2wZA7K4F9XvL/DdCvcD0UDmtDH64V/udoqVV5M18Ns=",
            "oyVVAbZtKj9jvHV1hUEwYEfHVpiq8RAuJYhzIJuItbo="
        ),
        (
            "GET /installations?where=%7B\(token)%7D",
            "RUSQa13Gs4bw4RwlMgTfZXFMZZDBmshy1oI2raytNgc=",
            "dei9XVM0wt4MH7jaNVeL/Y+cQ1a6iTNS37khTbfKzMg="
        ),
        (
            "GET /installations?where=%7B\(bareToken)%7D",
            "vSPPTKKxmrtmTz0+NIl6R4invpz26COrTqCYhvJ+CLg=",
            "zaAyDGdFPMjlrKLApFKjLAzGDC0JccRtrmJtzXJyE4k="
        ),
        (
            "GET /installations?where=%7B\(token)%7D&limit=1&count=1",
            "PVzCCHn9F/aGS2CxF6yDDbjE+P3+KYwV6+z61nw9JQs=",
            "AKJ+hjfENj02cW/xLp4MA+KdNFemCH09alBWbXEO6o4="
        ),
        (
            "GET /installations/41My7ovRtgHflLeX", "NFwYcmQxeuvk41HXS4r+OOonrOoU3tCrsiqP1nTDb28=",
            "0Ys8zGuo3LmlwRp73WESS1mLwxp/XQ6E2qzMrJJoP1U="
        ),
        (
            "PUT /installations/41My7ovRtgHflLeX", "Y+5Muxfr3eOezMcFX3shEpBhfWhpK6UjwMFhDjR1ON8=",
            "0yZVZf58WbB6aXJukqSpI8NmvN80z7WMAdFz4igQusk="
        ),
        (
            "DELETE /installations/41My7ovRtgHflLeX",
            "24bFtXmzQ7s+yAUDHP95UFgKbzcTaLiPYR90T2t3SHs=",
            "NAa3lyHYr+F2ocdhIOpaFd5Ai0MF5dapzoXk435RKI0="
        ),
        (
            "POST /push", "tfPaw9Nj2S+Fyd/3U9V+1RIFcbSmuhEzrEAamth5hCo=",
            "Mq9nKfiiXIjF7WaRMV6hNjcddMnAx8x89fsfH/IA5M0="
        ),
        (
            "GET /push/wy7SZOQOdRMQvmIJ", "bQK9U8c05CBlBeMOgXhMBiJg++F1TeIIMYiUGD1W5WY=",
            "0obVkxx7bIvlS/vrP3ml0bm0Ln+xjFuDtQdmOHBee1A="
        ),
        (
            "PUT /push/wy7SZOQOdRMQvmIJ", "PVDp/DYPVkua2kyzEdvAQw4G/Mv3o6eCUnVlaNOZZ/Q=",
            "zh7K7MEuTVw3ASpn509fu4HDRgI1nK9FvQTYaBOVN2Q="
        ),
        (
            "DELETE /push/wy7SZOQOdRMQvmIJ", "YwtcuvRwwpk790hL5xP2bBPSZn3a9y9aFvOuJ1NnY5c=",
            "ueItya0rL5K3LPb3JtJ8eWr6vW4p+RU+Rzj1rqiyU/g="
        ),
        (
            "POST /push/wy7SZOQOdRMQvmIJ/openNumber",
            "5WNKiHDWk486LhGtp5bDHPMtIpLaZlnCMM/kFtQCTHI=",
            "nyy7tSJd7FXWK9ZPEocurODl9rHboj+Vc+FFf8nnGag="
        ),
    ]

    @Test(
        "Each vector has its signature, for the documented host and for loopback",
        arguments: vectors
    )
    func vector(line: String, documented: String, loopback: String) {
        let host = "mbaas.api.nifcloud.com"
        #expect(Self.signed(line, host: host).signature(key: Self.key) == documented)
        #expect(Self.signed(line, host: "127.0.0.1").signature(key: Self.key) == loopback)
    }

    @Test("The service accepts each vector unchanged", arguments: vectors)
    func replay(line: String, documented: String, loopback: String) {
        let service = NCMBHarness().service
        for signature in [documented, loopback] {
            let parts = line.split(separator: " ").map(String.init)
            var request = ServerRequest(method: parts[0], target: "/2013-09-01" + parts[1])
            request.headers.append("host", "127.0.0.1:49152")
            request.headers.append("content-type", "application/json; charset=utf-8")
            request.headers.append("x-ncmb-application-key", NCMBCredentials.demo.applicationKey)
            request.headers.append("x-ncmb-timestamp", Self.timestamp)
            request.headers.append("x-ncmb-signature", signature)
            let response = NCMBResponse(response: service.handle(request))
            #expect(response.code != "E403002" && response.code != "E401001")
            #expect(response.signature != nil)
        }
    }

    @Test("A percent-encoded timestamp is signed exactly as in the header")
    func encodedTimestamp() {
        let signed = Self.signed(
            "POST /push",
            host: "mbaas.api.nifcloud.com",
            timestamp: "2013-12-02T02%3A44%3A35.452Z"
        )
        #expect(
            signed.signature(key: Self.key) == "IrlrDY2Y3ErMbbdfUqzat05pvQNTNckFuQaehugj/A8="
        )
    }

    @Test(
        "Query parameters are signed in name order, whatever their order in the URL",
        arguments: [
            "where=%7B\(token)%7D&limit=1&count=1", "count=1&where=%7B\(token)%7D&limit=1",
            "limit=1&count=1&&where=%7B\(token)%7D&",
        ]
    )
    func order(query: String) {
        let signed = Self.signed("GET /installations?\(query)", host: "mbaas.api.nifcloud.com")
        #expect(
            signed.signature(key: Self.key) == "PVzCCHn9F/aGS2CxF6yDDbjE+P3+KYwV6+z61nw9JQs="
        )
    }

    @Test("Names are sorted as names, not as text up to the next parameter")
    func names() {
        let signed = Self.signed("GET /x?ab=1&a=2&A=3&a-b=4", host: "h")
        #expect(
            String(decoding: signed.bytes, as: UTF8.self)
                .hasSuffix("&X-NCMB-Timestamp=\(Self.timestamp)&a=2&a-b=4&ab=1")
        )
        #expect(String(decoding: signed.bytes, as: UTF8.self).contains("\nA=3&SignatureMethod="))
    }

    @Test("The query is signed for GET only", arguments: ["POST", "PUT", "DELETE"])
    func otherMethods(method: String) {
        let with = Self.signed("\(method) /push?x=1", host: "h")
        #expect(with == Self.signed("\(method) /push", host: "h"))
    }

    @Test(
        "A response is signed over the request's text and the body",
        arguments: [
            ("mbaas.api.nifcloud.com", "qMVkuZOVdemuFi3ZK9/ZfjP6wsgQHT9LKuqpr8jXQVw="),
            ("127.0.0.1", "wpvTjUIrV16+v+fPKJtKX5Rcv+0z9ClPjwiqm9d2v9U="),
        ]
    )
    func response(host: String, expected: String) {
        let body = #"{"objectId":"7FrmPTBKSNtVjajm","createDate":"2014-06-03T11:28:30.348Z"}"#
        let signed = Self.signed("POST /installations", host: host)
        #expect(signed.responseSignature(key: Self.key, body: Array(body.utf8)) == expected)
    }

    /// Computed with OpenSSL: `openssl dgst -sha256 -hmac KEY -binary | base64` over the text.
    @Test(
        "A response is signed over its JSON as sent, including the backslashes before its quotes",
        arguments: [
            (#"{"results":[{"key":"\"test\""}]}"#, "Id4lIKjmjJMb0lNXCUHu43qgI9+ip7ePIAZRxrC8h1o="),
            (#"{"results":[{"key":"\"test\"😃"}]}"#, "iALkmnvrtrHQbAoxl2T5ROqDuQ0w3Ph9giq5qNFADNY="),
        ]
    )
    func escapedResponse(body: String, expected: String) {
        let signed = Self.signed("GET /installations", host: "mbaas.api.nifcloud.com")
        #expect(signed.responseSignature(key: Self.key, body: Array(body.utf8)) == expected)
    }

    @Test("A response without a body is signed over the request's text only")
    func emptyResponse() {
        let signed = Self.signed("DELETE /push/wy7SZOQOdRMQvmIJ", host: "127.0.0.1")
        #expect(
            signed.responseSignature(key: Self.key, body: [])
                == "ueItya0rL5K3LPb3JtJ8eWr6vW4p+RU+Rzj1rqiyU/g="
        )
    }

    @Test(
        "A timestamp is a date and a time, with optional fraction, zone and percent-encoding",
        arguments: [
            ("2013-12-02T02:44:35.452Z", true), ("2013-12-02T02:44:35Z", true),
            ("2013-12-02T02%3A44%3A35.452Z", true), ("2013-12-02T02%3a44%3a35Z", true),
            ("2016-02-29T23:59:59.999Z", true), ("2015-02-29T23:59:59.999Z", false),
            ("2013-12-02T24:44:35.452Z", false), ("2013-13-02T02:44:35.452Z", false),
            ("2013-12-02 02:44:35.452Z", false), ("2013-12-02T02:44:35.452", true),
            ("2013-12-02T11:44:35.452123", true), ("2013-12-02T02:44:35", true),
            ("2013-12-02T11:44:35+0900", true), ("2013-12-02T11:44:35.45+09:00", true),
            ("2013-12-01T23:14:35-0330", true), ("2013-12-02T11%3A44%3A35+09%3A00", true),
            ("2013-12-02T11:44:35+09", false), ("2013-12-02T11:44:35+2400", false),
            ("2013-12-02T11:44:35+0960", false), ("2013-12-02T11:44:35+9:000", false),
            ("2013-12-02T11:44:35+09:00Z", false), ("2013-12-02T11:44:35+090:0", false),
            ("2013-12-02", false), ("+0900", false), ("2013-12-02T", false),
            ("2013-12-02T02:44:35.Z", false), ("1385952275", false), ("", false),
            ("2013-12-02T02:44:35.452Z ", false), ("2013-12-02T02%3B44%3A35Z", false),
        ]
    )
    func timestamp(text: String, isValid: Bool) {
        #expect(NCMBTimestamp.isValid(text) == isValid)
    }
}
