import JSON
import JSONPaths
import RegularExpressions
import Testing

@Suite("Functions in JSONPath filters")
struct JSONPathFunctionTests {
    private static let document = #"""
        ["", "ä", "😀", "e\u0301", [1, 2], {"a": 1, "b": {"a": 2}}, 7, true, null, [], "abc"]
        """#

    @Test(
        "Each function returns its result of RFC 9535 §2.4",
        arguments: [
            ("length(@) == 0", "[0,9]"), ("length(@) == 1", "[1,2]"),
            ("length(@) == 2", "[3,4,5]"), ("length(@) > 2", "[10]"),
            ("length(@) == length($.x)", "[6,7,8]"),
            ("length('abc') == 3", "[0,1,2,3,4,5,6,7,8,9,10]"),
            ("length(1) == 1", "[]"), ("length(@.b) == 1", "[5]"),
            ("count(@.*) == 2", "[4,5]"), ("count(@..*) == 3", "[5]"), ("count(@) == 1", all),
            ("count(@.x) == 0", all), ("count(@['a','a']) == 2", "[5]"),
            ("value(@.a) == 1", "[5]"), ("value(@..a) == 1", "[]"), ("value(@..b) == @.b", all),
            ("value(@[1]) == 2", "[4]"), ("length(value(@.b)) == 1", "[5]"),
            ("match(@, 'a.c')", "[10]"), ("match(@, 'a')", "[]"), ("match(@, '')", "[0]"),
            ("match(@, '.')", "[1,2]"), ("match(@, '\\\\p{L}')", "[1]"),
            ("search(@, 'b')", "[10]"), ("search(@, '^b')", "[]"),
            ("search(@, '')", "[0,1,2,3,10]"),
            ("!match(@, '.*')", "[4,5,6,7,8,9]"), ("match(7, '7')", "[]"), ("match('a', 'a')", all),
            ("match(@, @)", "[0,1,2,3,10]"), ("match(@, $[10])", "[10]"), ("match(@, 7)", "[]"),
            ("match(@, $.x)", "[]"), ("match(@, '\\\\d')", "[]"), ("search(@, '(')", "[]"),
            ("match(value(@), 'abc')", "[10]"), ("match ", "error"),
            ("length( @ ) == 0 && match( @ , 'a*' )", "[0]"), ("length(@)\n==\t0", "[0,9]"),
        ]
    )
    func functions(condition: String, expected: String) throws {
        guard expected != "error" else {
            #expect(throws: JSONPathError.self) { try JSONPath("$[?\(condition)]") }
            return
        }
        let nodes = try JSONPath("$[?\(condition)]").nodes(
            in: try JSONValue(parsing: Self.document)
        )
        let indices = nodes.map { $0.pointer.tokens.last ?? "" }
        #expect("[\(indices.joined(separator: ","))]" == expected)
    }

    private static let all: String = "[0,1,2,3,4,5,6,7,8,9,10]"

    @Test(
        "Dots match everything but line ends",
        arguments: [("match(@, '.')", #"["\u2028"]"#), ("search(@, 'a.b')", #"["a\u2028b"]"#)]
    )
    func dots(condition: String, expected: String) throws {
        let document = #"["\u2028","\r","\n",true,"a\nb","a\rb","a\u2028b"]"#
        let found = try values(of: "$[?\(condition)]", in: document)
        #expect(try JSONValue(parsing: found) == JSONValue(parsing: expected))
    }

    @Test("A literal pattern that is not an I-Regexp is reported with the query")
    func unusablePatterns() throws {
        #expect(try JSONPath("$[?match(@, '[a-z]+')]").unusablePatterns.isEmpty)
        let faults = try JSONPath(#"$[?match(@, '\\d') || search(@, "a(")]"#).unusablePatterns
        #expect(faults.map(\.pattern) == ["\\d", "a("])
    }

    @Test(
        "Table 14 of RFC 9535, and other calls that are not well-typed, are rejected",
        arguments: [
            (
                "length(@.*) < 3", 4 + 7,
                "a query of only names and indices as argument of length(), so that it has one value",
                "@.*"
            ),
            ("count(1) == 1", 4 + 6, "a query as argument of count()", "1"),
            ("count(foo(@.*)) == 1", 4 + 6, functionList, "\"foo\""),
            ("count(length(@)) == 1", 4 + 6, "a query as argument of count()", "length(@)"),
            (
                "match(@.timezone, 'Europe/.*') == true", 4, "something with a value to compare",
                "match(), which is only true or false"
            ),
            (
                "true == match(@.a, 'x')", 4 + 8, "something with a value to compare",
                "match(), which is only true or false"
            ),
            (
                "value(@..color)", 4 + 15, "a comparison operator after value(), which has a value",
                "\"]\""
            ),
            (
                "length(@.a)", 4 + 11, "a comparison operator after length(), which has a value",
                "\"]\""
            ),
            (
                "!count(@.*)", 4 + 11, "a comparison operator after count(), which has a value",
                "\"]\""
            ),
            ("bar(@.a)", 4, functionList, "\"bar\""),
            ("bnl(@.*)", 4, functionList, "\"bnl\""),
            ("length(@.a == 1) == 1", 4 + 7, argument, "the condition @.a == 1"),
            ("length(@.a && @.b) == 1", 4 + 7, argument, "the condition @.a && @.b"),
            ("length(!@.a) == 1", 4 + 7, argument, "the condition !@.a"),
            ("length((@.a)) == 1", 4 + 7, argument, "the condition (@.a)"),
            (
                "length(match(@, 'a')) == 1", 4 + 7,
                "something with a value as argument of length()",
                "match(), which is only true or false"
            ),
            ("length() == 1", 4, "1 argument of length()", "0"),
            ("length(@, @) == 1", 4, "1 argument of length()", "2"),
            ("match(@)", 4, "2 arguments of match()", "1"),
            ("search(@, 'a', 'b')", 4, "2 arguments of search()", "3"),
            ("count (@.*) == 1", 4, word, "\"count\""),
            ("Count(@.*) == 1", 4, operand, "\"C\""),
            (
                "count(@.* == 1", 4 + 6,
                "a query of only names and indices in a comparison, so that it has one value", "@.*"
            ),
            ("count(@.*", 4 + 9, "\",\" or \")\" after an argument", "\"]\""),
            ("count(,@.*)", 4 + 6, operand, "\",\""),
            ("count(@.*,) == 1", 4 + 10, operand, "\")\""),
        ]
    )
    func refused(condition: String, character: Int, expected: String, found: String) {
        let query = "$[?\(condition)]"
        #expect(
            refusal(of: query) == "JSONPath \(JSONValue.string(query)), character \(character): "
                + "expected \(expected), found \(found)"
        )
    }

    private static let functionList: String =
        "one of the functions count, length, match, search, value"
    private static let operand: String = "a query (\"@\" or \"$\"), a literal or a function"
    private static let word: String =
        "true, false, null or a function with \"(\" right after its name"
    private static let argument: String = "a literal, a query or a function as argument"
}
