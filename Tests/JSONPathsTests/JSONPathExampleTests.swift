import JSON
import JSONPaths
import Testing

@Suite("The examples of RFC 9535")
struct JSONPathExampleTests {
    private static let store = """
        {"store": {
          "book": [
            {"category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century",
             "price": 8.95},
            {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour",
             "price": 12.99},
            {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick",
             "isbn": "0-553-21311-3", "price": 8.99},
            {"category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings",
             "isbn": "0-395-19395-8", "price": 22.99}
          ],
          "bicycle": {"color": "red", "price": 399}
        }}
        """

    @Test(
        "Table 2: the bookstore",
        arguments: [
            (
                "$.store.book[*].author",
                "$['store']['book'][0]['author'] $['store']['book'][1]['author'] "
                    + "$['store']['book'][2]['author'] $['store']['book'][3]['author']"
            ),
            (
                "$..author",
                "$['store']['book'][0]['author'] $['store']['book'][1]['author'] "
                    + "$['store']['book'][2]['author'] $['store']['book'][3]['author']"
            ),
            ("$.store.*", "$['store']['book'] $['store']['bicycle']"),
            (
                "$.store..price",
                "$['store']['book'][0]['price'] $['store']['book'][1]['price'] "
                    + "$['store']['book'][2]['price'] $['store']['book'][3]['price'] "
                    + "$['store']['bicycle']['price']"
            ),
            ("$..book[2]", "$['store']['book'][2]"),
            ("$..book[2].author", "$['store']['book'][2]['author']"),
            ("$..book[2].publisher", ""),
            ("$..book[-1]", "$['store']['book'][3]"),
            ("$..book[0,1]", "$['store']['book'][0] $['store']['book'][1]"),
            ("$..book[:2]", "$['store']['book'][0] $['store']['book'][1]"),
            ("$..book[?@.isbn]", "$['store']['book'][2] $['store']['book'][3]"),
            ("$..book[?@.price<10]", "$['store']['book'][0] $['store']['book'][2]"),
        ]
    )
    func bookstore(query: String, expected: String) throws {
        #expect(try paths(of: query, in: Self.store) == expected)
    }

    @Test("Table 2: $..* finds all 27 values below the root")
    func everything() throws {
        let value = try JSONValue(parsing: Self.store)
        #expect(try JSONPath("$..*").nodes(in: value).count == 27)
    }

