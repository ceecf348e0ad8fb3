import Base
import JSON
import JSONPaths
import RegularExpressions
import Testing

@testable import Contract

struct FilterTests {
    private static func filtered(_ result: QueryResult, _ filters: [Filter]) throws -> QueryResult {
        try filters.reduce(result) { try $1.result(of: $0, at: "q") }
    }

    private static func json(_ value: JSONValue) -> QueryResult { .value(.json(value)) }

    private static func expression(_ text: String) -> RegularExpression {
        do {
            return try RegularExpression(ecma: text)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private static func bytes(_ text: String) -> QueryResult { .value(.bytes(Array(text.utf8))) }

    @Test(
        "A filter turns one value into another",
        arguments: [
            (Filter.base64Decode, json("aGk/Pg=="), bytes("hi?>")),
            (.base64Decode, json("aGk_Pg"), bytes("hi?>")),
            (.base64Decode, json(""), bytes("")),
            (.base64Encode, json("hi?>"), json("aGk/Pg==")),
            (.base64Encode, bytes("é"), json("w6k=")),
            (.hexDecode, json("48aB"), .value(.bytes([0x48, 0xAB]))),
            (.hexEncode, .value(.bytes([0x00, 0xFF])), json("00ff")),
            (.parseJson, json(#"{"a":[1]}"#), json(["a": [1]])),
            (.parseJson, bytes("null"), json(nil)),
            (.urlDecode, json("a%20b+%C3%A9"), json("a b+é")),
            (.urlDecode, json("%FF"), .value(.bytes([0xFF]))),
            (.urlEncode, json("a b/é~"), json("a%20b%2F%C3%A9~")),
            (.toInteger, json("-12"), json(-12)),
            (.toInteger, json(3.0), json(3)),
            (.toNumber, json("1.5e2"), json(150)),
            (.toNumber, json(7), json(7)),
            (.toString, json(1.5), json("1.5")),
            (.toString, json(true), json("true")),
            (.toString, json(nil), json("null")),
            (
                .toDate, json("2013-12-02T11:44:35.452+09:00"),
                json("2013-12-02T02:44:35.452000000Z")
            ),
            (
                .toDate, json("Sun, 06 Nov 1994 08:49:37 GMT"),
                json("1994-11-06T08:49:37.000000000Z")
            ),
            (.lowercase, json("ÄB"), json("äb")),
            (.uppercase, json("äb"), json("ÄB")),
            (.trim, json(" \r\n a b\t"), json("a b")),
            (.trim, json(" \t"), json("")),
            (.base64UrlEncode, bytes("hi?>"), json("aGk_Pg")),
            (.replace("-", with: ""), json("a-b--c"), json("abc")),
            (.replace("aa", with: "a"), json("aaaaa"), json("aaa")),
            (.urlQueryParam("b c"), json("http://h/p?a=1&b%20c=x+y%26#b c=no"), json("x y&")),
            (.urlQueryParam("a"), json("http://h/p#?a=1"), .nothing),
            (.regex(expression(#"id=(\d+)"#)), json("x id=17, id=18"), json("17")),
            (.regex(expression("b+")), json("abbb"), json("bbb")),
            (.regex(expression("(a)|b")), json("b"), .nothing),
            (.regex(expression("z")), json("b"), .nothing),
            (.split(", "), json("a, b,c"), json(["a", "b,c"])),
            (.split(","), json(",a,"), json(["", "a", ""])),
            (.split(""), json("ab"), json(["ab"])),
            (.length, json("e\u{301}😀"), json(3)),
            (.length, json([1, 2]), json(2)),
            (.count, json(["a": 1]), json(1)),
            (.count, json([]), json(0)),
            (.first, json([1, 2]), json(1)),
            (.last, json([1, 2]), json(2)),
            (.first, json([]), .nothing),
            (.nth(1), json([1, 2]), json(2)),
            (.nth(-2), json([1, 2]), json(1)),
            (.nth(2), json([1, 2]), .nothing),
            (.nth(-3), json([1, 2]), .nothing),
            (.sort, json(["b", "B", "a"]), json(["B", "a", "b"])),
            (.sort, json([10, 9.5]), json([9.5, 10])),
            (.unique, json([1, "1", 1.0, "1"]), json([1, "1"])),
            (.keys, json(["b": 1, "a": 2]), json(["b", "a"])),
            (.values, json(["b": 1, "a": 2]), json([1, 2])),
            (.trim, .nothing, .nothing),
        ]
    )
    func applies(filter: Filter, value: QueryResult, result: QueryResult) throws {
        #expect(try Self.filtered(value, [filter]) == result)
    }

    @Test(
        "The error of a filter that cannot be applied names the filter and the value",
        arguments: [
            (
                Filter.base64Decode, json("a"),
                #"q: expected Base64 for the filter base64Decode, got "a""#
            ),
            (.base64Decode, json(1), "q: expected text for the filter base64Decode, got 1"),
            (
                .base64Encode, json([]),
                "q: expected text or bytes for the filter base64Encode, got []"
            ),
            (
                .hexDecode, json("abc"),
                #"q: expected pairs of hexadecimal digits for the filter hexDecode, got "abc""#
            ),
            (
                .urlDecode, json("%4"),
                #"q: expected two hexadecimal digits after every % for the filter urlDecode, got "%4""#
            ),
            (
                .toInteger, json("1.5"),
                #"q: expected an integer for the filter toInteger, got "1.5""#
            ),
            (
                .toInteger, json(1.5),
                "q: expected an integer for the filter toInteger, got 1.5"
            ),
            (
                .toNumber, json("1."),
                #"q: expected the text of a JSON number for the filter toNumber, got "1.""#
            ),
            (
                .toString, json([1]),
                "q: expected text, a number, a truth value or null for the filter toString, got [1]"
            ),
            (
                .toDate, json("2013-12-02"),
                #"q: expected a date of RFC 3339 or of HTTP for the filter toDate, got "2013-12-02""#
            ),
            (
                .length, json(12),
                "q: expected text, an array or an object for the filter length, got 12"
            ),
            (.count, json("ab"), #"q: expected an array for the filter count, got "ab""#),
            (.first, json("ab"), #"q: expected an array for the filter first, got "ab""#),
            (.first, .nothing, "q: expected a list for the filter first, got nothing"),
            (
                .sort, json([1, "a"]),
                #"q[1]: expected only numbers or only text for the filter sort, got "a""#
            ),
            (
                .sort, json([nil]),
                "q[0]: expected only numbers or only text for the filter sort, got null"
            ),
            (.keys, json([]), "q: expected an object for the filter keys, got []"),
            (
                .lowercase, .value(.bytes([0xFF])),
                "q: expected text for the filter lowercase, got 1 bytes that are not UTF-8: ff"
            ),
        ]
    )
    func refuses(filter: Filter, value: QueryResult, message: String) {
        let error = #expect(throws: Unanswerable.self) { try Self.filtered(value, [filter]) }
        #expect(error?.description == message)
    }

    @Test("JSON that a filter cannot read is rejected with the offset of the error")
    func brokenJSON() {
        let error = #expect(throws: Unanswerable.self) {
            try Self.filtered(Self.json("[1,]"), [.parseJson])
        }
        let start =
            #"q: expected JSON for the filter parseJson, got "[1,]", which is not JSON: byte 3: "#
        #expect(error?.description.hasPrefix(start) == true, "\(error?.description ?? "")")
    }

    @Test("On a list, value filters change each match and list filters the list")
    func lists() throws {
        let nodes = QueryResult.nodes([
            QueryResult.Node(path: "$[0]", datum: .json(" b ")),
            QueryResult.Node(path: "$[1]", datum: .json("a")),
            QueryResult.Node(path: "$[2]", datum: .json("b")),
        ])
        #expect(
            try Self.filtered(nodes, [.trim, .unique, .sort])
                == .nodes([
                    QueryResult.Node(path: "$[1]", datum: .json("a")),
                    QueryResult.Node(path: "$[0]", datum: .json("b")),
                ])
        )
        #expect(try Self.filtered(nodes, [.count]) == Self.json(3))
        #expect(try Self.filtered(nodes, [.last]) == Self.json("b"))
    }

    @Test("A path as a filter reports the position of its match in the filtered value")
    func path() throws {
        let text = Self.json(#"{"a":[{"b":1},{"b":2}]}"#)
        #expect(
            try Self.filtered(text, [.parseJson, .jsonpath(JSONPath("$.a[1].b"))]) == Self.json(2)
        )
        #expect(
            try Self.filtered(text, [.parseJson, .jsonpath(JSONPath("$.a[*].b"))])
                == .nodes([
                    QueryResult.Node(path: "q | $.a[0].b", datum: .json(1)),
                    QueryResult.Node(path: "q | $.a[1].b", datum: .json(2)),
                ])
        )
    }
}

struct DateTimeTests {
    @Test(
        "RFC 3339 dates are read exactly, in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000000Z"),
            ("2013-12-02T02:44:35.452Z", "2013-12-02T02:44:35.452000000Z"),
            ("2013-12-31t23:59:60z", "2014-01-01T00:00:00.000000000Z"),
            ("2000-02-29T00:00:00.0000000019+00:30", "2000-02-28T23:30:00.000000001Z"),
            ("1969-12-31T23:59:59-01:00", "1970-01-01T00:59:59.000000000Z"),
            ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000000000Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000000Z"),
            ("0000-03-01T00:00:00Z", "0000-03-01T00:00:00.000000000Z"),
            ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
        ]
    )
    func reads(text: String, utc: String) {
        #expect(DateTime(rfc3339: text)?.text == utc)
    }

    @Test("A timestamp counts from 1970, including leap days")
    func seconds() {
        #expect(DateTime(rfc3339: "2026-07-21T00:00:00Z")?.seconds == 1_784_592_000)
        #expect(DateTime(rfc3339: "1900-03-01T00:00:00Z")?.seconds == -2_203_891_200)
        #expect(DateTime(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
    }

    @Test(
        "An invalid date is rejected",
        arguments: [
            "", "2013-12-02", "2013-12-02T02:44:35", "2013-12-02 02:44:35Z", "2013-13-02T02:44:35Z",
            "2013-02-29T02:44:35Z", "1900-02-29T00:00:00Z", "2013-12-00T00:00:00Z",
            "2013-12-02T24:00:00Z", "2013-12-02T02:60:35Z", "2013-12-02T02:44:61Z",
            "2013-12-02T02:44:35.Z", "2013-12-02T02:44:35+0900", "2013-12-02T02:44:35+24:00",
            "2013-12-02T02:44:35Z ", "13-12-02T02:44:35Z", "2013-12-02T02:44:35.452",
        ]
    )
    func refuses(text: String) {
        #expect(DateTime(rfc3339: text) == nil)
    }
}
