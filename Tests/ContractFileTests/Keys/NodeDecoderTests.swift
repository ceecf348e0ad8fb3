import Contract
import ContractFile
import JSON
import Testing

/// Keys with exactly one required alternative, and another key.
private struct OpeningKeys: KeyGroup {
    let opening = KeyList(oneOf: [Key("call", .node(.any)), Key("request", .node(.any))])
    let client = Key("as", .string)
}

struct NodeDecoderTests {
    private func decode<Value>(
        _ text: String,
        as decoder: NodeDecoder<Value>
    ) throws -> (value: Value?, messages: [String]) {
        let node = try YAMLDocument.parse(Array(text.utf8), file: "a.yaml")
        let diagnostics = Diagnostics()
        let value = node.decoded(as: decoder, diagnostics)
        return (value, diagnostics.list.map(\.message))
    }

    @Test(
        "A time is a number and a unit",
        arguments: [
            ("200ms", .milliseconds(200)), ("10s", .seconds(10)), ("3m", .seconds(180)),
            ("1h", .seconds(3600)), ("1d", .seconds(86400)), ("0s", .zero),
            ("1.5s", .milliseconds(1500)), ("0.25m", .seconds(15)),
            ("0.000000001s", .nanoseconds(1)), ("999999999d", .seconds(86_399_999_913_600)),
        ] as [(String, Duration)]
    )
    func durations(text: String, expected: Duration) throws {
        #expect(try decode(text, as: .duration).value == expected)
    }

    @Test(
        "Anything but a number and a unit is not a time",
        arguments: [
            "10", "s", "10 s", "-1s", "+1s", "1.s", ".5s", "1s1", "1S", "1min", "\"\"", "~", "[1s]",
            "1000000000s", "1e3s", "１s",
        ]
    )
    func noDurations(text: String) throws {
        let (value, messages) = try decode(text, as: .duration)
        #expect(value == nil)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("expected a time such as 200ms, 10s or 3m, got ") == true)
    }

    @Test("A spelling keeps the zeros and the case that a number or a boolean would lose")
    func spelling() throws {
        #expect(try decode("000012", as: .spelling).value == "000012")
        #expect(try decode("True", as: .spelling).value == "True")
        #expect(try decode("\"x\"", as: .spelling).value == "x")
        let expected = "expected a string, a number or a boolean, got null"
        #expect(try decode("~", as: .spelling).messages == [expected])
    }

    @Test("A list with wrong elements is rejected, and each of them is reported")
    func list() throws {
        let (value, messages) = try decode("[true, 1, x]", as: .list(of: .boolean))
        #expect(value == nil)
        #expect(
            messages == [
                "expected true or false, got integer 1", "expected true or false, got string \"x\"",
            ]
        )
        #expect(try decode("[]", as: .list(of: .boolean)).value == [])
        #expect(
            try decode("true", as: .list(of: .boolean)).messages
                == ["expected a sequence, got boolean true"]
        )
    }

    @Test("A single element may omit the brackets where a list is allowed")
    func oneOrMany() throws {
        #expect(try decode("3", as: .oneOrMany(of: .integer)).value == [3])
        #expect(try decode("[3, 4]", as: .oneOrMany(of: .integer)).value == [3, 4])
    }

    @Test("Entries keep their order and omit extensions")
    func entries() throws {
        let text = "{ b: 1, x-c: [], a: 2, d: no }"
        let (value, messages) = try decode(text, as: .entries(of: .integer))
        #expect(value?.map(\.name) == ["b", "a"])
        #expect(value?.map(\.value) == [1, 2])
        #expect(messages == ["expected an integer, got string \"no\""])
    }

    @Test(
        "Exactly one of several keys is required",
        arguments: [
            ("{ call: a, as: b }", "call", []),
            ("{ request: {} }", "request", []),
            ("{ as: b }", nil, ["expected exactly one of call, request in a step, got none"]),
            (
                "{ request: {}, call: a }", nil,
                ["expected exactly one of call, request in a step, got \"request\" and \"call\""]
            ),
        ] as [(String, String?, [String])]
    )
    func exactlyOne(text: String, key: String?, expected: [String]) throws {
        let node = try YAMLDocument.parse(Array(text.utf8), file: "a.yaml")
        let diagnostics = Diagnostics()
        let reader = try #require(KeyReader(node, of: "a step", OpeningKeys(), diagnostics))
        #expect(reader.exactlyOne(\.opening)?.key.text == key)
        _ = reader[\.client]
        reader.finish()
        #expect(diagnostics.list.map(\.message) == expected)
    }

    @Test("Warnings alone do not end decoding; an error ends it with all diagnostics")
    func endOfReading() throws {
        let node = try YAMLDocument.parse(Array("a".utf8), file: "a.yaml")
        let diagnostics = Diagnostics()
        diagnostics.warning("old", at: node)
        #expect(throws: Never.self) { try diagnostics.throwIfErrors() }
        diagnostics.error("wrong", at: node)
        let error = #expect(throws: DiagnosticList.self) { try diagnostics.throwIfErrors() }
        #expect(error?.diagnostics.map(\.message) == ["old", "wrong"])
    }
}
