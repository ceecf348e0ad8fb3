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
    /// Reachable recipients come first.
    let recipients: [Recipient]
    /// Number of recipients at the end whose token is bound to another certificate.
    let boundElsewhere: Int
    let payload: PushPayload
    /// When it is handed over.
    let time: Instant
    /// Until when it is tried on devices that do not get it.
    let expiration: Instant
}

extension DeliveryBatch {
    /// Notifications of the recipients, in order, except for those bound to another certificate.
    var notifications: NotificationBatch {
        NotificationBatch(count: recipients.count - boundElsewhere) {
            notification(for: recipients[$0])
        }
    }

    /// The positions of the recipients without a notification.
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

    /// FCM's time to live in whole seconds, at least 0.
    private var secondsToLive: Int64 {
        max(0, (expiration.milliseconds - time.milliseconds) / 1_000)
    }

    /// A stand-in for the application's bundle identifier, which only its certificate contains.
    private static let topic = "reference.application"
}
