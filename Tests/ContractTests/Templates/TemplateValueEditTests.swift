import JSON
import Testing

@testable import Contract

struct TemplateValueEditTests {
    private static let document: JSONValue = [
        "a": ["b": [1, 2], "é": 0], "list": [], "n": 5, "none": nil,
    ]

    @Test(
        "A value is set at its place; missing objects on the path are created",
        arguments: [
            ("/a/b/0", ["a": ["b": [9, 2], "é": 0], "list": [], "n": 5, "none": nil]),
            ("/a/b/-", ["a": ["b": [1, 2, 9], "é": 0], "list": [], "n": 5, "none": nil]),
            ("/a/b", ["a": ["b": 9, "é": 0], "list": [], "n": 5, "none": nil]),
            ("/list/-", ["a": ["b": [1, 2], "é": 0], "list": [9], "n": 5, "none": nil]),
            (
                "/none/x/y",
                ["a": ["b": [1, 2], "é": 0], "list": [], "n": 5, "none": ["x": ["y": 9]]]
            ),
            (
                "/x/-",
                ["a": ["b": [1, 2], "é": 0], "list": [], "n": 5, "none": nil, "x": ["-": 9]]
            ),
            ("/n", ["a": ["b": [1, 2], "é": 0], "list": [], "n": 9, "none": nil]),
            (
                "/a/e\u{301}",
                ["a": ["b": [1, 2], "é": 0, "e\u{301}": 9], "list": [], "n": 5, "none": nil]
            ),
        ] as [(String, JSONValue)]
    )
    func setting(pointer: String, result: JSONValue) throws {
        let tokens = try JSONPointer(pointer).tokens
        let edited = try TemplateValue.constant(Self.document).setting(
            .constant(9),
            at: tokens[...]
        )
        #expect(edited.constantValue == result)
    }

    @Test("Members keep their order when one is replaced, and a new one comes last")
    func order() throws {
        let value = TemplateValue.constant(["b": 1, "a": 2])
        let edited = try value.setting(.constant(3), at: ["b"]).setting(.constant(4), at: ["A"])
        #expect(edited.constantValue?.text == #"{"b":3,"a":2,"A":4}"#)
    }

    @Test(
        "A path that leads nowhere is rejected",
        arguments: [
            ("/n/x", #""x" would be inside integer 5"#),
            ("/a/b/2", #"no element "2" in a list of 2; "-" at the end appends one"#),
            ("/a/b/-/x", #"no element "-" in a list of 2; "-" at the end appends one"#),
            ("/a/b/01", #"no element "01" in a list of 2; "-" at the end appends one"#),
            ("/a/b/+1", #"no element "+1" in a list of 2; "-" at the end appends one"#),
            ("/a/b/x", #"no element "x" in a list of 2; "-" at the end appends one"#),
        ]
    )
    func refused(pointer: String, reason: String) throws {
        let tokens = try JSONPointer(pointer).tokens
        let error = #expect(throws: TemplateError.self) {
            try TemplateValue.constant(Self.document).setting(.constant(9), at: tokens[...])
        }
        #expect(error?.reason == reason)
    }

    @Test("A template or a computed value has no members to edit; the error reports that")
    func opaque() throws {
        let template = TemplateValue.text(try Template(parsing: "{{a}}"))
        var error = #expect(throws: TemplateError.self) {
            try template.setting(.constant(1), at: ["x"])
        }
        #expect(
            error?.reason == #""x" would be inside a template, whose members are not known yet"#
        )
        error = #expect(throws: TemplateError.self) {
            try TemplateValue.expression(.json(template)).setting(.constant(1), at: ["x"])
        }
        #expect(error?.reason == #""x" would be inside a computed value; replace it as a whole"#)
    }

    @Test("Templates around an edit stay templates")
    func templates() throws {
        let name = TemplateValue.text(try Template(parsing: "{{name}}"))
        let value = TemplateValue.object([.init(name: "a", value: name)])
        let edited = try value.setting(name, at: ["b", "c"])
        #expect(
            edited
                == .object([
                    .init(name: "a", value: name),
                    .init(name: "b", value: .object([.init(name: "c", value: name)])),
                ])
        )
        #expect(edited.removing(at: ["b", "c"])?["b"] == .object([]))
    }

    @Test(
        "Removing a member or an element changes nothing else",
        arguments: [
            ("/n", ["a": ["b": [1, 2], "é": 0], "list": [], "none": nil]),
            ("/a/b/0", ["a": ["b": [2], "é": 0], "list": [], "n": 5, "none": nil]),
            ("/a/b", ["a": ["é": 0], "list": [], "n": 5, "none": nil]),
            ("/none", ["a": ["b": [1, 2], "é": 0], "list": [], "n": 5]),
            ("/x", nil), ("/a/x", nil), ("/a/b/2", nil), ("/a/b/-", nil), ("/n/x", nil),
            ("/a/e\u{301}", nil), ("/a/b/00", nil), ("/none/x", nil),
        ] as [(String, JSONValue?)]
    )
    func removing(pointer: String, result: JSONValue?) throws {
        let tokens = try JSONPointer(pointer).tokens
        let edited = TemplateValue.constant(Self.document).removing(at: tokens[...])
        #expect(edited?.constantValue == result)
    }
}
