import Base
import Dispatch
import JSON
import Synchronization

/// One send on its way to its devices.
struct CorePushDelivery: Sendable {
    let app: CorePushApp
    let sendID: Int
    let messages: [CorePushMessage]
    /// Whether it goes to development builds, which get no `push_id`.
    let isSandbox: Bool
}

extension CorePushService {
    /// Delivers a send to all of its devices, and counts the results.
    ///
    /// - Parameters:
    ///   - delivery: The send.
    ///   - isAwaited: Whether to return only after all results were counted.
    func deliver(_ delivery: CorePushDelivery, isAwaited: Bool) {
        guard !isStopped.load(ordering: .relaxed) else { return }
        let app = delivery.app
        let batch = app.data.withLock { CorePushBatch(delivery, to: $0) }
        // Outside the lock: a stand-in for push services may be slow.
        let counted = DispatchSemaphore(value: 0)
        handOver(delivery, batch, then: DeliveryEnd(counted))
        if isAwaited { counted.wait() }
    }

    /// Only the delivery retains `end` from here on, so that a dropped send ends too.
    private func handOver(
        _ delivery: CorePushDelivery,
        _ batch: CorePushBatch,
        then end: DeliveryEnd
    ) {
        delivery.app.downstream.deliver(batch.notifications) { [weak self] failures in
            self?.finish(delivery, batch, failures)
            end.signal()
        }
    }

    /// Counts the results of a send.
    private func finish(
        _ delivery: CorePushDelivery,
        _ batch: CorePushBatch,
        _ failures: [Int: DeliveryFailure]
    ) {
        var failures = failures
        let made = switches.withLock(\.failures).values(of: batch.recipients.lazy.map(\.token))
        failures.merge(made) { _, made in made }
        delivery.app.data.withLock { data in
            for (position, failure) in failures where failure.isDeadToken {
                data.deactivate(batch.recipients[position].token)
            }
            data.update(delivery.sendID) {
                $0.finish(sent: batch.recipients.count, failures: failures.values)
            }
        }
    }
}

/// Signals that a send was counted, or was dropped.
private final class DeliveryEnd: Sendable {
    private let semaphore: DispatchSemaphore

    init(_ semaphore: DispatchSemaphore) { self.semaphore = semaphore }

    deinit { semaphore.signal() }

    func signal() { semaphore.signal() }
}

/// The devices of a send, and their notifications.
private struct CorePushBatch: Sendable {
    /// A device and the position of its message.
    typealias Recipient = (token: String, message: Int)

    let recipients: [Recipient]
    let notifications: NotificationBatch

    init(_ delivery: CorePushDelivery, to data: CorePushData) {
        let platform = delivery.app.key.platform
        let payloads = delivery.messages.map {
            $0.payload(for: platform, pushID: delivery.isSandbox ? nil : delivery.sendID)
        }
        let recipients: [Recipient] = delivery.messages.enumerated().flatMap { number, message in
            data.tokens(for: message).map { ($0, number) }
        }
        self.recipients = recipients
        notifications = NotificationBatch(count: recipients.count) { position in
            let (token, number) = recipients[position]
            return platform.notification(to: token, payload: payloads[number])
        }
    }
}

extension CorePushPlatform {
    fileprivate func notification(to token: String, payload: JSONObject) -> Notification {
        switch self {
        case .iphone:
            Notification(
                gateway: .apns(topic: "com.example.corepush"),
                token: token,
                content: payload
            )
        case .android:
            Notification(
                gateway: .fcm,
                token: token,
                content: JSONObject([.init(name: "data", value: .object(payload))])
            )
        }
    }
}

/// Accepts every push, except for tokens that APNs would reject: it requires whole bytes in hexadecimal digits.
struct CorePushSink: DeliverySink {
    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure] {
        var failures: [Int: DeliveryFailure] = [:]
        for position in 0..<batch.count {
            let notification = batch[position]
            if notification.gateway == .fcm { return [:] }
            let digits = notification.token.utf8
            let isHexadecimal = digits.allSatisfy { $0.hexDigitValue != nil }
            if !isHexadecimal || digits.count % 2 > 0 { failures[position] = .invalidToken }
        }
        return failures
    }
}
