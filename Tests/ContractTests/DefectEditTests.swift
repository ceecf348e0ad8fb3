import Contract
import JSON
import JSONPaths
import Testing

/// Effects of defect edits on messages, worked out by hand.
struct DefectEditTests {
    private static func edit(
        each parts: String? = nil,
        when conditions: [MessageCondition] = [],
        _ changes: MessageEdit.Change...
    ) -> MessageEdit {
        var edit = MessageEdit()
        edit.parts = parts.flatMap(JSONPath.init(place:))
        edit.when = conditions
        edit.changes = changes
        return edit
    }

    private static func place(_ text: String) throws -> JSONPath {
        try #require(JSONPath(place: text))
    }

    @Test(
        "A place is a path without the root; names may have hyphens",
        arguments: [
            ("status", "$.status"), ("headers.content-type", "$.headers['content-type']"),
            ("['a.b'].c", "$['a.b'].c"), ("json.list[*].x", "$.json.list[*].x"),
            ("content.*", "$.content.*"),
        ]
    )
    func places(text: String, path: String) throws {
        #expect(try Self.place(text) == JSONPath(path))
    }

    @Test("An invalid place is rejected", arguments: ["", "a b", "a[", "."])
    func noPlaces(text: String) { #expect(JSONPath(place: text) == nil) }

    @Test("A value is set if its parent exists, and replaced only if the value exists")
    func settingAndReplacing() throws {
        let message: JSONValue = ["json": ["a": 1]]
        let edit = Self.edit(
            .set(try Self.place("json.b"), 2),
            .set(try Self.place("none.b"), 3),
            .replace(try Self.place("json.a"), 4),
            .replace(try Self.place("json.c"), 5)
        )
        #expect([edit].applied(to: message) == ["json": ["a": 4, "b": 2]])
    }

    @Test("Several elements are removed without affecting each other")
    func removing() throws {
        let edit = Self.edit(.remove(try Self.place("list[?@ < 3]")))
        #expect([edit].applied(to: ["list": [1, 2, 3, 1]]) == ["list": [3]])
    }

    @Test("Texts take values from the message; a missing place cancels the complete edit")
    func filling() throws {
        let message: JSONValue = ["token": "t", "count": 2]
        let edit = Self.edit(
            .set(try Self.place("path"), "tokens/{{token}}?n={{count}}"),
            .set(try Self.place("copy"), ["of": "{{count}}"]),
            .set(try Self.place("gone"), "{{nothing}}")
        )
        let changed: JSONValue = [
            "token": "t", "count": 2, "path": "tokens/t?n=2", "copy": ["of": 2],
        ]
        #expect([edit].applied(to: message) == changed)
    }

    @Test("Each element is edited separately if it meets the condition")
    func parts() throws {
        let edit = Self.edit(
            each: "list[*]",
            when: [MessageCondition(try Self.place("title"), .exists(false))],
            .set(try Self.place("title"), "T")
        )
        let message: JSONValue = ["list": [["id": 1], ["id": 2, "title": "own"]]]
        let changed: JSONValue = [
            "list": [["id": 1, "title": "T"], ["id": 2, "title": "own"]]
        ]
        #expect([edit].applied(to: message) == changed)
    }

    @Test("Transformation steps change a value, and leave unsuitable values unchanged")
    func steps() throws {
        let message: JSONValue = ["text": "12345", "number": 7, "list": [1, 2, 3], "none": nil]
        let edit = Self.edit(
            .transform(
                try Self.place("text"),
                [.dropFirst, .keep(2), .add(1), .append("{{number}}")]
            ),
            .transform(try Self.place("number"), [.add(-8), .reverse]),
            .transform(try Self.place("list"), [.reverse, .dropLast, .append(["x": "{{text}}"])]),
            .transform(try Self.place("none"), [.add(1)])
        )
        let changed: JSONValue = [
            "text": "247", "number": -1, "list": [3, 2, ["x": "247"]], "none": nil,
        ]
        #expect([edit].applied(to: message) == changed)
    }

    @Test("A call pattern matches method and path, segment by segment")
    func calls() throws {
        func fits(_ pattern: String, _ method: String, _ path: String) throws -> Bool {
            try #require(CallPattern(pattern)).matches(method, path.split(separator: "/"))
        }
        #expect(try fits("PUT tags/*", "PUT", "tags/1"))
        #expect(try !fits("PUT tags/*", "PUT", "tags"))
        #expect(try !fits("PUT tags/*", "GET", "tags/1"))
        #expect(try fits("* tags/**", "GET", "tags"))
        #expect(try fits("* tags/**", "GET", "tags/1/uids"))
        #expect(try fits("PUT **", "PUT", "a/b"))
        #expect(try fits("* *_send*", "POST", "app_send_async.php"))
        #expect(CallPattern("tags") == nil)
    }
}
