import Base
import HTTP2Sending
import HTTPServer
import Platform
import Synchronization

/// Requests of the thread, and reports of senders about ended requests.
extension ProviderDelivery {
    /// The sender to a push service; `nil` for an unknown address.
    func sender(for provider: Provider) -> (HTTP2Sender, origin: String)? {
        state.withLock { state in
            guard let origin = state.addresses.latest?.origins[provider] else { return nil }
            if let sender = state.senders[origin] { return (sender, origin) }
            var options = HTTP2SenderOptions(origin: origin)
            options.authorities = self.options.authorities
            options.provesFirst = provider == .apns
            guard let sender = try? HTTP2Sender(options) else { return nil }
            state.senders[origin] = sender
            return (sender, origin)
        }
    }

    /// The value of `authorization` for APNs.
    func providerToken() -> String {
        state.withLock { state in
            var token = state.token ?? ProviderToken()
            token.renew(at: .now())
            state.token = token
            return token.authorization
        }
    }

    func countSent() { state.withLock { $0.account.sent += 1 } }

    func hit(_ defect: DeliveryDefect) { state.withLock { $0.account.hit(defect) } }

    /// Plans a shipment for a moment, or as soon as the thread can.
    func plan(_ shipment: Shipment, at moment: Int64) {
        state.withLock { state in
            state.retries.insert(.init(due: moment, shipment: shipment))
            wake(&state)
        }
    }

    /// Handles the end of a request.
    func finish(_ shipment: Shipment, _ outcome: HTTP2Sender.Outcome) {
        var shipment = shipment
        let verdict = shipment.judge(outcome)
        follow(verdict, shipment)
    }

    /// Queues a shipment without an access token for a retry, or fails it.
    func lack(_ shipment: Shipment) {
        var shipment = shipment
        let verdict = shipment.again(reason: "no-access-token")
        follow(verdict, shipment)
    }

    private func follow(_ verdict: ShipmentVerdict, _ shipment: Shipment) {
        switch verdict {
        case .accepted: accept(shipment)
        case .again(let wait):
            state.withLock { $0.account.retried += 1 }
            plan(shipment, at: MonotonicClock.now + Int64(wait) * 1_000_000)
        case .renewed:
            state.withLock { state in
                state.account.retried += 1
                switch shipment.provider {
                case .apns: state.token?.replace(shipment.authorization, at: .now())
                case .fcm: state.accessTokens.drop(shipment.authorization)
                }
            }
            plan(shipment, at: MonotonicClock.now)
        case .failed(let failure, let reason): end(shipment, failure, reason: reason)
        }
    }

    private func accept(_ shipment: Shipment) {
        guard shipment.isRepeated else {
            state.withLock { $0.account.accepted += 1 }
            return end(shipment, nil)
        }
        var copy = shipment
        copy.isRepeated = false
        state.withLock { state in
            state.account.accepted += 1
            state.account.hit(.twice)
        }
        plan(copy, at: MonotonicClock.now)
    }

    /// Finishes a notification.
    ///
    /// - Parameters:
    ///   - shipment: The notification.
    ///   - failure: Reported to the service; `nil` for success.
    ///   - reason: Cause of a failure in the account.
    func end(_ shipment: Shipment, _ failure: DeliveryFailure?, reason: String? = nil) {
        var failure = failure
        state.withLock { state in
            if let reason { state.account.failed[reason, default: 0] += 1 }
            if failure == .unregistered, options.defect == .ignoresUnregistered {
                state.account.hit(.ignoresUnregistered)
                failure = nil
            }
            state.account.waiting -= 1
            state.underWay -= 1
            if state.awaitsRoom, state.underWay <= Self.window / 4 * 3 { wake(&state) }
        }
        if let held = shipment.held { release(held.shipment) }
        shipment.push.end(shipment.position, failure)
    }

    /// Sends a notification that was held for a newer one, which has now been sent.
    private func release(_ held: Shipment) {
        var held = held
        held.isReleased = true
        hit(.reorders)
        plan(held, at: MonotonicClock.now)
    }
}
