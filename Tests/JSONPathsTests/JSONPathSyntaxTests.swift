import JSON
import JSONPaths
import Testing

@Suite("The grammar of JSONPath")
struct JSONPathSyntaxTests {
    @Test(
        "Segments, names and blanks that the grammar allows",
        arguments: [
            ("$.a", "[1]"), ("$['a']", "[1]"), ("$[\"a\"]", "[1]"), ("$ .a", "[1]"),
            ("$\n\t\r ['a']", "[1]"), ("$[ 'a' ]", "[1]"), ("$['a' , 'b']", "[1,2]"),
            ("$[\n'a',\t'b'\r]", "[1,2]"), ("$._x1", "[3]"), ("$.日本", "[4]"), ("$.😀", "[5]"),
            ("$.é", "[6]"), ("$['e\u{301}']", "[]"), ("$..a", "[1,7]"), ("$..['a']", "[1,7]"),
            ("$..[ 'a' ]", "[1,7]"), ("$.o .a", "[7]"), ("$.o ..a", "[7]"), ("$['']", "[8]"),
            ("$['a','a']", "[1,1]"), ("$.nothing", "[]"), ("$.a.b", "[]"), ("$[0]", "[]"),
            ("$['A']", "[]"), ("$.true", "[9]"), ("$.null", "[10]"), ("$.l[0]", "[0]"),
            ("$.l[-1]", "[2]"), ("$.l[3]", "[]"), ("$.l[-4]", "[]"),
            ("$.l[9007199254740991]", "[]"), ("$.l[-9007199254740991]", "[]"),
            ("$.l['0']", "[]"), ("$.l.length", "[]"), ("$.o[*]", "[7]"), ("$.o.*", "[7]"),
            ("$.a.*", "[]"), ("$.a[*]", "[]"), ("$.l[?@]", "[0,1,2]"), ("$.l[? @ == 1]", "[1]"),
            ("$.l[?@==1,0]", "[1,0]"), ("$.l[0,?@==1,-1:]", "[0,1,2]"),
            ("$.l[?\n@\t==\r1 ]", "[1]"),
            ("$.l[?@ ==1&&@==1||@==2]", "[1,2]"), ("$.l[?( @==1 )]", "[1]"),
            ("$.l[?@==$ .a]", "[1]"), ("$.l[?@==$ ['a']]", "[1]"), ("$.l[?@ < 2 && @ > 0]", "[1]"),
        ]
    )
    func accepted(query: String, expected: String) throws {
        let document = """
            {"a": 1, "b": 2, "_x1": 3, "日本": 4, "😀": 5, "é": 6, "o": {"a": 7}, "": 8, "true": 9,
             "null": 10, "l": [0, 1, 2]}
            """
        #expect(try values(of: query, in: document) == expected)
    }

