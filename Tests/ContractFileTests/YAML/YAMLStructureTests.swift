import Testing

struct YAMLStructureTests {
    @Test(
        "YAML that a contract must not use is refused with its place",
        arguments: Self.refusedSamples
    )
    func refused(sample: DiagnosticSample) {
        #expect(sample.actualOutput == sample.output)
    }

    private static let refusedSamples: [DiagnosticSample] = [
        DiagnosticSample(
            "an empty file",
            "",
            #"""
            push.yaml:1:1: error: the file is empty; a contract begins with `contract: "1"`
                1 |
                  | ^
            1 error
            """#
        ),
        DiagnosticSample(
            "a file of comments only",
            "# one\n# two\n",
            #"""
            push.yaml:1:1: error: the file is empty; a contract begins with `contract: "1"`
                1 | # one
                  | ^
            1 error
            """#
        ),
        DiagnosticSample(
            "an empty document",
            "---\n",
            #"""
            push.yaml:1:1: error: the file is empty; a contract begins with `contract: "1"`
                1 | ---
                  | ^
            1 error
            """#
        ),
        DiagnosticSample(
            "a second document",
            "---\na: 1\n---\nb: 2",
            #"""
            push.yaml:3:1: error: a second document begins here; a contract is one document
                3 | ---
                  | ^^^
               hint: remove this line, or move the rest to a separate file
            1 error
            """#
        ),
        DiagnosticSample(
            "a duplicate key",
            "a: 1\nb: 2\n\"a\": 3",
            #"""
            push.yaml:3:1: error: duplicate key "a"; the first is in line 1
                3 | "a": 3
                  | ^^^
               hint: remove one of the two, or rename it
            1 error
            """#
        ),
        DiagnosticSample(
            "a duplicate key in one line",
            "{ a: 1, a: 2 }",
            #"""
            push.yaml:1:9: error: duplicate key "a"; the first is in this line too
                1 | { a: 1, a: 2 }
                  |         ^
               hint: remove one of the two, or rename it
            1 error
            """#
        ),
        DiagnosticSample(
            "a merge key",
            "a:\n  <<: { b: 1 }",
            #"""
            push.yaml:2:3: error: merge keys are not allowed in a contract, got "<<"
                2 |   <<: { b: 1 }
                  |   ^^
               hint: write the entries out; for a key of this name, quote it
            1 error
            """#
        ),
        DiagnosticSample(
            "an anchor and its alias",
            "a: &base { b: 1 }\nc: *base",
            #"""
            push.yaml:1:4: error: anchors are not allowed in a contract, got "&base"
                1 | a: &base { b: 1 }
                  |    ^^^^^
               hint: remove it, and write the value out where it is used
            push.yaml:2:4: error: aliases are not allowed in a contract, got "*base"
                2 | c: *base
                  |    ^^^^^
               hint: write out the value
            2 errors
            """#
        ),
        DiagnosticSample(
            "a tag of YAML's own",
            "a: !!str 1",
            #"""
            push.yaml:1:4: error: tags are not allowed in a contract, got "!!str"
                1 | a: !!str 1
                  |    ^
               hint: remove it
            1 error
            """#
        ),
        DiagnosticSample(
            "a tag on a collection",
            "a: !set { b: 1 }",
            #"""
            push.yaml:1:4: error: tags are not allowed in a contract, got "!set"
                1 | a: !set { b: 1 }
                  |    ^
               hint: remove it
            1 error
            """#
        ),
        DiagnosticSample(
            "a key that is a sequence",
            "? [a]\n: b",
            #"""
            push.yaml:1:3: error: expected a text as key, got a sequence
                1 | ? [a]
                  |   ^^^
            1 error
            """#
        ),
        DiagnosticSample(
            "a key that is a mapping",
            "{ { a: 1 }: 2 }",
            #"""
            push.yaml:1:3: error: expected a text as key, got a mapping
                1 | { { a: 1 }: 2 }
                  |   ^^^^^^^^
            1 error
            """#
        ),
        DiagnosticSample(
            "a key in braces without a value",
            "{ a: 1, b }",
            #"""
            push.yaml:1:9: error: the key "b" has no value
                1 | { a: 1, b }
                  |         ^
               hint: write "b": null to set it to null
            1 error
            """#
        ),
        DiagnosticSample(
            "a colon without a space behind it",
            "{ a: 1, b:2 }",
            #"""
            push.yaml:1:9: error: "b:2" is a key without a value
                1 | { a: 1, b:2 }
                  |         ^^^
               hint: write a space after the colon: b: 2
            1 error
            """#
        ),
        DiagnosticSample(
            "a hexadecimal integer of more than 64 bits",
            "a: 0x10000000000000000",
            #"""
            push.yaml:1:4: error: the number 0x10000000000000000 is too large: expected at most 64 bits, or an exponent of at most 18 digits
                1 | a: 0x10000000000000000
                  |    ^^^^^^^^^^^^^^^^^^^
               hint: quote this: "0x10000000000000000"
            1 error
            """#
        ),
        DiagnosticSample(
            "an exponent beyond comparison",
            "a: 1e1234567890123456789",
            #"""
            push.yaml:1:4: error: the number 1e1234567890123456789 is too large: expected at most 64 bits, or an exponent of at most 18 digits
                1 | a: 1e1234567890123456789
                  |    ^^^^^^^^^^^^^^^^^^^^^
               hint: quote this: "1e1234567890123456789"
            1 error
            """#
        ),
        DiagnosticSample(
            "infinity",
            "a: -.inf",
            #"""
            push.yaml:1:4: error: the number -.inf cannot be written in JSON
                1 | a: -.inf
                  |    ^^^^^
               hint: quote this: "-.inf"
            1 error
            """#
        ),
        DiagnosticSample(
            "not a number",
            "[.nan]",
            #"""
            push.yaml:1:2: error: the number .nan cannot be written in JSON
                1 | [.nan]
                  |  ^^^^
               hint: quote this: ".nan"
            1 error
            """#
        ),
    ]
}
