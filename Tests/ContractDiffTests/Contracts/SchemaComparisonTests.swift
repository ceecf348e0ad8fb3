import Contract
import JSON
import JSONSchemas
import Testing

@testable import ContractDiff

struct SchemaComparisonTests {
    /// Lines such as `! $.a is gone`; `!` marks a breaking change.
    private func lines(
        _ old: String,
        _ new: String,
        _ direction: SchemaChange.Direction = .response,
        isText: Bool = false
    ) throws -> [String] {
        let (old, new) = (try JSONValue(parsing: old), try JSONValue(parsing: new))
        let comparison = SchemaComparison(
            SchemaDocument(old),
            SchemaDocument(new),
            direction,
            isText: isText
        )
        return comparison.changes(from: old, to: new).map { change in
            let isBreaking = change.severity(in: direction) == .breaking
            return "\(isBreaking ? "!" : " ") \(change.path) \(change.what)"
        }
    }

    @Test(
        "A value that is sent without quotes may become any text",
        arguments: [
            (#"{"type":"integer"}"#, #"{"type":"string"}"#, ["  $ can be string too"]),
            (
                #"{"type":"array","items":{"type":"integer"}}"#,
                #"{"type":"array","items":{"type":"string"}}"#, ["  $[*] can be string too"]
            ),
            (
                #"{"type":["boolean","null"]}"#, #"{"type":["string","null"]}"#,
                ["  $ can be string too"]
            ),
            (
                #"{"type":"integer"}"#, #"{"type":"string","pattern":"^a"}"#,
                ["! $ is string now, it was integer"]
            ),
            (
                #"{"type":"integer"}"#, #"{"enum":["a","b"]}"#,
                ["! $ is string now, it was integer"]
            ),
            (
                #"{"type":"string"}"#, #"{"type":"integer"}"#,
                ["! $ is integer now, it was string"]
            ),
            (
                #"{"type":"object"}"#, #"{"type":"string"}"#,
                [
                    "  $ can be string too", "! $ can no longer be object",
                ]
            ),
        ]
    )
    func texts(old: String, new: String, expected: [String]) throws {
        #expect(try lines(old, new, .request, isText: true) == expected)
    }

    @Test(
        "A new type of value is breaking, a removed one is not",
        arguments: [
            (#"{"type":"string"}"#, #"{"type":"string"}"#, nil),
            (
                #"{"type":"string"}"#, #"{"type":["string","null"]}"#,
                "! $ can be null too"
            ),
            (
                #"{"type":["string","null"]}"#, #"{"type":"string"}"#,
                "  $ is no longer null"
            ),
            (
                #"{"type":"string"}"#, #"{"type":"integer"}"#,
                "! $ is integer now, it was string"
            ),
            (#"{"type":"integer"}"#, #"{"type":"number"}"#, "! $ can be number too"),
            (
                #"{"type":"number"}"#, #"{"type":"integer"}"#,
                "  $ is no longer a number with a fraction"
            ),
            (#"{"type":"object"}"#, "true", "! $ can be anything now, it was object"),
            ("true", #"{"type":"object"}"#, "  $ is object now, it could be anything"),
            (#"{"enum":["a","b"]}"#, #"{"enum":["a","b","c"]}"#, "! $ can be \"c\" too"),
            (#"{"enum":["a","b"]}"#, #"{"const":"a"}"#, "  $ is no longer \"b\""),
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
                "! $ no longer has the bound: matches ^a"
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
                "! $ no longer has the bound: has no two equal elements"
            ),
        ] as [(String, String, String?)]
    )
    func bounds(old: String, new: String, expected: String?) throws {
        #expect(try lines(old, new) == [expected].compactMap(\.self))
    }

    @Test(
        "A member that clients could rely on must stay",
        arguments: [
            (
                #"{"required":["a"],"properties":{"a":{"type":"string"}}}"#,
                #"{"properties":{"a":{"type":"string"}}}"#,
                "! $.a is no longer required"
            ),
            (
                #"{"properties":{"a":{"type":"string"}}}"#,
                #"{"required":["a"],"properties":{"a":{"type":"string"}}}"#,
                "  $.a is always there now"
            ),
            (
                #"{"properties":{"a":{"type":"string"}}}"#, "{}",
                "! $.a is no longer described"
            ),
            (
                #"{"properties":{"a":{"type":"string"}}}"#, #"{"additionalProperties":false}"#,
                "! $.a is gone|  $ has no other members now"
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
                "! $ can have other members now"
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
                "! $.r[*].id is no longer described"
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
        "An undecidable change is breaking",
        arguments: [
            (
                #"{"anyOf":[{"type":"string"}]}"#,
                #"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
                "! $ can be null too"
            ),
            (
                #"{"anyOf":[{"type":"null"},{"type":"string"}]}"#,
                #"{"anyOf":[{"type":"string"}]}"#,
                "  $ is no longer null"
            ),
            (
                #"{"oneOf":[{"type":"null"},{"type":"string"}]}"#,
                #"{"oneOf":[{"type":"string"}]}"#,
                "  $ is no longer null"
            ),
            (
                #"{"allOf":[{"type":"string"}]}"#,
                #"{"allOf":[{"type":"string"},{"minLength":1}]}"#,
                "  $ is at least 1 characters now"
            ),
            (
                #"{"not":{"const":1}}"#, #"{"not":{"const":2}}"#,
                "! $ has another \"not\"; whether it allows more is unknown"
            ),
            (
                #"{"if":{"const":1}}"#, "{}",
                "! $ need no longer satisfy \"if\""
            ),
        ] as [(String, String, String)]
    )
    func combinations(old: String, new: String, expected: String) throws {
        #expect(try lines(old, new) == [expected])
    }

    @Test(
        "Two notations of one schema are equal",
        arguments: [
            (
                ##"{"allOf":[{"type":"string"},{"minLength":2}]}"##,
                ##"{"type":"string","minLength":2}"##
            ),
            (
                ##"{"allOf":[{"properties":{"a":{"type":"string"}}},{"required":["a"]}]}"##,
                ##"{"required":["a"],"properties":{"a":{"type":["string"]}}}"##
            ),
            (##"{"const":1}"##, ##"{"enum":[1.0]}"##),
            (##"{"type":"string","enum":["a","b"]}"##, ##"{"enum":["b","a"]}"##),
            (##"{"anyOf":[{"type":"string"},{"type":"null"}]}"##, ##"{"type":["null","string"]}"##),
            (
                ##"{"anyOf":[{"type":"string","maxLength":3},{"type":"integer","minimum":1}]}"##,
                ##"{"type":["integer","string"],"maxLength":3,"minimum":1}"##
            ),
            (##"{"oneOf":[{"const":"a"},{"const":"b"}]}"##, ##"{"enum":["a","b"]}"##),
            (
                ##"{"anyOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"null"}}}"##,
                ##"{"type":"null"}"##
            ),
            (##"{"type":"string","minLength":0,"minimum":3}"##, ##"{"type":"string"}"##),
            (##"{"items":{},"additionalProperties":true,"required":[]}"##, ##"{}"##),
            (##"{"enum":[null]}"##, ##"{"type":"null"}"##),
            (##"{"enum":[true,false]}"##, ##"{"type":"boolean"}"##),
            (
                ##"{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}"##,
                ##"{"properties":{"a":{}},"additionalProperties":false}"##
            ),
            (
                ##"{"allOf":[{"maximum":9},{"maximum":5},{"multipleOf":2}],"multipleOf":4}"##,
                ##"{"maximum":5,"multipleOf":4}"##
            ),
            (
                ##"{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"maxLength":2}}}]}"##,
                ##"{"properties":{"a":{"type":"string","maxLength":2}}}"##
            ),
        ],
        [SchemaChange.Direction.request, .response]
    )
    func equal(schemas: (String, String), direction: SchemaChange.Direction) throws {
        #expect(try lines(schemas.0, schemas.1, direction) == [])
        #expect(try lines(schemas.1, schemas.0, direction) == [])
    }

    @Test(
        "A schema of requests breaks when it becomes narrower",
        arguments: [
            (
                ##"{"maxLength":9}"##, ##"{"maxLength":8}"##,
                "! $ is at most 8 characters now, it was at most 9 characters"
            ),
            (
                ##"{"maxLength":8}"##, ##"{"maxLength":9}"##,
                "  $ is at most 9 characters now, it was at most 8 characters"
            ),
            (##"{"enum":["a","b"]}"##, ##"{"enum":["a"]}"##, ##"! $ can no longer be "b""##),
            (##"{"type":"integer"}"##, ##"{"type":"number"}"##, "  $ can be number too"),
            (
                ##"{"properties":{"a":{"type":"string"}}}"##,
                ##"{"required":["a"],"properties":{"a":{"type":"string"}}}"##,
                "! $.a is required now"
            ),
            ("{}", ##"{"properties":{"a":{"type":"string"}}}"##, "  $.a is new: string"),
            ("{}", ##"{"required":["a"]}"##, "! $.a is required now"),
            (
                "{}", ##"{"additionalProperties":false}"##,
                "! $ can have no other members now"
            ),
            (
                ##"{"not":{"maximum":3}}"##, ##"{"not":{"maximum":4}}"##,
                ##"! $ has another "not", which forbids more"##
            ),
            (
                ##"{"properties":{"a":{"readOnly":true,"maxLength":9}}}"##,
                ##"{"required":["a"],"properties":{"a":{"readOnly":true}}}"##, nil
            ),
        ] as [(String, String, String?)]
    )
    func requests(old: String, new: String, expected: String?) throws {
        #expect(try lines(old, new, .request) == [expected].compactMap(\.self))
    }

    @Test("Schemas that all refer to each other are compared once for each pair")
    func net() throws {
        func net(_ last: String) -> String {
            let names = (0..<40).map { "S\($0)" }
            let members = names.map { ##""\##($0)":{"$ref":"#/$defs/\##($0)"}"## }.joined(
                separator: ","
            )
            let schemas = names.map { name in
                ##""\##(name)":{"properties":{\##(members)},"type":"\##(name == "S39" ? last : "object")"}"##
            }
            return ##"{"$ref":"#/$defs/S0","$defs":{\##(schemas.joined(separator: ","))}}"##
        }
        #expect(try lines(net("object"), net("object")).isEmpty)
        let found = try lines(net("object"), net("array"))
        #expect(found.count == 501)
        #expect(found.last == "! $ differs in more places than are listed")
    }

    @Test("References are followed, and the name of the target does not matter")
    func references() throws {
        let old = """
            {"$defs":{"A":{"type":"object","required":["id"]}},
             "properties":{"one":{"$ref":"#/$defs/A"}}}
            """
        let new = """
            {"$defs":{"B c":{"type":"object"}},"properties":{"one":{"$ref":"#/$defs/B%20c"}}}
            """
        #expect(try lines(old, new) == ["! $.one.id is no longer described"])
        #expect(try lines(old, old) == [])
    }

    @Test("Recursive schemas are compared once on each path")
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