    @Test(
        "String literals and their escapes",
        arguments: [
            (#"$['\'']"#, "'"), (#"$["\""]"#, "\""), (#"$['"']"#, "\""), (#"$["'"]"#, "'"),
            (#"$['\\']"#, "\\"), (#"$['\/']"#, "/"), (#"$['/']"#, "/"),
            (#"$['\b\f\n\r\t']"#, "\u{8}\u{C}\n\r\t"), (#"$['\u0041\u00e9\u00E9']"#, "Aéé"),
            (#"$['\uD83D\uDE00']"#, "😀"), (#"$['\ud83d\ude00']"#, "😀"), (#"$['\u0000']"#, "\0"),
            ("$['\u{7F}']", "\u{7F}"), ("$['😀\u{2028}']", "😀\u{2028}"),
            (#"$['\uD7FF\uE000']"#, "\u{D7FF}\u{E000}"),
            ("$[' ']", " "), ("$['$.a[*]']", "$.a[*]"),
        ]
    )
    func strings(query: String, name: String) throws {
        let document = JSONValue.object(JSONObject([.init(name: name, value: 1)]))
        #expect(try JSONPath(query).nodes(in: document).map(\.value) == [1])
    }

    @Test(
        "Slices",
        arguments: [
            ("[:]", "0123456789"), ("[::]", "0123456789"), ("[1:3]", "12"), ("[1:3:1]", "12"),
            ("[1:3:]", "12"), ("[:2]", "01"), ("[7:]", "789"), ("[-2:]", "89"), ("[:-8]", "01"),
            ("[-3:-1]", "78"), ("[::3]", "0369"), ("[1:8:3]", "147"), ("[::0]", ""),
            ("[1:2:0]", ""),
            ("[3:1]", ""), ("[5:5]", ""), ("[10:20]", ""), ("[-20:2]", "01"), ("[8:20]", "89"),
            ("[::-1]", "9876543210"), ("[::-4]", "951"), ("[3:1:-1]", "32"), ("[1:3:-1]", ""),
            ("[3::-1]", "3210"), ("[:3:-3]", "96"), ("[-1:-4:-1]", "987"), ("[20:7:-1]", "98"),
            ("[2:-20:-1]", "210"), ("[-20:-30:-1]", ""), ("[ 1 : 5 : 2 ]", "13"),
            ("[1 :5\n:\t2]", "13"),
            ("[1: :2]", "13579"), ("[ : : ]", "0123456789"),
            ("[0:9007199254740991:9007199254740991]", "0"),
            ("[::-9007199254740991]", "9"), ("[-9007199254740991:3]", "012"),
            ("[9007199254740991:-9007199254740991:-5]", "94"), ("[0:2, 5]", "015"),
            ("[0:2, 1:3]", "0112"),
        ]
    )
    func slices(slice: String, expected: String) throws {
        let found = try JSONPath("$\(slice)").nodes(in: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(found.map(\.value.text).joined() == expected)
        #expect(try values(of: "$\(slice)", in: #"{"a":1}"#) == (slice == "[0:2, 5]" ? "[]" : "[]"))
    }

    @Test(
        "A query outside the grammar is rejected with the position",
        arguments: [
            ("", 1, "\"$\" at the start of a query", "the end"),
            ("a", 1, "\"$\" at the start of a query", "\"a\""),
            ("@.a", 1, "\"$\" at the start of a query", "\"@\""),
            (" $", 1, "\"$\" at the start of a query", "a space"),
            ("$ ", 2, following, "a space"),
            ("$.a\n", 4, following, "the character U+000A"),
            ("$a", 2, following, "\"a\""),
            ("$$", 2, following, "\"$\""),
            ("$.a]", 4, following, "\"]\""),
            ("$.", 3, shorthand, "the end"),
            ("$. a", 3, shorthand, "a space"),
            ("$.'a'", 3, shorthand, "\"'\""),
            ("$.1", 3, shorthand + " (a name that starts with a digit needs ['…'])", "\"1\""),
            ("$.-a", 3, shorthand, "\"-\""),
            ("$.a-b", 4, following, "\"-\""),
            ("$.[0]", 3, shorthand, "\"[\""),
            ("$..", 4, descendant, "the end"),
            ("$.. a", 4, descendant, "a space"),
            ("$.. [0]", 4, descendant, "a space"),
            ("$...a", 4, descendant, "\".\""),
            ("$..1", 4, descendant, "\"1\""),
            ("$.&", 3, shorthand, "\"&\""),
            ("$.a\u{7F}", 4, following, "the character U+007F"),
            ("$\u{A0}.a", 2, following, "\"\u{A0}\""),
            ("$[", 3, selector, "the end"),
            ("$[]", 3, selector, "\"]\""),
            ("$[ ]", 4, selector, "\"]\""),
            ("$[,]", 3, selector, "\",\""),
            ("$[0,]", 5, selector, "\"]\""),
            ("$['a',]", 7, selector, "\"]\""),
            ("$[a]", 3, selector, "\"a\""),
            ("$[(@.a)]", 3, selector, "\"(\""),
            ("$[0", 4, afterSelector, "the end"),
            ("$['a' 'b']", 7, afterSelector, "\"'\""),
            ("$[0 1]", 5, afterSelector, "\"1\""),
            ("$[**]", 4, afterSelector, "\"*\""),
            ("$[1.0]", 4, afterSelector, "\".\""),
            ("$[1e2]", 4, afterSelector, "\"e\""),
            ("$[1:2:3:4]", 8, afterSelector, "\":\""),
            ("$[-]", 4, "a digit after \"-\"", "\"]\""),
            ("$[+1]", 3, selector, "\"+\""),
            ("$[- 1]", 4, "a digit after \"-\"", "a space"),
            ("$[01]", 3, integer, "01"),
            ("$[-01]", 3, integer, "-01"),
            ("$[-0]", 3, integer, "-0"),
            ("$[00]", 3, integer, "00"),
            ("$[1:-0]", 5, integer, "-0"),
            ("$[::01]", 5, integer, "01"),
            ("$[9007199254740992]", 3, limits, "9007199254740992"),
            ("$[-9007199254740992]", 3, limits, "-9007199254740992"),
            ("$[:99999999999999999999]", 4, limits, "99999999999999999999"),
            ("$[::-9007199254740992]", 5, limits, "-9007199254740992"),
            ("$['a]", 6, "a closing ' for the one at character 3", "the end"),
            ("$[\"a']", 7, "a closing \" for the one at character 3", "the end"),
            ("$['\n']", 4, "control characters in a string to be escaped", "the character U+000A"),
            ("$['\\\"']", 5, "one of ' \\ / b f n r t u after \"\\\"", "'\"'"),
            ("$[\"\\'\"]", 5, "one of \" \\ / b f n r t u after \"\\\"", "\"'\""),
            ("$['\\a']", 5, "one of ' \\ / b f n r t u after \"\\\"", "\"a\""),
            ("$['\\U0041']", 5, "one of ' \\ / b f n r t u after \"\\\"", "\"U\""),
            ("$['\\u00g0']", 8, "four hexadecimal digits after \"\\u\"", "\"g\""),
            ("$['\\uD800']", 4, surrogates, "\\uD800"),
            ("$['\\uDC00']", 4, surrogates, "\\uDC00"),
            ("$['\\uD800\\uD800']", 4, surrogates, "\\uD800\\uD800"),
            ("$['\\uD800\\u0041']", 4, surrogates, "\\uD800\\u0041"),
            ("$['\\uD800\\n']", 4, surrogates, "\\uD800"),
        ]
    )
    func refused(query: String, character: Int, expected: String, found: String) {
        #expect(
            refusal(of: query) == "JSONPath \(JSONValue.string(query)), character \(character): "
                + "expected \(expected), found \(found)"
        )
    }

    private static let following: String = "\".\", \"..\", \"[\" or the end"
    private static let shorthand: String = "a member name or \"*\" after \".\""
    private static let descendant: String = "a member name, \"*\" or \"[\" after \"..\""
    private static let selector: String =
        "a selector: a name in quotes, an index, a slice, \"*\" or \"?\""
    private static let afterSelector: String = "\",\" or \"]\" after a selector"
    private static let integer: String = "an integer without leading zeros and not \"-0\""
    private static let limits: String = "an integer from -9007199254740991 to 9007199254740991"
    private static let surrogates: String = "surrogates only as a high one followed by a low one"
}
