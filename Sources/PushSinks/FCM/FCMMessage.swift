import JSON
import RegularExpressions

/// A valid message from the body of a send request.
struct FCMMessage: Sendable {
    /// Recipient of a message.
    enum Target: Hashable, Sendable {
        case token(String)
        case topic(String)
        case condition(String)

        /// Name of the recipient in the account.
        var name: String {
            switch self {
            case .token(let token): token
            case .topic(let topic): "topic:\(topic)"
            case .condition(let condition): "condition:\(condition)"
            }
        }
    }

    let target: Target
    let content: JSONObject
    /// Whether it is only validated, not delivered.
    let isTrial: Bool

    /// - Throws: The first violation.
    init(_ body: [UInt8]) throws(FieldViolation) {
        guard let value = try? JSONValue(parsing: body, duplicates: .refused),
            value.objectValue != nil
        else { throw FieldViolation(field: "", description: "The body is not a JSON object") }
        try FCMShapes.request.check(value, at: "")
        guard let content = value["message"]?.objectValue else {
            throw FieldViolation(field: "message", description: "Request has no message")
        }
        target = try Self.target(of: content)
        try Self.checkData(content)
        try Self.checkSize(content, of: target)
        self.content = content
        isTrial = (value["validate_only"] ?? value["validateOnly"])?.boolValue ?? false
    }

    /// Checks that exactly one of three fields is set.
    private static func target(of content: JSONObject) throws(FieldViolation) -> Target {
        let given = ["token", "topic", "condition"].compactMap { name in
            content[name]?.stringValue.map { (name, $0) }
        }
        guard given.count == 1 else {
            let words =
                given.isEmpty ? "Recipient of the message is not set" : "Only one may be set"
            throw FieldViolation(
                field: "message",
                description: "\(words): token, topic or condition"
            )
        }
        switch given[0].0 {
        case "token": return .token(given[0].1)
        case "topic": return .topic(given[0].1)
        default:
            guard TopicCondition(given[0].1) != nil else {
                throw FieldViolation(
                    field: "message.condition",
                    description: "Invalid condition expression provided"
                )
            }
            return .condition(given[0].1)
        }
    }

    /// Rejects names reserved by the service in the data for devices.
    private static func checkData(_ content: JSONObject) throws(FieldViolation) {
        for name in content["data"]?.objectValue?.names ?? [] {
            let isReserved =
                ["from", "message_type"].contains(name)
                || name.hasPrefix("google.") || name.hasPrefix("gcm.notification.")
            guard !isReserved else {
                throw FieldViolation(
                    field: "message.data",
                    description: "Invalid data payload key: \(name)"
                )
            }
        }
    }

    /// The bytes of names and values that a device gets.
    private static func checkSize(
        _ content: JSONObject,
        of target: Target
    ) throws(FieldViolation) {
        let notification = content["notification"]?.objectValue?.members ?? []
        let members = (content["data"]?.objectValue?.members ?? []) + notification
        let size = members.reduce(0) { size, member in
            size + member.name.utf8.count + (member.value.stringValue?.utf8.count ?? 0)
        }
        let limit = if case .token = target { 4_096 } else { 2_048 }
        guard size <= limit else {
            throw FieldViolation(
                field: "message",
                description: "The message has \(size) bytes, and \(limit) is the most"
            )
        }
    }
}

/// The fields of a send, as the reference of the REST resource lists them.
enum FCMShapes {
    /// The body of `messages:send`.
    static let request = FieldShape.fields(["validate_only": .boolean, "message": message])

    private static let label = pattern("[a-zA-Z0-9_.~%-]{1,50}", "an analytics label")
    /// Four weeks.
    private static let longestLife: Int64 = 2_419_200

    private static let message = FieldShape.fields([
        "name": .text,
        "data": .map(.text),
        "notification": .fields(["title": .text, "body": .text, "image": .text]),
        "android": android,
        "webpush": webpush,
        "apns": apns,
        "fcm_options": .fields(["analytics_label": label]),
        "token": .text,
        "topic": pattern("[a-zA-Z0-9_.~%-]+", "the name of a topic"),
        "condition": .text,
    ])

    private static let android = FieldShape.fields([
        "collapse_key": .text,
        "priority": .choice(["NORMAL", "HIGH"]),
        "ttl": .duration(upTo: longestLife),
        "restricted_package_name": .text,
        "data": .map(.text),
        "notification": androidNotification,
        "fcm_options": .fields(["analytics_label": label]),
        "direct_boot_ok": .boolean,
        "bandwidth_constrained_ok": .boolean,
        "restricted_satellite_ok": .boolean,
    ])

    private static let androidNotification = FieldShape.fields([
        "title": .text, "body": .text, "icon": .text, "sound": .text, "tag": .text,
        "color": pattern("#[0-9a-fA-F]{6}", "a color such as #00ff00"),
        "click_action": .text, "body_loc_key": .text, "body_loc_args": .list(.text),
        "title_loc_key": .text, "title_loc_args": .list(.text), "channel_id": .text,
        "ticker": .text, "sticky": .boolean, "event_time": .text, "local_only": .boolean,
        "notification_priority": .choice([
            "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT",
            "PRIORITY_HIGH", "PRIORITY_MAX",
        ]),
        "default_sound": .boolean, "default_vibrate_timings": .boolean,
        "default_light_settings": .boolean, "vibrate_timings": .list(.duration(upTo: nil)),
        "visibility": .choice(["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]),
        "notification_count": .integer, "image": .text, "bypass_proxy_notification": .boolean,
        "proxy": .choice(["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]),
        "light_settings": .fields([
            "color": .fields([
                "red": .number, "green": .number, "blue": .number, "alpha": .number,
            ]),
            "light_on_duration": .duration(upTo: nil),
            "light_off_duration": .duration(upTo: nil),
        ]),
    ])

    private static let webpush = FieldShape.fields([
        "headers": .map(.text),
        "data": .map(.text),
        "notification": .anything,
        "fcm_options": .fields(["link": .text, "analytics_label": label]),
    ])

    private static let apns = FieldShape.fields([
        "headers": .map(.text),
        "payload": .anything,
        "fcm_options": .fields(["analytics_label": label, "image": .text]),
        "live_activity_token": .text,
    ])

    private static func pattern(_ text: String, _ words: String) -> FieldShape {
        do {
            return .pattern(try RegularExpression(ecma: text), words)
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}
