import Base
import HTTP
import JSON
import ReferencePush
import Testing

@testable import PushSinks

/// Requests that a regular sender would not send.
struct HostileSinkTests {
    /// A valid text with a few bytes cut, doubled or changed.
    private static func broken(
        _ bytes: [UInt8],
        _ random: inout SplitMix64
    ) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int(random.next() % 4) where !bytes.isEmpty {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 4 {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
            case 2: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            default: bytes.remove(at: place)
            }
        }
        return bytes
    }

    @Test("FCM accepts any message or names its error", arguments: [1, 2])
    func fcm(seed: UInt64) throws {
        let harness = try FCMHarness()
        let good = harness.service.mint.token(until: .max, allowsMessaging: true)
        let message = #"""
            {"validate_only":false,"message":{"token":"app-instance-0123456789","data":{"k":"v"},
            "condition":null,"android":{"ttl":"3.5s","notification":{"vibrate_timings":["1s"]}},
            "apns":{"payload":{"aps":{"alert":"A"}}},"fcm_options":{"analytics_label":"l"}}}
            """#
        var random = SplitMix64(seed: seed)
        for round in 0..<1_000 {
            let body = Self.broken(Array(message.utf8), &random)
            let response = try harness.send(String(decoding: body, as: UTF8.self), bearer: good)
            #expect([200, 400].contains(response.status), "seed \(seed), round \(round)")
            #expect((response.json["error"] == nil) == (response.status == 200))
        }
    }

    @Test("Web Push responds to any identity and body", arguments: [1, 2])
    func webPush(seed: UInt64) throws {
        let harness = try WebPushHarness()
        let claims: JSONValue = ["aud": "http://127.0.0.1:8080", "exp": 1_453_523_768]
        let header = try harness.identity(claims)
        var random = SplitMix64(seed: seed)
        for round in 0..<300 {
            let identity = Self.broken(Array(header.utf8), &random)
            let body = Self.broken(RFC8291.message, &random)
            let response = harness.push(
                ["Authorization": String(decoding: identity, as: UTF8.self)],
                body: body
            )
            #expect([201, 403].contains(response.status), "seed \(seed), round \(round)")
        }
    }

    @Test("A changed assertion never gets a token")
    func assertions() throws {
        let harness = try FCMHarness()
        let sound = try harness.assertion(FCMHarness.claims())
        var random = SplitMix64(seed: 3)
        for round in 0..<300 {
            let changed = Self.broken(Array(sound.utf8), &random)
            let response = harness.grant(String(decoding: changed, as: UTF8.self))
            let isSame = changed == Array(sound.utf8)
            #expect((response.status == 200) == isSame, "round \(round)")
        }
    }
}
