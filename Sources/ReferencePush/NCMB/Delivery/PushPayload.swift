import JSON

/// Content of a notification.
struct PushPayload: Sendable {
    let generation: NCMBGeneration
    let pushID: String
    let settings: PushSettings

    /// The largest payload that iOS 8 and later take, in bytes.
    static let iosLimit = 2_048
}

extension PushPayload {
    /// The APNs payload: `aps`, the service's own members, and the client's values at the top level.
    func ios(badge: Int?) -> JSONObject {
        var payload = JSONObject()
        payload["aps"] = .object(aps(badge: badge))
        payload[name("PushId")] = .string(pushID)
        payload[name("RichUrl")] = settings.richUrl.map { .string($0) }
        // A client's value cannot replace the service's own.
        for member in settings.userSettingValue?.members ?? [] where payload[member.name] == nil {
            payload[member.name] = member.value
        }
        return payload
    }

    private func aps(badge: Int?) -> JSONObject {
        var aps = JSONObject()
        aps["alert"] = alert
        aps["sound"] = settings.sound.map { .string($0) }
        aps["badge"] = badge.map { .integer($0) }
        aps["category"] = settings.category.map { .string($0) }
        if settings.contentAvailable { aps["content-available"] = 1 }
        return aps
    }

    /// An object with title and body; in the older form the message alone.
    ///
    /// Without a message there is no alert, regardless of the title: the device shows nothing.
    private var alert: JSONValue? {
        guard let message = settings.message, !message.isEmpty else { return nil }
        switch generation {
        case .nifty:
            return .string(message)
        case .nifcloud:
            var alert = JSONObject()
            alert["title"] = settings.title.map { .string($0) }
            alert["body"] = .string(message)
            return .object(alert)
        }
    }

    /// The data of FCM: texts only, so the client's values are one JSON text.
    var android: JSONObject {
        var data = JSONObject()
        data["title"] = settings.title.map { .string($0) }
        data["message"] = settings.message.map { .string($0) }
        data["action"] = settings.action.map { .string($0) }
        data[name("PushId")] = .string(pushID)
        data[name("Data")] = settings.userSettingValue.map { .string(JSONValue.object($0).text) }
        data[name("RichUrl")] = settings.richUrl.map { .string($0) }
        if settings.dialog { data[name("Dialog")] = "true" }
        return data
    }

    private func name(_ suffix: String) -> String { generation.payloadPrefix + suffix }
}
