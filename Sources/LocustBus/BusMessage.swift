/// A message between a Locust master and one of its workers.
package struct BusMessage: Hashable, Sendable {
    /// `heartbeat`, `assay.plan`.
    package let type: String
    package let data: BusValue
    /// The worker that sent it or receives it.
    package let node: String

    package init(_ type: String, _ data: BusValue = .null, node: String) {
        self.type = type
        self.data = data
        self.node = node
    }

    /// The bytes on the wire: an array of the three.
    package var bytes: [UInt8] {
        MessagePack.bytes(of: .array([.text(type), data, .text(node)]))
    }

    /// `nil` for bytes that are not a message.
    package init?(bytes: [UInt8]) {
        guard let parts = MessagePack.value(of: bytes)?.elements, parts.count == 3,
            let type = parts[0].text
        else { return nil }
        self.init(type, parts[1], node: parts[2].text ?? "")
    }
}
