import Synchronization

/// Receiver of pushes: APNs and FCM, or a stand-in for them.
protocol DeliverySink: Sendable {
    /// Delivers one push to its devices.
    ///
    /// Called on a service's delivery queue, or by the owner of its clock; one push at a time.
    ///
    /// - Parameter batch: Notifications of the devices, built on demand.
    /// - Returns: Failures by position in `batch`; all other devices received the push.
    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure]
}

/// Why a device did not take a push.
enum DeliveryFailure: String, Hashable, Sendable, CaseIterable {
    /// The app was removed from the device, or the token has expired.
    case unregistered
    /// The token is invalid, or belongs to another environment.
    case invalidToken
    case unknown
}

/// One push on its way to its devices.
struct NotificationBatch: Sendable {
    /// Number of devices.
    let count: Int
    private let notification: @Sendable (Int) -> Notification

    /// - Parameters:
    ///   - count: Number of devices.
    ///   - notification: Makes the notification of the device at a position.
    init(count: Int, _ notification: @escaping @Sendable (Int) -> Notification) {
        self.count = count
        self.notification = notification
    }

    /// The notification of the device at a position.
    package subscript(position: Int) -> Notification { notification(position) }
}

/// Accepts every push and counts.
final class CountingSink: DeliverySink {
    private let counts = Mutex<(pushes: Int, devices: Int)>((0, 0))

    init() {}

    /// Number of pushes received.
    var pushes: Int { counts.withLock { $0.pushes } }

    /// Number of devices of those pushes.
    var devices: Int { counts.withLock { $0.devices } }

    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure] {
        counts.withLock {
            $0.pushes += 1
            $0.devices += batch.count
        }
        return [:]
    }
}
