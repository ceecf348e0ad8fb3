import JSON

/// A failed message: the tokens of one push type with the same reason.
struct MessageFailure: Sendable {
    /// A token and its user.
    struct Recipient: Hashable, Sendable {
        let uid: String
        let token: String

        var json: JSONValue { ["uid": .string(uid), "token": .string(token)] }
    }

    let messageID: Int
    let pushType: NHNPushType
    let cause: NHNErrorCause
    let payload: JSONValue
    let created: Instant
    let recipients: [Recipient]

    var json: JSONValue {
        [
            "messageId": .integer(messageID), "messageIdString": .string("\(messageID)"),
            "pushType": .string(pushType.rawValue),
            "messageErrorType": .string(cause.kind.rawValue),
            "messageErrorCause": .string(cause.rawValue), "payload": payload,
            "createdDateTime": .string(NHNTime.text(created)),
            "tokens": .array(recipients.map(\.json)),
        ]
    }
}

/// An attempt for one token.
struct MessageLog: Sendable {
    enum Result: String, Hashable, Sendable {
        case sent = "SENT"
        case invalidToken = "INVALID_TOKEN"
        case error = "ERROR"
    }

    let messageID: Int
    let pushType: NHNPushType
    let recipient: MessageFailure.Recipient
    let payload: JSONValue
    let result: Result
    let time: Instant

    /// As the log query shows it: numbers are texts, and the body is JSON in a text.
    func json(appKey: String) -> JSONValue {
        let body: JSONValue = ["tokens": [recipient.json], "payload": payload]
        let time = JSONValue.string("\(self.time.milliseconds)")
        return [
            "logType": "message-result", "logSource": "tc-push",
            "messageId": .string("\(messageID)"), "body": .string(body.text), "logTime": time,
            "pushType": .string(pushType.rawValue), "sendTime": time,
            "searchKey1": .string("\(messageID)"), "searchKey2": .string(pushType.rawValue),
            "searchKey3": .string(result.rawValue), "sentResult": .string(result.rawValue),
            "host": "127.0.0.1", "appkey": .string(appKey), "logVersion": "v2",
            "isNeedStored": "bulk", "projectName": .string("L&CS_\(appKey)"), "SinkVersion": "-",
            "projectVersion": "v2.4",
        ]
    }
}

/// Identifies duplicates of a message to the same token.
struct SentMessage: Hashable, Sendable {
    let kind: NHNMessageSettings.Kind
    let content: JSONValue
    let contact: String?
    let removeGuide: String?
    let adWordPosition: NHNMessageSettings.AdWordPosition
    let token: NHNToken.Key
}

extension SentMessage {
    init(_ settings: NHNMessageSettings, to token: NHNToken.Key) {
        self.init(
            kind: settings.kind,
            content: .object(settings.content.object),
            contact: settings.contact,
            removeGuide: settings.removeGuide,
            adWordPosition: settings.adWordPosition,
            token: token
        )
    }
}

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
