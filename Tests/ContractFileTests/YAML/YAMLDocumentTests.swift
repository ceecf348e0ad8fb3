import Base
import Contract
import ContractFile
import JSON
import Testing

struct YAMLDocumentTests {
    private func parse(_ text: String) throws -> YAMLNode {
        try YAMLDocument.parse(Array(text.utf8), file: "a.yaml")
    }

    @Test("Block and flow style, comments and every kind of quotes are parsed into one tree")
    func tree() throws {
        let node = try parse(
            """
            # a comment
            contract: "1"
            info: { title: プッシュ, 'single ''quoted''': "tab\\t\\u3042" }
            list:
              - a
              - [1, -2, 0x1F, 0o17, 1.5, ~]
              - key: |
                  line 1
                  line 2
                folded: >-
                  one
                  two
            nothing:
            """
        )
        let expected: JSONValue = [
            "contract": "1",
            "info": ["title": "プッシュ", "single 'quoted'": "tab\tあ"],
            "list": [
                "a", [1, -2, 31, 15, 1.5, nil], ["key": "line 1\nline 2\n", "folded": "one two"],
            ],
            "nothing": nil,
        ]
        #expect(node.json == expected)
        #expect(node.json.objectValue?.names == ["contract", "info", "list", "nothing"])
    }

    @Test("Every node has its line, its column in characters and its length on that line")
    func places() throws {
        let node = try parse(
            """
            名前: "値です"
            list: [ a, { bb: 1,
              c: 2 } ]
            block:
                - |
                  text
                - k: v
            empty:
            """
        )
        func place(_ node: YAMLNode?) -> String? {
            node.map { "\($0.location)+\($0.length)" }
        }
        let list = try #require(node["list"])
        let block = try #require(node["block"]?.elements)
        #expect(place(node) == "a.yaml:1:1+2")
        #expect(place(node.entry("名前")?.key) == "a.yaml:1:1+2")
        #expect(place(node["名前"]) == "a.yaml:1:5+5")
        #expect(place(list) == "a.yaml:2:7+13")
        #expect(place(list.elements?.first) == "a.yaml:2:9+1")
        #expect(place(list.elements?.last) == "a.yaml:2:12+8")
        #expect(place(list.elements?.last?["c"]) == "a.yaml:3:6+1")
        #expect(place(node["block"]) == "a.yaml:5:5+1")
        #expect(place(block[0]) == "a.yaml:5:7+1")
        #expect(place(block[1]) == "a.yaml:7:7+1")
        #expect(place(block[1]["k"]) == "a.yaml:7:10+1")
        #expect(place(node["empty"]) == "a.yaml:8:7+1")
    }

    @Test(
        "Lines are counted alike for every kind of line break and after a byte order mark",
        arguments: ["\n", "\r\n", "\r"]
    )
    func lineBreaks(lineBreak: String) throws {
        let text = "\u{FEFF}a: 1\(lineBreak)\(lineBreak)b: \"x\"\(lineBreak)"
        let node = try parse(text)
        #expect(node["a"]?.location == SourceLocation(file: "a.yaml", line: 1, column: 4))
        #expect(node["b"]?.location == SourceLocation(file: "a.yaml", line: 3, column: 4))
        #expect(node["b"]?.length == 3)
    }

    @Test("Keys are compared by code points, as in YAML and JSON but not in Swift")
    func keysByCodePoints() throws {
        let node = try parse("\u{E9}: 1\ne\u{301}: 2")
        #expect(node.entries?.count == 2)
        #expect(node["\u{E9}"]?.json == 1)
        #expect(node["e\u{301}"]?.json == 2)
    }

    @Test("Brackets inside quotes, and in block style inside a text, are part of the text")
    func harmless() throws {
        let node = try parse(
            """
            path: /push/{id}
            jsonpath: $.a[*]
            sentence: see 'and' {more} # not this
            url: https://example.com/?a=b#c
            flow: { a: "{{x}}", b: "$.a[*]", c: a-b/c#d, time: 10:30 }
            """
        )
        let expected: JSONValue = [
            "path": "/push/{id}",
            "jsonpath": "$.a[*]",
            "sentence": "see 'and' {more}",
            "url": "https://example.com/?a=b#c",
            "flow": ["a": "{{x}}", "b": "$.a[*]", "c": "a-b/c#d", "time": "10:30"],
        ]
        #expect(node.json == expected)
    }

