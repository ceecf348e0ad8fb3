import Base
import HTTP
import JSON
import Testing

@testable import Contract

/// The parts of a path and a query that Amazon signs (AWS, "Create a signed AWS API request", step 1).
struct CanonicalRequestTests {
    struct Row: Sendable {
        let path: String
        var query: String?
        let canonicalPath: String
        var canonicalQuery = ""
    }

    @Test(
        "A path is encoded once more, and a query in one canonical way",
        arguments: [
            Row(path: "/a", canonicalPath: "/a"),
            Row(
                path: "/prod/@connections/L0SM9cOFvHcCIhw%3D",
                canonicalPath: "/prod/%40connections/L0SM9cOFvHcCIhw%253D"
            ),
            Row(
                path: "/fast%20and",
                query: "x+y",
                canonicalPath: "/fast%2520and",
                canonicalQuery: "x%20y="
            ),
            Row(
                path: "/",
                query: "flag&b=2&a=1~*&a=%2f",
                canonicalPath: "/",
                canonicalQuery: "a=%2F&a=1~%2A&b=2&flag="
            ),
            Row(path: "/a/", query: "k=v=w", canonicalPath: "/a/", canonicalQuery: "k=v%3Dw"),
        ]
    )
    func parts(row: Row) {
        let request = HTTPRequest(
            method: "GET",
            origin: "https://s.example.com",
            path: row.path,
            query: row.query
        )
        let evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 1, name: "")
        )
        let parts = request.signedParts(used: [], using: evaluator)
        #expect(parts["canonicalPath"] == .string(row.canonicalPath))
        #expect(parts["canonicalQuery"] == .string(row.canonicalQuery))
    }
}
