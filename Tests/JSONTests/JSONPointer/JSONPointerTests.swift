import JSON
import Testing

@Suite("JSON Pointer (RFC 6901)")
struct JSONPointerTests {
    /// The document of RFC 6901 §5.
    private static let document: JSONValue = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6,
        " ": 7, "m~n": 8,
    ]

    @Test(
        "The examples of RFC 6901 §5 resolve to the listed values",
        arguments: [
            ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1),
            ("/c%d", 2), ("/e^f", 3), ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7),
            ("/m~0n", 8),
        ] as [(String, JSONValue)]
    )
    func examples(text: String, value: JSONValue) throws {
        #expect(Self.document[try JSONPointer(text)] == value)
    }

    @Test(
        "A pointer to a missing value yields nil",
        arguments: [
            "/x", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/-1", "/foo/+1", "/foo/1.0",
            "/foo/ 0", "/foo/", "/foo/0/x", "/foo/99999999999999999999", "//", "/foo/١",
        ]
    )
    func nothing(text: String) throws {
        #expect(Self.document[try JSONPointer(text)] == nil)
    }

    @Test("~01 is ~1, not a slash", arguments: [("~1", 1), ("/", 2)])
    func escapeOrder(name: String, value: Int) throws {
        let object: JSONValue = ["~1": 1, "/": 2]
        let pointer = JSONPointer(tokens: [name])
        #expect(object[pointer] == .integer(value))
        #expect(try JSONPointer(pointer.description) == pointer)
        #expect(try JSONPointer("/~01").tokens == ["~1"])
    }

    @Test(
        "Invalid pointers are rejected",
        arguments: [
            (
                "a/b",
                "JSON Pointer \"a/b\": character 1: "
                    + "expected nothing, or \"/\" before every name, found \"a\""
            ),
            (
                "/a~",
                "JSON Pointer \"/a~\": character 4: expected \"0\" or \"1\" after \"~\" "
                    + "(\"~0\" stands for \"~\", \"~1\" for \"/\"), found the end"
            ),
            (
                "/~2",
                "JSON Pointer \"/~2\": character 3: expected \"0\" or \"1\" after \"~\" "
                    + "(\"~0\" stands for \"~\", \"~1\" for \"/\"), found \"2\""
            ),
        ]
    )
    func refused(text: String, message: String) {
        let error = #expect(throws: JSONPointerError.self) { try JSONPointer(text) }
        #expect(error?.description == message)
    }

    @Test(
        "Setting replaces members and elements, appends new ones and preserves the order",
        arguments: [
            ("/a", #"{"a":9,"b":[1,{"c":2}]}"#),
            ("/n", #"{"a":0,"b":[1,{"c":2}],"n":9}"#),
            ("/b/0", #"{"a":0,"b":[9,{"c":2}]}"#),
            ("/b/-", #"{"a":0,"b":[1,{"c":2},9]}"#),
            ("/b/1/c", #"{"a":0,"b":[1,{"c":9}]}"#),
            ("/b/1/-", #"{"a":0,"b":[1,{"c":2,"-":9}]}"#),
            ("", "9"),
        ]
    )
    func setting(text: String, result: String) throws {
        let value: JSONValue = ["a": 0, "b": [1, ["c": 2]]]
        #expect(try value.setting(JSONPointer(text), to: 9).text == result)
    }

    @Test("Missing parent objects are created only on request")
    func creatingParents() throws {
        let value: JSONValue = ["a": 0]
        let pointer = try JSONPointer("/x/y/z")
        #expect(
            try value.setting(pointer, to: 1, createsParents: true).text
                == #"{"a":0,"x":{"y":{"z":1}}}"#
        )
        #expect(throws: JSONPointerError.self) { try value.setting(pointer, to: 1) }
    }

    @Test(
        "Removing deletes a member or an element",
        arguments: [
            ("/a", #"{"b":[1,{"c":2}]}"#),
            ("/b/0", #"{"a":0,"b":[{"c":2}]}"#),
            ("/b/1/c", #"{"a":0,"b":[1,{}]}"#),
        ]
    )
    func removing(text: String, result: String) throws {
        let value: JSONValue = ["a": 0, "b": [1, ["c": 2]]]
        #expect(try value.removing(JSONPointer(text)).text == result)
    }

    @Test(
        "Setting at a path that does not exist explains the error",
        arguments: [
            (
                "/x/y",
                "in the whole value: expected a member \"x\", found the members [\"a\",\"b\"]"
            ),
            (
                "/b/2",
                "in \"/b\": expected an element 2, or \"-\" to append, found an array of 2 elements"
            ),
            ("/b/x", "in \"/b\": expected an index such as 0, or \"-\" to append, found \"x\""),
            ("/b/01", "in \"/b\": expected an index such as 0, or \"-\" to append, found \"01\""),
            ("/b/-/c", "in \"/b\": expected an index such as 0, found \"-\""),
            ("/a/y", "in \"/a\": expected an object or an array with \"y\", found 0"),
        ]
    )
    func settingErrors(text: String, message: String) throws {
        let value: JSONValue = ["a": 0, "b": [1, ["c": 2]]]
        let pointer = try JSONPointer(text)
        let error = #expect(throws: JSONPointerError.self) { try value.setting(pointer, to: 9) }
        #expect(error?.description == "JSON Pointer \"\(text)\": \(message)")
    }

    @Test(
        "Removing a missing value is an error",
        arguments: [
            ("/x", "in the whole value: expected a member \"x\", found the members [\"b\"]"),
            ("/b/1", "in \"/b\": expected an element 1, found an array of 1 element"),
            ("/b/-", "in \"/b\": expected an index such as 0, found \"-\""),
            ("/b/0/d", "in \"/b/0\": expected a member \"d\", found an object without members"),
            ("", "expected a member or an element to remove, found the whole value"),
        ]
    )
    func removingErrors(text: String, message: String) throws {
        let value: JSONValue = ["b": [[:]]]
        let pointer = try JSONPointer(text)
        let error = #expect(throws: JSONPointerError.self) { try value.removing(pointer) }
        #expect(error?.description == "JSON Pointer \"\(text)\": \(message)")
    }
}
