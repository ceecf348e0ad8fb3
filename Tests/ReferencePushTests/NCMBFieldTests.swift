import JSON
import Testing

@testable import ReferencePush

/// Accepted fields, and the rejection of the others.
struct NCMBFieldTests {
    private static let date: JSONValue = ["__type": "Date", "iso": "2030-01-01T00:00:00.000Z"]

    private static func push(_ fields: JSONValue) -> JSONValue {
        var object: JSONObject = JSONObject()
        object["immediateDeliveryFlag"] = true
        for member in fields.objectValue?.members ?? [] { object[member.name] = member.value }
        return .object(object)
    }

    private static let either = "400 E400008 Either deliveryTime or immediateDeliveryFlag."
    private static let expirationFormat =
        "400 E400004 deliveryExpirationTime is invalid format."
    private static let expirationValue =
        "400 E400005 deliveryExpirationTime is not a valid value."
    private static let userFormat = "400 E400004 userSettingValue is invalid format."

    private static let pushes: [(JSONValue, String)] = [
        (["message": "m"], either),
        (["immediateDeliveryFlag": false], either),
        (["immediateDeliveryFlag": nil, "deliveryTime": nil], either),
        (push(["deliveryTime": date]), either),
        (push(["deliveryTime": nil]), "201"),
        (["deliveryTime": date, "immediateDeliveryFlag": false], "201"),
        (["deliveryTime": date], "201"),
        (["deliveryTime": ["__type": "Date", "iso": "2001-01-01T00:00:00.000Z"]], "201"),
        (
            push(["contentAvailable": true, "badgeIncrementFlag": true]),
            "400 E400008 Either contentAvailable or badgeIncrementFlag."
        ),
        (push(["contentAvailable": true]), "201"),
        (push(["contentAvailable": false, "badgeIncrementFlag": true]), "201"),
        (push(["contentAvailable": true, "badgeIncrementFlag": false]), "201"),
        (
            push(["badgeSetting": 1, "badgeIncrementFlag": true]),
            "400 E400008 Either badgeSetting or badgeIncrementFlag."
        ),
        (
            push(["badgeSetting": 1, "contentAvailable": true]),
            "400 E400008 Either badgeSetting or contentAvailable."
        ),
        (push(["badgeSetting": 1]), "201"),
        (push(["badgeSetting": nil, "badgeIncrementFlag": true]), "201"),
        (push(["badgeIncrementFlag": true, "target": ["android"]]), "201"),
        (
            push(["deliveryExpirationTime": "3 day", "deliveryExpirationDate": date]),
            "400 E400008 Either deliveryExpirationDate or deliveryExpirationTime."
        ),
        (push(["userSettingValue": ["a.b": 1]]), userFormat),
        (push(["userSettingValue": ["$a": 1]]), userFormat),
        (push(["userSettingValue": ["a\"b": 1]]), userFormat),
        (push(["userSettingValue": ["a": [["b": ["c.d": 1]]]]]), userFormat),
        (push(["userSettingValue": ["a$": ["b": "c.d"]]]), "201"),
        (push(["userSettingValue": "text"]), "400 E400002 userSettingValue is invalid."),
        (push(["deliveryExpirationTime": "3days"]), expirationFormat),
        (push(["deliveryExpirationTime": "2 month"]), expirationFormat),
        (push(["deliveryExpirationTime": "10"]), expirationFormat),
        (push(["deliveryExpirationTime": "1  day"]), expirationFormat),
        (push(["deliveryExpirationTime": "-1 day"]), expirationFormat),
        (push(["deliveryExpirationTime": ""]), expirationFormat),
        (push(["deliveryExpirationTime": "0 hour"]), expirationValue),
        (push(["deliveryExpirationTime": "25 hour"]), expirationValue),
        (push(["deliveryExpirationTime": "0 day"]), expirationValue),
        (push(["deliveryExpirationTime": "29 day"]), expirationValue),
        (push(["deliveryExpirationTime": "99999999999999999999 day"]), expirationValue),
        (push(["deliveryExpirationTime": "1 hour"]), "201"),
        (push(["deliveryExpirationTime": "24 hour"]), "201"),
        (push(["deliveryExpirationTime": "28 day"]), "201"),
        (push(["deliveryExpirationTime": 3]), "400 E400002 deliveryExpirationTime is invalid."),
        (push(["target": ["windows"]]), "400 E400005 target is not a valid value."),
        (push(["target": ["iOS"]]), "400 E400005 target is not a valid value."),
        (push(["target": "ios"]), "400 E400002 target is invalid."),
        (push(["target": [1]]), "400 E400002 target is invalid."),
        (push(["target": []]), "201"),
        (["immediateDeliveryFlag": "yes"], "400 E400002 immediateDeliveryFlag is invalid."),
        (push(["badgeSetting": "1"]), "400 E400002 badgeSetting is invalid."),
        (push(["badgeSetting": 1.5]), "400 E400002 badgeSetting is invalid."),
        (push(["message": 1]), "400 E400002 message is invalid."),
        (push(["acl": ["*": true]]), "400 E400002 acl is invalid."),
        (push(["searchCondition": []]), "400 E400002 searchCondition is invalid."),
        (
            push(["searchCondition": ["a": ["$near": 1]]]),
            "400 E400004 searchCondition is invalid format."
        ),
        (["deliveryTime": "2016-07-20T00:00:00.000Z"], "400 E400001 JSON is invalid format."),
        (["deliveryTime": 1], "400 E400002 deliveryTime is invalid."),
        (
            ["deliveryTime": ["__type": "Date", "iso": "tomorrow"]],
            "400 E400004 deliveryTime is invalid format."
        ),
        (push(["status": 2]), "403 E403005 status must not be entered."),
        (push(["deliveryNumber": 2]), "403 E403005 deliveryNumber must not be entered."),
        (push(["objectId": "x"]), "403 E403005 objectId must not be entered."),
        (push(["error": nil]), "201"),
        (push(["nosuch": 1]), "400 E400000 Bad Request."),
    ]

