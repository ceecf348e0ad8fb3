import ContractFile
import JSON
import Testing

/// Anchors, aliases and merge keys, which foreign documents may contain.
struct YAMLAliasTests {
    private func read(_ text: String) throws(DiagnosticList) -> JSONValue {
        try YAMLDocument.parse(SourceText(file: "a.yaml", bytes: Array(text.utf8)), by: .foreign)
            .json
    }

    @Test(
        "An alias is expanded, and a merge key adds members that the mapping does not have",
        arguments: [
            ("a: &x 1\nb: *x", #"{"a":1,"b":1}"#),
            (
                "a: &x { c: [1, &y two] }\nb: [*x, *y]",
                #"{"a":{"c":[1,"two"]},"b":[{"c":[1,"two"]},"two"]}"#
            ),
            ("a: &x 1\nb: &x 2\nc: *x", #"{"a":1,"b":2,"c":2}"#),
            (
                "a: &x { p: 1, q: 2 }\nb: { <<: *x, q: 3 }",
                #"{"a":{"p":1,"q":2},"b":{"q":3,"p":1}}"#
            ),
            (
                "a: &x { p: 1 }\nb: { <<: [*x, { p: 2, q: 2 }] }",
                #"{"a":{"p":1},"b":{"p":1,"q":2}}"#
            ),
            ("a: { \"<<\": 1 }", #"{"a":{"<<":1}}"#),
            ("a: !!str 1", #"{"a":"1"}"#),
            ("a: 18446744073709551616", #"{"a":18446744073709551616}"#),
            ("a: +00.5e3\nb: 12345678901234567.890", #"{"a":500.0,"b":12345678901234567.890}"#),
            ("a: .12345678901234567891\nb: -7.", #"{"a":0.12345678901234567891,"b":-7}"#),
        ]
    )
    func written(text: String, json: String) throws {
        #expect(try read(text).text == json)
    }

    @Test(
        "An alias that cannot be expanded is rejected with its position",
        arguments: [
            ("a: &x { b: *x }", "a.yaml:1:12: error: \"*x\" is inside its own value"),
            ("a: [*b]\nc: &b 1", "a.yaml:1:5: error: \"*b\" must be quoted"),
            (
                "a: { <<: 1 }",
                "a.yaml:1:10: error: expected a mapping after \"<<\", or a list of mappings"
            ),
            ("a: !secret 1", "a.yaml:1:4: error: \"!secret 1\" must be quoted"),
        ]
    )
    func refused(text: String, message: String) {
        let error = #expect(throws: DiagnosticList.self) { try read(text) }
        let said = error?.description ?? ""
        #expect(said.contains(message), "\(said)")
    }

    @Test("A document that aliases make too large is rejected with the limit")
    func limit() {
        let lines = (1...8).map {
            "a\($0): &a\($0) [" + Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ",")
                + "]"
        }
        let text = "a0: &a0 [x]\n" + lines.joined(separator: "\n")
        let error = #expect(throws: DiagnosticList.self) { try read(text) }
        let message = "aliases stand for more than 1000000 values"
        let said = error?.description ?? ""
        #expect(said.contains(message), "\(said)")
    }
}
