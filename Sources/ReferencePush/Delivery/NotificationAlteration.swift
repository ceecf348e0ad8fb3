import JSON
import Synchronization

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
            content: content
        )
    }
}
