import JSON

/// The messages of an application that are under way, or can be listed.
struct NHNMessageStore: Sendable {
    private var messages: [Int: NHNMessage] = [:]
    /// In order of creation, removed ones among them.
    private var order: [Int] = []
    /// How many that can be listed are kept.
    private static let listLimit = 10_000
}

extension NHNMessageStore {
    subscript(_ id: Int) -> NHNMessage? { messages[id] }

    /// Those of an origin, the newest first.
    func newestFirst(where isMeant: (NHNMessage) -> Bool) -> [NHNMessage] {
        order.reversed().compactMap { messages[$0] }.filter(isMeant)
    }

    mutating func insert(_ message: NHNMessage) {
        messages[message.id] = message
        // What a client sent is never listed.
        guard message.origin != .api else { return }
        order.append(message.id)
        guard order.count > 2 * Self.listLimit else { return }
        for id in order.dropLast(Self.listLimit) { messages[id] = nil }
        order.removeFirst(order.count - Self.listLimit)
    }

    mutating func update(_ id: Int, _ change: (inout NHNMessage) -> Void) {
        guard var message = messages[id] else { return }
        change(&message)
        messages[id] = message
    }

    mutating func remove(_ id: Int) { messages[id] = nil }
}
