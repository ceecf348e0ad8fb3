import JSON
import JSONSchemas
import RegularExpressions
import Testing

@testable import Contract

struct PredicateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let predicate: Predicate
        let result: QueryResult
        let lines: [String]

        init(_ predicate: Predicate, _ result: QueryResult, _ lines: String...) {
            self.predicate = predicate
            self.result = result
            self.lines = lines
        }

        init(_ predicate: Predicate, _ value: JSONValue, _ lines: String...) {
            self.predicate = predicate
            result = .value(.json(value))
            self.lines = lines
        }

        var testDescription: String { "\(predicate) on \(result.excerpt)" }
    }

    private static func bytes(_ bytes: [UInt8]) -> QueryResult { .value(.bytes(bytes)) }

    private static func nodes(_ values: JSONValue...) -> QueryResult {
        .nodes(
            values.enumerated().map { position, value in
                QueryResult.Node(path: "$.a[\(position)]", datum: .json(value))
            }
        )
    }

    private static func judged(_ predicate: Predicate, _ result: QueryResult) -> [String] {
        var judgement = Judgement()
        predicate.judge(result, at: "q", into: &judgement)
        return judgement.found.lines
    }

    private static let word = regex("^[a-z]+$")

    private static func regex(_ pattern: String) -> Predicate {
        do {
            return .matches(try RegularExpression(ecma: pattern))
        } catch {
            Issue.record("\(error)")
            return .exists(true)
        }
    }

    @Test(
        "A predicate on one value passes, or reports the expected and the actual value",
        arguments: [
            Row(.equals(1), 1.0),
            Row(.equals(1), "1", #"q: expected 1, got "1""#),
            Row(.equals(["x": 1, "y": [2]]), ["x": 1, "y": [3]], "q.y[0]: expected 2, got 3"),
            Row(.equals("é"), bytes(Array("é".utf8))),
            Row(
                .equals("x"),
                bytes([0xFF]),
                #"q: expected "x", got 1 bytes that are not UTF-8: ff"#
            ),
            Row(.equals(nil), .nothing, "q: expected null, got nothing"),
            Row(.approximately(.real(1.5), within: .real(0.25)), 1.25),
            Row(
                .approximately(.real(1.5), within: .real(0.25)),
                1.0,
                "q: expected 1.5 ± 0.25, got 1.0"
            ),
            Row(
                .approximately(.integer(1), within: .integer(0)),
                "1",
                #"q: expected 1 ± 0, got "1""#
            ),
            Row(.compares(.gt, 5), 6),
            Row(.compares(.gt, 5), 5, "q: expected greater than 5, got 5"),
            Row(.compares(.gte, 5), 5), Row(.compares(.gte, 5), 4, "q: expected at least 5, got 4"),
            Row(.compares(.lt, 5), 4), Row(.compares(.lt, 5), 5, "q: expected less than 5, got 5"),
            Row(.compares(.lte, 5), 5), Row(.compares(.lte, 5), 6, "q: expected at most 5, got 6"),
            Row(.compares(.lt, "b"), "a"), Row(.compares(.gt, "Z"), "a"),
            Row(.compares(.gt, "\u{FFFD}"), "😀"),
            Row(.compares(.gt, 5), "6", #"q: expected greater than 5, got "6""#),
            Row(.compares(.gt, nil), true, "q: expected greater than null, got true"),
            Row(.startsWith("application/"), "application/json"),
            Row(
                .startsWith("application/"),
                "text/html",
                #"q: expected string starting with "application/", got "text/html""#
            ),
            Row(.startsWith("1"), 12, #"q: expected string starting with "1", got 12"#),
            Row(.startsWith(""), ""),
            Row(.endsWith("json"), "application/json"),
            Row(.endsWith("long"), "ong", #"q: expected string ending with "long", got "ong""#),
            Row(.endsWith("b"), bytes([0xFF, 0x62])),
            Row(.contains("ell"), "hello"), Row(.contains(""), ""),
            Row(
                .contains("elp"),
                "hello",
                #"q: expected something that contains "elp", got "hello""#
            ),
            Row(.contains(["a": 1]), [["b": 1], ["a": 1, "c": 2]]),
            Row(
                .contains(["a": 1]),
                [["a": 2]],
                #"q: expected something that contains {"a":1}, got [{"a":2}]"#
            ),
            Row(.contains(["a": 1]), ["a": 2, "b": 3], "q.a: expected 1, got 2"),
            Row(.contains([1]), [1, 2], "q[1]: expected nothing, got 2"),
            Row(.contains(1), 1, "q: expected something that contains 1, got 1"),
            Row(word, "abc"),
            Row(word, "ab1", #"q: expected string matching ^[a-z]+$, got "ab1""#),
            Row(word, 12, "q: expected string matching ^[a-z]+$, got 12"),
            Row(regex("b"), "abc"),
            Row(.type([.string, .null]), nil),
            Row(.type([.number]), 1), Row(.type([.integer]), 1.0),
            Row(.type([.integer]), 1.5, "q: expected integer, got number 1.5"),
            Row(.type([.string, .null]), 1, "q: expected string or null, got integer 1"),
            Row(.type([.string]), .nothing, "q: expected string, got nothing"),
            Row(.length(.equals(2)), "é😀"),
            Row(.length(.compares(.lte, 2)), "abc", "q: expected length at most 2, got length 3"),
            Row(.length(.equals(1)), [1, 2], "q: expected length 1, got length 2"),
            Row(.length(.equals(1)), 7, "q: expected length 1, got 7"),
            Row(.bytes(.compares(.lte, 5)), "é😀", "q: expected bytes at most 5, got bytes 6"),
            Row(.bytes(.equals(0)), ""), Row(.bytes(.equals(1)), bytes([0xFF])),
            Row(.bytes(.equals(1)), [], "q: expected bytes 1, got []"),
            Row(.isDate(true), "2013-12-02T02:44:35.452Z"), Row(.isDate(false), "yesterday"),
            Row(
                .isDate(true),
                "2013-12-02",
                #"q: expected date and time of RFC 3339, got "2013-12-02""#
            ),
            Row(.isDate(false), 1, "q: expected no date and time of RFC 3339, got 1"),
            Row(.before("2013-12-02T03:00:00Z"), "2013-12-02T11:59:59+09:00"),
            Row(
                .before("2013-12-02T03:00:00Z"),
                "2013-12-02T12:00:00+09:00",
                #"q: expected date and time before 2013-12-02T03:00:00Z, got "2013-12-02T12:00:00+09:00""#
            ),
            Row(.after("2013-12-02T03:00:00Z"), "2013-12-02T03:00:00.001Z"),
            Row(
                .after("soon"),
                "2013-12-02T03:00:00Z",
                #"q: expected date and time after soon, got "2013-12-02T03:00:00Z""#
            ),
        ]
    )
    func oneValue(row: Row) {
        #expect(Self.judged(row.predicate, row.result) == row.lines)
    }

    @Test(
        "A predicate on a list sees the list, or requires exactly one match",
        arguments: [
            Row(.exists(true), nodes(nil)), Row(.exists(true), nil), Row(.exists(false), .nothing),
            Row(.exists(false), nodes()),
            Row(.exists(true), nodes(), "q: expected something, got nothing"),
            Row(.exists(true), .nothing, "q: expected something, got nothing"),
            Row(
                .exists(false),
                nodes(1, nil),
                "$.a[0]: expected nothing, got 1",
                "$.a[1]: expected nothing, got null"
            ),
            Row(.exists(false), 0, "q: expected nothing, got 0"),
            Row(.empty(true), nodes()), Row(.empty(true), ""), Row(.empty(true), []),
            Row(.empty(true), [:]), Row(.empty(false), " "), Row(.empty(true), bytes([])),
            Row(.empty(true), nodes(1, 2), "q: expected something empty, got 2 nodes: [1,2]"),
            Row(.empty(false), [:], "q: expected something that is not empty, got {}"),
            Row(
                .empty(true),
                0,
                "q: expected something empty, which needs text, a list or an object, got 0"
            ),
            Row(.empty(true), .nothing, "q: expected something empty, got nothing"),
            Row(.count(.equals(2)), nodes(1, 2)), Row(.count(.equals(0)), nodes()),
            Row(.count(.equals(1)), ["a": 1]),
            Row(.count(.compares(.lte, 1)), [1, 2], "q: expected count at most 1, got count 2"),
            Row(.count(.equals("2")), [1, 2], #"q: expected count "2", got count 2"#),
            Row(
                .count(.equals(2)),
                "ab",
                #"q: expected count 2, which needs a list or an object, got "ab""#
            ),
            Row(.count(.equals(0)), .nothing, "q: expected count 0, got nothing"),
            Row(.each(.type([.string])), nodes("a", "b")), Row(.each(.equals(1)), []),
            Row(
                .each(.compares(.gt, 1)),
                nodes(1, 2, "3"),
                "$.a[0]: expected greater than 1, got 1",
                #"$.a[2]: expected greater than 1, got "3""#
            ),
            Row(
                .each(.length(.equals(8))),
                ["12345678", "1"],
                "q[1]: expected length 8, got length 1"
            ),
            Row(.each(.equals(1)), 1, "q: expected each 1, which needs a list, got 1"),
            Row(.sorted(.ascending), nodes(1, 1, 2.5)), Row(.sorted(.descending), ["b", "a", ""]),
            Row(.sorted(.ascending), nodes()),
            Row(
                .sorted(.descending),
                nodes("2020", "2021", "2019"),
                #"$.a[1]: expected sorted descending, got "2021" after "2020""#
            ),
            Row(
                .sorted(.ascending),
                [1, "a", nil],
                #"q[1]: expected sorted ascending, only numbers or only text, got "a" after 1"#,
                #"q[2]: expected sorted ascending, only numbers or only text, got null after "a""#
            ),
            Row(.equalsUnordered([2, 1]), nodes(1, 2)),
            Row(.equalsUnordered([]), []),
            Row(.equalsUnordered(["a", "b"]), ["b", "a"]),
            Row(
                .equalsUnordered(["a", "b", "c"]),
                ["b", "x"],
                #"q[1]: expected "a", got "x""#,
                #"q: expected among them "c", got nothing like it"#
            ),
            Row(.equalsUnordered([1]), nodes(1, 2), "$.a[1]: expected nothing, got 2"),
            Row(
                .equalsUnordered([[1, 2]]),
                [[2, 1]],
                "q[0][0]: expected 1, got 2",
                "q[0][1]: expected 2, got 1"
            ),
            Row(.equals(1), nodes(1)), Row(.equals(1), nodes(2), "$.a[0]: expected 1, got 2"),
            Row(.equals(1), nodes(1, 1, 1), "q: expected exactly one node, got 3"),
            Row(.equals(1), nodes(), "q: expected 1, got nothing"),
        ]
    )
    func lists(row: Row) {
        #expect(Self.judged(row.predicate, row.result) == row.lines)
    }

    @Test(
        "`not` and `anyOf` invert and combine verdicts, but never that of an unsuitable predicate",
        arguments: [
            Row(.not(.equals(1)), "1"), Row(.not(.equals(1)), 1, "q: expected not 1, got 1"),
            Row(.not(.compares(.gt, 5)), 5),
            Row(
                .not(.compares(.gt, 5)),
                "a",
                #"q: expected a comparable value, not greater than 5, got "a""#
            ),
            Row(
                .not(.startsWith("a")),
                5,
                #"q: expected a comparable value, not string starting with "a", got 5"#
            ),
            Row(.not(.equals(nil)), .nothing, "q: expected a value, not null, got nothing"),
            Row(.not(.equals(1)), nodes(), "q: expected a value, not 1, got nothing"),
            Row(.not(.exists(true)), .nothing), Row(.not(.empty(true)), [1]),
            Row(.not(.equals(1)), nodes(1, 2), "q: expected exactly one node, got 2"),
            Row(
                .not(.count(.equals(2))),
                nodes(1, 2),
                "q: expected not count 2, got 2 nodes: [1,2]"
            ),
            Row(.not(.not(.equals(1))), 1),
            Row(.not(.contains("x")), "abc"),
            Row(.anyOf([.equals(1), .equals("a")]), "a"),
            Row(
                .anyOf([.equals(1), .startsWith("a")]),
                "b",
                #"q: expected any of: 1, string starting with "a", got "b""#
            ),
            Row(.anyOf([]), 1, "q: expected any of: , got 1"),
            Row(.not(.anyOf([.equals(1), .startsWith("a")])), 2),
            Row(
                .not(.anyOf([.startsWith("a"), .compares(.lt, "c")])),
                2,
                "q: expected a comparable value, "
                    + #"not any of: string starting with "a", less than "c", got 2"#
            ),
        ]
    )
    func combined(row: Row) {
        #expect(Self.judged(row.predicate, row.result) == row.lines)
    }

    @Test("Violations of a schema are reported at their positions in the value")
    func schema() throws {
        let schema = try JSONSchema(document: [
            "required": ["id"],
            "properties": ["list": ["items": ["type": "string"]], "a/b": ["const": 1]],
        ])
        let found = Self.judged(.schema(schema), .value(.json(["list": ["x", 1], "a/b": 2])))
        #expect(found.contains("q.list[1]: expected string, got 1"))
        #expect(found.contains("q['a/b']: expected 1, got 2"))
        #expect(found.count == 3)
        #expect(Self.judged(.schema(schema), .value(.json(["id": 1]))).isEmpty)
    }
}
