import Synchronization

/// Where pushes go: APNs and FCM, or what stands for them.
protocol DeliverySink: Sendable {
    /// Hands one push to its devices.
    ///
    /// Called on a service's delivery queue, or by whoever drives its clock; one push at a time.
    ///
    /// - Parameter batch: What the devices get; built only when asked for.
    /// - Returns: What failed, by position in `batch`; a device that is not named took it.
    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure]
}

/// Why a device did not take a push.
enum DeliveryFailure: String, Hashable, Sendable, CaseIterable {
    /// The app was removed from the device, or the token has expired.
    case unregistered
    /// The token is none, or another environment's.
    case invalidToken
    case unknown
}

/// One push on its way to its devices.
struct NotificationBatch: Sendable {
    /// How many devices it goes to.
    let count: Int
    private let notification: @Sendable (Int) -> Notification

    /// - Parameters:
    ///   - count: How many devices it goes to.
    ///   - notification: Makes what the device at a position gets.
    init(count: Int, _ notification: @escaping @Sendable (Int) -> Notification) {
        self.count = count
        self.notification = notification
    }

    /// What the device at a position gets.
    package subscript(position: Int) -> Notification { notification(position) }
}

/// Takes every push and counts.
final class CountingSink: DeliverySink {
    private let counts = Mutex<(pushes: Int, devices: Int)>((0, 0))

    init() {}

    /// How many pushes were taken.
    var pushes: Int { counts.withLock { $0.pushes } }

    /// How many devices they went to.
    var devices: Int { counts.withLock { $0.devices } }

    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure] {
        counts.withLock {
            $0.pushes += 1
            $0.devices += batch.count
        }
        return [:]
    }
}
