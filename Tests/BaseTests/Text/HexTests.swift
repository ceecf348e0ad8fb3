import Testing

@testable import Base

struct HexTests {
    @Test("Bytes become pairs of lower-case digits and decode back")
    func roundTrip() {
        #expect(Hex.encode([]) == "")
        #expect(Hex.encode([0x00, 0x0f, 0xa0, 0xff]) == "000fa0ff")
        #expect(Hex.decode("000fa0ff") == [0x00, 0x0f, 0xa0, 0xff])
        #expect(Hex.decode("") == [])
    }

    @Test("Digits of either case are read")
    func upperCase() {
        // RFC 4648 §10.
        #expect(Hex.decode("666F6F626172") == Array("foobar".utf8))
    }

    @Test("A number has the requested number of digits, or as many as it needs")
    func numbers() {
        #expect(Hex.text(of: 0, digits: 2) == "00")
        #expect(Hex.text(of: 0xAB, digits: 4, uppercase: true) == "00AB")
        #expect(Hex.text(of: 0x1_F600, digits: 4) == "1f600")
    }

    @Test(
        "Anything but pairs of digits is rejected",
        arguments: ["0", "0g", " 00", "0x00", "00 ", "é"]
    )
    func refused(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
