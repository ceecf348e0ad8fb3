import JSON

/// One push on its way to its devices.
struct DeliveryBatch: Sendable {
    /// One device.
    struct Recipient: Hashable, Sendable {
        let id: ObjectID
        let deviceType: DeviceType
        let deviceToken: String
        /// The badge to show; `nil` for none.
        let badge: Int?
    }

    let pushID: String
    /// First those that it is handed over for.
    let recipients: [Recipient]
    /// How many of them, the last ones, have a token that another certificate was set for.
    let boundElsewhere: Int
    let payload: PushPayload
    /// When it is handed over.
    let time: Instant
    /// Until when it is tried on devices that do not get it.
    let expiration: Instant
}

extension DeliveryBatch {
    /// What the recipients get, in their order; nothing for those that are bound elsewhere.
    var notifications: NotificationBatch {
        NotificationBatch(count: recipients.count - boundElsewhere) {
            notification(for: recipients[$0])
        }
    }

    /// The positions of the recipients that nothing is handed over for.
    var unreachable: Range<Int> { recipients.count - boundElsewhere..<recipients.count }

    private func notification(for recipient: Recipient) -> Notification {
        switch recipient.deviceType {
        case .ios:
            Notification(
                gateway: .apns(topic: Self.topic),
                token: recipient.deviceToken,
                content: payload.ios(badge: recipient.badge),
                expiration: expiration
            )
        case .android:
            Notification(
                gateway: .fcm,
                token: recipient.deviceToken,
                content: JSONObject([
                    .init(name: "data", value: .object(payload.android)),
                    .init(name: "android", value: ["ttl": .string("\(secondsToLive)s")]),
                ])
            )
        }
    }

    /// What FCM is told in place of a time; whole seconds, at least 0.
    private var secondsToLive: Int64 {
        max(0, (expiration.milliseconds - time.milliseconds) / 1_000)
    }

    /// Stands for the application's bundle identifier, which only its certificate knows.
    private static let topic = "reference.application"
}
