import Base
import Cryptography
import Testing

struct HMACTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let algorithm: HashAlgorithm
        let key: [UInt8]
        let message: [UInt8]
        let code: String
    }

    @Test("The code equals the published vector", arguments: rfc2202 + rfc4231)
    func publishedVector(vector: Vector) {
        let code = HMAC.authenticationCode(
            vector.algorithm,
            key: vector.key,
            message: vector.message
        )
        // Some published codes are truncated (RFC 4231 §4.6).
        #expect(Hex.encode(Array(code.prefix(vector.code.utf8.count / 2))) == vector.code)
        #expect(code.count == vector.algorithm.byteCount)
    }

    @Test("An empty key and an empty message have a code")
    func emptyKeyAndMessage() {
        // Computed with Python's hmac module.
        #expect(
            Hex.encode(HMAC.authenticationCode(.sha256, key: [], message: []))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        )
    }

    @Test("An empty key counts as zero bytes, and only as those")
    func emptyKeyUsesNoKeyByte() {
        // HMAC pads a key with zeros, so [] and [0] agree, and [1] does not.
        let empty = HMAC.authenticationCode(.sha1, key: [], message: [1, 2, 3])
        #expect(empty == HMAC.authenticationCode(.sha1, key: [0], message: [1, 2, 3]))
        #expect(empty != HMAC.authenticationCode(.sha1, key: [1], message: [1, 2, 3]))
    }

    private static func vector(
        _ name: String,
        _ algorithm: HashAlgorithm,
        key: [UInt8],
        _ message: String,
        _ code: String
    ) -> Vector {
        Vector(
            testDescription: "\(name) \(algorithm)",
            algorithm: algorithm,
            key: key,
            message: Array(message.utf8),
            code: code
        )
    }

    private static func bytes(_ value: UInt8, _ count: Int) -> [UInt8] {
        Array(repeating: value, count: count)
    }

    private static let longKey = "Test Using Larger Than Block-Size Key - Hash Key First"
    private static let jefe = Array("Jefe".utf8)
    private static let question = "what do ya want for nothing?"

    /// RFC 2202 §3.
    static let rfc2202: [Vector] = [
        vector(
            "RFC 2202 case 2",
            .md5,
            key: jefe,
            question,
            "750c783e6ab0b503eaa86e310a5db738"
        ),
        vector(
            "RFC 2202 case 1",
            .sha1,
            key: bytes(0x0b, 20),
            "Hi There",
            "b617318655057264e28bc0b6fb378c8ef146be00"
        ),
        vector(
            "RFC 2202 case 2",
            .sha1,
            key: jefe,
            question,
            "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        ),
        Vector(
            testDescription: "RFC 2202 case 3 sha1",
            algorithm: .sha1,
            key: bytes(0xaa, 20),
            message: bytes(0xdd, 50),
            code: "125d7342b9ac11cd91a39af48aa17b4f63f175d3"
        ),
        Vector(
            testDescription: "RFC 2202 case 4 sha1",
            algorithm: .sha1,
            key: Array(1...25),
            message: bytes(0xcd, 50),
            code: "4c9007f4026250c6bc8414f9bf50c86c2d7235da"
        ),
        vector(
            "RFC 2202 case 5",
            .sha1,
            key: bytes(0x0c, 20),
            "Test With Truncation",
            "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"
        ),
        vector(
            "RFC 2202 case 6",
            .sha1,
            key: bytes(0xaa, 80),
            longKey,
            "aa4ae5e15272d00e95705637ce8a3b55ed402112"
        ),
        vector(
            "RFC 2202 case 7",
            .sha1,
            key: bytes(0xaa, 80),
            "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data",
            "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"
        ),
    ]

    /// RFC 4231 §4.
    static let rfc4231: [Vector] = [
        vector(
            "RFC 4231 case 1",
            .sha256,
            key: bytes(0x0b, 20),
            "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        vector(
            "RFC 4231 case 1",
            .sha512,
            key: bytes(0x0b, 20),
            "Hi There",
            "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854"
        ),
        vector(
            "RFC 4231 case 2",
            .sha256,
            key: jefe,
            question,
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        vector(
            "RFC 4231 case 2",
            .sha512,
            key: jefe,
            question,
            "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
        ),
        Vector(
            testDescription: "RFC 4231 case 3 sha256",
            algorithm: .sha256,
            key: bytes(0xaa, 20),
            message: bytes(0xdd, 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        Vector(
            testDescription: "RFC 4231 case 4 sha256",
            algorithm: .sha256,
            key: Array(1...25),
            message: bytes(0xcd, 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        vector(
            "RFC 4231 case 5, truncated",
            .sha256,
            key: bytes(0x0c, 20),
            "Test With Truncation",
            "a3b6167473100ee06e0c796c2955552b"
        ),
        vector(
            "RFC 4231 case 6",
            .sha256,
            key: bytes(0xaa, 131),
            longKey,
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        vector(
            "RFC 4231 case 6",
            .sha512,
            key: bytes(0xaa, 131),
            longKey,
            "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
        ),
        vector(
            "RFC 4231 case 7",
            .sha256,
            key: bytes(0xaa, 131),
            "This is a test using a larger than block-size key and a larger than block-size data. "
                + "The key needs to be hashed before being used by the HMAC algorithm.",
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]
}
