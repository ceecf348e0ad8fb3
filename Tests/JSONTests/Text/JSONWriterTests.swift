import JSON
import Testing

@Suite("Writing JSON text")
struct JSONWriterTests {
    @Test("Text has no spaces, preserves the order of members and does not escape slashes")
    func compact() {
        let value: JSONValue = ["b": [1, 2.5, nil], "a/b": "c/d", "e": [:], "f": []]
        #expect(value.text == #"{"b":[1,2.5,null],"a/b":"c/d","e":{},"f":[]}"#)
    }

    @Test("Only quotes, backslashes and control characters are escaped")
    func escapes() {
        let value: JSONValue = "\"\\\u{8}\t\n\u{C}\r\0\u{1F}\u{7F}é😀\u{2028}"
        #expect(value.text == #""\"\\\b\t\n\f\r\u0000\u001f"# + "\u{7F}é😀\u{2028}\"")
    }

    @Test("Pretty text has one member or element per line and keeps empty containers on one line")
    func pretty() {
        let value: JSONValue = ["a": [1, ["b": true]], "c": [], "d": [:]]
        #expect(
            value.prettyText(indent: 2) == """
                {
                  "a": [
                    1,
                    {
                      "b": true
                    }
                  ],
                  "c": [],
                  "d": {}
                }
                """
        )
    }

    @Test(
        "A number is written in its shortest form that reads back with the same kind",
        arguments: [
            (JSONNumber.integer(.min), "-9223372036854775808"),
            (.unsigned(.max), "18446744073709551615"),
            (.real(1), "1.0"),
            (.real(-0.0), "-0.0"),
            (.real(0.1), "0.1"),
            (.real(1.5e300), "1.5e300"),
            (.real(1e16), "1e16"),
            (.real(0.00001), "1e-5"),
            (.real(-2.5e-10), "-2.5e-10"),
            (.real(.leastNonzeroMagnitude), "5e-324"),
            (.real(.infinity), "null"),
        ]
    )
    func numbers(number: JSONNumber, text: String) {
        #expect(JSONValue.number(number).text == text)
    }

    @Test(
        "A long value is cut for a message and its size is reported",
        arguments: [
            ("abcdef", #""abcdef""#),
            (.string(String(repeating: "a", count: 12_345)), #""aaaaaaa…" (12,345 characters)"#),
            ([1, 2, 3], "[1,2,3]"),
            (.array(Array(repeating: 1, count: 40)), "[1,1,1,1… (40 elements)"),
            (["a": "0123456789"], #"{"a":"01… (1 member)"#),
            (123_456_789_012, "123456789012"),
        ] as [(JSONValue, String)]
    )
    func abbreviation(value: JSONValue, text: String) {
        #expect(value.text(maximumLength: 8) == text)
    }
}
