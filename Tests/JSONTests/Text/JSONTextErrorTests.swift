import JSON
import Testing

@Suite("Messages of JSON syntax errors")
struct JSONTextErrorTests {
    @Test(
        "The message names the byte offset, the expectation and the actual text",
        arguments: [
            ("", "byte 0: expected a value, found the end of the text"),
            ("  ", "byte 2: expected a value, found the end of the text"),
            ("x", #"byte 0: expected a value, found "x""#),
            ("NaN", #"byte 0: expected a value, found "NaN""#),
            ("tru", #"byte 0: expected "true", found "tru""#),
            ("True", #"byte 0: expected a value, found "True""#),
            ("1 2", #"byte 2: expected nothing after the end of the value, found "2""#),
            ("[1", #"byte 2: expected "," or "]" after an element, found the end of the text"#),
            ("[1 2]", #"byte 3: expected "," or "]" after an element, found "2""#),
            ("[1,]", #"byte 3: expected a value after ",", found "]""#),
            ("[,1]", #"byte 1: expected a value or "]", found ",""#),
            ("[1}", #"byte 2: expected "," or "]" after an element, found "}""#),
            ("{1:2}", #"byte 1: expected a member name in double quotes or "}", found "1""#),
            ("{'a':2}", #"byte 1: expected a member name in double quotes or "}", found "'""#),
            (#"{"a" 1}"#, #"byte 5: expected ":" after a member name, found "1""#),
            (
                #"{"a":1 "b":2}"#,
                #"byte 7: expected "," or "}" after a member, found '"'"#
            ),
            (
                #"{"a":1,}"#,
                #"byte 7: expected a member name in double quotes after ",", found "}""#
            ),
            (
                #"{"a":1,"a":2}"#,
                "byte 7: expected every member of an object to have a unique name, found \"a\" a "
                    + "second time"
            ),
            ("-", #"byte 1: expected a digit after "-", found the end of the text"#),
            ("01", #"byte 1: expected no digit after a leading 0, found "1""#),
            ("1.", "byte 2: expected a digit after the decimal point, found the end of the text"),
            ("1e+", "byte 3: expected a digit in the exponent, found the end of the text"),
            (
                "[-1e1234567890123456789]",
                "byte 4: expected an exponent of at most 18 digits, found one of 19"
            ),
            ("\"a", #"byte 2: expected "\"" at the end of a string, found the end of the text"#),
            (
                "\"a\nb\"",
                "byte 2: expected control characters in a string to be escaped, "
                    + "found the character U+000A"
            ),
            (#""\x""#, #"byte 2: expected one of " \ / b f n r t u after "\", found "x""#),
            (#""\u12g4""#, #"byte 5: expected four hexadecimal digits after "\u", found "g""#),
            (
                #""\uD800""#,
                "byte 1: expected the escape of a low surrogate after it, "
                    + #"found the lone surrogate \uD800"#
            ),
            (
                #""\uDC00\uD800""#,
                "byte 1: expected a high surrogate before it, "
                    + #"found the lone surrogate \uDC00"#
            ),
            ("[\u{A0}1]", "byte 1: expected a value, found \"\u{A0}\""),
            ("// 1", #"byte 0: expected a value, found "/""#),
            (
                "\u{FEFF}1",
                "byte 0: expected UTF-8 text without a byte order mark, "
                    + "found a byte order mark (EF BB BF)"
            ),
        ]
    )
    func messages(text: String, message: String) {
        #expect(self.message(of: Array(text.utf8)) == message)
    }

    @Test(
        "Bytes that are not UTF-8 are reported",
        arguments: [
            (
                [0x22, 0x61, 0xFF, 0x22],
                "byte 2: expected UTF-8, "
                    + "found a byte that UTF-8 does not use (FF)"
            ),
            (
                [0x22, 0xC0, 0xAF, 0x22],
                "byte 1: expected UTF-8, "
                    + "found an overlong encoding (C0)"
            ),
            (
                [0x22, 0xED, 0xA0, 0x80, 0x22],
                "byte 1: expected UTF-8, "
                    + "found an encoded surrogate (ED)"
            ),
            (
                [0x22, 0xE2, 0x82, 0x22],
                "byte 1: expected UTF-8, "
                    + "found a character cut short (E2 82)"
            ),
            (
                [0x22, 0x5C, 0x6E, 0x80, 0x22],
                "byte 3: expected UTF-8, "
                    + "found a continuation byte without a start (80)"
            ),
            (
                [0xE9],
                "byte 0: expected a value, "
                    + "found the byte E9, which does not start a character"
            ),
            (
                [0xFF, 0xFE, 0x31, 0x00],
                "byte 0: expected UTF-8 text without a byte order mark, "
                    + "found the byte order mark of UTF-16 (FF FE)"
            ),
        ] as [([UInt8], String)]
    )
    func invalidUTF8(bytes: [UInt8], message: String) {
        #expect(self.message(of: bytes) == message)
    }

    private func message(of bytes: [UInt8]) -> String {
        do throws(JSONTextError) {
            return "accepted: \(try JSONValue(parsing: bytes))"
        } catch {
            return error.description
        }
    }
}
