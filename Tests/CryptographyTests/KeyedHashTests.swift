import Cryptography
import Testing

struct KeyedHashTests {
    @Test(
        "A hash that was set up once yields the codes of HMAC each time",
        arguments: HashAlgorithm.allCases,
        [0, 1, 63, 64, 65, 127, 128, 129, 300]
    )
    func codes(algorithm: HashAlgorithm, keyLength: Int) {
        let key = (0..<keyLength).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
        let hash = KeyedHash(algorithm, key: key)
        for message in [[], [1, 2, 3], [UInt8](repeating: 9, count: 1000)] as [[UInt8]] {
            let expected = HMAC.authenticationCode(algorithm, key: key, message: message)
            #expect(hash.authenticationCode(of: message) == expected)
        }
    }
}
