import HTTP
import JSON
import Synchronization
import TestSupport

@testable import ReferencePush

/// A push service that stores received messages, and a delivery to it.
final class DeliveryRecorder: Sendable {
    let server: HTTP2Server
    let delivery: ProviderDelivery
    private let log: Log

    /// The received messages, in order of arrival.
    private final class Log: Sendable {
        let entries = Mutex<[(device: Int, text: String)]>([])
    }

    /// - Parameters:
    ///   - defect: What the delivery does wrong.
    ///   - status: What is answered to a request.
    /// - Throws: When no server can be started.
    init(
        _ defect: DeliveryDefect? = nil,
        status: @escaping @Sendable (HTTP2Server.Request) -> Int = { _ in 200 }
    ) throws {
        let log = Log()
        var behaviour = HTTP2Server.Behaviour { request in
            log.entries.withLock { $0.append((Self.device(request), Self.text(request))) }
            return .response(HTTP2Server.Response(status(request)))
        }
        behaviour.maxConcurrentStreams = 1_000
        let server = try HTTP2Server(behaviour)
        var options = ProviderOptions()
        options.addresses = ProviderAddresses([.apns: server.origin])
        options.defect = defect
        delivery = ProviderDelivery(options, hosts: DownstreamHosts())
        self.server = server
        self.log = log
    }

    deinit {
        delivery.stop()
        server.stop()
    }

    /// The number of messages for each device.
    var counts: [Int: Int] {
        log.entries.withLock { entries in
            entries.reduce(into: [:]) { $0[$1.device, default: 0] += 1 }
        }
    }

    /// Waits until `count` messages have arrived and are stored, which is after the server has counted them.
    func wait(forCount count: Int) async {
        await server.wait { $0.requests >= count }
        while log.entries.withLock({ $0.count }) < count { await Task.yield() }
    }

    /// The texts received for a device, in order of arrival.
    func texts(for device: Int) -> [String] {
        log.entries.withLock { $0.filter { $0.device == device }.map(\.text) }
    }

    /// Delivers a text to devices and waits until the delivery is done.
    @discardableResult
    func deliver(
        _ devices: some Collection<Int> & Sendable,
        _ text: String = "hello"
    ) async -> [Int: DeliveryFailure] {
        await withCheckedContinuation { continuation in
            begin(devices, text) { continuation.resume(returning: $0) }
        }
    }

    /// Starts to deliver a text to devices.
    func begin(
        _ devices: some Collection<Int> & Sendable,
        _ text: String = "hello",
        then finish: @escaping @Sendable ([Int: DeliveryFailure]) -> Void = { _ in }
    ) {
        let numbers = Array(devices)
        let content = JSONObject([
            .init(name: "aps", value: ["alert": ["title": "t", "body": .string(text)]])
        ])
        let batch = NotificationBatch(count: numbers.count) { position in
            Notification(
                gateway: .apns(topic: "com.example.app"),
                token: DeliveryFixture.token(numbers[position]),
                content: content
            )
        }
        delivery.deliver(batch, then: finish)
    }

    private static func device(_ request: HTTP2Server.Request) -> Int {
        request.path.split(separator: "/").last.flatMap { Int($0, radix: 16) } ?? -1
    }

    private static func text(_ request: HTTP2Server.Request) -> String {
        let json = try? JSONValue(parsing: request.body)
        return json?["aps"]?["alert"]?["body"]?.stringValue ?? ""
    }
}
