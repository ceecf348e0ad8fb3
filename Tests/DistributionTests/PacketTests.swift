import JSON
import Testing

@testable import Distribution

struct PacketTests {
    @Test("A packed packet unpacks to the same packet", arguments: [0, 1, 70_000])
    func roundTrip(length: Int) throws {
        let body = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let packet = Packet(["number": 7, "name": "b"], body: body)
        let read = try #require(Packet(bytes: packet.bytes))
        #expect(read == packet)
        #expect(read.integer("number", in: 7...7) == 7 && read.text("name") == "b")
        #expect(read.integer("number", in: 0...6) == nil)
        #expect(read.integer("name", in: 0...9) == nil && read.text("number") == "")
    }

    @Test("The head follows its length in four bytes, then the body")
    func layout() {
        #expect(Packet([:], body: [0xFF]).bytes == [0, 0, 0, 2, 0x7B, 0x7D, 0xFF])
    }

    @Test(
        "An invalid packet is rejected",
        arguments: [
            [], [0, 0, 0], [0, 0, 0, 3, 0x7B, 0x7D], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1, 0x7B],
        ]
            as [[UInt8]]
    )
    func none(bytes: [UInt8]) {
        #expect(Packet(bytes: bytes) == nil)
    }
}
