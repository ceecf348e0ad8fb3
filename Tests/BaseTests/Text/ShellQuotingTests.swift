import Base
import Testing

struct ShellQuotingTests {
    @Test(
        "A word is quoted only if a shell would misread it",
        arguments: [
            ("plain-word_1.2/3:4=5@6%7+8,9", "plain-word_1.2/3:4=5@6%7+8,9"),
            ("two words", "'two words'"),
            ("it's", "'it'\\''s'"),
            ("", "''"),
            ("a'\u{301}b", "'a'\\''\u{301}b'"),
        ]
    )
    func word(text: String, word: String) {
        #expect(ShellQuoting.word(text) == word)
    }
}
