import JSON
import JSONPaths
import JSONSchemas
import Testing

@testable import Contract

// Testing has types with the same names.
private typealias Expectation = Contract.Expectation
private typealias SourceLocation = Contract.SourceLocation

struct AssertionTests {
    @Test("A difference names the query, the filters, the line and the basis")
    func origin() throws {
        let line = SourceLocation(file: "a.yaml", line: 3, column: 5)
        let assertion = Assertion(
            .form("data"),
            filters: [.base64Decode, .parseJson, .jsonpath(try JSONPath("$[0].id"))],
            .equals(1),
            basis: .observed,
            location: line
        )
        // [{"id":2}]
        let found = assertion.differences(in: .answer(form: "data=W3siaWQiOjJ9XQ%3D%3D"))
        #expect(
            found.kept == [
                Difference(
                    path: "form data | base64Decode | parseJson | $[0].id",
                    expected: "1",
                    actual: "2",
                    location: line,
                    basis: .observed
                )
            ]
        )
    }

    @Test("A query without an answer, or an unsuitable filter, is a difference")
    func unanswerable() throws {
        let path = try JSONPath("$.a")
        #expect(
            Assertion(.jsonpath(path), .exists(false)).differences(in: .answer("")).lines
                == ["body: expected JSON, got an empty body"]
        )
        #expect(
            Assertion(.status, filters: [.parseJson], .exists(true)).differences(in: .answer())
                .lines
                == ["status: expected text or bytes for the filter parseJson, got 200"]
        )
    }

    @Test(
        "A duration is checked in milliseconds, and may be written with a unit",
        arguments: [
            (Predicate.compares(.lt, "2s"), []),
            (.compares(.lt, 1_500), ["duration (ms): expected less than 1500, got 1500.0"]),
            (.compares(.lt, "1500ms"), ["duration (ms): expected less than 1500.0, got 1500.0"]),
            (.not(.compares(.gt, "0.5m")), []),
            (.compares(.lt, "soon"), [#"duration (ms): expected less than "soon", got 1500.0"#]),
        ]
    )
    func durations(predicate: Predicate, lines: [String]) {
        #expect(Assertion(.duration(.total), predicate).differences(in: .answer()).lines == lines)
    }

    @Test("A capture takes exactly one value")
    func captures() throws {
        let subject = Subject.answer(#"{"a":[1,2],"b":[3]}"#)
        let one = Extraction(.jsonpath(try JSONPath("$.b[*]")))
        #expect(try one.value(in: subject) == 3)
        for (path, message) in [
            ("$.a[*]", "$.a[*]: expected exactly one node, got 2"),
            ("$.c[*]", "$.c[*]: expected a value, got nothing"),
            ("$.c", "$.c: expected a value, got nothing"),
        ] {
            let extraction = Extraction(.jsonpath(try JSONPath(path)))
            let error = #expect(throws: Unanswerable.self) { try extraction.value(in: subject) }
            #expect(error?.description == message)
        }
        let bytes = Extraction(.bytes)
        #expect(try bytes.value(in: .answer("é")) == "é")
        let error = #expect(throws: Unanswerable.self) { try bytes.value(in: .answer([0xFF])) }
        #expect(
            error?.description == "bytes: expected a value, got 1 bytes that are not UTF-8: ff"
        )
    }
}

struct ExpectationTests {
    private static func line(_ number: Int) -> SourceLocation {
        SourceLocation(file: "c.yaml", line: number, column: 1)
    }

    private static func expectation() throws -> Expectation {
        Expectation(
            status: Located(.equals(201), at: line(1)),
            schema: Located(
                try JSONSchema(document: ["properties": ["id": ["type": "string"]]]),
                at: line(2)
            ),
            like: Located(["n": 1], at: line(3)),
            contains: Located(["s": "x"], at: line(4)),
            equals: Located(["id": "a", "n": 1, "s": "x"], at: line(5)),
            asserts: [
                Assertion(.jsonpath(try JSONPath("$.id")), .exists(true), location: line(6)),
                Assertion(
                    .jsonpath(try JSONPath("$.n")),
                    .equals(1),
                    basis: .observed,
                    location: line(7)
                ),
            ],
            basis: .inferred
        )
    }

    @Test("A response that meets every part has no differences")
    func met() throws {
        let response = Subject.answer(#"{"s":"x","id":"a","n":1}"#, status: 201)
        #expect(try Self.expectation().differences(in: response).isEmpty)
        #expect(Expectation().differences(in: .answer([0xFF], status: 500)).isEmpty)
    }

    @Test("Every part reports its differences, at its own line and with its own basis")
    func everyPart() throws {
        let found = try Self.expectation().differences(
            in: .answer(#"{"id":1,"n":"2","s":"y"}"#, status: 200)
        )
        #expect(
            found.lines == [
                "status: expected 201, got 200",
                "$.id: expected string, got 1",
                #"$.n: expected number like 1, got "2""#,
                #"$.s: expected "x", got "y""#,
                #"$.id: expected "a", got 1"#,
                #"$.n: expected 1, got "2""#,
                #"$.s: expected "x", got "y""#,
                #"$.n: expected 1, got "2""#,
            ]
        )
        #expect(found.kept.map(\.location?.line) == [1, 2, 3, 4, 5, 5, 5, 7])
        #expect(
            found.kept.map(\.basis).dropLast() == [
                .inferred, .inferred, .inferred, .inferred, .inferred, .inferred, .inferred,
            ]
        )
        #expect(found.kept.last?.basis == .observed)
    }

    @Test(
        "A body that is not JSON is reported once, and once more for a part with a stronger basis"
    )
    func notJSON() throws {
        let found = try Self.expectation().differences(in: .answer("", status: 201))
        #expect(
            found.lines == [
                "body: expected JSON, got an empty body", "body: expected JSON, got an empty body",
            ]
        )
        #expect(found.kept.map(\.basis) == [.inferred, .documented])
        #expect(found.kept.map(\.location?.line) == [2, 6])
    }

    @Test(
        "Beyond the limit all differences are counted, and those with the strongest basis are stored"
    )
    func limit() throws {
        let found = try Self.expectation().differences(
            in: .answer(#"{"id":1,"n":"2","s":"y"}"#, status: 200),
            limit: 3
        )
        #expect(
            found.lines == [
                "status: expected 201, got 200", "$.id: expected string, got 1",
                #"$.n: expected 1, got "2""#, "5 more",
            ]
        )
        #expect(found.kept.map(\.basis) == [.inferred, .inferred, .observed])
    }

    @Test("Arrays may be compared without order")
    func unordered() {
        var expectation = Expectation(equals: Located(["a": [1, 2]]), arrays: .unordered)
        #expect(expectation.differences(in: .answer(#"{"a":[2,1]}"#)).isEmpty)
        expectation.arrays = .ordered
        #expect(expectation.differences(in: .answer(#"{"a":[2,1]}"#)).total == 2)
    }
}
