import HTTP
import HTTP2Sending
import JSON
import Synchronization

/// A push in progress, until all of its devices are finished.
final class ShippedPush: Sendable {
    typealias Finish = @Sendable ([Int: DeliveryFailure]) -> Void

    let batch: NotificationBatch
    /// When it was handed over, on CLOCK_MONOTONIC in nanoseconds.
    let ready: Int64
    private let finish: Finish
    private let open: Mutex<(count: Int, failures: [Int: DeliveryFailure])>

    init(_ batch: NotificationBatch, ready: Int64, then finish: @escaping Finish) {
        self.batch = batch
        self.ready = ready
        self.finish = finish
        open = Mutex((batch.count, [:]))
    }

    /// Finishes one device; the last one finishes the push.
    func end(_ position: Int, _ failure: DeliveryFailure?) {
        let failures = open.withLock { open in
            open.count -= 1
            if let failure { open.failures[position] = failure }
            return open.count == 0 ? open.failures : nil
        }
        if let failures { finish(failures) }
    }
}

/// One notification on its way.
struct Shipment: Sendable {
    let push: ShippedPush
    let position: Int
    var notification: Notification
    let provider: Provider
    /// The same for all attempts.
    let id: String
    /// Number of refusals and missing responses.
    var failedAttempts = 0
    /// Number of refusals without processing by the push service.
    var refusals = 0
    /// Authorization of the last attempt.
    var authorization: String?
    /// Whether a defect sends it again after success.
    var isRepeated = false
    /// An older one for the same recipient that a defect holds until this one has ended.
    var held: HeldShipment?
    var wasSent = false
    /// Whether it was held, and the newer one has ended.
    var isReleased = false
}

/// A boxed shipment, as a shipment cannot contain another directly.
final class HeldShipment: Sendable {
    let shipment: Shipment

    init(_ shipment: Shipment) { self.shipment = shipment }
}

/// Consequence of the end of one request.
enum ShipmentVerdict {
    case accepted
    /// Not faulty: it is sent again after that many milliseconds.
    case again(after: Int)
    /// The sender's token has expired; it is sent again with another one.
    case renewed
    case failed(DeliveryFailure, reason: String)
}

extension Shipment {
    private static let mostFailedAttempts = 8
    private static let mostRefusals = 1_000
    private static let longestWait = 60_000

    /// Counts an attempt and returns the consequence of its end.
    mutating func judge(_ outcome: HTTP2Sender.Outcome) -> ShipmentVerdict {
        switch outcome {
        case .answered(let response) where response.status == 200: return .accepted
        case .answered(let response): return judge(response)
        case .refused:
            refusals += 1
            guard refusals <= Self.mostRefusals else {
                return .failed(.unknown, reason: "refused")
            }
            return .again(after: refusals > 3 ? 10 : 0)
        case .failed(let kind): return again(reason: kind.rawValue)
        }
    }

    private mutating func judge(_ response: HTTPResponse) -> ShipmentVerdict {
        let reason = notification.reason(in: response)
        switch response.status {
        case 401 where provider == .fcm, 403 where reason == "ExpiredProviderToken":
            failedAttempts += 1
            guard failedAttempts < Self.mostFailedAttempts else { break }
            return .renewed
        case 429, 500, 502, 503, 504:
            return again(reason: reason, wish: response.headers["retry-after"])
        default: break
        }
        return .failed(notification.failure(in: response) ?? .unknown, reason: reason)
    }

    /// Doubles the delay each time, from 50 ms on, or uses the push service's delay.
    mutating func again(reason: String, wish: String? = nil) -> ShipmentVerdict {
        failedAttempts += 1
        guard failedAttempts < Self.mostFailedAttempts else {
            return .failed(.unknown, reason: reason)
        }
        let wished = wish.flatMap { Int($0) }.map { min($0, Self.longestWait / 1_000) * 1_000 }
        return .again(after: wished ?? 50 << (failedAttempts - 1))
    }
}

extension Notification {
    /// The push service's reason of a failure, otherwise the status.
    fileprivate func reason(in response: HTTPResponse) -> String {
        let json = try? JSONValue(parsing: response.body, duplicates: .refused)
        let codes = json?["error"]?["details"]?.arrayValue?.compactMap { $0["errorCode"] }
        let reason = json?["reason"] ?? codes?.first ?? json?["error"]?["status"]
        return reason?.stringValue ?? "\(response.status)"
    }
}
