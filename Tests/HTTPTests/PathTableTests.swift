import HTTP
import Testing

struct PathTableTests {
    private static let patterns = [
        "/notes", "/notes/", "/notes/{id}", "/notes/{id}/tags/{tag}", "/notes/new",
        "/v{major}/notes",
        "/{a}/{b}", "/files/{+path}", "/files/{name}.json", "/files{/path*}", "/{?q}",
        "/notes{?limit}", "",
    ].map { PathPattern($0) }

    @Test(
        "A table finds the same match as trying each pattern",
        arguments: [
            "/notes", "/notes/", "/notes/7", "/notes/new", "/notes/7/tags/x", "/v2/notes",
            "/v/notes",
            "/files/a/b.json", "/files/a.json", "/files/", "/", "", "/notes//tags/x", "/a/b/c",
            "notes",
        ]
    )
    func matches(path: String) {
        let found = PathTable(Self.patterns).matches(path)
        let tried = Self.patterns.indices.filter { Self.patterns[$0].values(in: path) != nil }
        #expect(found.map(\.position) == tried)
        for match in found {
            #expect(match.values == Self.patterns[match.position].values(in: path))
        }
    }

    @Test(
        "Paths that differ only in the encoding of unreserved characters are equivalent",
        arguments: [
            ("/n%6ftes", ["/notes"]), ("/a%7Eb/%c3%a9", ["/a~b/{c}", "/{a}/%C3%A9"]),
            ("/a%2Fb", []), ("/%256eotes", []), ("/notes%", []),
        ]
    )
    func encoded(path: String, patterns: [String]) {
        let all = ["/notes", "/a~b/{c}", "/{a}/%C3%A9"]
        let found = PathTable(all.map { PathPattern($0) }).matches(path)
        #expect(found.map { all[$0.position] } == patterns)
    }

    @Test(
        "A path is near a pattern from which it differs in one segment",
        arguments: [
            ("/v1/items/{id}", "/items/none", true), ("/v1/items/{id}", "/v2/items/none", true),
            ("/items/{id}", "/v1/items/none", true), ("/v1/items", "/items/none", false),
            ("/notes/{id}/share", "/notes/7", true), ("/notes", "/other", false),
            ("/{a}/{b}", "/x", false), ("/v1/items/{id}", "/items", false),
            ("/a/{b}/c", "/a//c", true),
        ]
    )
    func near(pattern: String, path: String, isNear: Bool) {
        #expect(PathPattern(pattern).isNear(path) == isNear)
    }
}
