import Testing

struct YAMLTrapTests {
    @Test(
        "A text with brackets is underlined, with its quoted spelling",
        arguments: Self.bracketsSamples
    )
    func brackets(sample: DiagnosticSample) {
        #expect(sample.actualOutput == sample.output)
    }

    @Test(
        "One run finds every text to quote, and what is wrong behind it",
        arguments: Self.severalSamples
    )
    func several(sample: DiagnosticSample) {
        #expect(sample.actualOutput == sample.output)
    }

    private static let bracketsSamples: [DiagnosticSample] = [
        DiagnosticSample(
            "a path template inside braces",
            "{ path: /push/{id}, params: { id: A } }",
            #"""
            push.yaml:1:9: error: "/push/{id}" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { path: /push/{id}, params: { id: A } }
                  |         ^^^^^^^^^^
               hint: quote this: "/push/{id}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a path template inside brackets",
            "[/push/{id}]",
            #"""
            push.yaml:1:2: error: "/push/{id}" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | [/push/{id}]
                  |  ^^^^^^^^^^
               hint: quote this: "/push/{id}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a path template that begins with a variable",
            "path: {version}/push",
            #"""
            push.yaml:1:7: error: "{version}/push" must be quoted: a value that begins with a bracket is a collection
                1 | path: {version}/push
                  |       ^^^^^^^^^^^^^^
               hint: quote this: "{version}/push"
            1 error
            """#
        ),
        DiagnosticSample(
            "a single name in braces",
            "{ path: {name} }",
            #"""
            push.yaml:1:9: error: "{name}" must be quoted: YAML reads it as a mapping with one key and no value
                1 | { path: {name} }
                  |         ^^^^^^
               hint: quote this: "{name}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a template, which libyaml reads as nested mappings",
            "{ a: {{x}} }",
            #"""
            push.yaml:1:6: error: "{{x}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | { a: {{x}} }
                  |      ^^^^^
               hint: quote this: "{{x}}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a template with an argument in block style",
            "token: {{hex 64}}",
            #"""
            push.yaml:1:8: error: "{{hex 64}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | token: {{hex 64}}
                  |        ^^^^^^^^^^
               hint: quote this: "{{hex 64}}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a template with quotes, commas and colons",
            "at: {{now '%Y-%m-%d' +3m}}",
            #"""
            push.yaml:1:5: error: "{{now '%Y-%m-%d' +3m}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | at: {{now '%Y-%m-%d' +3m}}
                  |     ^^^^^^^^^^^^^^^^^^^^^^
               hint: quote this: "{{now '%Y-%m-%d' +3m}}"
            1 error
            """#
        ),
        DiagnosticSample(
            "two templates in one text",
            "{ a: {{x}}-{{y}} }",
            #"""
            push.yaml:1:6: error: "{{x}}-{{y}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | { a: {{x}}-{{y}} }
                  |      ^^^^^^^^^^^
               hint: quote this: "{{x}}-{{y}}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a template behind a text inside braces",
            "{ path: /{{platform}}_token.php }",
            #"""
            push.yaml:1:9: error: "/{{platform}}_token.php" must be quoted: YAML reads unquoted braces as a mapping
                1 | { path: /{{platform}}_token.php }
                  |         ^^^^^^^^^^^^^^^^^^^^^^^
               hint: quote this: "/{{platform}}_token.php"
            1 error
            """#
        ),
        DiagnosticSample(
            "a template as a key",
            "{ {{x}}: 1 }",
            #"""
            push.yaml:1:3: error: "{{x}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | { {{x}}: 1 }
                  |   ^^^^^
               hint: quote this: "{{x}}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a template as an element",
            "rows: [{{x}}, b]",
            #"""
            push.yaml:1:8: error: "{{x}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | rows: [{{x}}, b]
                  |        ^^^^^
               hint: quote this: "{{x}}"
            1 error
            """#
        ),
        DiagnosticSample(
            "a JSONPath with a wildcard",
            "{ jsonpath: $.a[*], count: 1 }",
            #"""
            push.yaml:1:13: error: "$.a[*]" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { jsonpath: $.a[*], count: 1 }
                  |             ^^^^^^
               hint: quote this: "$.a[*]"
            1 error
            """#
        ),
        DiagnosticSample(
            "a JSONPath with a name in brackets",
            "{ jsonpath: $['x y'], exists: true }",
            #"""
            push.yaml:1:13: error: "$['x y']" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { jsonpath: $['x y'], exists: true }
                  |             ^^^^^^^^
               hint: quote this: "$['x y']"
            1 error
            """#
        ),
        DiagnosticSample(
            "a JSONPath with a filter that holds a colon",
            "{ jsonpath: $[?(@.a == 'x: y')], count: 1 }",
            #"""
            push.yaml:1:13: error: "$[?(@.a == 'x: y')]" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { jsonpath: $[?(@.a == 'x: y')], count: 1 }
                  |             ^^^^^^^^^^^^^^^^^^^
               hint: quote this: "$[?(@.a == 'x: y')]"
            1 error
            """#
        ),
        DiagnosticSample(
            "a regular expression",
            "{ matches: ^[A-Za-z0-9]{16}$ }",
            #"""
            push.yaml:1:12: error: "^[A-Za-z0-9]{16}$" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { matches: ^[A-Za-z0-9]{16}$ }
                  |            ^^^^^^^^^^^^^^^^^
               hint: quote this: "^[A-Za-z0-9]{16}$"
            1 error
            """#
        ),
    ]

    private static let severalSamples: [DiagnosticSample] = [
        DiagnosticSample(
            "every trap of a line, also behind the first",
            "{ x: {{a}}, path: /p/{id}, y: *z, at: @q }",
            #"""
            push.yaml:1:6: error: "{{a}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | { x: {{a}}, path: /p/{id}, y: *z, at: @q }
                  |      ^^^^^
               hint: quote this: "{{a}}"
            push.yaml:1:19: error: "/p/{id}" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { x: {{a}}, path: /p/{id}, y: *z, at: @q }
                  |                   ^^^^^^^
               hint: quote this: "/p/{id}"
            push.yaml:1:31: error: "*z" must be quoted: "*" begins an alias, and a contract has none
                1 | { x: {{a}}, path: /p/{id}, y: *z, at: @q }
                  |                               ^^
               hint: quote this: "*z"
            push.yaml:1:39: error: "@q" must be quoted: no unquoted text begins with "@"
                1 | { x: {{a}}, path: /p/{id}, y: *z, at: @q }
                  |                                       ^^
               hint: quote this: "@q"
            4 errors
            """#
        ),
        DiagnosticSample(
            "traps in different lines of one collection",
            "a: {\n  b: {{x}},\n  c: /d/{e}\n}",
            #"""
            push.yaml:2:6: error: "{{x}}" must be quoted: YAML reads unquoted braces as a mapping
                2 |   b: {{x}},
                  |      ^^^^^
               hint: quote this: "{{x}}"
            push.yaml:3:6: error: "/d/{e}" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                3 |   c: /d/{e}
                  |      ^^^^^^
               hint: quote this: "/d/{e}"
            2 errors
            """#
        ),
        DiagnosticSample(
            "a trap and, behind it, what else is wrong",
            "a: {{x}}\na: 1\nb: [1, 2",
            #"""
            push.yaml:1:4: error: "{{x}}" must be quoted: YAML reads unquoted braces as a mapping
                1 | a: {{x}}
                  |    ^^^^^
               hint: quote this: "{{x}}"
            push.yaml:2:1: error: duplicate key "a"; the first is in line 1
                2 | a: 1
                  | ^
               hint: remove one of the two, or rename it
            push.yaml:3:4: error: this bracket is never closed
                3 | b: [1, 2
                  |    ^
            3 errors
            """#
        ),
        DiagnosticSample(
            "a trap behind wide characters",
            "{ 題: プッシュ, path: /push/{id} }",
            #"""
            push.yaml:1:18: error: "/push/{id}" must be quoted: inside { } or [ ] a bracket begins or ends a collection
                1 | { 題: プッシュ, path: /push/{id} }
                  |                       ^^^^^^^^^^
               hint: quote this: "/push/{id}"
            1 error
            """#
        ),
    ]
}
