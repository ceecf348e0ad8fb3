import Base
import Testing

struct WordsTests {
    @Test(
        "Alternatives are separated by commas, with an or before the last",
        arguments: [
            ([], "nothing"), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
        ]
    )
    func alternatives(words: [String], text: String) {
        #expect(Words.alternatives(words) == text)
    }

    @Test("A list that is too long shows the number of remaining items")
    func list() {
        #expect(Words.list([], limit: 2) == "")
        #expect(Words.list(["a", "b"], limit: 2) == "a, b")
        #expect(Words.list(["a", "b", "c"], limit: 2) == "a, b and 1 more")
    }

    @Test("Lines break at spaces, and a word that is too long has its own line")
    func wrapping() {
        #expect(TextWrapping.wrap("", width: 5) == [])
        #expect(TextWrapping.wrap("ab cd ef", width: 5) == ["ab cd", "ef"])
        #expect(TextWrapping.wrap("a abcdefg b", width: 5) == ["a", "abcdefg", "b"])
        #expect(TextWrapping.wrap("ab cd ef", width: 5, indent: "- ") == ["- ab", "  cd", "  ef"])
    }
}
