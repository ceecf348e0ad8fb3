import Testing

@testable import HTTP

struct HTTPFieldsTests {
    private static let fields = HTTPFields([
        .init(name: "Set-Cookie", value: "a"), .init(name: "ETag", value: "x"),
        .init(name: "set-cookie", value: "b"),
    ])

    @Test("Fields are found regardless of the case of their name, in wire order")
    func lookup() {
        #expect(Self.fields["SET-COOKIE"] == "a")
        #expect(Self.fields[all: "Set-Cookie"] == ["a", "b"])
        #expect(Self.fields["Cookie"] == nil)
        #expect(Self.fields[all: "Cookie"] == [])
    }

    @Test("Setting a field replaces all fields of its name at the position of the first")
    func setting() {
        var fields = Self.fields
        fields.set("SET-Cookie", "c")
        #expect(fields.fields.map(\.name) == ["SET-Cookie", "ETag"])
        #expect(fields.fields.map(\.value) == ["c", "x"])
        fields.set("Age", "1")
        fields.append("Age", "2")
        #expect(fields[all: "age"] == ["1", "2"])
        fields.remove("AGE")
        fields.remove("nothing")
        #expect(fields.fields.map(\.name) == ["SET-Cookie", "ETag"])
    }

    @Test(
        "Only the case of ASCII letters is ignored",
        arguments: [
            ("Content-Type", "content-tYPE", true), ("a", "b", false), ("a", "aa", false),
            ("[", "{", false), ("@", "`", false), ("K", "\u{212A}", false), ("É", "é", false),
        ]
    )
    func names(left: String, right: String, areSame: Bool) {
        #expect(HTTPFields.areSame(left, right) == areSame)
    }
}
