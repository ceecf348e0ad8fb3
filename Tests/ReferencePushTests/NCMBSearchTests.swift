import JSON
import Testing

@testable import ReferencePush

/// Searching over the API.
struct NCMBSearchTests {
    /// Five devices, registered one second apart.
    private static func devices() -> NCMBHarness {
        let harness = NCMBHarness()
        let rows: [(String, String, JSONValue)] = [
            ("a", "ios", ["v": 2, "w": "x"]), ("b", "android", ["v": 1, "w": "y"]),
            ("c", "ios", ["v": 2, "w": "y"]), ("d", "ios", ["w": "z"]),
            ("e", "android", ["v": "text"]),
        ]
        for (token, type, fields) in rows {
            harness.clock.advance(by: .seconds(1))
            harness.register(token, type, fields)
        }
        return harness
    }

    private static func tokens(_ response: NCMBResponse) -> String {
        (response.json["results"]?.arrayValue ?? [])
            .map { $0["deviceToken"]?.stringValue ?? "?" }.joined()
    }

    private static let pages: [(String, String)] = [
        ("", "edcba"), ("?limit=2", "ed"), ("?limit=2&skip=1", "dc"), ("?skip=4", "a"),
        ("?skip=5", ""), ("?limit=0", ""), ("?order=createDate", "abcde"),
        ("?order=-createDate&limit=1", "e"), ("?order=v", "dbcae"), ("?order=-v", "ecabd"),
        ("?order=v,-w", "dbcae"), ("?order=v,w", "dbace"), ("?order=-w,deviceToken", "dbcae"),
        ("?order=v&skip=1&limit=2", "bc"), ("?order=nosuch", "edcba"),
        ("?order=v%2C-deviceToken", "dbcae"), ("?where=%7B%22v%22:2%7D", "ca"),
        ("?where={\"w\":\"y\"}&order=deviceToken", "bc"),
        ("?where=%7B%22v%22%3A+2%7D", "ca"),
    ]

    @Test("A search returns the requested page in the requested order", arguments: pages)
    func page(query: String, expected: String) {
        let response = Self.devices().call("GET /installations\(query)")
        #expect(response.status == 200)
        #expect(Self.tokens(response) == expected)
        #expect(response.json["count"] == nil)
    }

    @Test(
        "The count includes all matches, whatever the page",
        arguments: [
            ("count=1", 5), ("count=1&limit=0", 5), ("count=1&limit=1&skip=3", 5),
            ("count=1&order=v&limit=2", 5), ("count=1&where=%7B%22v%22%3A2%7D&limit=1", 2),
            ("count=0", nil), ("count=", nil),
        ] as [(String, Int?)]
    )
    func count(query: String, expected: Int?) {
        let response = Self.devices().call("GET /installations?\(query)")
        #expect(response.json["count"]?.intValue == expected)
    }

    @Test("A search without matches is a success with no results")
    func nothing() {
        let response = NCMBHarness().call("GET /push")
        #expect(response.text == #"{"results":[]}"#)
    }

    @Test("Without a limit a search returns a hundred objects")
    func standardLimit() {
        let harness = NCMBHarness()
        for index in 0..<101 { harness.register("\(index)") }
        let response = harness.call("GET /installations?count=1")
        #expect(response.json["results"]?.arrayValue?.count == 100)
        #expect(response.json["count"] == 101)
        let all = harness.call("GET /installations?limit=1000")
        #expect(all.json["results"]?.arrayValue?.count == 101)
    }

    @Test("A search by token or key returns the same as one over all devices")
    func indexes() {
        let harness = Self.devices()
        let id =
            harness.call("GET /installations?where=%7B%22deviceToken%22%3A%22c%22%7D")
            .json["results"]?.arrayValue?.first?["objectId"] ?? .null
        let filters: [(JSONValue, String)] = [
            (["deviceToken": "c"], "c"), (["deviceToken": "c", "v": 1], ""),
            (["deviceToken": ["$in": ["a", "e", "nosuch"]]], "ea"), (["objectId": id], "c"),
            (["objectId": ["$in": [id, "short"]]], "c"), (["objectId": "short"], ""),
            (["deviceToken": ["$in": []]], ""),
        ]
        for (filter, expected) in filters {
            #expect(Self.tokens(harness.search("installations", where: filter)) == expected)
        }
    }

    @Test("Subqueries select values and follow pointers")
    func subqueries() {
        let harness = Self.devices()
        let id =
            harness.call("GET /installations?where=%7B%22deviceToken%22%3A%22c%22%7D")
            .json["results"]?.arrayValue?.first?["objectId"] ?? .null
        let pointer: JSONValue = [
            "__type": "Pointer", "className": "installation", "objectId": id,
        ]
        harness.register("f", "ios", ["friend": pointer])
        harness.call("POST /push", ["immediateDeliveryFlag": true, "title": "y"])
        func titled(_ title: String) -> JSONValue {
            ["className": "push", "where": ["title": .string(title)]]
        }
        let filters: [(JSONValue, String)] = [
            (["w": ["$select": ["query": ["className": "push"], "key": "title"]]], "cb"),
            (["w": ["$select": ["query": titled("q"), "key": "title"]]], ""),
            (["w": ["$select": ["query": titled("y"), "key": "title"]]], "cb"),
            (["w": ["$select": ["query": ["className": "nosuch"], "key": "title"]]], ""),
            (["friend": ["$inQuery": ["className": "installation", "where": ["v": 2]]]], "f"),
            (["friend": ["$inQuery": ["className": "installation", "where": ["v": 1]]]], ""),
            (["$or": [["friend": ["$inQuery": ["className": "installation"]]], ["v": 1]]], "fb"),
        ]
        for (filter, expected) in filters {
            let response = harness.search("installations", where: filter)
            #expect(Self.tokens(response) == expected, "\(filter.text)")
        }
    }

    @Test("An included pointer is replaced by the object it points to")
    func include() {
        let harness = NCMBHarness()
        let id = harness.register("a")
        let pointer: JSONValue = [
            "__type": "Pointer", "className": "installation", "objectId": .string(id),
        ]
        harness.register("b", "ios", ["friend": pointer])
        let plain = harness.call("GET /installations").json["results"]?.arrayValue?.first
        #expect(plain?["friend"] == pointer)
        let response = harness.call("GET /installations?include=friend")
        let friend = response.json["results"]?.arrayValue?.first?["friend"]
        #expect(friend?["__type"] == "Object")
        #expect(friend?["className"] == "installation")
        #expect(friend?["objectId"] == .string(id))
        #expect(friend?["deviceToken"] == "a")
    }

    @Test("Pushes are found by their targets, with the notation of the guides")
    func pushes() {
        let harness = NCMBHarness()
        for target: JSONValue in [["ios"], ["android"], ["ios", "android"]] {
            harness.call("POST /push", ["immediateDeliveryFlag": true, "target": target])
        }
        let filters: [(JSONValue, Int)] = [
            (["target": ["android"]], 1), (["target": "ios"], 2), (["target": "android"], 2),
            (["status": ["$ninArray": [0, 1, 2]]], 0), (["status": 0], 3),
            (["title": nil], 3), (["title": ["$exists": true]], 0),
        ]
        for (filter, expected) in filters {
            let response = harness.search("push", where: filter)
            #expect(response.json["results"]?.arrayValue?.count == expected, "\(filter.text)")
        }
    }
}
