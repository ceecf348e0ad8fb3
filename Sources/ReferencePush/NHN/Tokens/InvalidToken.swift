import JSON

/// A token that turned out to be dead when a message was sent to it.
struct InvalidToken: Sendable {
    let messageID: Int
    let uid: String
    let token: String
    let pushType: NHNPushType
    let created: Instant

    var json: JSONValue {
        [
            "messageId": .integer(messageID), "uid": .string(uid), "token": .string(token),
            "pushType": .string(pushType.rawValue),
            "createdDateTime": .string(NHNTime.text(created)),
        ]
    }
}
