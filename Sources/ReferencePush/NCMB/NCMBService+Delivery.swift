import JSON
import Synchronization

extension NCMBData {
    /// Plans the delivery of a push in its current revision.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - delay: Delay for a push that is due now or was due before.
    ///   - now: Current time.
    /// - Returns: When the delivery begins.
    @discardableResult
    mutating func plan(_ push: Push, after delay: Duration, at now: Instant) -> Instant {
        let due = max(push.deliveryTime, now + delay)
        queue.insert(due: due, .init(push: push.id, revision: push.revision, step: .begin))
        return due
    }
}

extension NCMBService {
    /// Performs every delivery that is due, and plans the next call.
    ///
    /// Called by the timer, or without one by the owner of the clock.
    func deliverDue() {
        for application in applications {
            while let entry = nextEntry(of: application) {
                switch entry.step {
                case .begin: begin(entry, in: application)
                case .finish: finish(entry, in: application)
                }
            }
            if let next = application.data.withLock({ $0.queue.firstDue }) {
                delivery.wake(at: next)
            }
        }
    }

    private func nextEntry(of application: NCMBApplication) -> PushDelivery? {
        let now = options.common.now()
        return application.data.withLock { $0.queue.popFirst(dueBy: now) }
    }

    private func begin(_ entry: PushDelivery, in application: NCMBApplication) {
        let now = options.common.now()
        application.data.withLock { data in
            guard let push = data.pushes[entry.push], push.status == .undelivered,
                push.revision == entry.revision
            else { return }
            data.update(push.id) { $0.status = .delivering }
            data.queue.insert(
                due: now + options.deliveryTime,
                .init(push: push.id, revision: push.revision, step: .finish)
            )
        }
    }

    private func finish(_ entry: PushDelivery, in application: NCMBApplication) {
        let switches = switches.withLock { $0 }
        let now = options.common.now()
        let batch = application.data.withLock { data in
            prepare(entry.push, in: &data, switches, now)
        }
        guard let batch else { return }
        // Not under the lock: the sink may take its time.
        delivery.downstream.deliver(batch.notifications) { [weak self] failures in
            self?.finish(entry, batch, failures, switches, in: application)
        }
    }

    /// Stores the result of a push.
    private func finish(
        _ entry: PushDelivery,
        _ batch: DeliveryBatch,
        _ failures: [Int: DeliveryFailure],
        _ switches: NCMBSwitches,
        in application: NCMBApplication
    ) {
        let now = options.common.now()
        var failures = failures
        let made = switches.failures.values(of: batch.recipients.lazy.map(\.deviceToken))
        failures.merge(made) { _, made in made }
        for position in batch.unreachable { failures[position] = .invalidToken }
        let outcome = DeliveryOutcome(batch, failures: failures, generation: options.generation)
        application.data.withLock { data in
            data.useQuota(batch.recipients.count, at: now)
            for id in outcome.unregistered { data.installations.remove(id) }
            let count = batch.recipients.count
            data.finish(entry.push, outcome.status, error: outcome.error, devices: count)
        }
    }

    /// The push and its devices; `nil` when delivery is impossible, with the reason in the push.
    private func prepare(
        _ id: ObjectID,
        in data: inout NCMBData,
        _ switches: NCMBSwitches,
        _ now: Instant
    ) -> DeliveryBatch? {
        guard let push = data.pushes[id] else { return nil }
        if let status = refusal(of: push, data, switches, now) {
            data.finish(id, status, error: .object(JSONObject()), devices: 0)
            return nil
        }
        let settings = push.settings
        var devices = data.recipients(of: settings)
        let reachable = devices.partition {
            $0.deviceType == .ios && $0.certificate != switches.certificate
        }
        let recipients = devices.map { device in
            let incremented =
                device.deviceType == .ios && settings.badgeIncrementFlag
                ? data.installations.incrementBadge(of: device.id) : nil
            return DeliveryBatch.Recipient(
                id: device.id,
                deviceType: device.deviceType,
                deviceToken: device.deviceToken,
                badge: device.deviceType == .ios ? settings.badgeSetting ?? incremented : nil
            )
        }
        return DeliveryBatch(
            pushID: id.text,
            recipients: recipients,
            boundElsewhere: recipients.count - reachable,
            payload: PushPayload(
                generation: options.generation,
                pushID: id.text,
                settings: settings
            ),
            time: now,
            expiration: settings.expiration(after: push.deliveryTime)
        )
    }

    /// Why a push cannot be delivered at all.
    private func refusal(
        of push: Push,
        _ data: NCMBData,
        _ switches: NCMBSwitches,
        _ now: Instant
    ) -> PushStatus? {
        let targets = push.settings.targets
        if switches[.noIOSCertificate] || switches[.iosCertificateExpired], targets.contains(.ios) {
            return .failed
        }
        if switches[.noAndroidConfiguration], targets.contains(.android) { return .failed }
        let devices = data.recipientCount(of: push.settings)
        if devices == 0 { return .failed }
        if switches[.quotaUsedUp] { return .overLimit }
        guard let quota = options.monthlyQuota else { return nil }
        return data.usedQuota(at: now) + devices > quota ? .overLimit : nil
    }
}
