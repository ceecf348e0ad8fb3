import Contract
import Testing
import Trace

struct DocumentHoldingTests {
    @Test("Every line that is not blank must belong to a statement or an aside")
    func unaccounted() throws {
        let holding = try DocumentHolding(
            .sample(statements: [("a", "2-3")], asides: ["5"]),
            DocumentText(Array("one\ntwo\nthree\n\nfive\n \t\nseven\neight".utf8))
        )
        #expect(holding.unaccounted == [1, 7, 8])
        #expect(!holding.isWhole)
    }

    @Test("Blank lines need no entry")
    func whole() throws {
        let text = try DocumentText(Array("one\n\ntwo\n".utf8))
        #expect(DocumentHolding(.sample(statements: [("a", "1"), ("b", "3")]), text).isWhole)
    }

    @Test("Lines beyond the end of the text are named, and the last line does not replace them")
    func beyond() throws {
        let text = try DocumentText(Array("one\ntwo".utf8))
        let holding = DocumentHolding(.sample(statements: [("a", "1"), ("b", "3-9")]), text)
        #expect(holding.beyond.map(\.place) == [.statement("b")])
        #expect(holding.unaccounted == [2])
    }

    @Test("Digests that do not match and missing digests are named")
    func digests() throws {
        let text = try DocumentText(Array("a  b\nc".utf8))
        let right = DocumentHolding(
            .sample(statements: [("a", "1"), ("b", "2")], digests: ["a": "c8687a08"]),
            text
        )
        #expect(right.misplaced.isEmpty)
        #expect(right.undigested.map(\.place) == [.statement("b")])
        #expect(right.isWhole)
        let wrong = DocumentHolding(
            .sample(statements: [("a", "2"), ("b", "1")], digests: ["a": "c8687a08"]),
            text
        )
        #expect(wrong.misplaced.map(\.place) == [.statement("a")])
        #expect(!wrong.isWhole)
    }

    @Test("A text of another length is detected")
    func length() throws {
        let text = try DocumentText(Array("a\nb\n".utf8))
        let holding = DocumentHolding(.sample(statements: [("a", "1-2")], lineCount: 3), text)
        #expect(holding.hasOtherLength && !holding.isWhole)
    }
}

extension Inventory {
    /// An inventory whose lines are written as `1`, `2-3` or `1,4-5`.
    static func sample(
        statements: [(String, String)],
        asides: [String] = [],
        digests: [String: String] = [:],
        lineCount: Int? = nil,
        sha256: String? = nil
    ) -> Inventory {
        let place = SourceLocation(file: "a.trace.yaml", line: 1, column: 1)
        return Inventory(
            file: "a.trace.yaml",
            document: TracedDocument(
                name: "guide",
                title: "Guide",
                lineCount: lineCount,
                sha256: sha256
            ),
            statements: statements.map { name, lines in
                Statement(
                    name: name,
                    lines: ranges(lines),
                    digest: digests[name],
                    says: "It is so.",
                    fate: .open("nobody looked"),
                    location: place
                )
            },
            asides: asides.map {
                Aside(lines: ranges($0), because: "nothing", digest: digests[$0], location: place)
            }
        )
    }

    static func ranges(_ text: String) -> LineRanges {
        let ranges = text.split(separator: ",").map { part in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            return ends[0]...ends[ends.count - 1]
        }
        guard let lines = LineRanges(ranges) else { preconditionFailure("no lines: \(text)") }
        return lines
    }
}
