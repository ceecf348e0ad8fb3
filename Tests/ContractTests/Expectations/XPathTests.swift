import HTTP
import JSON
import Testing

@testable import Contract

struct XPathTests {
    private static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE feed>
        <feed xmlns="urn:f" xmlns:x="urn:x" n="1.5">
          <entry id="a"><title>One &amp; <b>two</b></title></entry>
          <entry id="b"><x:title><![CDATA[<Zwölf>]]></x:title></entry>
        </feed>
        """

    private static func query(_ path: String) throws -> Query {
        try Query(named: "xpath", argument: path, namespaces: ["f": "urn:f", "g": "urn:x"])
    }

    private static func json(_ value: JSONValue) -> QueryResult { .value(.json(value)) }

    private static func nodes(_ nodes: [(String, JSONValue)]) -> QueryResult {
        .nodes(nodes.map { QueryResult.Node(path: $0.0, datum: .json($0.1)) })
    }

    @Test(
        "An expression finds nodes with their positions, or a value of its own type",
        arguments: [
            (
                "//f:entry/@id",
                nodes([("xpath (//f:entry/@id)[1]", "a"), ("xpath (//f:entry/@id)[2]", "b")])
            ),
            (
                "/f:feed/f:entry[1]/f:title",
                nodes([("xpath /f:feed/f:entry[1]/f:title", "One & two")])
            ),
            ("//g:title/text()", nodes([("xpath //g:title/text()", "<Zwölf>")])),
            (
                "//*[local-name()='title']",
                nodes([
                    ("xpath (//*[local-name()='title'])[1]", "One & two"),
                    ("xpath (//*[local-name()='title'])[2]", "<Zwölf>"),
                ])
            ),
            ("/*/namespace::x", nodes([("xpath /*/namespace::x", "urn:x")])),
            ("//entry", nodes([])),
            ("count(//f:entry)", json(2)),
            ("number(/*/@n)", json(1.5)),
            ("string(//f:entry/@id)", json("a")),
            ("count(//f:entry) = 2", json(true)),
            ("//f:entry/@id = 'c'", json(false)),
            ("string-length('é')", json(1)),
        ]
    )
    func finds(path: String, result: QueryResult) throws {
        #expect(try Self.query(path).result(in: .answer(Self.feed)) == result)
    }

    @Test("NaN is not judged as a number")
    func noNumber() throws {
        let query = try Self.query("number('x')")
        let error = #expect(throws: Unanswerable.self) {
            try query.result(in: .answer(Self.feed))
        }
        #expect(error?.description == "xpath number('x'): expected a number, got none")
    }

    @Test(
        "An invalid expression is rejected with its reason",
        arguments: [
            ("//a[", "it is not an XPath 1.0 expression at character 5"),
            ("", "it is not an XPath 1.0 expression at character 1"),
            ("//é]", "it is not an XPath 1.0 expression at character 4"),
            ("//q:a", #""namespaces" does not define the prefix "q"; known: f, g"#),
            (
                "//f:a[x:b/self::c = 'z:1']/y:d",
                #""namespaces" does not define the prefix "x", "y"; known: f, g"#
            ), ("foo()", "a function is not known"),
            ("count()", "a function has too many or too few arguments"),
            ("'a", "a text has no closing quote at character 3"), ("$a", "variables are not known"),
            ("count('a')", "a value is of a type that is not possible there"),
        ]
    )
    func refused(path: String, reason: String) {
        let error = #expect(throws: QueryNameError.self) { try Self.query(path) }
        #expect(error?.reason == "no XPath: \(reason)")
    }

    /// Nine entities, each ten times the one before: a gigabyte from a kilobyte.
    private static let bomb =
        "<!DOCTYPE a [<!ENTITY e0 \"0123456789\">"
        + (1...8).map { level in
            let inner = String(repeating: "&e\(level - 1);", count: 10)
            return "<!ENTITY e\(level) \"\(inner)\">"
        }.joined() + "]><a>&e8;</a>"

    @Test(
        "A body that is not XML, or uses unsafe entities, is a failed assertion",
        arguments: [
            ("", "an empty body"),
            (#"{"a":1}"#, "a body that is not: line 1: Start tag expected, '<' not found"),
            (
                "<a>\n<b></a>",
                "a body that is not: line 2: Opening and ending tag mismatch: b line 2 and a"
            ),
            (bomb, "a body that is not: it declares entities, which are not read"),
            (
                #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>"#,
                "a body that is not: it declares entities, which are not read"
            ),
            (
                #"<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]><a/>"#,
                "a body that is not: it declares entities, which are not read"
            ),
            (
                String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300),
                "a body that is not: line 1: Excessive depth in document: 256"
            ),
        ]
    )
    func unusable(body: String, found: String) throws {
        let query = try Self.query("/a")
        let error = #expect(throws: Unanswerable.self) { try query.result(in: .answer(body)) }
        #expect(error?.description == "body: expected XML, got \(found)")
    }

    @Test("An external DTD is not fetched, and a body above the limit is not examined")
    func bounds() throws {
        let external = #"<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a>x</a>"#
        #expect(
            try Self.query("/a").result(in: .answer(external)) == Self.nodes([("xpath /a", "x")])
        )
        let body = Array("<a>\(String(repeating: "x", count: 200_000))</a>".utf8)
        let limits = BodyLimits(largestBody: 1 << 20, jobs: 8)
        let subject = Subject(
            HTTPResponse(status: 200, body: body),
            to: HTTPRequest(method: "GET", origin: "http://h", path: "/"),
            limits: limits
        )
        #expect(throws: Unanswerable.self) { try Self.query("/a").result(in: subject) }
        #expect(subject.excess == "its XML has more than 131,072 bytes")
    }
}
