import ContractFile
import Testing

struct FormattedFileTests {
    private static func outcome(_ text: String) throws -> String {
        switch try FormattedFile.outcome(of: SourceText(file: "a.yaml", bytes: Array(text.utf8))) {
        case .same: text
        case .changed(let bytes): String(decoding: bytes, as: UTF8.self)
        case .leftAlone(let reason): "left alone: \(reason)"
        }
    }

    @Test(
        "White space is laid out, and nothing else changes",
        arguments: [
            ("a: 1", "a: 1\n"),
            ("\r\n\r\na:   1  \r\n\r\n\r\n\r\nb: 2\r\n\r\n", "a: 1\n\nb: 2\n"),
            ("a:\n    b:\n        c: 1\n    d: 2\n", "a:\n  b:\n    c: 1\n  d: 2\n"),
            ("a:\n- b: 1\n  c: 2\n-   d\n", "a:\n- b: 1\n  c: 2\n- d\n"),
            ("a:\n    -   b: 1\n        c: 2\n", "a:\n  - b: 1\n    c: 2\n"),
            ("- - a\n  - b\n-   -   c\n    -   d\n", "- - a\n  - b\n- - c\n  - d\n"),
            (
                #"a: {b: 1,c:  [x ,y], "d":2 , 'e' : {}, f: [], g: }"#,
                #"a: { b: 1, c: [x, y], "d": 2, 'e': {}, f: [], g: }"# + "\n"
            ),
            ("a: [{b: 1},{c: 2} ]", "a: [ { b: 1 }, { c: 2 } ]\n"),
            ("a: [ [1,2],[3] ]", "a: [ [1, 2], [3] ]\n"),
            // Texts stay.
            (
                #"a: {b: "x,y  :{z", c: 'it''s  {', d: p  q:r, e: http://h/a}"#,
                #"a: { b: "x,y  :{z", c: 'it''s  {', d: p  q:r, e: http://h/a }"# + "\n"
            ),
            ("a: b  {c,d} #e", "a: b  {c,d} #e\n"),
            ("a: \"b\n\n  c  {d}\"\ne: 1", "a: \"b\n\n  c  {d}\"\ne: 1\n"),
            ("a: b\n    c\n", "a: b\n  c\n"),
            (
                "a:\n    b: |\n          x {y}  \n            z\n\n          w\n    c: 1\n",
                "a:\n  b: |\n    x {y}  \n      z\n\n    w\n  c: 1\n"
            ),
            ("a:\n   - |2\n       x\n   - >-\n     y\n", "a:\n  - |2\n      x\n  - >-\n    y\n"),
            // Flow collections keep their lines.
            (
                "a:\n    - { b: 1,\n        c: [x,\n            y] }\n",
                "a:\n  - { b: 1,\n      c: [x,\n          y] }\n"
            ),
            // Comments stay with what they are about, and in their column behind it.
            (
                "# top\n\n\na:    # of a\n    # of b\n    b: 1   # x\n    # last\n# of c\nc: {d: 1}    # y\n#end",
                "# top\n\na:    # of a\n  # of b\n  b: 1   # x\n  # last\n# of c\nc: { d: 1 }    # y\n#end\n"
            ),
        ]
    )
    func layout(before: String, after: String) throws {
        #expect(try Self.outcome(before) == after)
        #expect(try Self.outcome(after) == after)
    }

    @Test("What is no YAML is told, and not touched")
    func broken() {
        #expect(throws: DiagnosticList.self) { try Self.outcome("a: [") }
        #expect(throws: DiagnosticList.self) { try Self.outcome("a: 1\na: 2") }
    }
}
