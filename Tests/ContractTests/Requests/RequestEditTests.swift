import JSON
import TestSupport
import Testing

@testable import Contract

struct RequestEditTests {
    private static func apply(
        _ pointer: String,
        _ action: RequestEdit.Action,
        to sections: JSONObject
    ) throws -> JSONValue? {
        var request = try RequestTemplate.request(sections)
        let edit = RequestEdit(
            pointer: try JSONPointer(pointer),
            action: action,
            location: .line(9)
        )
        try request.apply(edit)
        return request.document.constantValue
    }

    @Test("Edits find header fields regardless of case, and members by their exact name")
    func places() throws {
        let sections: JSONObject = ["headers": ["X-Key": "k"], "json": ["a": 1]]
        #expect(
            try Self.apply("/headers/x-key", .set(.constant("n")), to: sections)
                == ["headers": ["X-Key": "n"], "json": ["a": 1]]
        )
        #expect(
            try Self.apply("/headers/X-KEY", .unset, to: sections)
                == ["headers": [:], "json": ["a": 1]]
        )
        #expect(
            try Self.apply("/json/A", .set(.constant(2)), to: sections)
                == ["headers": ["X-Key": "k"], "json": ["a": 1, "A": 2]]
        )
        #expect(try Self.apply("/json", .unset, to: sections) == ["headers": ["X-Key": "k"]])
        #expect(
            try Self.apply("/query/limit", .set(.constant(5)), to: sections)
                == ["headers": ["X-Key": "k"], "json": ["a": 1], "query": ["limit": 5]]
        )
        #expect(
            try Self.apply("/json/a~1b", .set(.constant(2)), to: ["json": [:]])
                == ["json": ["a/b": 2]]
        )
    }

    @Test(
        "A flip changes the first character and nothing else",
        arguments: [
            ("Abc=", "Bbc="), ("abc=", "Abc="), ("A", "B"), ("/+=", "A+="), ("あい", "Aい"),
            ("e\u{301}", "A\u{301}"),
        ]
    )
    func flip(text: String, flipped: String) throws {
        let result = try Self.apply(
            "/headers/x-sig",
            .flip,
            to: ["headers": ["X-Sig": .string(text)]]
        )
        #expect(result == ["headers": ["X-Sig": .string(flipped)]])
        let member = try Self.apply("/json/a/0", .flip, to: ["json": ["a": [.string(text)]]])
        #expect(member == ["json": ["a": [.string(flipped)]]])
    }

    @Test(
        "A flip in Authorization changes the credentials and not the scheme",
        arguments: [
            ("Bearer abc", "Bearer Abc"), ("Basic QWxhZA==", "Basic AWxhZA=="), ("abc", "Abc"),
            ("Bearer ", "Aearer "),
            (
                "AWS4-HMAC-SHA256 Credential=k/s, Signature=fe5f",
                "AWS4-HMAC-SHA256 Credential=k/s, Signature=Ae5f"
            ),
            (
                #"Digest username="u", response="66ab", qop=auth"#,
                #"Digest username="u", response="A6ab", qop=auth"#
            ),
            ("X signature=", "X Aignature="),
        ]
    )
    func flippedCredentials(text: String, flipped: String) throws {
        for name in ["Authorization", "proxy-authorization"] {
            let headers: JSONValue = .object(JSONObject([.init(name: name, value: .string(text))]))
            let result = try Self.apply("/headers/\(name)", .flip, to: ["headers": headers])
            #expect(result?["headers"]?[name] == .string(flipped))
        }
    }

    @Test(
        "The error of an impossible edit has its pointer and its line",
        arguments: [
            ("/headers/X", .flip, #""flip" expects a text there, with at least one character"#),
            ("/headers/Empty", .flip, #""flip" expects a text there, with at least one character"#),
            ("/json/n", .flip, #""flip" expects a text there, with at least one character"#),
            ("/json/x", .unset, "nothing exists there to remove"),
            ("/query", .unset, "nothing exists there to remove"),
            ("/json/n/x", .set(.constant(1)), #""x" would be inside integer 1"#),
        ] as [(String, RequestEdit.Action, String)]
    )
    func errors(pointer: String, action: RequestEdit.Action, reason: String) {
        let error = #expect(throws: TemplateError.self) {
            try Self.apply(pointer, action, to: ["headers": ["Empty": ""], "json": ["n": 1]])
        }
        #expect(error?.description == "c.yaml:9:1: \(pointer): \(reason)")
    }
}
