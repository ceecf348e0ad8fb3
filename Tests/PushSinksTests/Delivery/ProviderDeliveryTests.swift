import HTTP
import JSON
import PushSinks
import Synchronization
import TestSupport
import Testing

@testable import ReferencePush

/// Messages that leave a reference service and reach a sink, over sockets.
struct ProviderDeliveryTests {
    @Test("Every device of a push receives it once, over few connections and with one token")
    func once() async throws {
        let fixture = try DeliveryFixture()
        #expect(await fixture.deliver(0..<5_000).isEmpty)
        let account = fixture.delivery.account
        #expect(account.due == 5_000)
        #expect(account.sent == 5_000)
        #expect(account.accepted == 5_000)
        #expect(account.waiting == 0)
        #expect(account.tokens == 1)
        #expect((1...4).contains(account.connections))
        #expect(try await fixture.sinkAccount()["accepted"] == 5_000)
    }

    @Test("Temporary refusals of the sink are resent without loss")
    func refusals() async throws {
        var knobs = SinkKnobs()
        knobs.tooMany = 0.1
        knobs.unavailable = 0.05
        let fixture = try DeliveryFixture(knobs)
        #expect(await fixture.deliver(0..<500).isEmpty)
        let account = fixture.delivery.account
        #expect(account.failed.isEmpty)
        #expect(account.accepted == 500)
        #expect(account.retried > 0)
        #expect(account.sent == 500 + account.retried)
        let seen = try await fixture.sinkAccount()
        #expect(seen["accepted"] == 500)
        #expect(seen["requests"]?.intValue == account.sent)
    }

    @Test(
        "Connections that end with GOAWAY are replaced, and every device still gets the push once"
    )
    func goAways() async throws {
        var knobs = SinkKnobs()
        knobs.goAwayEvery = 200
        let fixture = try DeliveryFixture(knobs)
        #expect(await fixture.deliver(0..<3_000).isEmpty)
        let account = fixture.delivery.account
        #expect(account.failed.isEmpty)
        #expect(account.accepted == 3_000)
        let seen = try await fixture.sinkAccount()
        #expect(seen["accepted"] == 3_000)
        let goAways = try #require(seen["noted"]?["goAways"]?.intValue)
        #expect(goAways >= 1)
        #expect(account.connections >= goAways)
    }

    @Test("A departed device is reported, and nothing more is sent to it for that push")
    func unregistered() async throws {
        let fixture = try DeliveryFixture()
        try await fixture.server.setDevice(DeliveryFixture.token(2), "Unregistered")
        try await fixture.server.setDevice(DeliveryFixture.token(3), "BadDeviceToken")
        #expect(await fixture.deliver(0..<5) == [2: .unregistered, 3: .invalidToken])
        let account = fixture.delivery.account
        #expect(account.failed == ["Unregistered": 1, "BadDeviceToken": 1])
        #expect(account.sent == 5)
        #expect(account.retried == 0)
    }

    @Test("A connection carries one request at a time until the first 200 response")
    func proof() async throws {
        let recorder = try DeliveryRecorder { _ in 503 }
        recorder.begin(0..<50)
        await recorder.server.wait { $0.requests >= 20 }
        let connections = recorder.server.account.connections
        #expect(connections.count == 1)
        #expect(connections[0].mostStreams == 1)
    }

    @Test("A service delivers to the provider named by a state, and removes a departed device")
    func service() async throws {
        let sink = try SinkServer(APNsSink())
        defer { sink.stop() }
        let service = NHNService(options: NHNOptions())
        defer { service.delivery.stop() }
        let params = JSONObject([.init(name: "apns", value: .string(sink.origin))])
        _ = try service.change(StateChange("providers", params, .setup))
        let client = NHNClient(service: service)
        for number in 0..<3 { client.register(DeliveryFixture.token(number), "user-\(number)") }
        #expect(client.registeredCount == 3)
        try await sink.setDevice(DeliveryFixture.token(1), "Unregistered")
        client.push()
        while client.registeredCount > 2 { await Task.yield() }
        let account = service.delivery.providers.account
        #expect(account.due == 3)
        #expect(account.accepted == 2)
        #expect(account.failed == ["Unregistered": 1])
        let told = service.faces[0].control("deliveries", ServerRequest(method: "GET", target: "/"))
        #expect(told == .value(account.json))
    }

