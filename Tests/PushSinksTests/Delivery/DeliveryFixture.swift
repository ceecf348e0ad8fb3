import HTTP
import JSON
import PushSinks
import Synchronization

@testable import ReferencePush

/// An APNs sink, and a delivery into it.
final class DeliveryFixture: Sendable {
    let sink: APNsSink
    let server: SinkServer
    let delivery: ProviderDelivery

    init(
        _ knobs: SinkKnobs = SinkKnobs(),
        _ change: (inout ProviderOptions) -> Void = { _ in }
    ) throws {
        sink = APNsSink(knobs: knobs)
        server = try SinkServer(sink)
        var options = ProviderOptions()
        options.addresses = ProviderAddresses([.apns: server.origin])
        change(&options)
        delivery = ProviderDelivery(options, hosts: DownstreamHosts())
    }

    deinit {
        delivery.stop()
        server.stop()
    }

    /// Delivers a push to devices with these numbers and waits for its end.
    ///
    /// - Returns: What failed, by position.
    @discardableResult
    func deliver(_ devices: some Collection<Int> & Sendable) async -> [Int: DeliveryFailure] {
        let numbers = Array(devices)
        return await withCheckedContinuation { continuation in
            let batch = NotificationBatch(count: numbers.count) { Self.notification(numbers[$0]) }
            delivery.deliver(batch) { continuation.resume(returning: $0) }
        }
    }

    static func notification(_ number: Int) -> Notification {
        Notification(
            gateway: .apns(topic: "com.example.app"),
            token: token(number),
            content: JSONObject([
                .init(
                    name: "aps",
                    value: ["alert": ["title": "t", "body": .string("hello \(number)")]]
                )
            ])
        )
    }

    static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    /// The counts of the sink.
    func sinkAccount() async throws -> JSONValue { try await server.control("GET", "account") }
}
