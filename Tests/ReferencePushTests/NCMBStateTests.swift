import HTTP
import JSON
import Testing

@testable import ReferencePush

/// Provider states, as a contract's `given` uses them.
struct NCMBStateTests {
    private static let immediate: JSONValue = ["immediateDeliveryFlag": true]

    private static let refusals: [(String, String, String)] = [
        ("push-permission-off", "POST /push", "403 E403001 No access with ACL."),
        ("push-permission-off", "GET /push/AAAAAAAAAAAAAAAA", "403 E403001 No access with ACL."),
        ("push-permission-off", "GET /push", "403 E403001 No access with ACL."),
        (
            "quota-used-up", "POST /push",
            "429 E429001 Push notifications have passed their limit."
        ),
        ("too-many-connections", "GET /installations", "429 E429002 Too many requests."),
        ("system-error", "POST /push", "500 E500001 System error."),
        ("maintenance", "DELETE /push/AAAAAAAAAAAAAAAA", "503 E503001 Service unavailable."),
    ]

    @Test("A state rejects requests from its set-up to its teardown", arguments: refusals)
    func refusal(state: String, line: String, expected: String) throws {
        let harness = NCMBHarness()
        let before = harness.call(line, Self.immediate).summary
        try harness.state(state)
        let response = harness.call(line, Self.immediate)
        #expect(response.summary == expected)
        #expect(response.signature != nil)
        try harness.state(state, [:], .teardown)
        #expect(harness.call(line, Self.immediate).summary == before)
    }

    @Test("With the wrong-response-signature state, a response is signed with another key")
    func wrongSignature() throws {
        let harness = NCMBHarness()
        let right = harness.call("GET /push").signature
        try harness.state("wrong-response-signature")
        let wrong = harness.call("GET /push").signature
        #expect(wrong?.utf8.count == 44)
        #expect(wrong != right)
        try harness.state("wrong-response-signature", [:], .teardown)
        #expect(harness.call("GET /push").signature == right)
    }

    @Test("With a history limit of two, the third push evicts only the delivered one")
    func historyRoom() throws {
        let harness = NCMBHarness()
        harness.register("a")
        func register(_ body: JSONValue) -> String {
            let id = harness.call("POST /push", body).id
            harness.deliver()
            return id
        }
        let date: JSONValue = ["__type": "Date", "iso": "2030-01-01T00:00:00.000Z"]
        let old = register(Self.immediate)
        let waiting = register(["deliveryTime": date])
        try harness.state("history-room", ["count": 2])
        let ids = (1...3).map { _ in register(Self.immediate) }
        let found = ([old, waiting] + ids).map { harness.call("GET /push/\($0)").status }
        #expect(found == [404, 200, 404, 200, 200])
        try harness.state("history-room", ["count": 2], .teardown)
        #expect(harness.call("GET /push/\(register(Self.immediate))").status == 200)
        #expect(harness.call("GET /push/\(ids[1])").status == 200)
    }

    @Test("With an expired certificate, pushes to iPhones fail and others are delivered")
    func expired() throws {
        let harness = NCMBHarness()
        harness.register("a")
        harness.register("b", "android")
        try harness.state("ios-certificate-expired")
        let statuses = [["ios"], ["ios", "android"], ["android"]].map { (target: JSONValue) in
            let body: JSONValue = ["immediateDeliveryFlag": true, "target": target]
            let id = harness.call("POST /push", body).id
            harness.deliver()
            return harness.call("GET /push/\(id)").json["status"]
        }
        #expect(statuses == [4, 4, 2])
    }

    private static let payloads: [(JSONValue, Int, String)] = [
        (["ios"], 1_000, "201"),
        (["ios"], 3_000, "400 E400009 message size must be between 0 and 2048."),
        (["android"], 3_000, "201"),
    ]

    @Test("A changed certificate excludes the iPhones registered before")
    func certificateChanged() throws {
        let harness = NCMBHarness()
        let id = harness.register("a")
        harness.register("b", "android")
        func statuses() -> [JSONValue?] {
            ["a", "b", "c"].map { token in
                let condition: JSONValue = ["deviceToken": .string(token)]
                let body: JSONValue = [
                    "immediateDeliveryFlag": true, "searchCondition": condition,
                ]
                let push = harness.call("POST /push", body).id
                harness.deliver()
                return harness.call("GET /push/\(push)").json["status"]
            }
        }
        try harness.state("certificate-changed")
        harness.register("c")
        #expect(statuses() == [4, 2, 2])
        #expect(harness.call("PUT /installations/\(id)", ["badge": 1]).status == 200)
        #expect(statuses() == [4, 2, 2])
        #expect(harness.call("PUT /installations/\(id)", ["deviceToken": "a"]).status == 200)
        #expect(statuses() == [2, 2, 2])
        try harness.state("certificate-changed", [:], .teardown)
        #expect(statuses() == [4, 2, 4])
    }

    @Test("With the payload limit on, a push too large for iOS is rejected", arguments: payloads)
    func payloadLimit(target: JSONValue, length: Int, expected: String) throws {
        let harness = NCMBHarness()
        let message = String(repeating: "m", count: length)
        let body: JSONValue = [
            "immediateDeliveryFlag": true, "target": target, "message": .string(message),
        ]
        #expect(harness.call("POST /push", body).summary == "201")
        try harness.state("payload-limit-on")
        #expect(harness.call("POST /push", body).summary == expected)
    }

    @Test("A payload at the limit passes, one byte more fails")
    func payloadEdge() {
        let id = #""com.nifcloud.mbaas.PushId":"AAAAAAAAAAAAAAAA""#
        let frame = #"{"aps":{"alert":{"body":""},"badge":1},\#(id)}"#.utf8.count
        for (length, status) in [(200 - frame, 201), (201 - frame, 400)] {
            let harness = NCMBHarness { $0.payloadLimit = 200 }
            let message = String(repeating: "m", count: length)
            let body: JSONValue = ["immediateDeliveryFlag": true, "message": .string(message)]
            #expect(harness.call("POST /push", body).status == status)
        }
    }

    @Test("Unknown states and missing parameters are explained")
    func faults() throws {
        let harness = NCMBHarness()
        let names = [
            "backed-up-push", "certificate-changed", "device-invalid", "device-unregistered",
            "downstream", "history-room",
            "installation-create-forbidden", "installation-search-forbidden",
            "ios-certificate-expired", "maintenance",
            "no-android-configuration", "no-ios-certificate", "payload-limit-on",
            "providers",
            "push-permission-off", "quota-used-up", "registered-devices", "system-error",
            "too-many-connections",
            "wrong-response-signature",
        ]
        #expect(NCMBService.states.names == names)
        #expect(throws: StateChangeError.unknownState("nosuch", known: names)) {
            try harness.state("nosuch")
        }
        #expect(
            throws: StateChangeError.invalidParameter(
                state: "device-invalid",
                parameter: "deviceToken",
                expected: "the token of a device, a string"
            )
        ) { try harness.state("device-invalid", ["token": "t"]) }
    }

    @Test("The catalogue lists the hosts of each service")
    func catalogue() {
        let hosts = ReferenceCatalog.entries.map { $0.faces(ReferenceOptions()).map(\.name) }
        #expect(
            hosts == [
                ["ncmb"], ["nifty"], ["nhn-push.api", "nhn-push.collector"],
                ["toast-push.api", "toast-push.collector"], ["core-push"],
            ]
        )
    }
}