    @Test("Two escapes for one character are read as in JSON, with every position preserved")
    func surrogatePairs() throws {
        let node = try parse(
            #"""
            {"a": "x\uD834\uDD1Ey", "\ud83d\ude00": 1, "b": "\\ud834\\udd1e",
             "c": '\ud834\udd1e', "\ud834\udd1e\ud834\udd1e": \ud834\udd1e, "d": "\u0041"}
            """#
        )
        let literal = JSONValue.string(#"\ud834\udd1e"#)
        let expected: JSONValue = [
            "a": "x𝄞y", "😀": 1, "b": literal, "c": literal, "𝄞𝄞": literal, "d": "A",
        ]
        #expect(node.json == expected)
        let places = node.entries?.map { "\($0.key.location)+\($0.key.length)" }
        #expect(
            places == [
                "a.yaml:1:2+3", "a.yaml:1:25+14", "a.yaml:1:44+3", "a.yaml:2:2+3",
                "a.yaml:2:23+26", "a.yaml:2:65+3",
            ]
        )
    }

    @Test("A tree is built although texts lack quotes; such texts become strings")
    func repaired() {
        let text = "a: {{x}}\nb: { c: /d/{e}, f: *g }"
        let diagnostics = Diagnostics()
        let source = SourceText(file: "a.yaml", bytes: Array(text.utf8))
        let node = YAMLDocument.parse(source, into: diagnostics)
        #expect(diagnostics.list.count == 3)
        #expect(node?.json == ["a": "{{x}}", "b": ["c": "/d/{e}", "f": "*g"]])
        #expect(node?["b"]?["f"]?.location == SourceLocation(file: "a.yaml", line: 2, column: 20))
    }

    @Test("200 nested collections are read; one more is rejected with its position")
    func depth() throws {
        let limit = 200
        func nested(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        #expect(throws: Never.self) { try parse(nested(limit)) }
        let error = #expect(throws: DiagnosticList.self) { try parse(nested(limit + 1)) }
        let message = "mappings and sequences are nested more than 200 deep"
        let place = SourceLocation(file: "a.yaml", line: 1, column: limit + 1)
        #expect(error?.diagnostics == [Diagnostic(message, at: place)])
    }

    @Test("Reading stops after a thousand errors, with a message")
    func manyErrors() {
        let text = String(repeating: "a: 1\n", count: 1100)
        let error = #expect(throws: DiagnosticList.self) { try parse(text) }
        let messages = error?.diagnostics.map(\.message) ?? []
        #expect(messages.count == 1001)
        #expect(messages.first == "duplicate key \"a\"; the first is in line 1")
        #expect(messages.last == "more than 1000 errors; the rest was not read")
    }

    @Test("8 MiB are read; one byte more is rejected, with both sizes")
    func size() {
        let limit = YAMLDocument.maximumBytes
        let large = [UInt8](repeating: UInt8(ascii: "#"), count: limit + 1)
        let error = #expect(throws: DiagnosticList.self) {
            try YAMLDocument.parse(large, file: "a.yaml")
        }
        let message = "the file has 8388609 bytes; the limit is 8388608 bytes (8 MiB)"
        let hint = "split the contract and join the parts with `use:`"
        let expected = Diagnostic(message, at: .whole("a.yaml"), hint: hint)
        #expect(error?.diagnostics == [expected])
        let comment = Array(large.dropLast())
        let emptiness = #expect(throws: DiagnosticList.self) {
            try YAMLDocument.parse(comment, file: "a.yaml")
        }
        let first = emptiness?.diagnostics.first?.message
        #expect(first == "the file is empty; a contract begins with `contract: \"1\"`")
    }
}
