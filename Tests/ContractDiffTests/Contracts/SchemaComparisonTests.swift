import Contract
import JSON
import JSONSchemas
import Testing

@testable import ContractDiff

struct SchemaComparisonTests {
    /// Lines such as `! $.a is gone`; `!` marks what is breaking.
    private func lines(_ old: String, _ new: String) throws -> [String] {
        let changes = SchemaComparison.changes(
            from: try JSONSchema(document: try JSONValue(parsing: old)),
            to: try JSONSchema(document: try JSONValue(parsing: new))
        )
        return changes.map { "\($0.isBreaking ? "!" : " ") \($0.path) \($0.what)" }
    }

    @Test(
        "A kind of value that is new is breaking, one that went is not",
        arguments: [
            (#"{"type":"string"}"#, #"{"type":"string"}"#, nil),
            (
                #"{"type":"string"}"#, #"{"type":["string","null"]}"#,
                "! $ can be null too"
            ),
            (
                #"{"type":["string","null"]}"#, #"{"type":"string"}"#,
                "  $ is never null any more"
            ),
            (
                #"{"type":"string"}"#, #"{"type":"integer"}"#,
                "! $ is integer now, it was string"
            ),
            (#"{"type":"integer"}"#, #"{"type":"number"}"#, "! $ can be number too"),
            (
                #"{"type":"number"}"#, #"{"type":"integer"}"#,
                "  $ is never a number with a fraction any more"
            ),
            (#"{"type":"object"}"#, "true", "! $ can be anything now, it was object"),
            ("true", #"{"type":"object"}"#, "  $ is object now, it could be anything"),
            (#"{"enum":["a","b"]}"#, #"{"enum":["a","b","c"]}"#, "! $ can be \"c\" too"),
            (#"{"enum":["a","b"]}"#, #"{"const":"a"}"#, "  $ is never \"b\" any more"),
            (
                #"{"enum":["a","b"]}"#, #"{"type":"string"}"#,
                "! $ can be other than \"a\" or \"b\" now"
            ),
            (#"{"type":"string"}"#, #"{"const":"a"}"#, "  $ is always \"a\" now"),
            (#"{"const":1}"#, #"{"const":1.0}"#, nil),
            (#"{"title":"A","type":"string"}"#, #"{"title":"B","type":"string"}"#, nil),
        ] as [(String, String, String?)]
    )
    func kinds(old: String, new: String, expected: String?) throws {
        #expect(try lines(old, new) == [expected].compactMap(\.self))
    }

    @Test(
        "A looser bound is breaking, a tighter one is not",
        arguments: [
            (
                #"{"minimum":1}"#, #"{"minimum":0}"#,
                "! $ is at least 0 now, it was at least 1"
            ),
            (
                #"{"minimum":0}"#, #"{"exclusiveMinimum":0}"#,
                "  $ is greater than 0 now, it was at least 0"
            ),
            (
                #"{"exclusiveMinimum":0}"#, #"{"minimum":0}"#,
                "! $ is at least 0 now, it was greater than 0"
            ),
            (#"{"maximum":5}"#, #"{"maximum":5,"exclusiveMaximum":9}"#, nil),
            (
                #"{"maxLength":16}"#, "{}",
                "! $ is no longer limited to at most 16 characters"
            ),
            ("{}", #"{"maxItems":3}"#, "  $ is at most 3 elements now"),
            (#"{"pattern":"^a"}"#, #"{"pattern":"^b"}"#, "! $ matches ^b now, before: ^a"),
            ("{}", #"{"pattern":"^a"}"#, "  $ matches ^a now"),
            (
                #"{"pattern":"^a"}"#, "{}",
                "! $ is not bound to this any more: matches ^a"
            ),
            (
                #"{"multipleOf":2}"#, #"{"multipleOf":4}"#,
                "  $ is a multiple of 4 now, before: 2"
            ),
            (
                #"{"multipleOf":4}"#, #"{"multipleOf":2}"#,
                "! $ is a multiple of 2 now, before: 4"
            ),
            (#"{"uniqueItems":false}"#, "{}", nil),
            (
                #"{"uniqueItems":true}"#, "{}",
                "! $ is not bound to this any more: has no two equal elements"
            ),
        ] as [(String, String, String?)]
    )
    func bounds(old: String, new: String, expected: String?) throws {
        #expect(try lines(old, new) == [expected].compactMap(\.self))
    }

    @Test(
        "A member a client could count on must stay",
        arguments: [
            (
                #"{"required":["a"],"properties":{"a":{"type":"string"}}}"#,
                #"{"properties":{"a":{"type":"string"}}}"#,
                "! $.a need not be there any more"
            ),
            (
                #"{"properties":{"a":{"type":"string"}}}"#,
                #"{"required":["a"],"properties":{"a":{"type":"string"}}}"#,
                "  $.a is always there now"
            ),
            (
                #"{"properties":{"a":{"type":"string"}}}"#, "{}",
                "! $.a is not described any more"
            ),
            (
                #"{"properties":{"a":{"type":"string"}}}"#, #"{"additionalProperties":false}"#,
                "! $.a is gone|  $ has no members of other names any more"
            ),
            (#"{"properties":{"a":true}}"#, #"{"properties":{"a":false}}"#, "! $.a is gone"),
            ("{}", #"{"properties":{"a b":{"type":"array"}}}"#, "  $['a b'] is new: array"),
            (
                #"{"additionalProperties":false}"#,
                #"{"properties":{"a":{"enum":[1,2]}},"additionalProperties":false}"#,
                "! $.a is new: 1 or 2; no other member was allowed"
            ),
            (
                #"{"additionalProperties":false}"#, "{}",
                "! $ may have members of any other name now"
            ),
            (
                #"{"required":["a"]}"#,
                #"{"required":["a"],"properties":{"a":{"type":"string","pattern":"^x"}}}"#,
                "  $.a is described now: string matching ^x"
            ),
            (
                #"{"additionalProperties":{"type":"string"}}"#,
                #"{"additionalProperties":{"type":"integer"}}"#,
                "! $.* is integer now, it was string"
            ),
            (
                #"{"properties":{"r":{"items":{"required":["id"]}}}}"#,
                #"{"properties":{"r":{"items":{"required":[]}}}}"#,
                "! $.r[*].id is not described any more"
            ),
            (
                #"{"prefixItems":[{"type":"string"}]}"#, #"{"prefixItems":[{"type":"null"}]}"#,
                "! $[0] is null now, it was string"
            ),
        ] as [(String, String, String)]
    )
    func members(old: String, new: String, expected: String) throws {
        #expect(try lines(old, new) == expected.split(separator: "|").map(String.init))
    }

    @Test(
        "What cannot be told is breaking",
        arguments: [
            (
                #"{"anyOf":[{"type":"string"}]}"#,
                #"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
                "! $ has more alternatives (anyOf)"
            ),
            (
                #"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
                #"{"anyOf":[{"type":"string"}]}"#,
                "  $ has fewer alternatives (anyOf)"
            ),
            (
                #"{"oneOf":[{"type":"null"},{"type":"string"}]}"#,
                #"{"oneOf":[{"type":"string"}]}"#,
                "! $ has another \"oneOf\"; whether it allows more cannot be told"
            ),
            (
                #"{"allOf":[{"type":"string"}]}"#,
                #"{"allOf":[{"type":"string"},{"minLength":1}]}"#,
                "  $ has to meet more (allOf)"
            ),
            (
                #"{"not":{"const":1}}"#, #"{"not":{"const":2}}"#,
                "! $ has another \"not\"; whether it allows more cannot be told"
            ),
            (
                #"{"if":{"const":1}}"#, "{}",
                "! $ need not keep to \"if\" any more"
            ),
        ] as [(String, String, String)]
    )
    func combinations(old: String, new: String, expected: String) throws {
        #expect(try lines(old, new) == [expected])
    }

    @Test("References are followed, and it does not matter what the target is called")
    func references() throws {
        let old = """
            {"$defs":{"A":{"type":"object","required":["id"]}},
             "properties":{"one":{"$ref":"#/$defs/A"}}}
            """
        let new = """
            {"$defs":{"B c":{"type":"object"}},"properties":{"one":{"$ref":"#/$defs/B%20c"}}}
            """
        #expect(try lines(old, new) == ["! $.one.id is not described any more"])
        #expect(try lines(old, old) == [])
    }

    @Test("Schemas that contain themselves are compared once on each way")
    func recursion() throws {
        func tree(_ type: String) -> String {
            ##"{"properties":{"name":{"type":\##(type)},"child":{"$ref":"#"}}}"##
        }
        #expect(
            try lines(tree(#""string""#), tree(#"["string","null"]"#)) == [
                "! $.name can be null too", "! $.child.name can be null too",
            ]
        )
    }
}
