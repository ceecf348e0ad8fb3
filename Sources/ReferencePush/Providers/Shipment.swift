import HTTP
import HTTP2Sending
import JSON
import Synchronization

/// One push on its way, until every device of it is done with.
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

    /// One device is done with; the last one finishes the push.
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
    /// Stays the same when it is sent again.
    let id: String
    /// How often it was refused or got no answer.
    var failedAttempts = 0
    /// How often the push service told that it had done nothing about it.
    var refusals = 0
    /// What it was sent with the last time.
    var authorization: String?
    /// Whether a defect wants it to be sent once more after it was accepted.
    var isRepeated = false
    /// An older one for the same recipient that a defect holds until this one has ended.
    var held: HeldShipment?
    var wasSent = false
    /// Whether it was held, and the newer one has ended.
    var isReleased = false
}

/// A shipment in a box, as one cannot hold another of its kind.
final class HeldShipment: Sendable {
    let shipment: Shipment

    init(_ shipment: Shipment) { self.shipment = shipment }
}

/// What follows from the end of one request.
enum ShipmentVerdict {
    case accepted
    /// Nothing wrong with it: it goes again after that many milliseconds.
    case again(after: Int)
    /// The sender's token is not good any more; with another one it goes again.
    case renewed
    case failed(DeliveryFailure, reason: String)
}

extension Shipment {
    private static let mostFailedAttempts = 8
    private static let mostRefusals = 1_000
    private static let longestWait = 60_000

    /// Counts an attempt and says what follows from its end.
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

    /// Waits twice as long each time, from 50 ms on, or as long as the push service wants.
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
    /// Why an answer is none of success, in the words of the push service, else its status.
    fileprivate func reason(in response: HTTPResponse) -> String {
        let json = try? JSONValue(parsing: response.body, duplicates: .refused)
        let codes = json?["error"]?["details"]?.arrayValue?.compactMap { $0["errorCode"] }
        let reason = json?["reason"] ?? codes?.first ?? json?["error"]?["status"]
        return reason?.stringValue ?? "\(response.status)"
    }
}
