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
    let recipients: [Recipient]
    let payload: PushPayload
}

extension DeliveryBatch {
    /// What the recipients get, in their order.
    var notifications: NotificationBatch {
        NotificationBatch(count: recipients.count) { payload.notification(for: recipients[$0]) }
    }
}

extension PushPayload {
    fileprivate func notification(for recipient: DeliveryBatch.Recipient) -> Notification {
        switch recipient.deviceType {
        case .ios:
            Notification(
                gateway: .apns(topic: Self.topic),
                token: recipient.deviceToken,
                content: ios(badge: recipient.badge)
            )
        case .android:
            Notification(
                gateway: .fcm,
                token: recipient.deviceToken,
                content: JSONObject([.init(name: "data", value: .object(android))])
            )
        }
    }

    /// Stands for the application's bundle identifier, which only its certificate knows.
    private static let topic = "reference.application"
}
