import Contract
import HTTP
import JSON
import Testing

@testable import ReferencePush

/// The life of an installation.
struct NCMBInstallationTests {
    @Test("Creating an installation returns its key and date, signed")
    func create() {
        let harness = NCMBHarness()
        let response = harness.call(
            "POST /installations",
            ["deviceToken": "t", "deviceType": "ios"]
        )
        #expect(response.status == 201)
        #expect(response.id.utf8.count == 16)
        let date = "2023-11-14T22:13:20.000Z"
        #expect(response.text == #"{"objectId":"\#(response.id)","createDate":"\#(date)"}"#)
        let request = harness.signed("POST /installations")
        let key = NCMBCredentials.demo.applicationKey
        let text =
            "POST\n127.0.0.1\n\(request.path)\nSignatureMethod=HmacSHA256&SignatureVersion=2"
            + "&X-NCMB-Application-Key=\(key)&X-NCMB-Timestamp=\(date)\n\(response.text)"
        #expect(response.signature == NCMBHarness.mac(text))
        #expect(response.response.headers["Content-Type"] == "application/json")
        #expect(response.response.headers["Access-Control-Allow-Origin"] == "*")
    }

    @Test("A stored installation has the given fields and the service's own")
    func get() {
        let harness = NCMBHarness()
        let id = harness.register(
            "t",
            "android",
            ["appVersion": "1.0", "sdkVersion": nil, "own": ["a": [1]], "pushType": "fcm"]
        )
        let expected: JSONValue = [
            "objectId": .string(id), "createDate": "2023-11-14T22:13:20.000Z",
            "updateDate": "2023-11-14T22:13:20.000Z", "acl": ["*": ["read": true, "write": true]],
            "deviceType": "android", "deviceToken": "t", "badge": 0, "channels": [],
            "appVersion": "1.0", "sdkVersion": nil, "own": ["a": [1]], "pushType": "fcm",
        ]
        #expect(harness.call("GET /installations/\(id)").json == expected)
    }

    @Test("An update changes the named fields and the update date")
    func update() {
        let harness = NCMBHarness()
        let id = harness.register("t", "ios", ["badge": 3, "own": 1, "channels": ["a"]])
        harness.clock.advance(by: .milliseconds(1_500))
        let response = harness.call(
            "PUT /installations/\(id)",
            ["own": 2, "timeZone": "Asia/Tokyo"]
        )
        #expect(response.text == #"{"updateDate":"2023-11-14T22:13:21.500Z"}"#)
        let stored = harness.call("GET /installations/\(id)").json
        #expect(stored["own"] == 2)
        #expect(stored["timeZone"] == "Asia/Tokyo")
        #expect(stored["badge"] == 3)
        #expect(stored["channels"] == ["a"])
        #expect(stored["createDate"] == "2023-11-14T22:13:20.000Z")
        #expect(stored["updateDate"] == "2023-11-14T22:13:21.500Z")
        #expect(harness.call("PUT /installations/\(id)", [:]).status == 200)
    }

    private static let operators: [(String, JSONValue, JSONValue)] = [
        ("badge", ["__op": "Increment", "amount": 2], 5),
        ("badge", ["__op": "Increment", "amount": -4], -1),
        ("own", ["__op": "Increment", "amount": 0.5], 1.5),
        ("fresh", ["__op": "Increment", "amount": 7], 7),
        ("channels", ["__op": "Add", "objects": ["a", "b"]], ["a", "a", "b"]),
        ("channels", ["__op": "AddUnique", "objects": ["a", "b", "b"]], ["a", "b"]),
        ("channels", ["__op": "Remove", "objects": ["a"]], []),
        ("fresh", ["__op": "Add", "objects": [1]], [1]),
        ("fresh", ["__op": "Remove", "objects": [1]], []),
        ("badge", nil, 0), ("channels", nil, []), ("own", nil, nil),
    ]

    @Test("An update may specify an operator for a field", arguments: operators)
    func operatorApplied(field: String, change: JSONValue, expected: JSONValue) {
        let harness = NCMBHarness()
        let id = harness.register("t", "ios", ["badge": 3, "own": 1, "channels": ["a"]])
        let response = harness.call("PUT /installations/\(id)", [field: change])
        #expect(response.status == 200)
        #expect(harness.call("GET /installations/\(id)").json[field] == expected)
    }

    private static let badUpdates: [(JSONValue, String)] = [
        (["deviceToken": nil], "400 E400003 deviceToken is empty."),
        (["deviceToken": ""], "400 E400003 deviceToken is empty."),
        (["deviceType": nil], "400 E400003 deviceType is empty."),
        (["deviceType": "mac"], "400 E400005 deviceType is not a valid value."),
        (
            ["deviceToken": ["__op": "Increment", "amount": 1]],
            "400 E400002 deviceToken is invalid."
        ),
        (["channels": ["__op": "Add", "objects": [1]]], "400 E400002 channels is invalid."),
        (["channels": ["__op": "Add", "objects": "a"]], "400 E400002 channels is invalid."),
        (["own": ["__op": "Add", "objects": ["a"]]], "400 E400002 own is invalid."),
        (["own": ["__op": "Increment", "amount": "1"]], "400 E400002 own is invalid."),
        (["own": ["__op": "Frobnicate"]], "400 E400004 own is invalid format."),
        (["objectId": "BBBBBBBBBBBBBBBB"], "403 E403005 objectId must not be entered."),
    ]

