import Contract
import Testing
import Trace

struct DocumentContradictionsTests {
    private static func key(_ id: String) -> PromiseKey { PromiseKey(file: "a.yaml", id: id) }

    private static let inventory = Inventory(
        file: "guide.trace.yaml",
        document: TracedDocument(name: "guide", title: "Guide", lineCount: nil, sha256: nil),
        statements: [
            statement("kept", .promised([PromiseReference(text: "push", key: key("push"))])),
            statement("lost", .promised([PromiseReference(text: "gone", key: key("gone"))])),
            statement("never", .promised([PromiseReference(text: "push", key: key("push"))])),
            statement("shown", .console("a page")),
        ],
        asides: []
    )

    private static func statement(_ name: String, _ fate: Statement.Fate) -> Statement {
        Statement(
            name: name,
            lines: LineRanges(1...1),
            digest: nil,
            says: name,
            fate: fate,
            location: SourceLocation(file: "guide.trace.yaml", line: 1, column: 1)
        )
    }

    @Test("A statement is noticed if each of its defects fails one of its own promises")
    func noticed() {
        let defects = ["kept": ["one", "two"], "lost": ["three", "untried"], "shown": ["four"]]
        var document = DocumentContradictions(Self.inventory, defects: defects)
        #expect(document.entries.map(\.statement.name) == ["kept", "lost", "never"])
        #expect(document.contradicted == 2)
        #expect(document.open.map(\.statement.name) == ["never"])
        #expect(document.noticed == 0 && document.unnoticed.isEmpty, "nothing was tried")
        document.note([
            "one": [Self.key("push")], "two": [Self.key("push"), Self.key("gone")],
            "three": [Self.key("push")],
        ])
        #expect(document.noticed == 1)
        #expect(document.unnoticed.map(\.statement.name) == ["lost"])
        #expect(document.unnoticed.first?.unnoticed == ["three"])
    }
}
