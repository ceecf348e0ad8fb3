import Base
import Contract
import Replay
import TestSupport
import Testing

struct CaseSelectionTests {
    @Test(
        "A pattern matches the complete name, or the part before its row",
        arguments: [
            ("a", "a", true), ("a", "b", false), ("a", "", false), ("", "", true), ("", "*", true),
            ("abc", "*", true), ("abc", "a*", true), ("abc", "*c", true), ("abc", "*b*", true),
            ("abc", "a*c", true), ("abc", "a*d", false), ("abc", "ab", false), ("ab", "abc", false),
            ("abc", "a?c", true), ("abc", "a?", false), ("abc", "???", true),
            ("abc", "????", false),
            ("abc", "**", true), ("abc", "a**c", true), ("abc", "*?c", true), ("ab", "*?*?*", true),
            ("a", "*?*?*", false), ("aab", "*ab", true), ("abab", "*ab", true),
            ("mississippi", "m*iss*pi", true), ("mississippi", "m*issi*ssi*ssi*", false),
            ("e1[both]", "e1", true), ("e1[both]", "e1[both]", true), ("e1[both]", "e1*", true),
            ("e1[both]", "*both]", true), ("e1[both]", "both", false), ("e1[both]", "e1[*]", true),
            ("e1", "e1[*]", false), ("näme", "n?me", true), ("A", "a", false),
        ]
    )
    func glob(name: String, pattern: String, fits: Bool) {
        #expect(Glob.matches(name, pattern: pattern) == fits)
    }

    @Test("A pattern designed to be slow is matched in quadratic time", .timeLimit(.minutes(5)))
    func pathological() {
        let name = String(repeating: "a", count: 3_000)
        let pattern = String(repeating: "*a", count: 200) + "*b"
        #expect(!Glob.matches(name, pattern: pattern))
        #expect(!Glob.matches(name, pattern: "*a*a*a*b"))
        #expect(Glob.matches(name + "b", pattern: pattern))
    }

    @Test(
        "Skipped cases report the tag or pattern as the reason",
        arguments: [
            ([], [], [], nil),
            (["slow"], [], [], nil),
            (["fast"], [], [], "has none of the included tags"),
            ([], ["slow"], [], "excluded by tag slow"),
            (["slow"], ["slow"], [], "excluded by tag slow"),
            ([], [], ["na*"], nil),
            ([], [], ["x", "name"], nil),
            ([], [], ["x"], "not selected by name"),
            (["big"], [], ["x"], "not selected by name"),
        ] as [([String], [String], [String], String?)]
    )
    func selection(included: [String], excluded: [String], patterns: [String], reason: String?) {
        var selection = CaseSelection()
        selection.includedTags = included
        selection.excludedTags = excluded
        selection.patterns = patterns
        #expect(selection.reasonToSkip("name", tags: ["slow", "big"]) == reason)
    }

    @Test("A case without tags runs unless tags are selected")
    func untagged() {
        var selection = CaseSelection()
        #expect(selection.reasonToSkip("name", tags: []) == nil)
        selection.excludedTags = ["slow"]
        #expect(selection.reasonToSkip("name", tags: []) == nil)
        selection.includedTags = ["fast"]
        #expect(selection.reasonToSkip("name", tags: []) == "has none of the included tags")
    }

    @Test("Unselected cases are skipped with the reason and send nothing")
    func skipped() async throws {
        var replay = try Replaying(
            """
            cases:
              one: { tags: [slow], steps: [ { call: ping } ] }
              two:
                rows: [ { p: a }, { p: b } ]
                steps: [ { request: { path: "/{{p}}" } } ]
            """
        ) { _, _ in answer(200) }
        replay.options.selection.patterns = ["two[b]"]
        let results = try await replay.results()
        #expect(results.map(\.name) == ["one", "two[a]", "two[b]"])
        #expect(results.map(\.verdict) == [.skipped, .skipped, .passed])
        #expect(results.map(\.reason) == ["not selected by name", "not selected by name", nil])
        #expect(replay.transport.lines == ["GET /b"])
    }
}