    @Test("A push with these fields gets this response", arguments: pushes)
    func createPush(body: JSONValue, expected: String) {
        let response = NCMBHarness().call("POST /push", body)
        #expect(response.summary == expected, "\(body.text)")
        #expect(response.signature != nil)
    }

    private static let installations: [(JSONValue, String)] = [
        (["deviceToken": "t", "deviceType": "ios"], "201"),
        (["deviceType": "ios"], "400 E400003 deviceToken is empty."),
        (["deviceToken": nil, "deviceType": "ios"], "400 E400003 deviceToken is empty."),
        (["deviceToken": "", "deviceType": "ios"], "400 E400003 deviceToken is empty."),
        (["deviceToken": "t"], "400 E400003 deviceType is empty."),
        (
            ["deviceToken": "t", "deviceType": "mac"],
            "400 E400005 deviceType is not a valid value."
        ),
        (["deviceToken": 1, "deviceType": "ios"], "400 E400002 deviceToken is invalid."),
        (
            ["deviceToken": "t", "deviceType": "ios", "channels": "x"],
            "400 E400002 channels is invalid."
        ),
        (
            ["deviceToken": "t", "deviceType": "ios", "channels": ["x", 1]],
            "400 E400002 channels is invalid."
        ),
        (
            ["deviceToken": "t", "deviceType": "ios", "badge": "1"],
            "400 E400002 badge is invalid."
        ),
        (
            ["deviceToken": "t", "deviceType": "ios", "appVersion": 1],
            "400 E400002 appVersion is invalid."
        ),
        (
            ["deviceToken": "t", "deviceType": "ios", "createDate": "x"],
            "403 E403005 createDate must not be entered."
        ),
        (
            [
                "deviceToken": "t", "deviceType": "ios", "applicationName": "", "channels": [],
                "badge": nil, "acl": nil, "mine": ["deep": [1, nil]],
            ], "201"
        ),
    ]

    @Test("An installation with these fields gets this response", arguments: installations)
    func createInstallation(body: JSONValue, expected: String) {
        let response = NCMBHarness().call("POST /installations", body)
        #expect(response.summary == expected, "\(body.text)")
    }

    private static let badBodies = [
        "", "{", #"{"a":1"#, "[]", "1", #""text""#, "null", "{\"a\":\"\u{1}\"}", "{} {}",
    ]

    @Test(
        "A body that is not a JSON object is rejected on every call that reads a body",
        arguments: ["POST /installations", "POST /push", "POST /push/AAAAAAAAAAAAAAAA/openNumber"],
        badBodies
    )
    func notAnObject(line: String, body: String) {
        let response = NCMBHarness().send(line, Array(body.utf8))
        #expect(response.summary == "400 E400001 JSON is invalid format.")
    }

    @Test("The composite error lists one fault for each unknown field")
    func composite() {
        let harness = NCMBHarness()
        let body: JSONValue = ["deliveryTime": Self.date]
        let id = harness.call("POST /push", body).id
        let response = harness.call("PUT /push/\(id)", ["nosuch": 1, "another": 2])
        let fault = #"{"code":"E400002","target":"","error":"Request data is invalid."}"#
        #expect(response.status == 400)
        #expect(
            response.text
                == #"{"code":"E400000","error":"Bad Request.","errors":[\#(fault),\#(fault)]}"#
        )
    }
}
