import JSON
import JSONPaths
import Testing

@Suite("The grammar of JSONPath filters")
struct JSONPathFilterSyntaxTests {
    @Test(
        "An invalid filter is rejected with its position",
        arguments: [
            ("", 4, operand, "\"]\""),
            ("()", 5, operand, "\")\""),
            ("true", 8, "a comparison operator after the literal true", "\"]\""),
            ("1", 5, "a comparison operator after the literal 1", "\"]\""),
            ("'a'", 7, "a comparison operator after the literal 'a'", "\"]\""),
            ("null || @.a", 9, "a comparison operator after the literal null", "\"|\""),
            ("!true", 9, "a comparison operator after the literal true", "\"]\""),
            ("True == @", 4, operand, "\"T\""),
            ("nul == @", 4, word, "\"nul\""),
            ("@.a = 1", 8, "one of == != <= >= < >", "\"=\""),
            ("@.a === 1", 10, operand, "\"=\""),
            ("@.a <> 1", 9, operand, "\">\""),
            ("@.a =< 1", 8, "one of == != <= >= < >", "\"=\""),
            ("@.a == ", 11, operand, "\"]\""),
            ("== 1", 4, operand, "\"=\""),
            ("@.a == 1 == 2", 13, after, "\"=\""),
            ("@.a == (1)", 11, operand, "\"(\""),
            ("(@.a) == 1", 10, after, "\"=\""),
            ("@.a == !@.b", 11, operand, "\"!\""),
            ("!@.a == 1", 9, "no comparison after \"!\" (write !(… == …))", "\"=\""),
            ("!!@.a", 5, operand, "\"!\""),
            ("!", 5, operand, "\"]\""),
            ("@.a && ", 11, operand, "\"]\""),
            ("&& @.a", 4, operand, "\"&\""),
            ("@.a & @.b", 8, after, "\"&\""),
            ("@.a | @.b", 8, after, "\"|\""),
            ("@.a and @.b", 8, after, "\"a\""),
            ("(@.a", 8, "\"&&\", \"||\" or \")\"", "\"]\""),
            ("@.a)", 7, after, "\")\""),
            ("@a", 5, after, "\"a\""),
            ("@.*==1", 4, singular, "@.*"),
            ("@..a==1", 4, singular, "@..a"),
            ("@[0,1]==1", 4, singular, "@[0,1]"),
            ("@[0:1]==1", 4, singular, "@[0:1]"),
            ("@[?@.a]==1", 4, singular, "@[?@.a]"),
            ("1==$.*", 7, singular, "$.*"),
            ("@.a == 01", 11, "a number without leading zeros", "01"),
            ("@.a == -01", 11, "a number without leading zeros", "-01"),
            ("@.a == 1.", 13, "a digit after the decimal point", "\"]\""),
            ("@.a == .5", 11, operand, "\".\""),
            ("@.a == +1", 11, operand, "\"+\""),
            ("@.a == -", 12, "a digit after \"-\"", "\"]\""),
            ("@.a == - 1", 12, "a digit after \"-\"", "a space"),
            ("@.a == 1e", 13, "a digit in the exponent", "\"]\""),
            ("@.a == 1e+", 14, "a digit in the exponent", "\"]\""),
            ("@.a == 1.e1", 13, "a digit after the decimal point", "\"e\""),
            ("@.a == 0x1", 12, after, "\"x\""),
            ("@.a == [1]", 11, operand, "\"[\""),
            ("@.a == {}", 11, operand, "\"{\""),
            ("@.a == b", 11, word, "\"b\""),
            ("@.a == 'b", 14, "a closing ' for the one at character 11", "the end"),
            ("@. a", 6, "a member name or \"*\" after \".\"", "a space"),
        ]
    )
    func refused(condition: String, character: Int, expected: String, found: String) {
        let query = "$[?\(condition)]"
        #expect(
            refusal(of: query) == "JSONPath \(JSONValue.string(query)), character \(character): "
                + "expected \(expected), found \(found)"
        )
    }

    private static let operand: String = "a query (\"@\" or \"$\"), a literal or a function"
    private static let after: String = "\",\" or \"]\" after a selector"
    private static let word: String =
        "true, false, null or a function with \"(\" right after its name"
    private static let singular: String =
        "a query of only names and indices in a comparison, so that it has one value"

    @Test(
        "Only names and indices make a query singular",
        arguments: [
            ("$", true), ("$.a", true), ("$['a'][0][-1].b", true), ("$ ['a']", true),
            ("$.*", false), ("$..a", false), ("$[0,1]", false), ("$[0:1]", false),
            ("$[?@]", false), ("$['a','a']", false), ("$..[0]", false),
        ]
    )
    func singularity(query: String, isSingular: Bool) throws {
        #expect(try JSONPath(query).isSingular == isSingular)
    }

    @Test("Normalized paths are queries that find the same node")
    func pathsLeadBack() throws {
        let names = ["'", "\"", "\\", "\u{8}\t\n\u{C}\r\0\u{1F}\u{7F}", "é", "😀", "", "a.b"]
        let members = names.map { JSONObject.Member(name: $0, value: [1, ["x": .string($0)]]) }
        let value = JSONValue.object(JSONObject(members))
        for node in try JSONPath("$..*").nodes(in: value) {
            let again = try JSONPath(node.path).nodes(in: value)
            #expect(again.map(\.path) == [node.path])
            #expect(again.map(\.value) == [node.value])
            #expect(value[node.pointer] == node.value)
        }
        #expect(
            try paths(of: "$.*", in: #"{"'\"\\\b\t\n\f\r\u0000\u001F/": 1}"#)
                == #"$['\'"\\\b\t\n\f\r\u0000\u001f/']"#
        )
    }

    @Test("A hundred levels of nesting are read; more are rejected, without a crash")
    func nesting() throws {
        let shapes: [(Int) -> String] = [
            {
                "$[?" + String(repeating: "(", count: $0 - 1) + "@"
                    + String(repeating: ")", count: $0 - 1) + "]"
            },
            { "$" + String(repeating: "[?@", count: $0) + String(repeating: "]", count: $0) },
            {
                "$[?" + String(repeating: "length(", count: $0 - 1) + "@"
                    + String(repeating: ")", count: $0 - 1) + "==1]"
            },
        ]
        for shape in shapes {
            _ = try JSONPath(shape(100))
            for depth in [101, 100_000] {
                let error = #expect(throws: JSONPathError.self) { try JSONPath(shape(depth)) }
                #expect(
                    error?.expected
                        == "at most 100 filters, parentheses and functions within each other"
                )
            }
        }
    }

    @Test("Long queries and deep values are supported")
    func length() throws {
        let query = "$" + String(repeating: ".a", count: 50_000)
        #expect(try JSONPath(query).nodes(in: ["a": 1]).isEmpty)
        let condition = Array(repeating: "@==1", count: 50_000).joined(separator: "||")
        #expect(try JSONPath("$[?\(condition)]").nodes(in: [1, 2]).count == 1)
        let deep = String(repeating: "[", count: 500) + "1" + String(repeating: "]", count: 500)
        #expect(try JSONPath("$..[0]").nodes(in: try JSONValue(parsing: deep)).count == 500)
    }
}
