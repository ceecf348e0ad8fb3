import Base
import HTTP
import HTTP2Sending
import HTTPServer
import JSON
import Platform
import Synchronization

/// The loop of a delivery's thread: takes notifications from pushes in turn, and sends them.
///
/// Used on that thread only.
final class DeliveryThread {
    /// Event that the thread waits for.
    enum Wait {
        /// A moment of CLOCK_MONOTONIC in nanoseconds, or the bell.
        case until(Int64)
        case bell
    }

    private enum Next {
        case end
        case wait(Wait)
        case again(Shipment)
        case new(ShippedPush, Int)
    }

    private let defect: DeliveryDefect?
    private let authorities: String?
    private var pace: DeliveryPace
    /// Number of notifications that have begun.
    private var number = 0
    /// When the first notification was due.
    private var start: Int64?
    /// The end of the last counted pause.
    private var pauseEnd = Int64.min
    /// Number of notifications of the first push that have begun.
    private var position = 0
    private var lastTokens: [Provider: String] = [:]
    /// Notifications held by `reorders`, by recipient.
    private var held: [String: HeldShipment] = [:]
    private var random = SplitMix64(seed: .random(in: 0...UInt64.max))

    init(_ options: ProviderOptions) {
        defect = options.defect
        authorities = options.authorities
        pace = DeliveryPace(rate: options.rate)
    }

    /// Sends everything that is possible now.
    ///
    /// - Returns: What to wait for; `nil` at the end.
    func step(_ delivery: ProviderDelivery) -> Wait? {
        while true {
            let now = MonotonicClock.now
            switch delivery.state.withLock({ next(&$0, delivery, now) }) {
            case .end: return nil
            case .wait(let wait): return wait
            case .again(let shipment): sendAgain(shipment, delivery)
            case .new(let push, let position):
                begin(push, position, delivery, now)
            }
        }
    }

    private func next(
        _ state: inout DeliveryState,
        _ delivery: ProviderDelivery,
        _ now: Int64
    ) -> Next {
        guard !state.isStopped else { return .end }
        var alarm = Int64.max
        if let retry = state.retries.first {
            let due = departure(max(retry.due, now), &state)
            if due <= now, let retry = state.retries.popFirst() { return .again(retry.shipment) }
            alarm = max(retry.due, due)
        }
        state.awaitsRoom = state.underWay >= ProviderDelivery.window
        if !state.awaitsRoom, let push = state.pushes.first {
            start = start ?? push.ready
            let turn = pace.due(ready: push.ready)
            let due = departure(max(turn, now), &state)
            if due <= now {
                pace.leave(due: turn, at: now)
                return .new(push, take(push, &state, delivery))
            }
            alarm = min(alarm, due)
        }
        state.isWaiting = true
        return .wait(alarm == .max ? .bell : .until(alarm))
    }

    /// Takes the next position of a push, and removes the push after the last one.
    private func take(
        _ push: ShippedPush,
        _ state: inout DeliveryState,
        _ delivery: ProviderDelivery
    ) -> Int {
        defer {
            position += 1
            if position == push.batch.count {
                position = 0
                state.pushes.removeFirst()
            }
        }
        state.underWay += 1
        state.backlog -= 1
        delivery.makeRoom(&state)
        return position
    }

    /// The moment itself, or the end of the pause of a defect that it falls into.
    private func departure(_ moment: Int64, _ state: inout DeliveryState) -> Int64 {
        guard let defect, let start else { return moment }
        let departure = defect.departure(moment, since: start)
        if departure != moment, departure != pauseEnd {
            pauseEnd = departure
            state.account.hit(.stalls)
        }
        return departure
    }
}

// MARK: - Notifications

extension DeliveryThread {
    private func begin(
        _ push: ShippedPush,
        _ position: Int,
        _ delivery: ProviderDelivery,
        _ now: Int64
    ) {
        number += 1
        let notification = push.batch[position]
        var shipment = Shipment(
            push: push,
            position: position,
            notification: notification,
            provider: notification.provider,
            id: UUIDText.make(&random)
        )
        let hits = defect?.hits(number) == true ? defect : nil
        defer { lastTokens[shipment.provider] = notification.token }
        if let older = held.removeValue(forKey: notification.token) { shipment.held = older }
        switch hits {
        case .drops:
            delivery.hit(.drops)
            return delivery.end(shipment, nil)
        case .twice: shipment.isRepeated = true
        case .reorders where shipment.held == nil:
            held[notification.token] = HeldShipment(shipment)
            return delivery.plan(shipment, at: now + DeliveryDefect.longestHold)
        case .misdirects:
            guard let token = lastTokens[shipment.provider] else { break }
            shipment.notification = notification.with(token: token)
            delivery.hit(.misdirects)
        case .truncates:
            guard let content = notification.content.truncated else { break }
            shipment.notification = notification.with(content: content)
            delivery.hit(.truncates)
        default: break
        }
        send(shipment, delivery)
    }

    private func sendAgain(_ shipment: Shipment, _ delivery: ProviderDelivery) {
        if defect == .reorders, !shipment.wasSent {
            // Held for a newer one, which has been sent by now or did not come.
            let token = shipment.notification.token
            guard shipment.isReleased || held[token]?.shipment.id == shipment.id else { return }
            if !shipment.isReleased { held[token] = nil }
        }
        send(shipment, delivery)
    }

    private func send(_ shipment: Shipment, _ delivery: ProviderDelivery) {
        var shipment = shipment
        shipment.wasSent = true
        guard let (sender, origin) = delivery.sender(for: shipment.provider) else {
            return delivery.end(shipment, .unknown, reason: "no-address")
        }
        var request = shipment.notification.request(to: origin, prefix: "")
        let authorization =
            switch shipment.provider {
            case .apns: delivery.providerToken()
            case .fcm: delivery.accessToken(for: shipment, sender, origin)
            }
        guard let authorization else { return }
        shipment.authorization = authorization
        request.headers.append("authorization", authorization)
        if shipment.provider == .apns { request.headers.append("apns-id", shipment.id) }
        delivery.countSent()
        sender.send(request) { [shipment] in delivery.finish(shipment, $0) }
    }
}

extension Notification {
    /// The push service of the device.
    var provider: Provider {
        switch gateway {
        case .apns: .apns
        case .fcm: .fcm
        }
    }

    /// The notification for another device.
    fileprivate func with(token: String) -> Notification {
        Notification(gateway: gateway, token: token, content: content, expiration: expiration)
    }

    /// The notification with other content.
    fileprivate func with(content: JSONObject) -> Notification {
        Notification(gateway: gateway, token: token, content: content, expiration: expiration)
    }
}

/// A random UUID (RFC 9562 §5.4), in small letters.
enum UUIDText {
    static func make(_ random: inout SplitMix64) -> String {
        let high = random.next() & ~0xF000 | 0x4000
        let low = random.next() & ~(0b11 << 62) | 0b10 << 62
        return String(unsafeUninitializedCapacity: 36) { text in
            var place = 0
            for index in 0..<32 {
                if place == 8 || place == 13 || place == 18 || place == 23 {
                    text.initializeElement(at: place, to: UInt8(ascii: "-"))
                    place += 1
                }
                let word = index < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - index % 16 * 4)) & 15
                text.initializeElement(at: place, to: Hex.digit(digit))
                place += 1
            }
            return 36
        }
    }
}
