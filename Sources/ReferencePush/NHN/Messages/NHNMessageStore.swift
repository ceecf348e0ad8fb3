import JSON

/// The messages of an application that are under way, or can be listed.
struct NHNMessageStore: Sendable {
    /// Those of clients: never listed, and gone when they are sent.
    private var underWay = BoundedStore<Int, NHNMessage>()
    private var others = BoundedStore<Int, NHNMessage>(limit: 10_000)

    subscript(_ id: Int) -> NHNMessage? { underWay[id] ?? others[id] }

    /// Those that no client sent, the newest first.
    var listed: some Sequence<NHNMessage> { others.newestFirst }

    mutating func insert(_ message: NHNMessage) {
        if message.origin == .api {
            underWay.insert(message, for: message.id)
        } else {
            others.insert(message, for: message.id)
        }
    }

    /// Takes what became of a message.
    mutating func finish(_ id: Int, _ change: (inout NHNMessage) -> Void) {
        if underWay.remove(id) == nil { others.update(id, change) }
    }
}
