import Testing
import Trace

struct InventoryDraftTests {
    /// Candidates as `lines name: text`, and asides as `lines: reason`.
    private static func draft(_ text: String) throws -> (candidates: [String], asides: [String]) {
        let draft = InventoryDraft(try DocumentText(Array(text.utf8)))
        return (
            draft.candidates.map { "\(LineRanges.text(of: $0.lines)) \($0.name): \($0.text)" },
            draft.remainders.map { "\(LineRanges.text(of: $0.lines)): \($0.because)" }
        )
    }

    @Test("Headings of Markdown and of plain text are asides")
    func headings() throws {
        let draft = try Self.draft("# One\n\nTwo\n---\n\n1. Three\n========\n\nFOUR WORDS\n\n***\n")
        #expect(draft.candidates.isEmpty)
        #expect(
            draft.asides == [
                "1: heading", "3-4: heading", "6-7: heading", "9: heading", "11: rule",
            ]
        )
    }

    @Test("Each item of a list is a candidate, including the lines indented below it")
    func items() throws {
        let draft = try Self.draft(
            "- first item\n  goes on\n- second\n\n1. third\n2) fourth\n   goes on\n• fifth\n"
        )
        #expect(
            draft.candidates == [
                "1-2 first-item-goes: first item goes on", "3 second: second", "5 third: third",
                "6-7 fourth-goes: fourth goes on", "8 fifth: fifth",
            ]
        )
    }

    @Test("Marks around a complete item are removed, those of a word in it stay")
    func marks() throws {
        let draft = try Self.draft(
            "- `text` has at most 140 characters.\n- *all of it*\n- **One**: two\n- `a` and `b`\n"
        )
        #expect(
            draft.candidates == [
                "1 text-has-most-140-characters: `text` has at most 140 characters.",
                "2 all: all of it", "3 one-two: **One**: two", "4 b: `a` and `b`",
            ]
        )
    }

    @Test("Each row of a table is a candidate; its head and rule are asides")
    func rows() throws {
        let draft = try Self.draft(
            """
            | code | status |
            |------|--------|
            | E1   | 400    |
            | E2   | 404    |

              E3    409
              E4\t410
            """
        )
        #expect(
            draft.candidates == [
                "3 e1-400: E1 | 400", "4 e2-404: E2 | 404", "6 e3-409: E3 409", "7 e4-410: E4 410",
            ]
        )
        #expect(draft.asides == ["1-2: head of a table"])
    }

    @Test("Paragraphs are split into sentences, which may share lines and span several")
    func sentences() throws {
        let draft = try Self.draft(
            "The limit is 160. Longer ones\nare refused, e.g. with 422! Really?\n(Always.) No stop\n"
        )
        #expect(
            draft.candidates == [
                "1 limit-160: The limit is 160.",
                "1-2 longer-ones-refused-e-g-422: Longer ones are refused, e.g. with 422!",
                "2 really: Really?", "3 always: (Always.)", "3 no-stop: No stop",
            ]
        )
    }

    @Test("An abbreviation does not end a sentence", arguments: ["Dr.", "(Prof.", "vs.", "Inc."])
    func abbreviations(word: String) throws {
        let text = "The limit of \(word) Smith is 160."
        #expect(try Self.draft("\(text)\n").candidates.map { $0.suffix(text.count) } == ["\(text)"])
    }

    @Test("Sentences in East Asian text end without a space; names then come from the line")
    func eastAsia() throws {
        let draft = try Self.draft("上限は二百です。超えるとエラー。\n")
        #expect(draft.candidates == ["1 line-1: 上限は二百です。", "1 line-1-2: 超えるとエラー。"])
    }

    @Test("A block of code is one candidate, up to the end of the text if it is unclosed")
    func code() throws {
        let draft = try Self.draft("```json\n{ \"a\": 1 }\n\n- no item\n```\n\n~~~\nopen\n")
        #expect(draft.candidates.map { $0.prefix(4) } == ["1-5 ", "7-8 "])
    }

    @Test("Equal words get different names")
    func names() throws {
        let draft = try Self.draft("- same words\n- same words\n- 123\n- same words\n")
        #expect(
            draft.candidates.map { $0.split(separator: ":")[0] } == [
                "1 same-words", "2 same-words-2", "3 line-3", "4 same-words-3",
            ]
        )
    }

    @Test("Every line that is not blank is in the draft, for any text")
    func whole() throws {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "#", "# a", "- b", "1. c", "| d | e |", "|--|--|", "```", "f. g", "====", "---", "",
            "  h  i", "\tj", "K L M", "***", "> n", "。", "~~~", "1.", "-",
        ]
        for _ in 0..<300 {
            let lines = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let text = try DocumentText(Array(lines.joined(separator: "\n").utf8))
            let draft = InventoryDraft(text)
            var taken = Set(draft.candidates.flatMap(\.lines))
            for remainder in draft.remainders {
                #expect(taken.isDisjoint(with: remainder.lines), "\(lines)")
                taken.formUnion(remainder.lines)
            }
            let wanted = text.lines.indices.map { $0 + 1 }.filter { !text.isBlank($0) }
            #expect(taken.isSuperset(of: wanted), "\(lines)")
            #expect(taken.allSatisfy { $0 <= text.lines.count }, "\(lines)")
        }
    }

    @Test("A draft is written as YAML, including digests and hash")
    func yaml() throws {
        let text = try DocumentText(Array("# \"Guide\"\n\na b\n".utf8))
        #expect(
            InventoryDraft(text).yaml(named: "guide", of: "guide.md") == """
                # A draft made from guide.md by "assay trace draft". Write one
                # statement in your own words for each fact that can be true or false, and set aside
                # passages without facts.
                trace: "1"
                document:
                  doc: guide
                  title: "\\"Guide\\""
                  lines: 3
                  sha256: \(text.sha256)
                statements:
                  b:
                    lines: 3
                    digest: c8687a08
                    says: "a b"
                    open: not reviewed yet
                aside:
                  - { lines: 1, digest: 0dc64bc9, because: heading }

                """
        )
    }
}
