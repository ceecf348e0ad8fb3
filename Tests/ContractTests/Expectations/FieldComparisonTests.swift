import JSON
import RegularExpressions
import Testing

@testable import Contract

struct FieldComparisonTests {
    @Test(
        "A header field is compared by its HTTP semantics",
        arguments: [
            ("Vary", ["Accept,Origin"], Predicate.equals("Accept, Origin"), true),
            ("Vary", ["Accept", "Origin"], .equals("Accept, Origin"), true),
            ("Vary", ["Accept", "Origin"], .equals(["Accept", "Origin"]), true),
            ("Vary", ["Accept, Origin"], .equals(["accept", "origin"]), true),
            ("Vary", ["Accept", "Origin"], .contains("Origin"), true),
            ("Vary", ["Accept, X", "Origin"], .contains("x"), true),
            ("Vary", ["Accept", "Origin"], .contains("Cookie"), false),
            ("Vary", ["Accept", "Origin"], .not(.contains("Origin")), false),
            ("Vary", ["Accept,Origin"], .not(.equals("accept, origin")), false),
            ("Vary", ["Origin", "Accept"], .equals("Accept, Origin"), false),
            ("Allow", ["GET,HEAD"], .equals("GET, HEAD"), true),
            ("Allow", ["get"], .equals("GET"), false),
            ("Allow", ["GET, HEAD"], .equalsUnordered(["HEAD", "GET"]), true),
            ("X-Many", ["a", "b"], .equals(["a", "b"]), true),
            ("X-Many", ["a,b"], .equals("a, b"), false),
            ("Set-Cookie", ["a=1", "b=2"], .contains("b=2"), true),
            (
                "Content-Type", ["application/json; charset=UTF-8"],
                .equals("application/json;charset=utf-8"), true
            ),
            ("Content-Type", ["Application/JSON"], .equals("application/json"), true),
            (
                "Content-Type", ["application/json; charset=\"utf-8\""],
                .startsWith("application/json;charset=UTF-8"), true
            ),
            ("Content-Type", ["a/b; v=1; charset=utf-8"], .startsWith("a/b; charset=utf-8"), true),
            ("Content-Type", ["a/b; v=1"], .equals("a/b; v=2"), false),
            ("Content-Type", ["a/b; v=A"], .equals("a/b; v=a"), false),
            ("Content-Type", ["text/html"], .not(.equals("TEXT/html")), false),
            ("Content-Type", ["text/html"], .not(.startsWith("application/json")), true),
        ] as [(String, [String], Predicate, Bool)]
    )
    func holds(field: String, values: [String], predicate: Predicate, holds: Bool) {
        let subject = Subject.answer(headers: values.map { (field, $0) })
        #expect(Assertion(.header(field), predicate).holds(for: subject) == holds)
    }

    @Test("A repeated field is captured as a list")
    func capture() throws {
        let subject = Subject.answer(headers: [("Vary", "a"), ("Vary", "b")])
        #expect(try Extraction(.header("vary")).value(in: subject) == ["a", "b"])
        let first = Extraction(.header("vary"), filters: [.first])
        #expect(try first.value(in: subject) == "a")
    }
}
