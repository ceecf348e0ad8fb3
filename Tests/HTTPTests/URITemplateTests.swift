import JSON
import Testing

@testable import HTTP

@Suite("URI templates (RFC 6570)")
struct URITemplateTests {
    /// The variables of RFC 6570 §3.2.
    static let variables = JSONObject([
        .init(name: "count", value: ["one", "two", "three"]),
        .init(name: "dom", value: ["example", "com"]),
        .init(name: "dub", value: "me/too"),
        .init(name: "hello", value: "Hello World!"),
        .init(name: "half", value: "50%"),
        .init(name: "var", value: "value"),
        .init(name: "who", value: "fred"),
        .init(name: "base", value: "http://example.com/home/"),
        .init(name: "path", value: "/foo/bar"),
        .init(name: "list", value: ["red", "green", "blue"]),
        .init(name: "keys", value: ["semi": ";", "dot": ".", "comma": ","]),
        .init(name: "v", value: "6"),
        .init(name: "x", value: "1024"),
        .init(name: "y", value: "768"),
        .init(name: "empty", value: ""),
        .init(name: "empty_keys", value: []),
        .init(name: "undef", value: nil),
        .init(name: "semi", value: ";"),
        .init(name: "year", value: ["1965", "2000", "2012"]),
    ])

    private func expand(_ template: String) throws -> String {
        try URITemplate(template).expand(Self.variables)
    }

