import ContractFile
import JSON
import Testing

@testable import Interchange

struct YAMLWriterTests {
    @Test(
        "A text that YAML would read as something else is quoted",
        arguments: [
            ("", #""""#), ("true", #""true""#), ("Null", #""Null""#), ("~", #""~""#),
            ("no", #""no""#), ("12", #""12""#), ("-1.5e3", #""-1.5e3""#), ("0x1f", #""0x1f""#),
            (".inf", #"".inf""#), ("+.inf", #""+.inf""#), ("+.INF", #""+.INF""#),
            ("... a", #""... a""#), ("...", #""...""#), ("2013-09-01", #""2013-09-01""#),
            ("<<", #""<<""#),
            ("{{id}}", #""{{id}}""#), ("a{b", #""a{b""#), ("[a]", #""[a]""#), ("a: b", #""a: b""#),
            ("a:", #""a:""#), ("a #b", #""a #b""#), ("*a", #""*a""#), ("&a", #""&a""#),
            ("!a", #""!a""#), ("%a", #""%a""#), ("@a", #""@a""#), ("`a", #""`a""#),
            ("- a", #""- a""#), ("? a", #""? a""#), ("|", #""|""#), (">", #"">""#),
            (" a", #"" a""#), ("a ", #""a ""#), ("a\nb", #""a\nb""#), ("a\tb", #""a\tb""#),
            ("\"", #"'"'"#), (#"a\b: c"#, #"'a\b: c'"#), ("it's: \"x\"", #"'it''s: "x"'"#),
            ("\u{7}", #""\x07""#), ("\u{2028}", #""\u2028""#), ("\"\n", #""\"\n""#),
            ("abc", "abc"), ("it's", "it's"), ("a#b", "a#b"), ("3.2.1", #""3.2.1""#),
            ("v1", "v1"), ("a, b", "a, b"), ("プッシュ", "プッシュ"), ("a*", "a*"), ("/push", "/push"),
        ]
    )
    func scalars(text: String, spelling: String) {
        #expect(YAMLScalarText.spelled(text, inFlow: false) == spelling)
    }

    @Test("A comma needs quotes inside braces only")
    func comma() {
        #expect(YAMLScalarText.spelled("a, b", inFlow: true) == #""a, b""#)
    }

    @Test("Short values are on one line, long ones in a block")
    func layout() {
        let long = String(repeating: "long ", count: 20) + "text"
        let value: JSONValue = [
            "list": [1, "two", nil], "objects": [["a": 1], ["b": [:]]],
            "wide": [
                "first": .string(long), "second": [.string(long), ["x": .string(long), "z": 2]],
            ],
            "empty": [:], "none": [],
        ]
        #expect(
            YAMLWriter.text(of: value, tables: 1) == """
                list: [1, two, null]
                objects: [ { a: 1 }, { b: {} } ]
                wide:
                  first: \(long)
                  second:
                    - \(long)
                    - x: \(long)
                      z: 2
                empty: {}
                none: []

                """
        )
    }

    @Test("Every combination of three critical pieces is read back, as a key and as a value")
    func everyText() throws {
        let pieces = [
            "", "a", "1", ".", "...", "+", "-", "inf", "nan", "null", "true", "no", "e", "0x", "_",
            " ", ":", "#", ",", "~", "é",
        ]
        var seen: Set<String> = []
        for first in pieces {
            for second in pieces {
                for third in pieces { seen.insert(first + second + third) }
            }
        }
        let texts = seen.sorted()
        let value: JSONValue = [
            "values": .array(texts.map { .string($0) }),
            "inBrackets": .array(texts.map { [.string($0)] }),
            "inBraces": .array(texts.map { .object(JSONObject([.init(name: $0, value: 1)])) }),
        ]
        let keys = JSONValue.object(JSONObject(texts.map { .init(name: $0, value: 1) }))
        for value in [value, keys] {
            let text = YAMLWriter.text(of: value, tables: 1)
            let node = try YAMLDocument.parse(Array(text.utf8), file: "written.yaml")
            #expect(node.json == value)
        }
    }

    @Test("The loader reads back the written document, whatever its texts", arguments: 0..<40)
    func roundTrip(seed: Int) throws {
        var source = RandomValues(seed: UInt64(seed))
        let value = JSONValue.object(
            JSONObject([.init(name: "x", value: source.value(depth: 4))])
        )
        for tables in [0, 1, 3] {
            // A text that is not a mapping by itself is written on one line.
            let text = YAMLWriter.text(of: value, tables: tables)
            let node = try YAMLDocument.parse(Array(text.utf8), file: "written.yaml")
            #expect(node.json == value, "seed \(seed), \(tables) tables:\n\(text)")
        }
    }
}

/// Values full of what YAML gives a meaning to.
private struct RandomValues {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    private mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    private static let pieces = [
        "a", "B", "0", "1", " ", ":", ": ", " #", "#", "{", "}", "{{", "}}", "[", "]", ",", "*",
        "&",
        "!", "%", "@", "`", "'", "\"", "\\", "\n", "\t", "-", "?", "|", ">", "~", "true", "null",
        "é", "\u{85}", "\u{2028}", "\u{FEFF}", "🎉", "=", "<<", ".", "e", "+", "_",
    ]

    private mutating func text() -> String {
        (0..<next(6)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined()
    }

    mutating func value(depth: Int) -> JSONValue {
        switch next(depth == 0 ? 4 : 7) {
        case 0: return .null
        case 1: return .bool(next(2) == 0)
        case 2: return .integer(next(1_000_000) - 500_000)
        case 3: return .string(text())
        case 4: return .array((0..<next(5)).map { _ in value(depth: depth - 1) })
        default:
            return .object(
                JSONObject(
                    (0..<next(6)).map { _ in .init(name: text(), value: value(depth: depth - 1)) }
                )
            )
        }
    }
}
