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
}
