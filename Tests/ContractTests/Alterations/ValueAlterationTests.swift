import Base
import JSON
import Testing

@testable import Contract

/// Mutations of a JSON body.
struct ValueAlterationTests {
    private static func changes(_ text: String) throws -> [(String, String)] {
        var random = RandomSource(seed: 1, name: "test")
        let root = try JSONValue(parsing: Array(text.utf8))
        return ValueAlteration.all(of: root, &random).map {
            ($0.alteration.place, $0.applied(to: root)?.text ?? "nothing")
        }
    }

    @Test("Each member is dropped, set to null, changed in type, and changed within its type")
    func members() throws {
        let changes = try Self.changes(#"{"n":1,"yes":true,"none":null}"#)
        let expected: [(String, String)] = [
            ("$", "null"), ("$", "[]"),
            ("$.n", #"{"yes":true,"none":null}"#), ("$.n", #"{"n":null,"yes":true,"none":null}"#),
            ("$.n", #"{"n":"1","yes":true,"none":null}"#),
            ("$.n", #"{"n":2,"yes":true,"none":null}"#),
            ("$.n", #"{"n":0,"yes":true,"none":null}"#),
            ("$.yes", #"{"n":1,"none":null}"#), ("$.yes", #"{"n":1,"yes":null,"none":null}"#),
            ("$.yes", #"{"n":1,"yes":"true","none":null}"#),
            ("$.yes", #"{"n":1,"yes":false,"none":null}"#),
            ("$.none", #"{"n":1,"yes":true}"#), ("$.none", #"{"n":1,"yes":true,"none":"null"}"#),
        ]
        #expect(changes.map(\.0) == expected.map(\.0))
        #expect(changes.map(\.1) == expected.map(\.1))
    }

    @Test(
        "An array is emptied, shortened, lengthened and reversed; its ends represent all elements"
    )
    func arrays() throws {
        let changes = try Self.changes("[1,2,3]")
        #expect(
            changes.filter { $0.0 == "$" }.map(\.1)
                == ["null", "{}", "[]", "[1,2]", "[1,2,3,3]", "[3,2,1]"]
        )
        #expect(
            changes.filter { $0.0 == "$[0]" }.map(\.1)
                == ["[null,2,3]", #"["1",2,3]"#, "[2,2,3]", "[0,2,3]"]
        )
        #expect(Set(changes.map(\.0)) == ["$", "$[0]", "$[2]"])
    }

    @Test(
        "A text keeps its form, and its description does not reveal it",
        arguments: ["5f1c", "ABC-9", "x", "", "…"]
    )
    func texts(text: String) {
        for seed in 0..<50 as Range<UInt64> {
            var random = RandomSource(seed: seed, name: "text")
            let changed = random.changed(text)
            #expect(changed.text != text)
            #expect(changed.text.lowercased() != text.lowercased())
            let isLettered = text.unicodeScalars.contains { $0.isASCII }
            #expect(
                changed.text.unicodeScalars.count == text.unicodeScalars.count
                    + (isLettered ? 0 : 1)
            )
            #expect(text.count < 2 || !changed.description.contains(text))
        }
    }

    @Test("Only the first of very many places in a body are altered")
    func large() throws {
        let members = (0..<5_000).map { #""m\#($0)":0"# }.joined(separator: ",")
        let changes = try Self.changes("{\(members)}")
        #expect(Set(changes.map(\.0)).count == AlterationLimits.places)
    }
}
