import Cryptography
import Testing

struct Base64Tests {
    /// RFC 4648 §10, and bytes that need both special characters.
    static let pairs: [(bytes: [UInt8], text: String)] = [
        ([], ""),
        (Array("f".utf8), "Zg=="),
        (Array("fo".utf8), "Zm8="),
        (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg=="),
        (Array("fooba".utf8), "Zm9vYmE="),
        (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xfb, 0xff, 0xbf], "+/+/"),
        ([0x00], "AA=="),
    ]

    @Test("Bytes become the text of RFC 4648 and decode back", arguments: pairs)
    func roundTrip(bytes: [UInt8], text: String) {
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text) == bytes)
    }

    @Test("The URL alphabet replaces + and / and can leave out the padding")
    func urlAlphabet() {
        #expect(Base64.encode([0xfb, 0xff, 0xbf], alphabet: .url) == "-_-_")
        #expect(Base64.encode([0xfb, 0xff], alphabet: .url, padded: false) == "-_8")
        #expect(Base64.decode("-_8", alphabet: .url, padded: false) == [0xfb, 0xff])
        #expect(Base64.decode("-_8=", alphabet: .url) == [0xfb, 0xff])
    }

    @Test(
        "Every byte value survives a round trip",
        arguments: [Base64.Alphabet.standard, .url],
        [true, false]
    )
    func everyByte(alphabet: Base64.Alphabet, padded: Bool) {
        let bytes = Array(UInt8.min...UInt8.max)
        let text = Base64.encode(bytes, alphabet: alphabet, padded: padded)
        #expect(Base64.decode(text, alphabet: alphabet, padded: padded) == bytes)
    }

    @Test(
        "A text that no encoder produces is rejected",
        arguments: [
            "Zg", "Zg=", "Z===", "Zg===", "====", "=", "Zh==", "Zm9=", "Zm 9v", "Zm9v\n",
            "Zm9v\r\n",
            "-_-_", "Zg==Zg==", "Z=g=", "Zé==", "Zm9vZ",
        ]
    )
    func refused(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(
        "Output of recorders is read in either alphabet, with or without line ends and padding",
        arguments: [
            ("Zg", "f"), ("Zg==", "f"), ("Zm9v\r\nYmFy\n", "foobar"), ("", ""), ("Zh==", "f"),
            ("Pz8_Pz8/", "??????"), ("Zm 9v", nil), ("Zm9v!", nil),
        ]
    )
    func recorded(text: String, decoded: String?) {
        #expect(Base64.decode(recorded: text) == decoded.map { Array($0.utf8) })
    }

    @Test("Without padding, a text with padding is rejected", arguments: ["Zg==", "Zm8=", "Z"])
    func refusedUnpadded(text: String) {
        #expect(Base64.decode(text, padded: false) == nil)
    }
}
