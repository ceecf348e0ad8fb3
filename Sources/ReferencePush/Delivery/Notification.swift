import JSON
import Synchronization

/// What one device gets, and the push service that brings it there.
struct Notification: Sendable {
    /// The push service of a system, with what it wants to know besides.
    enum Gateway: Hashable, Sendable {
        /// Apple's; a call goes to the topic of its own.
        case apns(topic: String, isCall: Bool = false)
        /// Google's.
        case fcm
    }

    let gateway: Gateway
    let token: String
    /// For APNs the whole payload, for FCM the members of the message besides its token.
    let content: JSONObject
    /// Until when APNs keeps it for a device that it does not reach; `nil` leaves that to APNs.
    ///
    /// FCM is told in the content.
    let expiration: Instant?

    init(gateway: Gateway, token: String, content: JSONObject, expiration: Instant? = nil) {
        self.gateway = gateway
        self.token = token
        self.content = content
        self.expiration = expiration
    }
}

/// A deliberate change of what devices get; none unless a defect sets one.
final class NotificationAlteration: Sendable {
    private let change = Mutex<(@Sendable (inout JSONObject) -> Void)?>(nil)

    /// Changes the content of every notification from now on.
    func set(_ change: @escaping @Sendable (inout JSONObject) -> Void) {
        self.change.withLock { $0 = change }
    }

    /// The notification as the device gets it.
    func applied(to notification: Notification) -> Notification {
        guard let change = change.withLock({ $0 }) else { return notification }
        var content = notification.content
        change(&content)
        return Notification(
            gateway: notification.gateway,
            token: notification.token,
            content: content,
            expiration: notification.expiration
        )
    }
}
