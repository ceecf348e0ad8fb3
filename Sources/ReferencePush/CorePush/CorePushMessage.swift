import JSON

/// One element of `request_data`: a message and its recipient.
struct CorePushMessage: Hashable, Sendable {
    let appUserID: String
    /// For Android only.
    let title: String?
    let text: String
    /// Content of a rich notification; any text.
    let url: String?
    let badge: Int?

    /// The ID of all users of an app.
    static let everybody = "9999999999"
    /// The largest payload of an iPhone, in bytes, including the service's own members.
    static let iphoneLimit = 256
    /// The longest possible ID, for which the size limit reserves space.
    private static let longestPushID = 9_999_999_999
    /// The longest title and message together of an Android device, in bytes.
    static let androidLimit = 1_024

    /// - Parameters:
    ///   - value: The element.
    ///   - platform: Platform of the devices.
    ///   - isSandbox: Whether it goes to development builds, which get no id.
    /// - Throws: When a required member is missing or the message is too long for the platform.
    init(
        _ value: JSONValue,
        for platform: CorePushPlatform,
        isSandbox: Bool
    ) throws(CorePushFailure) {
        guard let object = value.objectValue,
            let user = object["app_user_id"]?.stringValue, !user.isEmpty,
            let text = object["message"]?.stringValue, !text.isEmpty
        else { throw CorePushFailure() }
        appUserID = user
        self.text = text
        title = object["title"]?.stringValue
        url = try Self.text(object["url"])
        badge = try Self.number(object["badge"])
        try checkSize(for: platform, pushID: isSandbox ? nil : Self.longestPushID)
    }

    /// A text message to all users.
    init(title: String?, text: String) {
        appUserID = Self.everybody
        self.title = title
        self.text = text
        url = nil
        badge = nil
    }

    private static func text(_ value: JSONValue?) throws(CorePushFailure) -> String? {
        guard let value, value != .null else { return nil }
        guard let text = value.stringValue else { throw CorePushFailure() }
        return text
    }

    private static func number(_ value: JSONValue?) throws(CorePushFailure) -> Int? {
        guard let value, value != .null else { return nil }
        guard let number = value.intValue ?? value.stringValue.flatMap({ Int($0) }) else {
            throw CorePushFailure()
        }
        return number
    }

    private func checkSize(
        for platform: CorePushPlatform,
        pushID: Int?
    ) throws(CorePushFailure) {
        switch platform {
        case .iphone:
            let payload = self.payload(for: platform, pushID: pushID)
            let bytes = JSONValue.object(payload).textBytes
            guard bytes.count <= Self.iphoneLimit else { throw CorePushFailure() }
        case .android:
            guard let title, !title.isEmpty,
                title.utf8.count + text.utf8.count <= Self.androidLimit
            else { throw CorePushFailure() }
        }
    }
}

extension CorePushMessage {
    /// Content for a device: for iOS the APNs payload, for Android the data of FCM.
    ///
    /// - Parameters:
    ///   - platform: Platform of the device.
    ///   - pushID: ID for counting launches; `nil` for development builds.
    /// - Returns: The members in the order of sending.
    func payload(for platform: CorePushPlatform, pushID: Int?) -> JSONObject {
        var payload = JSONObject()
        switch platform {
        case .iphone:
            var aps = JSONObject()
            aps["alert"] = .string(text)
            aps["badge"] = badge.map { .integer($0) }
            payload["aps"] = .object(aps)
        case .android:
            payload["title"] = title.map { .string($0) }
            payload["message"] = .string(text)
        }
        payload["url"] = url.map { .string($0) }
        payload["push_id"] = pushID.map { .string("\($0)") }
        return payload
    }
}
