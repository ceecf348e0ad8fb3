import Contract
import JSON
import Testing

@testable import Interchange

struct PostmanImportTests {
    private func outcome(_ collection: JSONValue) -> Carrying.Outcome {
        do throws(InterchangeError) {
            return .success(try PostmanImport.contract(from: collection, file: "t.json"))
        } catch {
            return .failure(error)
        }
    }

    /// Parts that only Postman uses, and the mark that identifies a collection.
    private func isExempt(_ tokens: [String]) -> Bool {
        tokens == ["info", "schema"] || PostmanTransfer.isAside(tokens.last ?? "")
    }

    @Test(
        "A Postman collection becomes a contract that lints, without dropping a value",
        arguments: PostmanShapes.all
    )
    func shapes(_ shape: PostmanShapes.Shape) throws {
        let collection = try JSONValue(parsing: shape.text)
        let contract = try outcome(collection).get()
        for part in shape.holds {
            #expect(contract.text.contains(part), "\(part) is missing:\n\(contract.text)")
        }
        let places = contract.losses.map(\.place)
        #expect(
            places.sorted() == shape.leavesOut.map { "t.json\($0)" }.sorted(),
            "\(contract.losses)"
        )
        for secret in ["s3cret", "hunter2"] { #expect(!contract.text.contains(secret)) }
        try Carrying.checkValues(of: collection, shape.name, except: isExempt, outcome)
    }

    @Test("Values of an environment override those of the collection, and secrets are excluded")
    func environment() throws {
        let collection = try JSONValue(
            parsing: """
                {"info":{"name":"T","schema":"…/v2.1.0/…"},
                "variable":[{"key":"host","value":"https://old.example"}],
                "item":[{"name":"A","request":"{{host}}/a?who={{who}}&key={{apiKey}}"}]}
                """
        )
        let environment = try JSONValue(
            parsing: """
                {"name":"Test","values":[{"key":"host","value":"https://h.example","enabled":true},
                {"key":"who","value":"ann","type":"secret"},{"key":"apiKey","value":"s3cret"},
                {"key":"off","value":"1","enabled":false}]}
                """
        )
        let contract = try PostmanImport.contract(
            from: collection,
            file: "t.json",
            environment: ("e.json", environment)
        )
        Carrying.check(contract, "environment")
        #expect(contract.text.contains("documented: \"https://h.example\""), "\(contract.text)")
        #expect(!contract.text.contains("ann") && !contract.text.contains("s3cret"))
        #expect(
            contract.losses.map(\.place) == [
                "e.json#/values/1/value", "e.json#/values/2/value", "e.json#/values/3",
                "t.json#/variable/0",
            ]
        )
    }

    @Test(
        "Input that is not a collection is rejected with the position",
        arguments: [
            (
                "{}",
                "#/item: expected the list of requests and folders of a Postman collection, got nothing"
            ),
            (
                #"{"id":"1","name":"T","order":[],"requests":[]}"#,
                "#/requests: expected a collection of version 2.1 or 2.0, got one of version 1; "
                    + "export it from Postman as \"Collection v2.1\""
            ),
            (
                #"{"info":{"schema":"https://s/collection/v3.0.0/"},"item":[]}"#,
                "#/info/schema: expected a collection of version 2.1 or 2.0, got "
                    + "\"https://s/collection/v3.0.0/\"; export it from Postman as \"Collection v2.1\""
            ),
            (
                #"{"info":{"name":"T"},"item":[{"name":"A"}]}"#,
                "#/item/0: expected a request (\"request\") or a folder (\"item\"), got {\"name\":\"A\"}"
            ),
            (
                #"{"info":{"name":"T"},"item":[{"name":"A","request":{"method":"GET"}}]}"#,
                "#/item/0/request: expected a request with a URL, got {\"method\":\"GET\"}"
            ),
            (
                #"{"info":{"name":"T"},"item":[{"request":{"url":"ftp://h/"}}]}"#,
                "#/item/0/request/url: expected a URL that begins with http:// or https://, got \"ftp://h/\""
            ),
            (#"{"info":{"name":"T"},"item":[]}"#, ": expected at least one request, got none"),
        ]
    )
    func refused(collection: String, message: String) throws {
        guard case .failure(let error) = outcome(try JSONValue(parsing: collection)) else {
            Issue.record("\(collection) is taken")
            return
        }
        #expect(error.description == "t.json" + message)
    }

    @Test(
        "Variables with forward, unknown or cyclic references yield a contract that lints"
    )
    func references() throws {
        let values = [
            ("a", "{{b}}/x"), ("b", "1"), ("c", "{{c2}}"), ("c2", "{{c}}"), ("d", "{{e}}"),
        ]
        let contract = try outcome([
            "info": ["name": "T"],
            "variable": .array(values.map { ["key": .string($0.0), "value": .string($0.1)] }),
            "item": [["name": "A", "request": "https://h.example/{{a}}/{{c}}/{{d}}"]],
        ]).get()
        Carrying.check(contract, "references")
        #expect(contract.losses.map(\.reason) == ["the value of c, which refers to itself"])
        #expect(contract.text.contains("e: { env: E }"), "\(contract.text)")
    }

    @Test("Folders nested to the depth limit of JSON are read")
    func deep() throws {
        var item: JSONValue = ["name": "A", "request": "https://h.example/a"]
        for _ in 0..<240 { item = ["name": "F", "item": [item]] }
        let contract = try outcome(["info": ["name": "T"], "item": [item]]).get()
        #expect(contract.operations == 1)
    }

    @Test("Captures with cyclic dependencies between folders still yield cases that run")
    func circle() throws {
        func request(_ name: String, _ url: String, keeps: String) -> JSONValue {
            let script = "pm.environment.set('\(keeps)', pm.response.json().\(keeps))"
            return [
                "name": .string(name), "request": .string(url),
                "event": [["listen": "test", "script": ["exec": [.string(script)]]]],
            ]
        }
        let contract = try outcome([
            "info": ["name": "T"],
            "item": [
                request("one", "https://h.example/one", keeps: "a"),
                ["name": "F", "item": [request("two", "https://h.example/{{a}}", keeps: "b")]],
                request("three", "https://h.example/{{a}}/{{b}}", keeps: "c"),
            ],
        ]).get()
        Carrying.check(contract, "circle")
        #expect(contract.text.contains("b: { env: B }"), "\(contract.text)")
    }
}
