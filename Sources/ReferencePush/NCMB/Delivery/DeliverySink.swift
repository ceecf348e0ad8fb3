import JSON
import Synchronization

/// Where pushes go: APNs and FCM, or what stands for them.
package protocol DeliverySink: Sendable {
    /// Hands one push to its devices.
    ///
    /// Called on the delivery queue, or by whoever calls `deliverDue`; one push at a time.
    ///
    /// - Parameter batch: The push and its devices; payloads are built only when asked for.
    /// - Returns: What failed, by position in `batch.recipients`; a device that is not named took it.
    func deliver(_ batch: DeliveryBatch) -> [Int: DeliveryFailure]
}

/// Why a device did not take a push.
package enum DeliveryFailure: String, Hashable, Sendable, CaseIterable {
    /// The app was removed from the device, or the token has expired.
    case unregistered
    /// The token is none, or another environment's.
    case invalidToken
    case unknown
}

/// One push on its way to its devices.
package struct DeliveryBatch: Sendable {
    /// One device.
    package struct Recipient: Hashable, Sendable {
        let id: ObjectID
        package let deviceType: DeviceType
        package let deviceToken: String
        /// The badge to show; `nil` for none.
        package let badge: Int?
    }

    package let pushID: String
    package let recipients: [Recipient]
    let payload: PushPayload

    /// What one of the recipients gets: for iOS the APNs payload, for Android the data of FCM.
    package func payload(for recipient: Recipient) -> [UInt8] {
        switch recipient.deviceType {
        case .ios: payload.ios(badge: recipient.badge).textBytes
        case .android: payload.android.textBytes
        }
    }
}

/// Takes every push and counts.
package final class CountingSink: DeliverySink {
    private let counts = Mutex<(pushes: Int, devices: Int)>((0, 0))

    package init() {}

    /// How many pushes were taken.
    package var pushes: Int { counts.withLock { $0.pushes } }

    /// How many devices they went to.
    package var devices: Int { counts.withLock { $0.devices } }

    package func deliver(_ batch: DeliveryBatch) -> [Int: DeliveryFailure] {
        counts.withLock {
            $0.pushes += 1
            $0.devices += batch.recipients.count
        }
        return [:]
    }
}
