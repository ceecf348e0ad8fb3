import Base
import Cryptography
import Testing

/// Figures from published sources.
struct KeyAgreementTests {
    private static func bytes(_ text: String) -> [UInt8] {
        Base64.decode(text, alphabet: .url, padded: false) ?? []
    }

    @Test("Two keys agree on the secret of RFC 8291, appendix A")
    func agreement() throws {
        let agent = try #require(
            P256.PrivateKey(scalar: Self.bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
        )
        let server = try #require(
            P256.PrivateKey(scalar: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        )
        let secret = Self.bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
        #expect(agent.secret(with: server.point) == secret)
        #expect(server.secret(with: agent.point) == secret)
        let point =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        #expect(agent.point == Self.bytes(point))
    }

    @Test("An invalid point of the curve and an invalid private key are rejected")
    func refused() throws {
        let key = try #require(P256.PrivateKey(scalar: [UInt8](repeating: 1, count: 32)))
        var off = key.point
        off[64] ^= 1
        for point in [off, [], Array(key.point.dropLast()), [2] + key.point.dropFirst()] {
            #expect(key.secret(with: point) == nil)
            #expect(VerifyingKey(p256: point) == nil)
        }
        for scalar in [[], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32)] {
            #expect(P256.PrivateKey(scalar: scalar) == nil)
        }
    }

    @Test("Keys are derived as in RFC 5869, appendix A.1")
    func derived() {
        let key = HKDF.key(
            salt: Array(0...12),
            secret: [UInt8](repeating: 0x0B, count: 22),
            info: Array(0xF0...0xF9),
            count: 32
        )
        let text = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
        #expect(key.map { Hex.text(of: $0, digits: 2) }.joined() == text)
    }

    @Test("A message is sealed as in the GCM specification, and opens only unchanged")
    func sealed() throws {
        let key = [UInt8](repeating: 0, count: 16)
        let nonce = [UInt8](repeating: 0, count: 12)
        // Test case 2 of the specification: one block of zeros.
        let sealed = try #require(
            AES128GCM.seal([UInt8](repeating: 0, count: 16), key: key, nonce: nonce)
        )
        let text = "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"
        #expect(sealed.map { Hex.text(of: $0, digits: 2) }.joined() == text)
        #expect(AES128GCM.open(sealed, key: key, nonce: nonce) == [UInt8](repeating: 0, count: 16))
        for position in sealed.indices {
            var changed = sealed
            changed[position] ^= 1
            #expect(AES128GCM.open(changed, key: key, nonce: nonce) == nil)
        }
        #expect(AES128GCM.open(Array(sealed.prefix(15)), key: key, nonce: nonce) == nil)
        #expect(AES128GCM.open(sealed, key: [1], nonce: nonce) == nil)
        #expect(AES128GCM.seal([], key: key, nonce: nonce)?.count == 16)
    }

    @Test("The token signature of RFC 8292, 2.4, verifies with its key; changed signatures do not")
    func verified() throws {
        let point =
            "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        let key = try #require(VerifyingKey(p256: Self.bytes(point)))
        let token =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQi"
            + "LCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
        let signature = Self.bytes(
            "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        )
        #expect(signature.count == 64)
        #expect(key.accepts(signature, of: Array(token.utf8)))
        #expect(!key.accepts(signature, of: Array((token + "x").utf8)))
        var changed = signature
        changed[0] ^= 1
        #expect(!key.accepts(changed, of: Array(token.utf8)))
        #expect(!key.accepts([], of: Array(token.utf8)))
    }

    @Test("A generated RSA key signs, and its public half verifies the signature")
    func made() throws {
        let (key, pem) = try SigningKey.generatedRSA()
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let signature = try key.signature(of: [1, 2, 3])
        #expect(VerifyingKey(key).accepts(signature, of: [1, 2, 3]))
        #expect(!VerifyingKey(key).accepts(signature, of: [1, 2]))
    }
}