    @Test(
        "§1.2: the examples of the four levels",
        arguments: [
            ("{var}", "value"), ("{hello}", "Hello%20World%21"), ("{+var}", "value"),
            ("{+hello}", "Hello%20World!"), ("{+path}/here", "/foo/bar/here"),
            ("here?ref={+path}", "here?ref=/foo/bar"), ("X{#var}", "X#value"),
            ("X{#hello}", "X#Hello%20World!"), ("map?{x,y}", "map?1024,768"),
            ("{x,hello,y}", "1024,Hello%20World%21,768"),
            ("{+x,hello,y}", "1024,Hello%20World!,768"), ("{+path,x}/here", "/foo/bar,1024/here"),
            ("{#x,hello,y}", "#1024,Hello%20World!,768"),
            ("{#path,x}/here", "#/foo/bar,1024/here"), ("X{.var}", "X.value"),
            ("X{.x,y}", "X.1024.768"), ("{/var}", "/value"), ("{/var,x}/here", "/value/1024/here"),
            ("{;x,y}", ";x=1024;y=768"), ("{;x,y,empty}", ";x=1024;y=768;empty"),
            ("{?x,y}", "?x=1024&y=768"), ("{?x,y,empty}", "?x=1024&y=768&empty="),
            ("?fixed=yes{&x}", "?fixed=yes&x=1024"), ("{&x,y,empty}", "&x=1024&y=768&empty="),
            ("{var:3}", "val"), ("{var:30}", "value"), ("{list}", "red,green,blue"),
            ("{list*}", "red,green,blue"), ("{keys}", "semi,%3B,dot,.,comma,%2C"),
            ("{keys*}", "semi=%3B,dot=.,comma=%2C"), ("{+path:6}/here", "/foo/b/here"),
            ("{+list}", "red,green,blue"), ("{+list*}", "red,green,blue"),
            ("{+keys}", "semi,;,dot,.,comma,,"), ("{+keys*}", "semi=;,dot=.,comma=,"),
            ("{#path:6}/here", "#/foo/b/here"), ("{#list}", "#red,green,blue"),
            ("{#list*}", "#red,green,blue"), ("{#keys}", "#semi,;,dot,.,comma,,"),
            ("{#keys*}", "#semi=;,dot=.,comma=,"), ("X{.var:3}", "X.val"),
            ("X{.list}", "X.red,green,blue"), ("X{.list*}", "X.red.green.blue"),
            ("X{.keys}", "X.semi,%3B,dot,.,comma,%2C"), ("{/var:1,var}", "/v/value"),
            ("{/list}", "/red,green,blue"), ("{/list*}", "/red/green/blue"),
            ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
            ("{/keys}", "/semi,%3B,dot,.,comma,%2C"), ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
            ("{;hello:5}", ";hello=Hello"), ("{;list}", ";list=red,green,blue"),
            ("{;list*}", ";list=red;list=green;list=blue"),
            ("{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"),
            ("{;keys*}", ";semi=%3B;dot=.;comma=%2C"),
            ("{?var:3}", "?var=val"), ("{?list}", "?list=red,green,blue"),
            ("{?list*}", "?list=red&list=green&list=blue"),
            ("{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"),
            ("{?keys*}", "?semi=%3B&dot=.&comma=%2C"),
            ("{&var:3}", "&var=val"), ("{&list}", "&list=red,green,blue"),
            ("{&list*}", "&list=red&list=green&list=blue"),
            ("{&keys}", "&keys=semi,%3B,dot,.,comma,%2C"),
            ("{&keys*}", "&semi=%3B&dot=.&comma=%2C"),
        ]
    )
    func levels(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "§2.4: prefix and explode",
        arguments: [
            ("{var}", "value"), ("{var:20}", "value"), ("{var:3}", "val"), ("{semi}", "%3B"),
            ("{semi:2}", "%3B"), ("find{?year*}", "find?year=1965&year=2000&year=2012"),
            ("www{.dom*}", "www.example.com"),
        ]
    )
    func modifiers(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "§3.2.1 to §3.2.4: lists, simple, reserved and fragment expansion",
        arguments: [
            ("{count}", "one,two,three"), ("{count*}", "one,two,three"),
            ("{/count}", "/one,two,three"), ("{/count*}", "/one/two/three"),
            ("{;count}", ";count=one,two,three"), ("{;count*}", ";count=one;count=two;count=three"),
            ("{?count}", "?count=one,two,three"), ("{?count*}", "?count=one&count=two&count=three"),
            ("{&count*}", "&count=one&count=two&count=three"),
            ("{half}", "50%25"), ("O{empty}X", "OX"), ("O{undef}X", "OX"), ("{x,y}", "1024,768"),
            ("?{x,empty}", "?1024,"), ("?{x,undef}", "?1024"), ("?{undef,y}", "?768"),
            ("{+half}", "50%25"), ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
            ("{+base}index", "http://example.com/home/index"), ("O{+empty}X", "OX"),
            ("O{+undef}X", "OX"), ("up{+path}{var}/here", "up/foo/barvalue/here"),
            ("{#var}", "#value"), ("{#hello}", "#Hello%20World!"), ("{#half}", "#50%25"),
            ("foo{#empty}", "foo#"), ("foo{#undef}", "foo"),
        ]
    )
    func firstOperators(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "§3.2.5 to §3.2.9: label, path, parameter and query expansion",
        arguments: [
            ("{.who}", ".fred"), ("{.who,who}", ".fred.fred"), ("{.half,who}", ".50%25.fred"),
            ("X{.empty}", "X."), ("X{.undef}", "X"), ("X{.keys*}", "X.semi=%3B.dot=..comma=%2C"),
            ("X{.empty_keys}", "X"), ("X{.empty_keys*}", "X"), ("{/who}", "/fred"),
            ("{/who,who}", "/fred/fred"), ("{/half,who}", "/50%25/fred"),
            ("{/who,dub}", "/fred/me%2Ftoo"), ("{/var,empty}", "/value/"),
            ("{/var,undef}", "/value"), ("{;who}", ";who=fred"), ("{;half}", ";half=50%25"),
            ("{;empty}", ";empty"), ("{;v,empty,who}", ";v=6;empty;who=fred"),
            ("{;v,bar,who}", ";v=6;who=fred"), ("{;x,y,undef}", ";x=1024;y=768"),
            ("{?who}", "?who=fred"), ("{?half}", "?half=50%25"),
            ("{?x,y,undef}", "?x=1024&y=768"), ("{&who}", "&who=fred"),
            ("{&half}", "&half=50%25"), ("{&x,y,undef}", "&x=1024&y=768"),
        ]
    )
    func lastOperators(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "Values of all types",
        arguments: [
            ("{a}", 7, "7"), ("{a}", 1.5, "1.5"), ("{?a}", true, "?a=true"), ("{a}", "é", "%C3%A9"),
            ("{a:1}", "éx", "%C3%A9"), ("{a:1}", "😀x", "%F0%9F%98%80"),
            ("{+a}", "%20 %", "%20%20%25"),
            ("{+a:2}", "%20xy", "%20x"), ("{a:2}", "%20xy", "%252"),
            ("{a}", ["x", nil, "y"], "x,y"),
            ("x{?a}", [nil], "x"), ("x{?a*}", ["b": nil], "x"),
            ("{?a*}", ["b": nil, "c": 1], "?c=1"),
            ("{?a*}", ["b": ""], "?b="), ("{;a*}", ["b": ""], ";b"), ("{a*}", ["b": ""], "b="),
            ("{?a*}", ["", "b"], "?a=&a=b"), ("{;a*}", ["", "b"], ";a;a=b"),
            ("{?a*}", ["é ": 1], "?%C3%A9%20=1"), ("x{a}", [:], "x"),
        ] as [(String, JSONValue, String)]
    )
    func kinds(template: String, value: JSONValue, expected: String) throws {
        #expect(try URITemplate(template).expand(["a": value]) == expected)
    }

