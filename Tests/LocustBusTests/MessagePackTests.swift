import Testing

@testable import LocustBus

struct MessagePackTests {
    static let beat: [UInt8] = [
        0x93, 0xA9, 0x68, 0x65, 0x61, 0x72, 0x74, 0x62, 0x65, 0x61, 0x74, 0xC0, 0xA3, 0x61, 0x5F,
        0x31,
    ]

    @Test("A message has the same bytes as Locust's")
    func heartbeat() {
        let message = BusMessage("heartbeat", node: "a_1")
        #expect(message.bytes == Self.beat)
        #expect(BusMessage(bytes: Self.beat) == message)
    }

    @Test(
        "Every kind of value survives a round trip",
        arguments: [
            .null, .bool(true), .bool(false), .integer(0), .integer(-1), .integer(.max),
            .integer(.min),
            .number(0.5), .text("ü"), .text(""), .bytes([]),
            .bytes([UInt8](repeating: 7, count: 70_000)),
            .array([.integer(1), .array([])]), .map([.init("a", .map([])), .init("b", .null)]),
        ] as [BusValue]
    )
    func roundTrip(value: BusValue) {
        #expect(MessagePack.value(of: MessagePack.bytes(of: value)) == value)
    }

    @Test("Integers may be keys when written, and are text when read")
    func counts() {
        let bytes = MessagePack.bytes(of: .counts([.init(10, 60), .init(1_795_501_843, 1)]))
        #expect(bytes[..<3] == [0x82, 0x0A, 0x3C])
        let read = MessagePack.value(of: bytes)
        #expect(read == .map([.init("10", .integer(60)), .init("1795501843", .integer(1))]))
    }

    @Test(
        "An invalid message is rejected",
        arguments: [
            [], [0x92, 0xC0, 0xC0], [0xC1], [0x93], MessagePackTests.beat + [0x00],
            [0x93, 0x01, 0xC0, 0xC0],
        ]
            as [[UInt8]]
    )
    func none(bytes: [UInt8]) {
        #expect(BusMessage(bytes: bytes) == nil)
    }

    @Test("Values that arrive in pieces are split at their ends", arguments: [1, 2, 7, 1_000])
    func pieces(length: Int) {
        let values: [BusValue] = [.text("start"), .array([.bytes([1, 2, 3])]), .integer(300)]
        let bytes = values.flatMap { MessagePack.bytes(of: $0) }
        var stream = MessagePackStream(limit: 1_000)
        var found: [BusValue] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            stream.append(bytes[start..<min(start + length, bytes.count)])
            while case .value(let value) = stream.next() { found.append(value) }
        }
        #expect(found == values)
        #expect(stream.isEmpty)
    }

    @Test("A value larger than the limit is not awaited")
    func limit() {
        var stream = MessagePackStream(limit: 10)
        stream.append([0xC6, 0x00, 0x10, 0x00, 0x00])
        #expect(stream.next() == .incomplete)
        stream.append([UInt8](repeating: 0, count: 10))
        #expect(stream.next() == .broken)
    }
}