    @Test(
        "Tables 3 to 10: selectors",
        arguments: [
            ("$", #"{"k":"v"}"#, #"[{"k":"v"}]"#),
            ("$.o['j j']", #"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#, #"[{"k.k":3}]"#),
            ("$.o['j j']['k.k']", #"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#, "[3]"),
            (#"$.o["j j"]["k.k"]"#, #"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#, "[3]"),
            (#"$["'"]["@"]"#, #"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#, "[2]"),
            ("$[*]", #"{"o":{"j":1,"k":2},"a":[5,3]}"#, #"[{"j":1,"k":2},[5,3]]"#),
            ("$.o[*]", #"{"o":{"j":1,"k":2},"a":[5,3]}"#, "[1,2]"),
            ("$.o[*, *]", #"{"o":{"j":1,"k":2},"a":[5,3]}"#, "[1,2,1,2]"),
            ("$.a[*]", #"{"o":{"j":1,"k":2},"a":[5,3]}"#, "[5,3]"),
            ("$[1]", #"["a","b"]"#, #"["b"]"#),
            ("$[-2]", #"["a","b"]"#, #"["a"]"#),
            ("$[1:3]", #"["a","b","c","d","e","f","g"]"#, #"["b","c"]"#),
            ("$[5:]", #"["a","b","c","d","e","f","g"]"#, #"["f","g"]"#),
            ("$[1:5:2]", #"["a","b","c","d","e","f","g"]"#, #"["b","d"]"#),
            ("$[5:1:-2]", #"["a","b","c","d","e","f","g"]"#, #"["f","d"]"#),
            ("$[::-1]", #"["a","b","c","d","e","f","g"]"#, #"["g","f","e","d","c","b","a"]"#),
        ]
    )
    func selectors(query: String, document: String, expected: String) throws {
        #expect(try values(of: query, in: document) == expected)
    }

    private static let filtered = """
        {"a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
         "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"}
        """

    @Test(
        "Table 12: filters",
        arguments: [
            ("$.a[?@.b == 'kilo']", "$['a'][9]"),
            ("$.a[?(@.b == 'kilo')]", "$['a'][9]"),
            ("$.a[?@>3.5]", "$['a'][1] $['a'][4] $['a'][5]"),
            ("$.a[?@.b]", "$['a'][6] $['a'][7] $['a'][8] $['a'][9]"),
            ("$[?@.*]", "$['a'] $['o']"),
            ("$[?@[?@.b]]", "$['a']"),
            ("$.o[?@<3, ?@<3]", "$['o']['p'] $['o']['q'] $['o']['p'] $['o']['q']"),
            (#"$.a[?@<2 || @.b == "k"]"#, "$['a'][2] $['a'][7]"),
            (#"$.a[?match(@.b, "[jk]")]"#, "$['a'][6] $['a'][7]"),
            (#"$.a[?search(@.b, "[jk]")]"#, "$['a'][6] $['a'][7] $['a'][9]"),
            ("$.o[?@>1 && @<4]", "$['o']['q'] $['o']['r']"),
            ("$.o[?@.u || @.x]", "$['o']['t']"),
            (
                "$.a[?@.b == $.x]",
                "$['a'][0] $['a'][1] $['a'][2] $['a'][3] $['a'][4] $['a'][5]"
            ),
            (
                "$.a[?@ == @]",
                "$['a'][0] $['a'][1] $['a'][2] $['a'][3] $['a'][4] $['a'][5] $['a'][6] "
                    + "$['a'][7] $['a'][8] $['a'][9]"
            ),
        ]
    )
    func filters(query: String, expected: String) throws {
        #expect(try paths(of: query, in: Self.filtered) == expected)
    }

    @Test(
        "Table 15: child segments",
        arguments: [
            ("$[0, 3]", #"["a","d"]"#), ("$[0:2, 5]", #"["a","b","f"]"#),
            ("$[0, 0]", #"["a","a"]"#),
        ]
    )
    func childSegments(query: String, expected: String) throws {
        #expect(try values(of: query, in: #"["a","b","c","d","e","f","g"]"#) == expected)
    }

    @Test(
        "Table 16: descendant segments",
        arguments: [
            ("$..j", "[1,4]"),
            ("$..[0]", #"[5,{"j":4}]"#),
            (
                "$..[*]",
                #"[{"j":1,"k":2},[5,3,[{"j":4},{"k":6}]],1,2,5,3,[{"j":4},{"k":6}],"#
                    + #"{"j":4},{"k":6},4,6]"#
            ),
            (
                "$..*",
                #"[{"j":1,"k":2},[5,3,[{"j":4},{"k":6}]],1,2,5,3,[{"j":4},{"k":6}],"#
                    + #"{"j":4},{"k":6},4,6]"#
            ),
            ("$..o", #"[{"j":1,"k":2}]"#),
            ("$.o..[*, *]", "[1,2,1,2]"),
            ("$.a..[0, 1]", #"[5,3,{"j":4},{"k":6}]"#),
        ]
    )
    func descendants(query: String, expected: String) throws {
        let document = #"{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}"#
        #expect(try values(of: query, in: document) == expected)
    }

    @Test(
        "Table 17: null is an ordinary value",
        arguments: [
            ("$.a", "[null]"), ("$.a[0]", "[]"), ("$.a.d", "[]"), ("$.b[0]", "[null]"),
            ("$.b[*]", "[null]"), ("$.b[?@]", "[null]"), ("$.b[?@==null]", "[null]"),
            ("$.c[?@.d==null]", "[]"), ("$.null", "[1]"),
        ]
    )
    func null(query: String, expected: String) throws {
        #expect(try values(of: query, in: #"{"a":null,"b":[null],"c":[{}],"null":1}"#) == expected)
    }

    @Test(
        "Table 18: normalized paths",
        arguments: [
            ("$.a", #"{"a":1}"#, "$['a']"),
            ("$[1]", "[0,1]", "$[1]"),
            ("$[-3]", "[0,1,2,3,4]", "$[2]"),
            ("$.a.b[1:2]", #"{"a":{"b":[0,1,2]}}"#, "$['a']['b'][1]"),
            (#"$["\u000B"]"#, #"{"\u000b":1}"#, #"$['\u000b']"#),
            (#"$["\u0061"]"#, #"{"a":1}"#, "$['a']"),
        ]
    )
    func normalizedPaths(query: String, document: String, expected: String) throws {
        #expect(try paths(of: query, in: document) == expected)
    }
}