    @Test("An invalid update is rejected and changes nothing", arguments: badUpdates)
    func badUpdate(body: JSONValue, expected: String) {
        let harness = NCMBHarness()
        let id = harness.register("t", "ios", ["own": "text"])
        let before = harness.call("GET /installations/\(id)").json
        harness.clock.advance(by: .seconds(1))
        #expect(harness.call("PUT /installations/\(id)", body).summary == expected)
        #expect(harness.call("GET /installations/\(id)").json == before)
    }

    @Test("A token belongs to one installation of an application at a time")
    func uniqueness() {
        let harness = NCMBHarness()
        let duplicate = "409 E409001 deviceToken is duplication."
        let first = harness.register("t")
        let second = harness.register("u", "android")
        let again: JSONValue = ["deviceToken": "t", "deviceType": "android"]
        #expect(harness.call("POST /installations", again).summary == duplicate)
        #expect(harness.call("PUT /installations/\(second)", again).summary == duplicate)
        #expect(harness.call("PUT /installations/\(first)", again).summary == "200")
        #expect(harness.call("PUT /installations/\(first)", ["deviceToken": "v"]).status == 200)
        #expect(harness.call("PUT /installations/\(second)", again).summary == "200")
        #expect(harness.call("DELETE /installations/\(second)").status == 200)
        #expect(harness.call("POST /installations", again).summary == "201")
    }

    @Test("Two applications share neither tokens nor objects")
    func applications() {
        let other = NCMBCredentials(
            applicationKey: String(repeating: "1", count: 64),
            clientKey: String(repeating: "2", count: 64)
        )
        let harness = NCMBHarness { $0.applications = [.demo, other] }
        let id = harness.register("t")
        let foreign = NCMBHarness(credentials: other)
        let body = #"{"deviceToken":"t","deviceType":"ios"}"#
        let create = foreign.signed("POST /installations", Array(body.utf8))
        #expect(NCMBResponse(response: harness.service.handle(create)).status == 201)
        let get = foreign.signed("GET /installations/\(id)")
        #expect(NCMBResponse(response: harness.service.handle(get)).code == "E404001")
    }

    @Test("A deleted installation is gone, and its response has no body")
    func delete() {
        let harness = NCMBHarness()
        let id = harness.register("t")
        let response = harness.call("DELETE /installations/\(id)")
        #expect(response.summary == "200")
        #expect(response.response.body.isEmpty)
        #expect(response.signature != nil)
        for method in ["GET", "PUT", "DELETE"] {
            #expect(harness.call("\(method) /installations/\(id)", [:]).code == "E404001")
        }
    }

    @Test("An object is accessible only to users in its ACL")
    func acl() {
        let harness = NCMBHarness {
            $0.sessions = [
                "owner": NCMBSession(userID: "u1"), "guest": NCMBSession(userID: "u2"),
                "staff": NCMBSession(userID: "u3", roles: ["support"]),
            ]
        }
        let id = harness.register(
            "t",
            "ios",
            ["acl": ["u1": ["read": true, "write": true], "role:support": ["read": true]]]
        )
        let rows: [(String?, Int, Int, Int)] = [
            (nil, 403, 403, 0), ("guest", 403, 403, 0), ("staff", 200, 403, 1),
            ("owner", 200, 200, 1),
        ]
        for (token, get, put, found) in rows {
            func call(_ line: String, _ body: JSONValue? = nil) -> NCMBResponse {
                harness.call(line, body) { request in
                    if let token { request.headers.append("X-NCMB-Apps-Session-Token", token) }
                }
            }
            #expect(call("GET /installations/\(id)").status == get)
            #expect(call("PUT /installations/\(id)", [:]).status == put)
            #expect(call("GET /installations").json["results"]?.arrayValue?.count == found)
            guard put == 403 else { continue }
            let delete = call("DELETE /installations/\(id)")
            #expect(delete.summary == "403 E403001 No access with ACL.")
        }
    }

    @Test("Class permissions forbid creating and searching while they apply")
    func permissions() throws {
        let harness = NCMBHarness()
        let forbidden = "403 E403001 No access with ACL."
        let body: JSONValue = ["deviceToken": "t", "deviceType": "ios"]
        try harness.state("installation-create-forbidden")
        try harness.state("installation-search-forbidden")
        try harness.state("installation-search-forbidden")
        #expect(harness.call("POST /installations", body).summary == forbidden)
        #expect(harness.call("GET /installations").summary == forbidden)
        try harness.state("installation-create-forbidden", [:], .teardown)
        try harness.state("installation-search-forbidden", [:], .teardown)
        #expect(harness.call("POST /installations", body).status == 201)
        #expect(harness.call("GET /installations").summary == forbidden, "set up twice")
        try harness.state("installation-search-forbidden", [:], .teardown)
        try harness.state("installation-search-forbidden", [:], .teardown)
        #expect(harness.call("GET /installations").status == 200)
    }
}
