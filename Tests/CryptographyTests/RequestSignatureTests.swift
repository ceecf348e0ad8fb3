import Cryptography
import Testing

/// The signatures of NIFCLOUD mobile backend, from explicit strings to sign.
struct RequestSignatureTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let lines: [String]
        let signature: String

        var testDescription: String { lines[0...2].joined(separator: " ") }
    }

    @Test("The signature is the Base64 of the HMAC-SHA256 of four lines", arguments: vectors)
    func requestSignature(vector: Vector) {
        let text = vector.lines.joined(separator: "\n")
        #expect(Self.sign(text, with: Self.clientKey) == vector.signature)
    }

    @Test("A response is signed with its body as the fifth line")
    func responseSignature() {
        let create = Self.vector("POST", Self.domain, "/2013-09-01/installations", "", "").lines
        let body = #"{"objectId":"7FrmPTBKSNtVjajm","createDate":"2014-06-03T11:28:30.348Z"}"#
        #expect(
            Self.sign((create + [body]).joined(separator: "\n"), with: Self.clientKey)
                == "qMVkuZOVdemuFi3ZK9/ZfjP6wsgQHT9LKuqpr8jXQVw="
        )
    }

    private static func sign(_ text: String, with key: String) -> String {
        Base64.encode(
            HMAC.authenticationCode(.sha256, key: Array(key.utf8), message: Array(text.utf8))
        )
    }

    private static let clientKey =
        "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75"
    private static let common =
        "SignatureMethod=HmacSHA256&SignatureVersion=2&X-NCMB-Application-Key="
        + "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56"
        + "&X-NCMB-Timestamp="
    private static let time = "2013-12-02T02:44:35.452Z"
    private static let domain = "mbaas.api.nifcloud.com"
    private static let loopback = "127.0.0.1"

    private static func vector(
        _ method: String,
        _ host: String,
        _ path: String,
        _ query: String,
        _ signature: String,
        time: String = time
    ) -> Vector {
        Vector(lines: [method, host, path, common + time + query], signature: signature)
    }

    private static let base = "/2013-09-01"
    private static let installations = base + "/installations"
    private static let installation = installations + "/41My7ovRtgHflLeX"
    private static let push = base + "/push/wy7SZOQOdRMQvmIJ"
    private static let token =
        "where=%7B%22deviceToken%22%3A%227f9af3973668245167e8bb132a%22%7D"
    private static let bareColon =
        "where=%7B%22deviceToken%22:%227f9af3973668245167e8bb132a%22%7D"
    private static let documented = "&where=%7B%22testKey%22%3A%22testValue%22%7D"

    static let vectors: [Vector] = [
        vector(
            "GET",
            domain,
            base + "/classes/TestClass",
            documented,
            "AltGkQgXurEV7u0qMd+87ud7BKuueldoCjaMgVc9Bes="
        ),
        vector(
            "GET",
            "mb.api.cloud.nifty.com",
            base + "/classes/TestClass",
            documented,
            "/mQAJJfMHx2XN9mPZ9bDWR9VIeftZ97ntzDIRw0MQ4M="
        ),
        vector(
            "POST",
            domain,
            installations,
            "",
            "N2wZA7K4F9XvL/DdCvcD0UDmtDH64V/udoqVV5M18Ns="
        ),
        vector(
            "POST",
            loopback,
            installations,
            "",
            "oyVVAbZtKj9jvHV1hUEwYEfHVpiq8RAuJYhzIJuItbo="
        ),
        vector(
            "GET",
            domain,
            installations,
            "&" + token,
            "RUSQa13Gs4bw4RwlMgTfZXFMZZDBmshy1oI2raytNgc="
        ),
        vector(
            "GET",
            loopback,
            installations,
            "&" + token,
            "dei9XVM0wt4MH7jaNVeL/Y+cQ1a6iTNS37khTbfKzMg="
        ),
        vector(
            "GET",
            domain,
            installations,
            "&" + bareColon,
            "vSPPTKKxmrtmTz0+NIl6R4invpz26COrTqCYhvJ+CLg="
        ),
        vector(
            "GET",
            loopback,
            installations,
            "&" + bareColon,
            "zaAyDGdFPMjlrKLApFKjLAzGDC0JccRtrmJtzXJyE4k="
        ),
        vector(
            "GET",
            domain,
            installations,
            "&count=1&limit=1&" + token,
            "PVzCCHn9F/aGS2CxF6yDDbjE+P3+KYwV6+z61nw9JQs="
        ),
        vector(
            "GET",
            loopback,
            installations,
            "&count=1&limit=1&" + token,
            "AKJ+hjfENj02cW/xLp4MA+KdNFemCH09alBWbXEO6o4="
        ),
        vector(
            "GET",
            domain,
            installation,
            "",
            "NFwYcmQxeuvk41HXS4r+OOonrOoU3tCrsiqP1nTDb28="
        ),
        vector(
            "GET",
            loopback,
            installation,
            "",
            "0Ys8zGuo3LmlwRp73WESS1mLwxp/XQ6E2qzMrJJoP1U="
        ),
        vector(
            "PUT",
            domain,
            installation,
            "",
            "Y+5Muxfr3eOezMcFX3shEpBhfWhpK6UjwMFhDjR1ON8="
        ),
        vector(
            "PUT",
            loopback,
            installation,
            "",
            "0yZVZf58WbB6aXJukqSpI8NmvN80z7WMAdFz4igQusk="
        ),
        vector(
            "DELETE",
            domain,
            installation,
            "",
            "24bFtXmzQ7s+yAUDHP95UFgKbzcTaLiPYR90T2t3SHs="
        ),
        vector(
            "DELETE",
            loopback,
            installation,
            "",
            "NAa3lyHYr+F2ocdhIOpaFd5Ai0MF5dapzoXk435RKI0="
        ),
        vector(
            "POST",
            domain,
            base + "/push",
            "",
            "tfPaw9Nj2S+Fyd/3U9V+1RIFcbSmuhEzrEAamth5hCo="
        ),
        vector(
            "POST",
            loopback,
            base + "/push",
            "",
            "Mq9nKfiiXIjF7WaRMV6hNjcddMnAx8x89fsfH/IA5M0="
        ),
        vector(
            "GET",
            domain,
            push,
            "",
            "bQK9U8c05CBlBeMOgXhMBiJg++F1TeIIMYiUGD1W5WY="
        ),
        vector(
            "GET",
            loopback,
            push,
            "",
            "0obVkxx7bIvlS/vrP3ml0bm0Ln+xjFuDtQdmOHBee1A="
        ),
        vector(
            "PUT",
            domain,
            push,
            "",
            "PVDp/DYPVkua2kyzEdvAQw4G/Mv3o6eCUnVlaNOZZ/Q="
        ),
        vector(
            "PUT",
            loopback,
            push,
            "",
            "zh7K7MEuTVw3ASpn509fu4HDRgI1nK9FvQTYaBOVN2Q="
        ),
        vector(
            "DELETE",
            domain,
            push,
            "",
            "YwtcuvRwwpk790hL5xP2bBPSZn3a9y9aFvOuJ1NnY5c="
        ),
        vector(
            "DELETE",
            loopback,
            push,
            "",
            "ueItya0rL5K3LPb3JtJ8eWr6vW4p+RU+Rzj1rqiyU/g="
        ),
        vector(
            "POST",
            domain,
            push + "/openNumber",
            "",
            "5WNKiHDWk486LhGtp5bDHPMtIpLaZlnCMM/kFtQCTHI="
        ),
        vector(
            "POST",
            loopback,
            push + "/openNumber",
            "",
            "nyy7tSJd7FXWK9ZPEocurODl9rHboj+Vc+FFf8nnGag="
        ),
        vector(
            "POST",
            domain,
            base + "/push",
            "",
            "IrlrDY2Y3ErMbbdfUqzat05pvQNTNckFuQaehugj/A8=",
            time: "2013-12-02T02%3A44%3A35.452Z"
        ),
    ]
}
