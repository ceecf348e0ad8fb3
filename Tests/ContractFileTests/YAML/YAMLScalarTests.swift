import ContractFile
import JSON
import Testing

struct YAMLScalarTests {
    @Test(
        "A plain scalar has its meaning from the core schema of YAML 1.2",
        arguments: [
            ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
            ("nULL", .string("nULL")),
            ("true", .boolean(true)), ("True", .boolean(true)), ("TRUE", .boolean(true)),
            ("false", .boolean(false)), ("tRUE", .string("tRUE")),
            ("yes", .string("yes")), ("on", .string("on")), ("off", .string("off")),
            ("y", .string("y")), ("2013-09-01", .string("2013-09-01")),
            ("10:30", .string("10:30")), ("1_000", .string("1_000")), ("1,5", .string("1,5")),
            ("0", .number(.integer(0))), ("-0", .number(.integer(0))),
            ("+12", .number(.integer(12))), ("-19", .number(.integer(-19))),
            ("007", .number(.integer(7))), ("08", .number(.integer(8))),
            ("0o14", .number(.integer(12))), ("0o8", .string("0o8")), ("0o", .string("0o")),
            ("0xC", .number(.integer(12))), ("0xg", .string("0xg")), ("-0x1", .string("-0x1")),
            ("0b1", .string("0b1")), ("12e03x", .string("12e03x")),
            ("9223372036854775807", .number(.integer(.max))),
            ("-9223372036854775808", .number(.integer(.min))),
            ("9223372036854775808", .number(.unsigned(9_223_372_036_854_775_808))),
            ("18446744073709551615", .number(.unsigned(.max))),
            ("0xFFFFFFFFFFFFFFFF", .number(.unsigned(.max))),
            ("1.5", .number(.real(1.5))), ("-.5", .number(.real(-0.5))), ("1.", .number(.real(1))),
            ("1e3", .number(.real(1000))), ("+12.5E-1", .number(.real(1.25))),
            (".", .string(".")), ("-", .string("-")), ("+", .string("+")), ("e3", .string("e3")),
            (".e3", .string(".e3")), ("1e", .string("1e")), ("1e+", .string("1e+")),
            ("1.2.3", .string("1.2.3")), ("v2.4", .string("v2.4")), (".info", .string(".info")),
            ("--1", .string("--1")), ("1 ", .string("1 ")), ("９", .string("９")),
        ] as [(String, YAMLScalar)]
    )
    func plain(text: String, expected: YAMLScalar) {
        #expect(YAMLScalar(plain: text) == expected)
    }

    @Test(
        "A quoted scalar is a string, whatever it looks like",
        arguments: ["1", "true", "null", "~", "", ".inf", "99999999999999999999"]
    )
    func quoted(text: String) throws {
        for quote in ["\"", "'"] {
            let node = try YAMLDocument.parse(Array((quote + text + quote).utf8), file: "a.yaml")
            #expect(node.json == .string(text))
            #expect(node.kindAndValue == "string \"\(text)\"")
        }
    }

    @Test(
        "A node describes its kind and its value as shown in messages",
        arguments: [
            ("{ a: 1 }", "mapping"), ("[1]", "sequence"), ("abc", "string \"abc\""),
            ("12", "integer 12"), ("007", "integer 007"), ("1.0", "number 1.0"),
            ("18446744073709551615", "integer 18446744073709551615"),
            ("True", "boolean True"), ("~", "null"),
            (#""a\n\"b\"""#, #"string "a\n\"b\"""#),
        ]
    )
    func kinds(text: String, expected: String) throws {
        let node = try YAMLDocument.parse(Array(text.utf8), file: "a.yaml")
        #expect(node.kindAndValue == expected)
        #expect(expected.hasPrefix(node.kindName))
    }

    @Test("A long value is truncated in a message")
    func longValue() throws {
        let text = String(repeating: "あ", count: 61)
        let node = try YAMLDocument.parse(Array(text.utf8), file: "a.yaml")
        let shown = String(repeating: "あ", count: 60)
        #expect(node.kindAndValue == "string \"\(shown)\"…")
    }
}
