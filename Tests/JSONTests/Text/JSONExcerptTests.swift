import Testing

@testable import JSON

struct JSONExcerptTests {
    @Test(
        "A short value is shown as its JSON text",
        arguments: [
            (JSONValue.null, "null"), (true, "true"), (-7, "-7"), (1.5, "1.5"),
            (.number(.unsigned(.max)), "18446744073709551615"),
            ("a\"\\\n\u{1}é\u{7F}\u{202E}", #""a\"\\\n\u0001é\u007f\u202e""#),
            ([], "[]"), ([:], "{}"),
            (
                [1, "1", ["b": nil, "a": [false]]], #"[1,"1",{"b":null,"a":[false]}]"#
            ),
        ] as [(JSONValue, String)]
    )
    func whole(value: JSONValue, text: String) {
        #expect(JSONExcerpt.text(of: value) == text)
    }

    @Test(
        "A value at the limit is shown in full, a longer one is cut",
        arguments: [
            (JSONValue.string("123456789"), #""123456789""#),
            (.string("1234567890"), #""123456789…" (10 characters)"#),
            ([1, 2, 3, 4], "[1,2,3,4]"),
            ([1, 2, 3, 4, 5], "[1,2,3,4,5]"),
            ([1, 2, 3, 4, 5, 6], "[1,2,3,4,5… (6 elements)"),
            (.string("12345678\n"), #""12345678…" (9 characters)"#),
            (["abcdefgh": 1], #"{"abcdefgh"… (1 member)"#),
        ] as [(JSONValue, String)]
    )
    func limit(value: JSONValue, text: String) {
        #expect(JSONExcerpt.text(of: value, length: 10) == text)
    }

    @Test("A long value is shown with its size, at the cost of the shown part only")
    func long() {
        let value = JSONValue.array(Array(repeating: "x", count: 1_234_567))
        #expect(JSONExcerpt.text(of: value, length: 6) == #"["x","… (1,234,567 elements)"#)
    }

    @Test("Bytes are shown as text if they are UTF-8, otherwise in hexadecimal")
    func bytes() {
        #expect(JSONExcerpt.text(of: Array("é\0".utf8)) == #""é\u0000""#)
        #expect(JSONExcerpt.text(of: [0xFF, 0x00, 0x41]) == "3 bytes that are not UTF-8: ff 00 41")
        #expect(
            JSONExcerpt.text(of: [0xFF, 0x0A, 0x41], length: 12)
                == "3 bytes that are not UTF-8: ff 0a …"
        )
    }
}
