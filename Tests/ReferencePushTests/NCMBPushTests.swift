import JSON
import Testing

@testable import ReferencePush

/// Registering and changing pushes.
struct NCMBPushTests {
    private static let date: JSONValue = ["__type": "Date", "iso": "2030-01-01T00:00:00.000Z"]
    private static let later: JSONValue = ["__type": "Date", "iso": "2031-01-01T00:00:00.000Z"]

    @Test("A stored push has every field, with null for unset ones")
    func defaults() {
        let harness = NCMBHarness()
        let id = harness.call("POST /push", ["immediateDeliveryFlag": true]).id
        let expected: JSONValue = [
            "objectId": .string(id),
            "deliveryTime": ["__type": "Date", "iso": "2023-11-14T22:13:20.000Z"],
            "target": ["ios", "android"], "searchCondition": [:], "title": nil, "message": nil,
            "userSettingValue": nil, "deliveryExpirationDate": nil,
            "deliveryExpirationTime": "10 day", "deliveryPlanNumber": 0, "deliveryNumber": 0,
            "status": 0, "error": nil, "action": nil, "badgeIncrementFlag": true,
            "badgeSetting": nil, "sound": nil, "contentAvailable": false, "dialog": false,
            "richUrl": nil, "category": nil, "acl": ["*": ["read": true, "write": true]],
            "createDate": "2023-11-14T22:13:20.000Z", "updateDate": "2023-11-14T22:13:20.000Z",
        ]
        #expect(harness.call("GET /push/\(id)").json == expected)
    }

    @Test("A stored push returns its given fields")
    func given() {
        let harness = NCMBHarness()
        let fields: JSONValue = [
            "deliveryTime": Self.date, "target": ["android"],
            "searchCondition": ["osVersion": ["$gt": "7"]], "title": "T", "message": "M",
            "userSettingValue": ["score": 100], "deliveryExpirationDate": Self.later,
            "action": "A", "dialog": true, "badgeIncrementFlag": false, "sound": "default",
            "contentAvailable": true, "richUrl": "http://x", "category": "C",
            "acl": ["*": ["read": true, "write": true]],
        ]
        let id = harness.call("POST /push", fields).id
        let stored = harness.call("GET /push/\(id)").json
        for member in fields.objectValue?.members ?? [] {
            #expect(stored[member.name] == member.value, "\(member.name)")
        }
        #expect(stored["deliveryExpirationTime"] == .null)
    }

    private static let badges: [(JSONValue, JSONValue)] = [
        ([:], true), (["contentAvailable": true], false), (["badgeSetting": 3], false),
        (["contentAvailable": false], true), (["badgeIncrementFlag": false], false),
    ]

    @Test("The badge is incremented unless the client specifies otherwise", arguments: badges)
    func badge(fields: JSONValue, expected: JSONValue) {
        let harness = NCMBHarness()
        var body = fields.objectValue ?? JSONObject()
        body["immediateDeliveryFlag"] = true
        let id = harness.call("POST /push", .object(body)).id
        #expect(harness.call("GET /push/\(id)").json["badgeIncrementFlag"] == expected)
    }

    private static let plans: [(JSONValue, JSONValue)] = [
        ([:], 3), (["target": ["ios"]], 2), (["target": ["android"]], 1), (["target": []], 3),
        (["searchCondition": ["v": 1]], 2), (["searchCondition": ["v": 1], "target": ["ios"]], 1),
        (["searchCondition": ["deviceToken": "c"]], 1), (["searchCondition": ["v": 9]], 0),
    ]

    @Test("The plan counts the matching devices when the push is registered", arguments: plans)
    func plan(fields: JSONValue, expected: JSONValue) {
        let harness = NCMBHarness()
        harness.register("a", "ios", ["v": 1])
        harness.register("b", "ios", ["v": 2])
        harness.register("c", "android", ["v": 1])
        var body = fields.objectValue ?? JSONObject()
        body["deliveryTime"] = Self.date
        let id = harness.call("POST /push", .object(body)).id
        harness.register("d", "ios", ["v": 1])
        #expect(harness.call("GET /push/\(id)").json["deliveryPlanNumber"] == expected)
    }

