import JSON
import Synchronization
import Testing

@testable import ReferencePush

/// Stores deliveries, and fails where the test requests it.
private final class RecordingSink: DeliverySink {
    let payloads = Mutex<[String: String]>([:])
    let expirations = Mutex<[String: Instant]>([:])
    let failures: [String: DeliveryFailure]

    init(failures: [String: DeliveryFailure] = [:]) { self.failures = failures }

    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure] {
        var failed: [Int: DeliveryFailure] = [:]
        for position in 0..<batch.count {
            let notification = batch[position]
            let payload = JSONValue.object(notification.content).text
            payloads.withLock { $0[notification.token] = payload }
            expirations.withLock { $0[notification.token] = notification.expiration }
            failed[position] = failures[notification.token]
        }
        return failed
    }
}

/// The life of a push, with a clock that the test drives.
struct NCMBDeliveryTests {
    private static let immediate: JSONValue = ["immediateDeliveryFlag": true]

    private static func push(_ harness: NCMBHarness, _ id: String) -> JSONValue {
        harness.call("GET /push/\(id)").json
    }

    @Test("An immediate push is undelivered, then being delivered, then delivered")
    func lifeCycle() {
        let harness = NCMBHarness()
        harness.register("a")
        let id = harness.call("POST /push", Self.immediate).id
        harness.advance(by: .milliseconds(29))
        #expect(Self.push(harness, id)["status"] == 0)
        harness.advance(by: .milliseconds(1))
        #expect(Self.push(harness, id)["status"] == 1)
        harness.advance(by: .milliseconds(9))
        #expect(Self.push(harness, id)["status"] == 1)
        harness.advance(by: .milliseconds(1))
        let push = Self.push(harness, id)
        #expect(push["status"] == 2)
        #expect(push["deliveryNumber"] == 1)
        #expect(push["error"] == .null)
    }

    @Test("A scheduled push is delivered at its time, to the devices registered then")
    func scheduled() {
        let harness = NCMBHarness()
        harness.register("a")
        let time = (NCMBHarness.now + .seconds(180)).iso
        let body: JSONValue = ["deliveryTime": ["__type": "Date", "iso": .string(time)]]
        let id = harness.call("POST /push", body).id
        harness.register("b")
        harness.advance(by: .milliseconds(179_999))
        #expect(Self.push(harness, id)["status"] == 0)
        harness.advance(by: .milliseconds(1))
        #expect(Self.push(harness, id)["status"] == 1)
        harness.advance(by: .milliseconds(10))
        let push = Self.push(harness, id)
        #expect(push["status"] == 2)
        #expect(push["deliveryPlanNumber"] == 1)
        #expect(push["deliveryNumber"] == 2)
    }

    @Test("A push whose time has passed is delivered at once")
    func past() {
        let harness = NCMBHarness()
        harness.register("a")
        let date: JSONValue = ["__type": "Date", "iso": "2001-01-01T00:00:00.000Z"]
        let id = harness.call("POST /push", ["deliveryTime": date]).id
        harness.deliver()
        #expect(Self.push(harness, id)["status"] == 2)
        #expect(Self.push(harness, id)["deliveryTime"] == date)
    }

    @Test("A postponed or deleted push is not delivered at its old time")
    func rescheduled() {
        let sink = CountingSink()
        let harness = NCMBHarness { $0.sink = sink }
        harness.register("a")
        let id = harness.call("POST /push", Self.immediate).id
        let time = (NCMBHarness.now + .seconds(60)).iso
        let later: JSONValue = ["deliveryTime": ["__type": "Date", "iso": .string(time)]]
        #expect(harness.call("PUT /push/\(id)", later).status == 200)
        let deleted = harness.call("POST /push", Self.immediate).id
        #expect(harness.call("DELETE /push/\(deleted)").status == 200)
        harness.deliver()
        #expect(Self.push(harness, id)["status"] == 0)
        #expect(sink.pushes == 0)
        harness.advance(by: .seconds(60))
        harness.deliver()
        #expect(Self.push(harness, id)["status"] == 2)
        #expect(sink.pushes == 1)
        #expect(sink.devices == 1)
    }

    @Test("A push past its first status cannot be changed, but can be deleted")
    func afterDelivery() {
        let harness = NCMBHarness()
        harness.register("a")
        let id = harness.call("POST /push", Self.immediate).id
        #expect(harness.call("PUT /push/\(id)", ["message": "y"]).status == 200)
        harness.advance(by: .milliseconds(30))
        let refused = "403 E403003 Operation that are prohibited."
        #expect(harness.call("PUT /push/\(id)", ["message": "z"]).summary == refused)
        harness.deliver()
        #expect(harness.call("PUT /push/\(id)", ["message": "z"]).summary == refused)
        #expect(harness.call("DELETE /push/\(id)").summary == "200")
        #expect(harness.call("GET /push/\(id)").code == "E404001")
    }

