import Base
import Testing

struct WordsTests {
    @Test(
        "Alternatives have commas between them, and an or before the last",
        arguments: [
            ([], "nothing"), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
        ]
    )
    func alternatives(words: [String], text: String) {
        #expect(Words.alternatives(words) == text)
    }

    @Test("A list that is too long says how many more there are")
    func list() {
        #expect(Words.list([], limit: 2) == "")
        #expect(Words.list(["a", "b"], limit: 2) == "a, b")
        #expect(Words.list(["a", "b", "c"], limit: 2) == "a, b and 1 more")
    }

    @Test("Lines are broken at spaces, and a word that is too long has one to itself")
    func wrapping() {
        #expect(TextWrapping.wrap("", width: 5) == [])
        #expect(TextWrapping.wrap("ab cd ef", width: 5) == ["ab cd", "ef"])
        #expect(TextWrapping.wrap("a abcdefg b", width: 5) == ["a", "abcdefg", "b"])
        #expect(TextWrapping.wrap("ab cd ef", width: 5, indent: "- ") == ["- ab", "  cd", "  ef"])
    }
}
