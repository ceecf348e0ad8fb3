import Testing

struct YAMLSyntaxMessageTests {
    @Test(
        "What no quotes can mend is named with its place",
        arguments: Self.brokenSamples
    )
    func broken(sample: DiagnosticSample) {
        #expect(sample.actualOutput == sample.output)
    }

    private static let brokenSamples: [DiagnosticSample] = [
        DiagnosticSample(
            "a tab that indents",
            "a:\n\tb: 1",
            #"""
            push.yaml:2:1: error: a tab cannot indent a line of YAML
                2 |     b: 1
                  | ^^^^
               hint: replace it with spaces
            1 error
            """#
        ),
        DiagnosticSample(
            "a tab that indents behind spaces",
            "a:\n  b: 1\n\tc: 2",
            #"""
            push.yaml:3:1: error: a tab cannot indent a line of YAML
                3 |     c: 2
                  | ^^^^
               hint: replace it with spaces
            1 error
            """#
        ),
        DiagnosticSample(
            "a bracket that the end of the file leaves open",
            "a: { b: [1, 2]\n",
            #"""
            push.yaml:1:4: error: this bracket is never closed
                1 | a: { b: [1, 2]
                  |    ^
            1 error
            """#
        ),
        DiagnosticSample(
            "a bracket with nothing behind it",
            "a: [",
            #"""
            push.yaml:1:4: error: this bracket is never closed
                1 | a: [
                  |    ^
            1 error
            """#
        ),
        DiagnosticSample(
            "a brace that the next key shows to be open",
            "a: { b: 1\nc: 2",
            #"""
            push.yaml:2:2: error: expected "," or "}" for the "{" of 1:4, got ":"
                2 | c: 2
                  |  ^
               hint: is the "{" of 1:4 closed?
            1 error
            """#
        ),
        DiagnosticSample(
            "the wrong bracket",
            "{ a: [1, 2, b: 3 }",
            #"""
            push.yaml:1:18: error: expected "," or "]" for the "[" of 1:6, got "}"
                1 | { a: [1, 2, b: 3 }
                  |                  ^
            1 error
            """#
        ),
        DiagnosticSample(
            "two commas",
            "{ a: 1, , b: 2 }",
            #"""
            push.yaml:1:9: error: expected a value, got a second comma
                1 | { a: 1, , b: 2 }
                  |         ^
               hint: remove one of the commas
            1 error
            """#
        ),
        DiagnosticSample(
            "a mapping behind a text",
            "{ a: b {c: 1} }",
            #"""
            push.yaml:1:8: error: expected "," or "}" for the "{" of 1:1, got "{"
                1 | { a: b {c: 1} }
                  |        ^
            1 error
            """#
        ),
        DiagnosticSample(
            "a quote that is never closed",
            "a: \"open\nb: 2",
            #"""
            push.yaml:1:4: error: this quote is never closed
                1 | a: "open
                  |    ^
            1 error
            """#
        ),
        DiagnosticSample(
            "an unknown escape",
            "a: \"\\d+\"",
            #"""
            push.yaml:1:5: error: unknown escape in a text in double quotes
                1 | a: "\d+"
                  |     ^^
               hint: write \\ for a backslash, or use single quotes, which know no escapes
            1 error
            """#
        ),
        DiagnosticSample(
            "a broken escape",
            "a: \"\\u12\"",
            #"""
            push.yaml:1:7: error: the escape in this text is not a character
                1 | a: "\u12"
                  |       ^
               hint: \x takes two hexadecimal digits, \u four, \U eight
            1 error
            """#
        ),
        DiagnosticSample(
            "an entry that is indented too little",
            "a:\n  b: 1\n c: 2",
            #"""
            push.yaml:3:2: error: expected a key of the mapping that begins in line 1, got "c"
                3 |  c: 2
                  |  ^
               hint: entries of one mapping begin in the same column, here 1
            1 error
            """#
        ),
        DiagnosticSample(
            "an entry that is indented too much",
            "a: b\n  c: d",
            #"""
            push.yaml:2:4: error: unexpected colon: the text before it is not a key
                2 |   c: d
                  |    ^
               hint: check the indentation of this line, and whether the line above has a colon
            1 error
            """#
        ),
        DiagnosticSample(
            "a key without a colon",
            "a\nb: 1",
            #"""
            push.yaml:2:2: error: unexpected colon: the text before it is not a key
                2 | b: 1
                  |  ^
               hint: check the indentation of this line, and whether the line above has a colon
            1 error
            """#
        ),
        DiagnosticSample(
            "a colon without a key",
            ": x",
            #"""
            push.yaml:1:1: error: expected a key before this colon
                1 | : x
                  | ^
            1 error
            """#
        ),
        DiagnosticSample(
            "a key behind a list",
            "- a\nb: 1",
            #"""
            push.yaml:2:1: error: expected "- " of the list that begins in line 1, got "b"
                2 | b: 1
                  | ^
               hint: check the indentation of this line
            1 error
            """#
        ),
        DiagnosticSample(
            "a list item inside a mapping",
            "a: 1\n- b",
            #"""
            push.yaml:2:1: error: expected a key of the mapping that begins in line 1, got "-"
                2 | - b
                  | ^
               hint: entries of one mapping begin in the same column, here 1
            1 error
            """#
        ),
        DiagnosticSample(
            "text behind the document",
            "{ a: 1 } x",
            #"""
            push.yaml:1:10: error: expected the end of the file, got "x"
                1 | { a: 1 } x
                  |          ^
               hint: the text before this line is a whole document; check the indentation
            1 error
            """#
        ),
        DiagnosticSample(
            "a colon without a space before a bracket",
            "{ a:[1] }",
            #"""
            push.yaml:1:4: error: a space is missing after this colon
                1 | { a:[1] }
                  |    ^
               hint: if the colon is part of a text, quote the text
            1 error
            """#
        ),
        DiagnosticSample(
            "a question mark that is no key",
            "a: ? b",
            #"""
            push.yaml:1:4: error: unexpected "? "
                1 | a: ? b
                  |    ^
               hint: quote the text that begins here
            1 error
            """#
        ),
        DiagnosticSample(
            "an unknown directive",
            "a: 1\n%x y",
            #"""
            push.yaml:2:1: error: a line that begins with "%" is a directive, and this one is not known
                2 | %x y
                  | ^
               hint: remove the line
            1 error
            """#
        ),
        DiagnosticSample(
            "an unknown version",
            "%YAML 2.0\n---\na: 1",
            #"""
            push.yaml:1:1: error: a line that begins with "%" is a directive, and this one is not known
                1 | %YAML 2.0
                  | ^
               hint: remove the line
            1 error
            """#
        ),
        DiagnosticSample(
            "a directive alone",
            "%YAML 1.2\n",
            #"""
            push.yaml:2:1: error: expected a line "---" after the directive, got the end of the file
                2 |
                  | ^
               hint: or remove the line that begins with "%"
            1 error
            """#
        ),
        DiagnosticSample(
            "a directive and no line behind it",
            "%YAML 1.2\na: 1",
            #"""
            push.yaml:2:1: error: expected a line "---" after the directive, got "a"
                2 | a: 1
                  | ^
               hint: or remove the line that begins with "%"
            1 error
            """#
        ),
        DiagnosticSample(
            "half of a character behind a whole one",
            #"a: "\ud834\udd1e\ud834x""#,
            #"""
            push.yaml:1:19: error: the escape in this text is half of a character
                1 | a: "\ud834\udd1e\ud834x"
                  |                   ^
               hint: the other half follows it directly, as in \ud834\udd1e
            1 error
            """#
        ),
    ]
}