    @Test("After the state ends, pushes go to their earlier destination")
    func teardown() async throws {
        let fixture = try DeliveryFixture { $0.addresses = nil }
        #expect(!fixture.delivery.isConnected)
        let params = JSONObject([.init(name: "apns", value: .string(fixture.server.origin))])
        try fixture.delivery.change(StateChange(ProviderDelivery.stateName, params, .setup))
        #expect(fixture.delivery.isConnected)
        try fixture.delivery.change(StateChange(ProviderDelivery.stateName, params, .teardown))
        #expect(!fixture.delivery.isConnected)
    }

    @Test(
        "A state that names no push service, or one elsewhere, is rejected",
        arguments: [
            ([:], "params.apns: expected the URL of a push service here or in params.fcm"),
            (["apns": "ftp://h"], "params.apns: expected the URL of a host without a path"),
            (["fcm": "http://127.0.0.1/v1"], "params.fcm: expected the URL of a host without"),
            (["apns": "https://api.push.apple.com"], "params.apns: expected a URL of this machine"),
        ] as [([String: String], String)]
    )
    func wrongState(urls: [String: String], expected: String) throws {
        let delivery = ProviderDelivery(hosts: DownstreamHosts())
        let params = JSONObject(urls.map { .init(name: $0.key, value: .string($0.value)) })
        let error = #expect(throws: StateChangeError.self) {
            try delivery.change(StateChange(ProviderDelivery.stateName, params, .setup))
        }
        #expect(error?.description.hasPrefix("state \"providers\": \(expected)") == true)
    }

    @Test("FCM gets an access token first, one for all, and every device gets its message")
    func fcm() async throws {
        let sink = FCMService()
        let server = try SinkServer(sink)
        defer { server.stop() }
        var options = ProviderOptions()
        options.addresses = ProviderAddresses([.fcm: server.origin])
        let delivery = ProviderDelivery(options, hosts: DownstreamHosts())
        defer { delivery.stop() }
        let batch = NotificationBatch(count: 500) { number in
            Notification(
                gateway: .fcm,
                token: sink.registrationToken(of: UInt64(number)),
                content: JSONObject([.init(name: "data", value: ["message": "hello"])])
            )
        }
        let failures = await withCheckedContinuation { continuation in
            delivery.deliver(batch) { continuation.resume(returning: $0) }
        }
        #expect(failures.isEmpty)
        let account = delivery.account
        #expect(account.accepted == 500)
        #expect(account.sent == 500)
        #expect(account.tokens == 1)
    }
}

/// A client of NHN Cloud Push.
private struct NHNClient {
    let service: NHNService

    func send(_ method: String, _ target: String, _ body: JSONValue? = nil) -> JSONValue {
        let credentials = NHNCredentials.demo
        let request = ServerRequest(
            method: method,
            target: "/push/v2.4/appkeys/\(credentials.appKey)\(target)",
            headers: HTTPFields([.init(name: "X-Secret-Key", value: credentials.secretKey)]),
            body: body?.textBytes ?? []
        )
        let response = service.faces[0].handle(request)
        return (try? JSONValue(parsing: response.body)) ?? .null
    }

    func register(_ token: String, _ user: String) {
        let body: JSONValue = [
            "token": .string(token), "pushType": "APNS", "isNotificationAgreement": true,
            "isAdAgreement": true, "isNightAdAgreement": true, "timezoneId": "Asia/Seoul",
            "country": "KR", "language": "ko", "uid": .string(user),
            "deviceId": .string("device of \(user)"),
        ]
        _ = send("POST", "/tokens", body)
    }

    func push() {
        let body: JSONValue = [
            "target": ["type": "ALL"], "content": ["default": ["title": "t", "body": "b"]],
            "messageType": "NOTIFICATION",
        ]
        _ = send("POST", "/messages", body)
    }

    var registeredCount: Int {
        service.applications[0].data.withLock { Array($0.tokens.all).count }
    }
}