    private static let updates: [(first: JSONValue, second: JSONValue, response: String)] = [
        (["deliveryTime": date], ["message": "y"], "200"),
        (["deliveryTime": date], [:], "200"),
        (["deliveryTime": date], ["deliveryTime": later], "200"),
        (["immediateDeliveryFlag": true], ["deliveryTime": date], "200"),
        (["immediateDeliveryFlag": true], ["message": "y", "badgeSetting": nil], "200"),
        (["deliveryTime": date], ["deliveryTime": nil, "immediateDeliveryFlag": true], "200"),
        (
            ["deliveryTime": date], ["immediateDeliveryFlag": true],
            "400 E400008 Either deliveryTime or immediateDeliveryFlag."
        ),
        (
            ["deliveryTime": date], ["deliveryTime": nil],
            "400 E400008 Either deliveryTime or immediateDeliveryFlag."
        ),
        (
            ["immediateDeliveryFlag": true], ["immediateDeliveryFlag": false],
            "400 E400008 Either deliveryTime or immediateDeliveryFlag."
        ),
        (
            ["deliveryTime": date, "contentAvailable": true], ["badgeIncrementFlag": true],
            "400 E400008 Either contentAvailable or badgeIncrementFlag."
        ),
        (["deliveryTime": date], ["contentAvailable": true], "200"),
        (
            ["deliveryTime": date, "deliveryExpirationDate": later],
            ["deliveryExpirationTime": "1 day"],
            "400 E400008 Either deliveryExpirationDate or deliveryExpirationTime."
        ),
        (
            ["deliveryTime": date, "deliveryExpirationDate": later],
            ["deliveryExpirationTime": "1 day", "deliveryExpirationDate": nil], "200"
        ),
        (["deliveryTime": date], ["status": 1], "403 E403005 status must not be entered."),
        (["deliveryTime": date], ["nosuch": 1], "400 E400000 Bad Request."),
        (["deliveryTime": date], ["target": ["mac"]], "400 E400005 target is not a valid value."),
    ]

    @Test("An update is validated together with the existing fields", arguments: updates)
    func update(first: JSONValue, second: JSONValue, expected: String) {
        let harness = NCMBHarness()
        let id = harness.call("POST /push", first).id
        let before = harness.call("GET /push/\(id)").json
        harness.clock.advance(by: .milliseconds(5))
        let response = harness.call("PUT /push/\(id)", second)
        #expect(response.summary == expected)
        let after = harness.call("GET /push/\(id)").json
        if response.status == 200 {
            #expect(response.text == #"{"updateDate":"2023-11-14T22:13:20.005Z"}"#)
            #expect(after["updateDate"] == "2023-11-14T22:13:20.005Z")
        } else {
            #expect(after == before)
        }
    }

    @Test("A fetched push, changed and sent back without the service's fields, is accepted")
    func roundTrip() {
        let harness = NCMBHarness()
        let id = harness.call("POST /push", ["deliveryTime": Self.date, "message": "x"]).id
        var fetched = harness.call("GET /push/\(id)").json.objectValue ?? JSONObject()
        for name in [
            "objectId", "deliveryPlanNumber", "deliveryNumber", "status", "error", "createDate",
            "updateDate",
        ] { fetched[name] = nil }
        fetched["message"] = "y"
        #expect(harness.call("PUT /push/\(id)", .object(fetched)).summary == "200")
        #expect(harness.call("GET /push/\(id)").json["message"] == "y")
    }

    @Test("A user without write access to a push can neither change nor delete it")
    func acl() {
        let harness = NCMBHarness()
        let body: JSONValue = ["deliveryTime": Self.date, "acl": ["*": ["read": true]]]
        let id = harness.call("POST /push", body).id
        let forbidden = "403 E403001 No access with ACL."
        #expect(harness.call("GET /push/\(id)").status == 200)
        #expect(harness.call("PUT /push/\(id)", [:]).summary == forbidden)
        #expect(harness.call("DELETE /push/\(id)").summary == forbidden)
        let hidden = harness.call("POST /push", ["deliveryTime": Self.date, "acl": [:]]).id
        #expect(harness.call("GET /push/\(hidden)").summary == forbidden)
        #expect(harness.call("GET /push?count=1").json["count"] == 1)
    }

    @Test("Opens are registered for an accessible push")
    func open() throws {
        let harness = NCMBHarness()
        let id = harness.call("POST /push", ["immediateDeliveryFlag": true]).id
        let rows: [(JSONValue, String)] = [
            (["deviceType": "android"], "200"),
            (["deviceType": "ios", "deviceToken": "nobody's"], "200"),
            ([:], "400 E400003 deviceType is empty."),
            (["deviceType": ""], "400 E400003 deviceType is empty."),
            (["deviceType": 1], "400 E400002 deviceType is invalid."),
            (["deviceType": "mac"], "400 E400005 deviceType is not a valid value."),
            (["deviceType": "ios", "deviceToken": 1], "400 E400002 deviceToken is invalid."),
        ]
        for (body, expected) in rows {
            #expect(harness.call("POST /push/\(id)/openNumber", body).summary == expected)
        }
        let response = harness.call("POST /push/\(id)/openNumber", ["deviceType": "ios"])
        #expect(response.text == #"{"updateDate":"2023-11-14T22:13:20.000Z"}"#)
        let backedUp = try #require(try harness.state("backed-up-push")["pushId"]?.stringValue)
        let gone = "404 E404001 No data available."
        let open: JSONValue = ["deviceType": "ios"]
        #expect(harness.call("POST /push/\(backedUp)/openNumber", open).summary == gone)
        #expect(harness.call("GET /push/\(backedUp)").summary == gone)
        #expect(harness.call("DELETE /push/\(backedUp)").summary == gone)
        #expect(harness.call("GET /push?count=1").json["count"] == 1)
    }
}