    @Test(
        "Literals are kept or encoded",
        arguments: [
            ("", ""), ("/push/%7Bid%7d", "/push/%7Bid%7d"),
            ("/é?a=b&c=[d]#e", "/%C3%A9?a=b&c=[d]#e"),
            ("it's:!$()*+,;=@~", "it's:!$()*+,;=@~"),
        ]
    )
    func literals(template: String, expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test("Names are listed once, in order, with or without a value")
    func names() throws {
        let template = try URITemplate("/{b}/{a.c}{?b,d_1*,e%20:3}")
        #expect(template.variableNames == ["b", "a.c", "d_1", "e%20"])
        #expect(try template.expand(["b": 1, "a.c": 2, "e%20": "12345"]) == "/1/2?b=1&e%20=123")
    }

    @Test(
        "An invalid template is rejected with its position",
        arguments: [
            ("{", 2, "a variable and \"}\"", "the end"),
            ("{}", 2, name, "\"}\""),
            (
                "{a", 3,
                "\",\", \":\", \"*\" or \"}\" after a variable, for the \"{\" at character 1",
                "the end"
            ),
            ("a}", 2, "\"{\" before this brace, or %7D instead of it", "\"}\""),
            ("{{a}}", 2, name, "\"{\""),
            (
                "{a b}", 3,
                "\",\", \":\", \"*\" or \"}\" after a variable, for the \"{\" at character 1",
                "a space"
            ),
            ("{a,}", 4, name, "\"}\""),
            ("{a..b}", 4, name, "\".\""),
            ("{+}", 3, name, "\"}\""),
            (
                "{!a}", 2, "a variable or one of the operators + # . / ; ? &",
                "\"!\", which RFC 6570 keeps for later"
            ),
            ("{$a}", 2, name, "\"$\""),
            ("{a:0}", 4, "a length from 1 to 9999 after \":\"", "0"),
            ("{a:10000}", 4, "a length from 1 to 9999 after \":\"", "10000"),
            ("{a:}", 4, "a length from 1 to 9999 after \":\"", "\"}\""),
            ("{a:x}", 4, "a length from 1 to 9999 after \":\"", "\"x\""),
            (
                "{a*:3}", 4,
                "\",\", \":\", \"*\" or \"}\" after a variable, for the \"{\" at character 1",
                "\":\""
            ),
            ("{é}", 2, name, "\"é\""),
            ("a b", 2, "a character of a URI, or its percent-encoded form", "a space"),
            ("a<b", 2, "a character of a URI, or its percent-encoded form", "\"<\""),
            ("50%", 3, "two hexadecimal digits after \"%\" (%25 stands for \"%\")", "\"%\""),
            ("%4", 1, "two hexadecimal digits after \"%\" (%25 stands for \"%\")", "\"%\""),
            ("{a%2}", 3, "two hexadecimal digits after \"%\" (%25 stands for \"%\")", "\"%\""),
        ]
    )
    func refused(template: String, character: Int, expected: String, found: String) {
        let error = #expect(throws: URITemplateError.self) { try URITemplate(template) }
        #expect(
            error?.description == "URI template \(JSONValue.string(template)), "
                + "character \(character): expected \(expected), found \(found)"
        )
    }

    private static let name: String = "the name of a variable (letters, digits, \"_\", \".\")"

    @Test(
        "Values that cannot be expanded are rejected, not omitted",
        arguments: [
            (
                "{a:2}", ["x"], "a string or a number, because of the length after \":\"",
                "an array or an object"
            ),
            (
                "{a:2}", ["x": 1], "a string or a number, because of the length after \":\"",
                "an array or an object"
            ),
            (
                "{a}", [["x"]], "strings, numbers and truth values within an array or object",
                "[\"x\"]"
            ),
            (
                "{a*}", ["b": [:]], "strings, numbers and truth values within an array or object",
                "{}"
            ),
        ] as [(String, JSONValue, String, String)]
    )
    func values(template: String, value: JSONValue, expected: String, found: String) throws {
        let template = try URITemplate(template)
        let error = #expect(throws: URITemplateError.self) { try template.expand(["a": value]) }
        #expect(
            error?.description == "URI template \"\(template)\", variable \"a\": "
                + "expected \(expected), found \(found)"
        )
    }
}
