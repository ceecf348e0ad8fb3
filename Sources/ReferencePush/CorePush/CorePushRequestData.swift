import Cryptography
import JSON

/// The decoded `request_data` of a send: at least one message.
struct CorePushRequestData: Hashable, Sendable {
    let messages: [CorePushMessage]

    /// The most messages of one request.
    static let limit = 1_000

    /// Whether it is one message for all users.
    var isBroadcast: Bool { messages[0].appUserID == CorePushMessage.everybody }

    /// Reads a JSON array in Base64, padded or not.
    ///
    /// - Parameters:
    ///   - text: The Base64.
    ///   - platform: Platform of the devices.
    ///   - isSandbox: Whether it goes to development builds.
    /// - Throws: For invalid data, for no or too many messages, for an invalid message, and for a message to all
    ///   users that is not alone.
    init(
        _ text: String,
        for platform: CorePushPlatform,
        isSandbox: Bool
    ) throws(CorePushFailure) {
        guard let bytes = Base64.decode(text) ?? Base64.decode(text, padded: false),
            let elements = (try? JSONValue(parsing: bytes, duplicates: .refused))?.arrayValue,
            (1...Self.limit).contains(elements.count)
        else { throw CorePushFailure() }
        var messages: [CorePushMessage] = []
        messages.reserveCapacity(elements.count)
        for element in elements {
            messages.append(
                try CorePushMessage(element, for: platform, isSandbox: isSandbox)
            )
        }
        let isForEverybody = messages.contains { $0.appUserID == CorePushMessage.everybody }
        guard !isForEverybody || messages.count == 1 else { throw CorePushFailure() }
        self.messages = messages
    }
}
