import JSON
import Synchronization

/// A notification for one device, and its push service.
struct Notification: Sendable {
    /// A push service, with its further parameters.
    enum Gateway: Hashable, Sendable {
        /// Apple's; a call has its own topic.
        case apns(topic: String, isCall: Bool = false)
        /// Google's.
        case fcm
    }

    let gateway: Gateway
    let token: String
    /// For APNs the whole payload, for FCM the members of the message except for its token.
    let content: JSONObject
    /// Expiry for APNs; `nil` for its default.
    ///
    /// For FCM the content includes it.
    let expiration: Instant?

    init(gateway: Gateway, token: String, content: JSONObject, expiration: Instant? = nil) {
        self.gateway = gateway
        self.token = token
        self.content = content
        self.expiration = expiration
    }
}

/// A deliberate change of notifications, set by a defect.
package final class NotificationAlteration: Sendable {
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
