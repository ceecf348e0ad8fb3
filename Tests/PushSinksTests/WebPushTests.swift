import Cryptography
import HTTP
import JSON
import Testing

@testable import PushSinks
@testable import ReferencePush

/// A Web Push service whose clock the test drives, and an application server.
struct WebPushHarness {
    let service: WebPushService
    let key: SigningKey

    static let now: Int64 = 1_453_480_000
    static let origin = "http://127.0.0.1:8080"

    init(_ change: (inout SinkOptions) -> Void = { _ in }) throws {
        var options = SinkOptions()
        options.now = { Self.now }
        change(&options)
        service = WebPushService(options: options)
        key = try SigningKey(pem: TestKeys.sender, algorithm: .es256)
    }

    /// `vapid t=…, k=…` with these claims.
    func identity(_ claims: JSONValue, point: String = TestKeys.senderPoint) throws -> String {
        let input = [#"{"typ":"JWT","alg":"ES256"}"#, claims.text]
            .map { SubscriptionKeys.text(Array($0.utf8)) }.joined(separator: ".")
        let signature = try key.signature(of: Array(input.utf8))
        return "vapid t=\(input).\(SubscriptionKeys.text(signature)), k=\(point)"
    }

    /// Sends a message to the example's subscription, or to another.
    func push(
        _ headers: KeyValuePairs<String, String> = [:],
        to path: String = "/push/\(WebPushService.exampleName)",
        body: [UInt8] = RFC8291.message
    ) -> ServerResponse {
        var fields = HTTPFields([.init(name: "Host", value: "127.0.0.1:8080")])
        fields.append("TTL", "60")
        fields.append("Content-Encoding", "aes128gcm")
        for (name, value) in headers { fields.set(name, value) }
        return service.handle(
            ServerRequest(method: "POST", target: path, headers: fields, body: body)
        )
    }

    /// The response of the control address.
    func control(_ name: String, _ method: String = "GET", _ body: String = "") -> JSONValue? {
        let request = ServerRequest(method: method, target: "/\(name)", body: Array(body.utf8))
        let path = name.prefix { $0 != "?" }
        guard case .value(let value) = service.control(path, request) else { return nil }
        return value
    }
}

/// The example of RFC 8291 §5.
enum RFC8291 {
    static let message = bytes(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
            + "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj"
            + "_Qulcy4a-fN"
    )
    static let plaintext = "When I grow up, I want to be a watermelon"

    static func bytes(_ text: String) -> [UInt8] {
        Base64.decode(text, alphabet: .url, padded: false) ?? []
    }
}

struct WebPushTests {
    @Test("The message of RFC 8291 is decrypted by its user agent and shown")
    func example() throws {
        let harness = try WebPushHarness()
        let response = harness.push()
        #expect(response.status == 201)
        #expect(response.headers["Location"]?.hasPrefix("/message/") == true)
        #expect(response.headers["TTL"] == "60")
        let messages = harness.control("messages")?["messages"]?.arrayValue ?? []
        #expect(messages.count == 1)
        #expect(messages.first?["message"]?["plaintext"]?.stringValue == RFC8291.plaintext)
        #expect(harness.control("account")?["accepted"] == 1)
    }

    @Test(
        "A message with any changed bit is accepted, as only the user agent detects it, and not shown"
    )
    func tampered() throws {
        let harness = try WebPushHarness()
        for position in RFC8291.message.indices {
            var body = RFC8291.message
            body[position] ^= 0x80
            #expect(harness.push(body: body).status == 201, "byte \(position)")
        }
        for count in [1, 20, 21, 86, 102, 143] {
            #expect(harness.push(body: Array(RFC8291.message.prefix(count))).status == 201)
        }
        // The record size is not encrypted: only one that is too small is detected.
        let messages = harness.control("messages")?["messages"]?.arrayValue ?? []
        let read = messages.filter { $0["message"]?["plaintext"] != nil }
        #expect(read.count == 4)
        let count = harness.control("account")?["noted"]?["undecryptable"]?.intValue
        #expect(count == RFC8291.message.count + 6 - read.count)
    }

    @Test("A message encrypted for another subscription is not read")
    func foreign() throws {
        let harness = try WebPushHarness()
        let endpoint = harness.service.sender(7, at: "")["endpoint"]?.stringValue ?? ""
        #expect(harness.push(to: endpoint).status == 201)
        let message = harness.control("messages")?["messages"]?.arrayValue?.first
        #expect(message?["message"]?["plaintext"] == nil)
        #expect(message?["message"]?["undecryptable"] == true)
    }

