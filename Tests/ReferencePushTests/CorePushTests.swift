import Contract
import HTTP
import JSON
import Testing

@testable import ReferencePush

/// Behaviour of the reference CORE PUSH service that the contracts cannot see.
struct CorePushTests {
    private typealias Harness = CorePushHarness

    @Test("A form body without escapes is read: bytes outside an escape are literal")
    func looseForm() {
        let harness = Harness()
        let response = harness.post(
            "/iphone_token_regist.php",
            "config_key=\(Harness.iphoneKey)&device_token=ab&mode=1"
                + "&category_id={\"1\":[\"神奈川\"]}&device_name=100%+a%zz&&=x&lone"
        )
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"status":"0"}"#)
        #expect(response.headers["Content-Type"] == "application/json; charset=UTF-8")
    }

    private static let responses: [(String, String, Int)] = [
        ("POST", "/nope.php", 404), ("GET", "/nope.php", 404),
        ("POST", "/android_push_request_sandbox.php", 404), ("GET", "/notify_history.php", 200),
        ("PUT", "/iphone_token_regist.php", 200),
    ]

    @Test(
        "Unknown paths are not found; another method fails like an empty form",
        arguments: responses
    )
    func paths(method: String, path: String, status: Int) {
        let response = Harness().post(path, "", method: method)
        #expect(response.status == status)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(text == (status == 404 ? "Not Found\n" : #"{"status":"1"}"#))
    }

    @Test("An unreadable request is rejected with an HTTP error")
    func problems() {
        let problems: [(ServerRequest.Problem, Int)] = [
            (.targetTooLong, 414), (.bodyTooLarge, 413), (.malformed("a reason"), 400),
        ]
        for (problem, status) in problems {
            let request = ServerRequest(
                method: "POST",
                target: "/notify_history.php",
                problem: problem
            )
            #expect(Harness().service.handle(request).status == status)
        }
    }

    @Test("A dead token is excluded from later sends until it is registered again")
    func deadToken() throws {
        let harness = Harness()
        harness.register("ab")
        harness.register("cd")
        let params = JSONObject([.init(name: "deviceToken", value: "ab")])
        _ = try harness.service.change(StateChange("device-unregistered", params, .setup))
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "2 1 0")
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "1 0 0")
        _ = try harness.service.change(StateChange("device-unregistered", params, .teardown))
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "1 0 0")
        harness.register("ab")
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "2 0 0")
    }

    @Test("A temporarily unreachable token is retried with the next send")
    func unreachable() throws {
        let harness = Harness()
        harness.register("ab")
        let params = JSONObject([.init(name: "deviceToken", value: "ab")])
        for _ in 0..<2 {
            _ = try harness.service.change(StateChange("device-unreachable", params, .setup))
        }
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "1 1 0")
        _ = try harness.service.change(StateChange("device-unreachable", params, .teardown))
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "1 1 0")
    }

    @Test("Two messages to one user in a request are two sends to each of the user's devices")
    func twoMessages() {
        let harness = Harness()
        harness.register("ab", user: "u")
        harness.register("cd", user: "u")
        let data: JSONValue = [
            ["app_user_id": "u", "message": "1"], ["app_user_id": "u", "message": "2"],
            ["app_user_id": "nobody", "message": "3"],
        ]
        #expect(harness.figures(of: harness.send(data)) == "4 0 0")
    }

    @Test("A token moves from one user to the next")
    func otherUser() {
        let harness = Harness()
        harness.register("ab", user: "u")
        harness.register("ab", user: "v")
        let figures = ["u", "v"].map { user in
            harness.figures(of: harness.send([["app_user_id": .string(user), "message": "M"]]))
        }
        #expect(figures == ["0 0 0", "1 0 0"])
    }

    @Test("The oldest stored sends are evicted first")
    func keptSends() {
        let harness = Harness { $0.keptPushes = 2 }
        let responses = (0..<4).map { _ in harness.send(Harness.broadcast) }
        #expect(responses.map(harness.figures) == ["? ? ?", "? ? ?", "0 0 0", "0 0 0"])
    }

    @Test("The date and the day are in Japan time")
    func date() {
        let harness = Harness()
        harness.clock.advance(by: .seconds(3_600))
        harness.send(Harness.broadcast)
        let history = harness.call(
            "/notify_history.php",
            ["config_type": "1", "config_key": Harness.iphoneKey]
        )
        #expect(history["results"]?.arrayValue?.first?["reg_date"] == "2023-11-15 08:13:20")
    }

    private static let wrongData: [JSONValue] = [
        [["app_user_id": "u", "message": "M", "url": 1]],
        [["app_user_id": "u", "message": "M", "badge": "many"]],
        [["app_user_id": "", "message": "M"]], ["M"], [[]],
    ]

    @Test("A message that cannot be sent rejects the complete request", arguments: wrongData)
    func wrongMessages(data: JSONValue) {
        #expect(Harness().send(data) == Harness.failure)
    }

    @Test("Members that only some clients send are accepted in each of their forms")
    func members() {
        let data: JSONValue = [
            ["app_user_id": "u", "message": "M", "url": nil, "badge": nil],
            ["app_user_id": "u", "message": "M", "url": "page=1", "badge": 3, "sound": 4],
            ["app_user_id": "u", "message": "M", "badge": "3"],
        ]
        #expect(Harness().send(data)["status"] == "0")
    }

    @Test("Unknown states and wrong parameters are explained")
    func states() {
        let service = Harness().service
        let faults: [(String, JSONValue, String)] = [
            (
                "nosuch", [:],
                "unknown state \"nosuch\"; known are: apps, categories, device-unreachable, "
                    + "device-unregistered, downstream, history, no-development-certificate, "
                    + "providers, segment"
            ),
            (
                "categories", ["ids": ["2", 3]],
                "state \"categories\": params.ids: expected ids of categories, a list of strings"
            ),
            (
                "segment", ["category": "2"],
                "state \"segment\": params.category: expected the id of a category there is"
            ),
            (
                "segment", ["latitude": "1"],
                "state \"segment\": params.longitude: expected a number as a text"
            ),
            (
                "segment", ["osVersion": 7],
                "state \"segment\": params.osVersion: expected a text"
            ),
            (
                "device-unreachable", [:],
                "state \"device-unreachable\": params.deviceToken: expected the token of a "
                    + "device, a string"
            ),
            (
                "history", ["count": -1],
                "state \"history\": params.count: expected a number from 0 to 10000"
            ),
            (
                "history", ["count": 1, "configKey": "x"],
                "state \"history\": params.configKey: expected the key of an app"
            ),
            (
                "apps", ["iphone": 1],
                "state \"apps\": params.iphone: expected the key of an app, a string"
            ),
        ]
        for (state, params, expected) in faults {
            let error = #expect(throws: StateChangeError.self) {
                try service.change(
                    StateChange(state, params.objectValue ?? JSONObject(), .setup)
                )
            }
            #expect(error?.description == expected)
        }
    }

    @Test("A segment withholds messages from all other devices while the state lasts")
    func segment() throws {
        let harness = Harness()
        harness.register("ab", user: "u")
        let states: [(String, JSONObject)] = [
            ("categories", JSONObject([.init(name: "ids", value: ["2"])])),
            ("segment", JSONObject([.init(name: "category", value: "2")])),
        ]
        for (state, params) in states {
            _ = try harness.service.change(StateChange(state, params, .setup))
        }
        let toUser: JSONValue = [["app_user_id": "u", "message": "M"]]
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "0 0 0")
        #expect(harness.figures(of: harness.send(toUser)) == "0 0 0")
        for (state, params) in states {
            _ = try harness.service.change(StateChange(state, params, .teardown))
        }
        #expect(harness.figures(of: harness.send(Harness.broadcast)) == "1 0 0")
        #expect(harness.figures(of: harness.send(toUser)) == "1 0 0")
    }

    @Test("A payload for an iPhone has at most 256 bytes, whatever its id")
    func payloadWithID() throws {
        let message = { (count: Int) throws(CorePushFailure) in
            try CorePushMessage(
                ["app_user_id": "u", "message": .string(String(repeating: "a", count: count))],
                for: .iphone,
                isSandbox: false
            )
        }
        let payload = try message(213).payload(for: .iphone, pushID: 9_999_999_999)
        #expect(JSONValue.object(payload).textBytes.count == 256)
        #expect(throws: CorePushFailure.self) { try message(214) }
    }

    @Test("An app of a state is removed with the state; one of the service's own stays")
    func apps() throws {
        let harness = Harness()
        let params = JSONObject([
            .init(name: "iphone", value: "k"),
            .init(name: "android", value: .string(Harness.androidKey)),
        ])
        let known = { (key: String, type: String) in
            harness.call("/notify_history.php", ["config_type": type, "config_key": key])["status"]
        }
        #expect(known("k", "1") == "1")
        _ = try harness.service.change(StateChange("apps", params, .setup))
        #expect(known("k", "1") == "0")
        _ = try harness.service.change(StateChange("apps", params, .teardown))
        #expect(known("k", "1") == "1")
        #expect(known(Harness.androidKey, "2") == "0")
    }
}
