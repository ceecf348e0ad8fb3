import Base
import Testing

@testable import Contract

private typealias SourceLocation = Contract.SourceLocation

struct TemplateParserTests {
    @Test(
        "A text is split at its templates",
        arguments: [
            ("", []),
            ("plain", [.literal("plain")]),
            ("{{id}}", [.reference(["id"])]),
            ("{{ id }}", [.reference(["id"])]),
            ("a{{id}}b", [.literal("a"), .reference(["id"]), .literal("b")]),
            ("{{a}}{{b}}", [.reference(["a"]), .reference(["b"])]),
            ("{{a.b.0}}", [.reference(["a", "b", "0"])]),
            (#"{"a":{"b":{{x}}}}"#, [.literal(#"{"a":{"b":"#), .reference(["x"]), .literal("}}")]),
            ("} }} {", [.literal("} }} {")]),
            ("{{hex 64}}", [.function(.hex(64))]),
            ("{{digits 1}}", [.function(.digits(1))]),
            ("{{alnum 65536}}", [.function(.alphanumerics(65_536))]),
            ("{{uuid}}-{{seq}}", [.function(.uuid), .literal("-"), .function(.sequence)]),
            ("{{\n\tuuid\r\n}}", [.function(.uuid)]),
            // A brace followed by a combining accent forms one Character.
            ("{{a}}\u{301}", [.reference(["a"]), .literal("\u{301}")]),
            ("\r\n{{a}}\r\n", [.literal("\r\n"), .reference(["a"]), .literal("\r\n")]),
        ] as [(String, [Template.Part])]
    )
    func parts(text: String, parts: [Template.Part]) throws {
        #expect(try Template(parsing: text).parts == parts)
    }

    @Test(
        "After \"now\" come a format, a shift and a zone, each optional",
        arguments: [
            ("{{now}}", .now(.rfc3339Milliseconds, shiftNanoseconds: 0, zoneSeconds: 0)),
            ("{{now unix}}", .now(.unix, shiftNanoseconds: 0, zoneSeconds: 0)),
            (
                "{{now +3m}}",
                .now(.rfc3339Milliseconds, shiftNanoseconds: 180_000_000_000, zoneSeconds: 0)
            ),
            (
                "{{now rfc3339 -1.5s}}",
                .now(.rfc3339, shiftNanoseconds: -1_500_000_000, zoneSeconds: 0)
            ),
            (
                "{{now -09:30}}",
                .now(.rfc3339Milliseconds, shiftNanoseconds: 0, zoneSeconds: -34_200)
            ),
            (
                "{{now iso-zone +1d Asia/Tokyo}}",
                .now(.isoWithZone, shiftNanoseconds: 86_400_000_000_000, zoneSeconds: 32_400)
            ),
            (
                "{{now '%Y %m' +05:30}}",
                .now(.pattern("%Y %m"), shiftNanoseconds: 0, zoneSeconds: 19_800)
            ),
            ("{{now unix UTC}}", .now(.unix, shiftNanoseconds: 0, zoneSeconds: 0)),
        ] as [(String, TemplateFunction)]
    )
    func now(text: String, function: TemplateFunction) throws {
        #expect(try Template(parsing: text).parts == [.function(function)])
    }

    @Test(
        "An invalid template is rejected, with the reason and the position",
        arguments: [
            ("a {{id", #""{{" without "}}" in "a {{id""#),
            ("{{}}", #"nothing between "{{" and "}}""#),
            ("{{  }}", #"nothing between "{{" and "}}""#),
            (
                "{{hexx 4}}",
                #"unknown function "hexx" in "{{hexx 4}}"; known: hex, digits, alnum, uuid, seq, now"#
            ),
            ("{{a..b}}", #""a..b" is not a name"#),
            ("{{.a}}", #"".a" is not a name"#),
            ("{{hex}}", #""hex" takes one number from 1 to 65536, as in "{{hex 16}}""#),
            ("{{hex 0}}", #""hex" takes one number from 1 to 65536, as in "{{hex 16}}""#),
            (
                "{{digits 65537}}",
                #""digits" takes one number from 1 to 65536, as in "{{digits 16}}""#
            ),
            ("{{alnum four}}", #""alnum" takes one number from 1 to 65536, as in "{{alnum 16}}""#),
            ("{{hex 1 2}}", #""hex" takes one number from 1 to 65536, as in "{{hex 16}}""#),
            ("{{uuid 4}}", #""uuid" takes nothing after it"#),
            ("{{seq 1}}", #""seq" takes nothing after it"#),
            ("{{now +3x}}", #""+3x" is not a shift such as +3m or -7d"#),
            ("{{now '%Y}}", #"a "'" without a second one in "{{now '%Y}}""#),
            (
                "{{now unix +09:00}}",
                #"this form of "now" has no zone, so "+09:00" would change nothing"#
            ),
            (
                "{{now '%Y-%q'}}",
                #""%Y-%q" in "now" is neither a format (rfc3339-ms, rfc3339, iso-zone, unix, unix-ms, "#
                    + "http-date, or a quoted pattern of %Y %m %d %H %M %S %L %z %:z %%), a shift (+3m) "
                    + "nor a zone (+09:00, Asia/Kolkata, Asia/Seoul, Asia/Shanghai, Asia/Singapore, "
                    + "Asia/Tokyo, GMT, UTC, Z)"
            ),
        ]
    )
    func errors(text: String, reason: String) {
        let place = SourceLocation(file: "a.yaml", line: 2, column: 7)
        let error = #expect(throws: TemplateError.self) { try Template(parsing: text, at: place) }
        #expect(error?.reason == reason)
        #expect(error?.description == "a.yaml:2:7: \(reason)")
    }

    @Test("A template reports its names, whether it is constant, and whether it is alone")
    func properties() throws {
        let mixed = try Template(parsing: "{{a.b}}-{{hex 2}}-{{c}}")
        #expect(mixed.names == ["a", "c"])
        #expect(mixed.constantText == nil)
        #expect(!mixed.isSingle)
        #expect(try Template(parsing: "").constantText == "")
        #expect(try Template(parsing: "x").constantText == "x")
        #expect(try !Template(parsing: "x").isSingle)
        #expect(try Template(parsing: "{{x}}").isSingle)
        #expect(try !Template(parsing: "{{x}} ").isSingle)
    }

    @Test(
        "Quoted braces are literal",
        arguments: [
            ("{{'{{'}}", "{{"), ("a {{'{{'}}name}} b", "a {{name}} b"), ("{{ 'x' }}y", "xy"),
        ]
    )
    func literal(text: String, wanted: String) throws {
        #expect(try Template(parsing: text).constantText == wanted)
    }
}
