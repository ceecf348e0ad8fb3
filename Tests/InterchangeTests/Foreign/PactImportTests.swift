import JSON
import JSONSchemas
import Testing

@testable import Interchange

struct PactImportTests {
    private func outcome(_ pact: JSONValue) -> Carrying.Outcome {
        do throws(InterchangeError) {
            return .success(try PactImport.contract(from: pact, file: "t.json"))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "A Pact file becomes a contract that lints, without dropping a value",
        arguments: PactShapes.all
    )
    func shapes(_ shape: PactShapes.Shape) throws {
        let pact = try JSONValue(parsing: shape.text)
        let contract = try outcome(pact).get()
        for part in shape.holds {
            #expect(contract.text.contains(part), "\(part) is missing:\n\(contract.text)")
        }
        let places = contract.losses.map(\.place)
        #expect(
            places.sorted() == shape.leavesOut.map { "t.json\($0)" }.sorted(),
            "\(contract.losses)"
        )
        #expect(!contract.text.contains("s3cret"))
        #expect(!contract.text.contains("examples: [null]"), "\(contract.text)")
        // For a body, examples behind a matcher define only the type of a value.
        let isExample = { (tokens: [String]) in
            tokens.prefix(4).last == "body" && tokens.dropFirst(2).first == "response"
                || tokens.dropFirst(2).first == "response" && tokens.dropFirst(3).first == "headers"
                || tokens.dropFirst(2).first == "response" && tokens.last == "status"
                || tokens.first == "metadata" || tokens.last == "encoded"
        }
        try Carrying.checkValues(of: pact, shape.name, except: isExample, outcome)
    }

    @Test(
        "A schema accepts exactly the values that the matchers accept",
        arguments: [
            (#"{"$.a":{"match":"type"}}"#, #"{"a":1}"#, #"{"a":2.5,"b":1}"#, #"{"a":"x"}"#),
            ("{}", #"{"a":[1,2]}"#, #"{"a":[1,2]}"#, #"{"a":[1,2,3]}"#),
            (#"{"$.a":{"min":1}}"#, #"{"a":[{"b":1}]}"#, #"{"a":[{"b":2},{"b":3}]}"#, #"{"a":[]}"#),
            (
                #"{"$.a[*].b":{"match":"regex","regex":"^x"}}"#, #"{"a":[{"b":"x"}]}"#,
                #"{"a":[{"b":"xy"}]}"#, #"{"a":[{"b":"y"}]}"#
            ),
            (
                #"{"$['a b'][0]":{"match":"integer"}}"#, #"{"a b":[1]}"#, #"{"a b":[7]}"#,
                #"{"a b":[7.5]}"#
            ),
            (
                #"{"$.a":{"match":"datetime","format":"yyyy-MM-dd'T'HH:mm:ss.SSSXXX"}}"#,
                #"{"a":"x"}"#, #"{"a":"2026-01-02T03:04:05.678+01:00"}"#, #"{"a":"2026-01-02"}"#
            ),
            (
                #"{"$.a":{"match":"type"},"$.a.b":{"match":"equality"}}"#, #"{"a":{"b":1,"c":2}}"#,
                #"{"a":{"b":1,"c":3}}"#, #"{"a":{"b":2,"c":2}}"#
            ),
        ]
    )
    func schemas(rules: String, example: String, taken: String, refused: String) throws {
        let rules = try JSONValue(parsing: rules)
        let category = ReadValue(["body": rules])
        var maker = PactSchema(rules: PactRules(category, category: "body"))
        let schema = try JSONSchema(document: maker.schema(of: try JSONValue(parsing: example)))
        #expect(schema.isValid(try JSONValue(parsing: taken)))
        #expect(!schema.isValid(try JSONValue(parsing: refused)))
        #expect(maker.leftOut.isEmpty)
    }

    @Test(
        "Input that is not a Pact file is rejected with the position",
        arguments: [
            ("{}", "#/interactions: expected the list of interactions of a Pact file, got nothing"),
            (
                #"{"messages":[]}"#,
                "#/interactions: expected the list of interactions of a Pact file, got messages only, "
                    + "which no request brings about"
            ),
            (
                #"{"interactions":[],"metadata":{"pactSpecification":{"version":"5.0"}}}"#,
                "#/metadata/pactSpecification/version: expected a Pact file of version 2, 3 or 4, got "
                    + "version 5.0"
            ),
            (
                #"{"interactions":[{"description":"a"}]}"#,
                "#/interactions/0: expected an interaction with a request, got {\"description\":\"a\"}"
            ),
            (#"{"interactions":[]}"#, ": expected at least one request, got none"),
        ]
    )
    func refused(pact: String, message: String) throws {
        guard case .failure(let error) = outcome(try JSONValue(parsing: pact)) else {
            Issue.record("\(pact) is taken")
            return
        }
        #expect(error.description == "t.json" + message)
    }
}