    @Test(
        "An identity is accepted for its key, its origin and at most a day",
        arguments: [
            (#"{"aud":"http://127.0.0.1:8080","exp":1453480001}"#, 201, nil),
            (#"{"aud":"https://127.0.0.1:8080","exp":1453566400}"#, 201, nil),
            (#"{"aud":"https://push.example.net","exp":1453523768}"#, 201, nil),
            (#"{"aud":"https://push.example.com","exp":1453523768}"#, 403, "vapid-audience"),
            (#"{"aud":"http://127.0.0.1:8081","exp":1453523768}"#, 403, "vapid-audience"),
            (#"{"exp":1453523768}"#, 403, "vapid-audience"),
            (#"{"aud":"http://127.0.0.1:8080","exp":1453480000}"#, 403, "vapid-expired"),
            (#"{"aud":"http://127.0.0.1:8080"}"#, 403, "vapid-expired"),
            (#"{"aud":"http://127.0.0.1:8080","exp":1453566401}"#, 403, "vapid-tooLong"),
        ]
    )
    func identity(claims: String, status: Int, code: String?) throws {
        let harness = try WebPushHarness()
        let header = try harness.identity(JSONValue(parsing: Array(claims.utf8)))
        let response = harness.push(["Authorization": header])
        #expect(response.status == status)
        #expect(response.json["error"]?.stringValue == code)
    }

    @Test("The header field of RFC 8292 §2.4 is accepted at its time, and no other spelling")
    func publishedIdentity() throws {
        let token =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQi"
            + "LCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDqu"
            + "ptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        let key =
            "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        let harness = try WebPushHarness()
        for header in ["vapid t=\(token), k=\(key)", "VAPID k=\(key),t=\(token)"] {
            #expect(harness.push(["Authorization": header]).status == 201)
        }
        for header in [
            "vapid t=\(token)", "vapid k=\(key)", "vapid", "Bearer \(token)",
            "vapid t=\(token), k=\(TestKeys.senderPoint)", "vapid t=\(token)x, k=\(key)",
            "vapid t=\(token), k=\(key)x",
        ] {
            #expect(harness.push(["Authorization": header]).status == 403, "\(header)")
        }
        let late = try WebPushHarness { $0.now = { 1_453_523_768 } }
        let response = late.push(["Authorization": "vapid t=\(token), k=\(key)"])
        #expect(response.json["error"] == "vapid-expired")
    }

    @Test("A restricted subscription accepts its own key only")
    func restricted() throws {
        let harness = try WebPushHarness()
        let claims: JSONValue = ["aud": "http://127.0.0.1:8080", "exp": 1_453_523_768]
        let header = try harness.identity(claims)
        func path(_ key: String) throws -> String {
            let made = try harness.service.change(
                StateChange(
                    "subscription",
                    JSONObject([.init(name: "restrictedTo", value: .string(key))]),
                    .setup
                )
            )
            return "/" + (made["subscribed"]?.stringValue ?? "")
        }
        let own = try path(TestKeys.senderPoint)
        #expect(harness.push(["Authorization": header], to: own).status == 201)
        #expect(harness.push(to: own).status == 401)
        let other = try path(SubscriptionKeys.text(SubscriptionKeys.example.key.point))
        #expect(harness.push(["Authorization": header], to: other).status == 403)
    }

    @Test("Of two waiting messages with one topic, only the second is stored")
    func topic() throws {
        let harness = try WebPushHarness()
        let made = try harness.service.change(StateChange("subscription", JSONObject(), .setup))
        let path = made["subscribed"]?.stringValue ?? ""
        let away = JSONObject([.init(name: "subscription", value: .string(path))])
        _ = try harness.service.change(StateChange("agent-away", away, .setup))
        for (topic, urgency) in [("a", "low"), ("b", "normal"), ("a", "high")] {
            #expect(
                harness.push(["Topic": topic, "Urgency": urgency], to: "/" + path).status == 201
            )
        }
        let recipient = made["recipient"]?.stringValue ?? ""
        let waiting = harness.control("waiting?recipient=\(recipient)")?["messages"]?.arrayValue
        #expect(waiting?.compactMap { $0["topic"]?.stringValue } == ["b", "a"])
        #expect(waiting?.last?["urgency"] == "high")
        #expect(harness.control("account")?["noted"]?["replaced"] == 1)
        #expect(harness.control("messages")?["messages"] == [])
    }

    @Test(
        "Fields that control a message's handling must conform to RFC 8030",
        arguments: [
            ("TTL", "", 400), ("TTL", "x", 400), ("TTL", "-1", 400), ("TTL", "0", 201),
            ("TTL", "99999999999999999999", 201), ("Urgency", "high", 201),
            ("Urgency", "low, high", 400), ("Urgency", "High", 201), ("Urgency", "highest", 400),
            ("Topic", String(repeating: "a", count: 32), 201),
            ("Topic", String(repeating: "a", count: 33), 400), ("Topic", "a+b", 400),
            ("Content-Encoding", "aesgcm", 400),
        ]
    )
    func fields(name: String, value: String, status: Int) throws {
        let harness = try WebPushHarness()
        #expect(harness.push([name: value]).status == status)
    }

    @Test("Each number has its own subscription that cannot be guessed from another")
    func subscriptions() throws {
        let harness = try WebPushHarness { $0.knobs.seed = 3 }
        let other = try WebPushHarness { $0.knobs.seed = 4 }
        let senders = (0..<3).map { harness.service.sender($0, at: "") }
        #expect(Set(senders.map(\.text)).count == 3)
        for sender in senders {
            let endpoint = sender["endpoint"]?.stringValue ?? ""
            #expect(harness.push(to: endpoint).status == 201)
            #expect(other.push(to: endpoint).status == 404)
            #expect(harness.push(to: endpoint + "A").status == 404)
        }
    }
}

struct SinkKnobTests {
    @Test("Watchers know a refused message too, as it may be for a subscription that is gone")
    func refusedText() throws {
        let harness = try WebPushHarness { $0.knobs.unregistered = 1 }
        #expect(harness.push().status == 410)
        let request = ServerRequest(method: "POST", target: "/", body: RFC8291.message)
        let text = harness.service.plaintext(of: request, for: WebPushService.exampleName)
        #expect(text == Array(RFC8291.plaintext.utf8))
        #expect(harness.service.plaintext(of: request, for: "unknown").isEmpty)
    }

    @Test("A response leaves after the latency of the knobs")
    func departure() {
        var knobs = SinkKnobs()
        knobs.latency = .milliseconds(250)
        let state = SinkState(knobs: knobs) { 1_000 }
        #expect(state.departure(knobs, arrival: 5_000) == 250_005_000)
    }

    @Test("A share of recipients is dead: the same for a seed, others for another seed")
    func unregistered() throws {
        func dead(_ seed: UInt64) throws -> [Int] {
            let harness = try WebPushHarness {
                $0.knobs.seed = seed
                $0.knobs.unregistered = 0.1
            }
            return (0..<1_000).filter { number in
                let endpoint = harness.service.sender(UInt64(number), at: "")["endpoint"]
                return harness.push(to: endpoint?.stringValue ?? "", body: []).status == 410
            }
        }
        let first = try dead(1)
        #expect((70...130).contains(first.count))
        #expect(try dead(1) == first)
        #expect(try dead(2) != first)
    }

    @Test("Shares of 429 and 503 are drawn from the seed and counted in the account")
    func shares() throws {
        func statuses(_ seed: UInt64) throws -> [Int] {
            let harness = try WebPushHarness {
                $0.knobs.seed = seed
                $0.knobs.tooMany = 0.2
                $0.knobs.unavailable = 0.1
            }
            let statuses = (0..<500).map { _ in harness.push(body: []).status }
            let account = harness.control("account")
            let limited = statuses.count { $0 == 429 }
            #expect(account?["refused"]?["too-many"]?.intValue == limited)
            let failed = statuses.count { $0 == 503 }
            #expect(account?["refused"]?["unavailable"]?.intValue == failed)
            #expect(account?["accepted"]?.intValue == 500 - limited - failed)
            return statuses
        }
        let first = try statuses(1)
        #expect(try statuses(1) == first)
        #expect(try statuses(2) != first)
        #expect((60...130).contains(first.count { $0 == 429 }))
        #expect((25...80).contains(first.count { $0 == 503 }))
    }

    @Test("Knobs change at runtime, and a change applies completely or not at all")
    func changes() throws {
        let harness = try WebPushHarness()
        #expect(harness.push().delay == .zero)
        let body = #"{"latency":"5ms","tooMany":1}"#
        #expect(harness.control("knobs", "PUT", body)?["latency"] == "5ms")
        let response = harness.push()
        #expect(response.status == 429)
        #expect(response.delay == .milliseconds(5))
        for wrong in [
            #"{"latency":"9ms","speed":1}"#, #"{"tooMany":2}"#, #"{"tooMany":"1%"}"#, "[]",
            #"{"stall":"every=1s"}"#, #"{"stall":"every=1s,for=2s"}"#, #"{"seed":-1}"#,
        ] {
            #expect(harness.control("knobs", "PUT", wrong) == nil, "\(wrong)")
        }
        #expect(harness.control("knobs")?["latency"] == "5ms")
        #expect(harness.control("account", "DELETE")?["requests"] == 2)
        #expect(harness.control("account")?["requests"] == 0)
    }

    @Test("During a stall every response waits for its end")
    func stalls() {
        var knobs = SinkKnobs()
        knobs.latency = .milliseconds(1)
        let changes = JSONObject([.init(name: "stall", value: "every=10ms,for=4ms")])
        do throws(SinkKnobs.Fault) {
            knobs = try knobs.changed(by: changes)
        } catch {
            Issue.record("\(error)")
        }
        for (moment, delay) in [(0, 1), (5, 1), (6, 5), (9, 2), (10, 1), (17, 4)] {
            let clock = SteppedClock(to: Int64(moment) * 1_000_000)
            let state = SinkState(knobs: knobs, clock: { clock.next() })
            let outcome = SinkOutcome(response: ServerResponse(status: 201))
            #expect(state.settled(outcome, knobs).delay == .milliseconds(delay), "at \(moment) ms")
        }
    }
}
