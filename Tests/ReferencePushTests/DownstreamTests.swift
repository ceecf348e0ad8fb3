import Contract
import Dispatch
import HTTP
import JSON
import TestSupport
import Testing

@testable import ReferencePush

/// Pushes on their way to a listener.
struct DownstreamTests {
    private static let url: JSONObject = JSONObject([
        .init(name: "listener", value: "http://127.0.0.1:9/base")
    ])

    private static func answer(_ status: Int, _ body: String = "") -> ScriptedTransport.Outcome {
        .success(HTTPResponse(status: status, body: Array(body.utf8)))
    }

    /// Delivers on a thread that may block.
    private static func deliver(
        _ notifications: [Notification],
        over downstream: Downstream
    ) async -> [Int: DeliveryFailure] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "delivery").async {
                let batch = NotificationBatch(count: notifications.count) { notifications[$0] }
                downstream.deliver(batch) { continuation.resume(returning: $0) }
            }
        }
    }

    private static func iphone(
        _ aps: JSONValue,
        isCall: Bool = false
    ) -> Notification {
        Notification(
            gateway: .apns(topic: "com.example.app", isCall: isCall),
            token: "AB/12",
            content: JSONObject([.init(name: "aps", value: aps)])
        )
    }

    private static let pixel = Notification(
        gateway: .fcm,
        token: "t:1",
        content: JSONObject([.init(name: "data", value: ["message": "M"])])
    )

    @Test("Without a listener the sink gets the push; with one, only the listener does")
    func connecting() async throws {
        let transport = ScriptedTransport([Self.answer(200)])
        let sink = CountingSink()
        let downstream = Downstream(transport: transport, sink: sink)
        #expect(await Self.deliver([Self.pixel], over: downstream).isEmpty)
        try downstream.change(StateChange(Downstream.stateName, Self.url, .setup))
        #expect(await Self.deliver([Self.pixel], over: downstream).isEmpty)
        try downstream.change(StateChange(Downstream.stateName, Self.url, .teardown))
        #expect(await Self.deliver([Self.pixel], over: downstream).isEmpty)
        #expect(sink.pushes == 2)
        #expect(transport.requests.count == 1)
    }

    private static let headers: [(Notification, String)] = [
        (iphone(["alert": "x", "content-available": 1]), "com.example.app alert 10"),
        (iphone(["content-available": 1]), "com.example.app background 5"),
        (iphone(["content-available": 1], isCall: true), "com.example.app.voip voip 10"),
    ]

    @Test("APNs gets the payload at the token's path, with its kind", arguments: headers)
    func apns(notification: Notification, expected: String) async throws {
        let transport = ScriptedTransport([Self.answer(200)])
        let downstream = Downstream(transport: transport)
        try downstream.change(StateChange(Downstream.stateName, Self.url, .setup))
        #expect(await Self.deliver([notification], over: downstream).isEmpty)
        let request = try #require(transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.url == "http://127.0.0.1:9/base/3/device/AB%2F12")
        #expect(request.body == JSONValue.object(notification.content).textBytes)
        let fields = ["apns-topic", "apns-push-type", "apns-priority"].map { request.headers[$0] }
        #expect(fields.compactMap(\.self).joined(separator: " ") == expected)
    }

    @Test("APNs gets the expiry in whole seconds, if there is one")
    func expiration() async throws {
        let transport = ScriptedTransport([Self.answer(200), Self.answer(200)])
        let downstream = Downstream(transport: transport)
        try downstream.change(StateChange(Downstream.stateName, Self.url, .setup))
        let expiring = Notification(
            gateway: .apns(topic: "t"),
            token: "a",
            content: JSONObject(),
            expiration: Instant(milliseconds: 1_700_000_000_999)
        )
        #expect(await Self.deliver([expiring, Self.iphone(1)], over: downstream).isEmpty)
        let told = transport.requests.map { $0.headers["apns-expiration"] }
        #expect(told == ["1700000000", nil])
    }

    @Test("FCM gets a message with the token in it")
    func fcm() async throws {
        let transport = ScriptedTransport([Self.answer(200)])
        let downstream = Downstream(transport: transport)
        try downstream.change(StateChange(Downstream.stateName, Self.url, .setup))
        #expect(await Self.deliver([Self.pixel], over: downstream).isEmpty)
        let request = try #require(transport.requests.first)
        #expect(request.path == "/base/v1/projects/reference/messages:send")
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        #expect(body == #"{"message":{"token":"t:1","data":{"message":"M"}}}"#)
    }

    private static let responses: [(Notification, ScriptedTransport.Outcome, DeliveryFailure)] = [
        (iphone(1), answer(410, #"{"reason":"Unregistered","timestamp":1}"#), .unregistered),
        (iphone(1), answer(400, #"{"reason":"BadDeviceToken"}"#), .invalidToken),
        (iphone(1), answer(413, #"{"reason":"PayloadTooLarge"}"#), .unknown),
        (iphone(1), answer(500), .unknown),
        (iphone(1), .failure(TransportFailure(kind: .refused, detail: "")), .unknown),
        (
            pixel, answer(404, #"{"error":{"details":[{"errorCode":"UNREGISTERED"}]}}"#),
            .unregistered
        ),
        (
            pixel, answer(400, #"{"error":{"details":[{"errorCode":"INVALID_ARGUMENT"}]}}"#),
            .invalidToken
        ),
        (pixel, answer(503, "busy"), .unknown),
    ]

    @Test("A refusal reports the problem of its device", arguments: responses)
    func refusal(
        notification: Notification,
        outcome: ScriptedTransport.Outcome,
        expected: DeliveryFailure
    ) async throws {
        let transport = ScriptedTransport([Self.answer(200), outcome, Self.answer(200)])
        let downstream = Downstream(transport: transport)
        try downstream.change(StateChange(Downstream.stateName, Self.url, .setup))
        let batch = [Self.pixel, notification, Self.pixel]
        #expect(await Self.deliver(batch, over: downstream) == [1: expected])
    }

    @Test(
        "A listener is on this machine or at an allowed host",
        arguments: [
            ("http://127.0.0.1:9", [], true), ("http://127.9.9.9", [], true),
            ("http://LOCALHOST/a", [], true), ("http://[::1]:9", [], true),
            ("http://10.0.0.7", [], false), ("http://169.254.169.254", [], false),
            ("http://127.evil.example", [], false), ("http://0.0.0.0", [], false),
            ("http://push.example:80/a", ["Push.example"], true),
            ("http://push.example.evil", ["push.example"], false),
            ("http://[fe80::1]:80", ["fe80::1"], true), ("http://[fe80::2]", ["[fe80::1]"], false),
        ] as [(String, [String], Bool)]
    )
    func hosts(url: String, named: [String], isAllowed: Bool) throws {
        let params = JSONObject([.init(name: "listener", value: .string(url))])
        let downstream = Downstream(hosts: DownstreamHosts(named))
        guard !isAllowed else {
            return try downstream.change(StateChange(Downstream.stateName, params, .setup))
        }
        let error = #expect(throws: StateChangeError.self) {
            try downstream.change(StateChange(Downstream.stateName, params, .setup))
        }
        #expect(error?.description.contains("--allow-downstream HOST") == true)
    }

    @Test(
        "A listener without a usable URL is rejected",
        arguments: ["", "ftp://h", "http://h/?a=1"]
    )
    func unusable(url: String) {
        let params = JSONObject([.init(name: "listener", value: .string(url))])
        #expect(
            throws: StateChangeError.invalidParameter(
                state: "downstream",
                parameter: "listener",
                expected: "an http or https URL without a query"
            )
        ) {
            try Downstream().change(StateChange(Downstream.stateName, params, .setup))
        }
    }
}
