import Testing

struct YAMLTrapIndicatorTests {
    @Test(
        "A text with a character that YAML reserves is underlined, with its quoted spelling",
        arguments: Self.indicatorsSamples
    )
    func indicators(sample: DiagnosticSample) {
        #expect(sample.actualOutput == sample.output)
    }

    private static let indicatorsSamples: [DiagnosticSample] = [
        DiagnosticSample(
            "a promise of every operation, which begins like an alias",
            "{ covers: */E403002, steps: [] }",
            #"""
            push.yaml:1:11: error: "*/E403002" must be quoted: "*" begins an alias, and a contract has none
                1 | { covers: */E403002, steps: [] }
                  |           ^^^^^^^^^
               hint: quote this: "*/E403002"
            1 error
            """#
        ),
        DiagnosticSample(
            "an alias in block style",
            "covers: *x",
            #"""
            push.yaml:1:9: error: "*x" must be quoted: "*" begins an alias, and a contract has none
                1 | covers: *x
                  |         ^^
               hint: quote this: "*x"
            1 error
            """#
        ),
        DiagnosticSample(
            "a lone asterisk",
            "query: *",
            #"""
            push.yaml:1:8: error: "*" must be quoted: "*" begins an alias, and a contract has none
                1 | query: *
                  |        ^
               hint: quote this: "*"
            1 error
            """#
        ),
        DiagnosticSample(
            "a text that begins like an anchor",
            "a: &b c",
            #"""
            push.yaml:1:4: error: "&b c" must be quoted: "&" begins an anchor, and a contract has none
                1 | a: &b c
                  |    ^^^^
               hint: quote this: "&b c"
            1 error
            """#
        ),
        DiagnosticSample(
            "a text that begins like a tag",
            "a: !important",
            #"""
            push.yaml:1:4: error: "!important" must be quoted: "!" begins a tag, and a contract has none
                1 | a: !important
                  |    ^^^^^^^^^^
               hint: quote this: "!important"
            1 error
            """#
        ),
        DiagnosticSample(
            "an at sign",
            "a: @x",
            #"""
            push.yaml:1:4: error: "@x" must be quoted: no unquoted text begins with "@"
                1 | a: @x
                  |    ^^
               hint: quote this: "@x"
            1 error
            """#
        ),
        DiagnosticSample(
            "a backtick",
            "{ a: `x` }",
            #"""
            push.yaml:1:6: error: "`x`" must be quoted: no unquoted text begins with "`"
                1 | { a: `x` }
                  |      ^^^
               hint: quote this: "`x`"
            1 error
            """#
        ),
        DiagnosticSample(
            "a percent sign",
            "{ a: %41 }",
            #"""
            push.yaml:1:6: error: "%41" must be quoted: no unquoted text begins with "%"
                1 | { a: %41 }
                  |      ^^^
               hint: quote this: "%41"
            1 error
            """#
        ),
        DiagnosticSample(
            "a question mark inside braces",
            "{ query: ?limit=1 }",
            #"""
            push.yaml:1:10: error: "?limit=1" must be quoted: inside { } or [ ] "?" begins a key
                1 | { query: ?limit=1 }
                  |          ^^^^^^^^
               hint: quote this: "?limit=1"
            1 error
            """#
        ),
        DiagnosticSample(
            "a colon in a value inside braces",
            "{ summary: note: this, b: 1 }",
            #"""
            push.yaml:1:12: error: "note: this" must be quoted: ": " separates a key from its value
                1 | { summary: note: this, b: 1 }
                  |            ^^^^^^^^^^
               hint: quote this: "note: this", or put a comma before the second key
            1 error
            """#
        ),
        DiagnosticSample(
            "a colon in a value in block style",
            "summary: note: this",
            #"""
            push.yaml:1:10: error: "note: this" must be quoted: ": " separates a key from its value
                1 | summary: note: this
                  |          ^^^^^^^^^^
               hint: quote this: "note: this", or begin a new line for the second key
            1 error
            """#
        ),
        DiagnosticSample(
            "a text that goes on behind its quotes",
            "summary: \"a\" b",
            #"""
            push.yaml:1:10: error: "\"a\" b" must be quoted as a whole: nothing can follow a closing quote
                1 | summary: "a" b
                  |          ^^^^^
               hint: quote this: '"a" b'
            1 error
            """#
        ),
        DiagnosticSample(
            "two quoted texts side by side",
            "{ a: 'x' 'y' }",
            #"""
            push.yaml:1:6: error: "'x' 'y'" must be quoted as a whole: nothing can follow a closing quote
                1 | { a: 'x' 'y' }
                  |      ^^^^^^^
               hint: quote this: "'x' 'y'"
            1 error
            """#
        ),
        DiagnosticSample(
            "a comment that hides the closing brace",
            "{ a: x #y, b: 1 }",
            #"""
            push.yaml:1:6: error: "x #y" must be quoted: " #" begins a comment, which hides the rest of the line
                1 | { a: x #y, b: 1 }
                  |      ^^^^
               hint: quote this: "x #y"
            1 error
            """#
        ),
        DiagnosticSample(
            "a list item behind a key",
            "a: - b",
            #"""
            push.yaml:1:4: error: "- b" must be quoted: "- " begins a list item, which is not allowed here
                1 | a: - b
                  |    ^^^
               hint: quote this: "- b", or begin the list on a separate line
            1 error
            """#
        ),
        DiagnosticSample(
            "a text that begins like a block",
            "a: > b",
            #"""
            push.yaml:1:4: error: "> b" must be quoted: ">" begins a block of text, which starts in the next line
                1 | a: > b
                  |    ^^^
               hint: quote this: "> b"
            1 error
            """#
        ),
        DiagnosticSample(
            "quotes inside the text to be quoted",
            "{ jsonpath: $[\"it's\"], count: 1 }",
            #"""
            push.yaml:1:13: error: "$[\"it's\"]" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { jsonpath: $["it's"], count: 1 }
                  |             ^^^^^^^^^
               hint: quote this: '$["it''s"]'
            1 error
            """#
        ),
    ]
}
