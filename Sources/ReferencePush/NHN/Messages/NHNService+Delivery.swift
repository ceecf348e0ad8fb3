import JSON
import Synchronization

/// A planned event.
enum NHNDelivery: Hashable, Sendable {
    case message(Int)
    /// A date of a reservation.
    case schedule(reservation: Int, schedule: Int)
}

extension NHNService {
    /// Sends everything that is due, and plans the next call.
    ///
    /// Called by the timer, or without one by the owner of the clock.
    func deliverDue() {
        for application in applications {
            while let delivery = nextDelivery(of: application) {
                switch delivery {
                case .message(let id): deliver(id, in: application) {}
                case .schedule(let reservation, let schedule):
                    begin(schedule, of: reservation, in: application)
                }
            }
            if let next = application.data.withLock({ $0.queue.firstDue }) {
                delivery.wake(at: next)
            }
        }
    }

    private func nextDelivery(of application: NHNApplication) -> NHNDelivery? {
        let now = options.common.now()
        return application.data.withLock { $0.queue.popFirst(dueBy: now) }
    }

    /// Sends a message; `finish` is called once its results are recorded.
    private func deliver(
        _ id: Int,
        in application: NHNApplication,
        then finish: @escaping @Sendable () -> Void
    ) {
        let switches = switches.withLock { $0 }
        let now = options.common.now()
        let round = application.data.withLock { data in
            data.messages[id].map { DeliveryRound($0, in: &data, switches, now) }
        }
        guard let round else { return finish() }
        // Outside the lock, as sending may be slow.
        round.send(through: delivery.downstream) { sent in
            application.data.withLock { sent.finish(in: &$0) }
            finish()
        }
    }

    /// Makes the message of a date, and sends it.
    private func begin(_ schedule: Int, of reservation: Int, in application: NHNApplication) {
        let now = options.common.now()
        let id = application.data.withLock { data -> Int? in
            guard let part = data.reservations.begin(schedule, of: reservation) else { return nil }
            return data.message(
                part.message,
                from: .reservation(reservation),
                zoneOffset: part.zoneOffset,
                at: now
            ).id
        }
        guard let id else { return }
        deliver(id, in: application) {
            application.data.withLock { $0.reservations.finish(schedule, of: reservation, at: now) }
        }
    }
}

extension NHNData {
    /// The tokens of a message: of its audience, types and countries, with consent.
    func recipients(of settings: NHNMessageSettings, isNight: Bool) -> [NHNToken] {
        let target = settings.target
        return audience(of: target).filter { token in
            target.pushTypes.contains(token.pushType)
                && target.countries?.contains(token.country) ?? true
                && isAllowed(settings.kind, token, isNight)
        }
    }

    private func audience(of target: NHNTarget) -> [NHNToken] {
        switch target.audience {
        case .all: Array(tokens.all)
        case .users(let users): users.flatMap { tokens.tokens(uid: $0) }
        case .tagged(let condition):
            tags.users { condition.holds(for: $0) }.flatMap { tokens.tokens(uid: $0) }
        }
    }

    /// The law requires consent of Korean readers; calls are not ads.
    private func isAllowed(
        _ kind: NHNMessageSettings.Kind,
        _ token: NHNToken,
        _ isNight: Bool
    ) -> Bool {
        guard token.isKorean, !token.pushType.isVoIP else { return true }
        switch kind {
        case .notification: return token.allowsNotifications
        case .ad: return token.allowsAds && (!isNight || token.allowsNightAds)
        }
    }
}