    private static let hopeless: [(String?, JSONValue, JSONValue)] = [
        (nil, ["searchCondition": ["v": 1]], 4),
        ("no-ios-certificate", [:], 4), ("no-ios-certificate", ["target": ["android"]], 2),
        ("no-android-configuration", [:], 4),
        ("no-android-configuration", ["target": ["ios"]], 2),
        ("quota-used-up", [:], 3),
    ]

    @Test("A push that cannot be handed over finishes with an empty error", arguments: hopeless)
    func notHandedOver(state: String?, fields: JSONValue, status: JSONValue) throws {
        let harness = NCMBHarness()
        harness.register("a", "ios")
        harness.register("b", "android")
        var body = fields.objectValue ?? JSONObject()
        body["immediateDeliveryFlag"] = true
        let id = harness.call("POST /push", .object(body)).id
        if let state { try harness.state(state) }
        harness.deliver()
        let push = Self.push(harness, id)
        #expect(push["status"] == status)
        #expect(push["error"] == (status == 2 ? .null : [:]))
        #expect(push["deliveryNumber"] == (status == 2 ? 1 : 0))
    }

    @Test("A device that is no longer registered is removed, and the push has partly failed")
    func unregistered() throws {
        let harness = NCMBHarness()
        let gone = harness.register("gone")
        let kept = harness.register("kept")
        try harness.state("device-unregistered", ["deviceToken": "gone"])
        let id = harness.call("POST /push", Self.immediate).id
        harness.deliver()
        let push = Self.push(harness, id)
        #expect(push["status"] == 6)
        #expect(push["deliveryNumber"] == 2)
        #expect(
            push["error"] == [
                "description": ["status": "complete"],
                "ios": ["total": 2, "unregistered": 1, "removeToken": 1, "complete": 1],
            ]
        )
        #expect(harness.call("GET /installations/\(gone)").code == "E404001")
        #expect(harness.call("GET /installations/\(kept)").status == 200)
        #expect(harness.register("gone").utf8.count == 16)
    }

    @Test("A push that no device accepted has failed; a device with a bad token stays")
    func invalid() throws {
        let harness = NCMBHarness()
        let device = harness.register("bad")
        try harness.state("device-invalid", ["deviceToken": "bad"])
        let id = harness.call("POST /push", Self.immediate).id
        harness.deliver()
        #expect(Self.push(harness, id)["status"] == 4)
        #expect(Self.push(harness, id)["error"]?["ios"]?["badDeviceToken"] == 1)
        #expect(harness.call("GET /installations/\(device)").status == 200)
        try harness.state("device-invalid", ["deviceToken": "bad"], .teardown)
        let next = harness.call("POST /push", Self.immediate).id
        harness.deliver()
        #expect(Self.push(harness, next)["status"] == 2)
    }

    private static let details: [(NCMBGeneration, JSONValue)] = [
        (
            .nifcloud,
            [
                "description": ["status": "complete"],
                "ios": ["total": 2, "badDeviceToken": 1, "complete": 1],
                "android": [
                    "total": 3, "registrationTokenNotRegistered": 1, "removeToken": 1,
                    "unknown": 1, "complete": 1,
                ],
                "fcm": [
                    "total": 3, "registrationTokenNotRegistered": 1, "removeToken": 1,
                    "unknown": 1, "complete": 1,
                ],
            ]
        ),
        (
            .nifty,
            [
                "description": ["status": "complete"],
                "ios": ["total": 2, "invalidToken": 1, "complete": 1],
                "android": [
                    "total": 3, "notRegistered": 1, "removeToken": 1, "unknown": 1,
                    "complete": 1,
                ],
            ]
        ),
    ]

    @Test("The error counts per system, in the wording of its generation", arguments: details)
    func errorDetails(generation: NCMBGeneration, expected: JSONValue) {
        let sink = RecordingSink(
            failures: ["i2": .invalidToken, "a2": .unregistered, "a3": .unknown]
        )
        let harness = NCMBHarness {
            $0.sink = sink
            $0.generation = generation
        }
        for token in ["i1", "i2"] { harness.register(token, "ios") }
        for token in ["a1", "a2", "a3"] { harness.register(token, "android") }
        let id = harness.call("POST /push", Self.immediate).id
        harness.deliver()
        #expect(Self.push(harness, id)["status"] == (generation == .nifty ? 4 : 6))
        #expect(Self.push(harness, id)["error"] == expected)
    }

    private static let expirations: [(String, JSONValue, Int64)] = [
        ("nothing", .null, 10 * 86_400), ("deliveryExpirationTime", "1 hour", 3_600),
        ("deliveryExpirationTime", "24 hour", 86_400),
        ("deliveryExpirationTime", "28 day", 28 * 86_400),
        (
            "deliveryExpirationDate", ["__type": "Date", "iso": "2023-11-15T00:00:00.000Z"],
            1_700_006_400 - 1_700_000_000
        ),
    ]

    @Test(
        "A push expires after a duration from its delivery time, or at a fixed time",
        arguments: expirations
    )
    func expiration(field: String, value: JSONValue, seconds: Int64) {
        let sink = RecordingSink()
        let harness = NCMBHarness { $0.sink = sink }
        harness.register("a")
        harness.register("b", "android")
        let body = JSONObject([
            .init(name: "immediateDeliveryFlag", value: true), .init(name: "message", value: "M"),
            .init(name: field == "nothing" ? "title" : field, value: value),
        ])
        harness.call("POST /push", .object(body))
        harness.deliver()
        #expect(sink.expirations.withLock { $0["a"] } == NCMBHarness.now + .seconds(seconds))
        // FCM counts from when it receives the push, half a second later.
        let payload = sink.payloads.withLock { $0["b"] } ?? ""
        #expect(payload.hasSuffix(#""android":{"ttl":"\#(seconds - 1)s"}}"#))
    }

    @Test("The badge in the payload is the device's badge after the increment")
    func badges() {
        let sink = RecordingSink()
        let harness = NCMBHarness { $0.sink = sink }
        let id = harness.register("a", "ios", ["badge": 4])
        let full = harness.register("b", "ios", ["badge": .number(.integer(.max))])
        let android = harness.register("c", "android", ["badge": 1])
        let push = harness.call("POST /push", ["immediateDeliveryFlag": true, "message": "M"]).id
        harness.deliver()
        let payload = sink.payloads.withLock { $0["a"] }
        #expect(
            payload
                == #"{"aps":{"alert":{"body":"M"},"badge":5},"com.nifcloud.mbaas.PushId":"\#(push)"}"#
        )
        #expect(harness.call("GET /installations/\(id)").json["badge"] == 5)
        #expect(
            harness.call("GET /installations/\(full)").json["badge"] == .number(.integer(.max))
        )
        #expect(harness.call("GET /installations/\(android)").json["badge"] == 1)
        harness.call("POST /push", ["immediateDeliveryFlag": true, "badgeSetting": 9])
        harness.deliver()
        #expect(sink.payloads.withLock { $0["a"]?.contains(#""badge":9"#) } == true)
        #expect(harness.call("GET /installations/\(id)").json["badge"] == 5)
    }

    @Test("The monthly quota rejects new pushes, and stops those that would exceed it")
    func quota() {
        let harness = NCMBHarness { $0.monthlyQuota = 3 }
        harness.register("a")
        harness.register("b")
        let first = harness.call("POST /push", Self.immediate).id
        let second = harness.call("POST /push", Self.immediate).id
        harness.deliver()
        #expect(Self.push(harness, first)["status"] == 2)
        #expect(Self.push(harness, second)["status"] == 3)
        let narrow: JSONValue = [
            "immediateDeliveryFlag": true, "searchCondition": ["deviceToken": "a"],
        ]
        #expect(harness.call("POST /push", narrow).status == 201)
        harness.deliver()
        #expect(harness.call("POST /push", narrow).code == "E429001")
        harness.advance(by: .seconds(17 * 86_400))
        #expect(harness.call("POST /push", narrow).status == 201)
    }

    @Test("Above the history limit the oldest delivered pushes are inaccessible")
    func history() {
        let harness = NCMBHarness { $0.historyLimit = 2 }
        harness.register("a")
        let date: JSONValue = ["__type": "Date", "iso": "2030-01-01T00:00:00Z"]
        let scheduled: JSONValue = ["deliveryTime": date]
        let waiting = harness.call("POST /push", scheduled).id
        let old = harness.call("POST /push", Self.immediate).id
        harness.deliver()
        let new = harness.call("POST /push", Self.immediate).id
        #expect(harness.call("GET /push/\(old)").code == "E404001")
        #expect(harness.call("POST /push/\(old)/openNumber", ["deviceType": "ios"]).status == 404)
        #expect(harness.call("GET /push/\(waiting)").status == 200)
        #expect(harness.call("GET /push/\(new)").status == 200)
    }
}
