import Testing

/// Pact files as libraries write them, each with the expected content of its contract.
enum PactShapes {
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let version: String
        /// The interactions, as JSON.
        let interactions: String
        /// Parts of the contract.
        let holds: [String]
        /// Places of the parts that are left out.
        var leavesOut: [String] = []
        /// Further members of the file.
        var more = ""

        var testDescription: String { name }

        var text: String {
            #"{"consumer":{"name":"shop"},"provider":{"name":"notes"},"interactions":[\#(interactions)],"#
                + #""metadata":{"pactSpecification":{"version":"\#(version)"}}\#(more)}"#
        }
    }

    static let all = [
        Shape(
            name: "version 2",
            version: "2.0.0",
            interactions: #"""
                {"description":"a request for a note","providerState":"note 7 exists",
                "request":{"method":"get","path":"/notes/7","query":"full=true&lang=en",
                "headers":{"Accept":"application/json"},"matchingRules":{"$.path":{"match":"regex","regex":"\\/notes\\/\\d+"}}},
                "response":{"status":200,"headers":{"Content-Type":"application/json","X-Id":"abc"},
                "body":{"id":7,"text":"hello","tags":["a"],"owner":{"name":"ann","age":30}},
                "matchingRules":{"$.body.id":{"match":"type"},"$.body.text":{"match":"regex","regex":"^[a-z]+$"},
                "$.body.tags":{"min":1},"$.body.owner":{"match":"type"},"$.headers.X-Id":{"match":"regex","regex":"[a-z]+"}}}},
                {"description":"a note that is not there","request":{"method":"get","path":"/notes/8"},
                "response":{"status":404,"body":{"error":"NOT_FOUND"}}}
                """#,
            holds: [
                "title: Requirements of shop for notes",
                "  note 7 exists: {}", "given: [note 7 exists]",
                "tags: [note-7-exists]", "id: { type: number }",
                "text: { type: string, pattern: \"^[a-z]+$\" }", "minItems: 1",
                "{ header: Content-Type, startsWith: application/json }",
                "{ header: X-Id, matches: \"[a-z]+\" }", "covers: getNotesById/404",
                "contains: { error: NOT_FOUND }", "query: { full: \"true\", lang: en }",
                "age: { type: number }",
            ],
            leavesOut: ["#/interactions/0/request/matchingRules"]
        ),
        Shape(
            name: "version 3",
            version: "3.0.0",
            interactions: #"""
                {"description":"a list","providerStates":[{"name":"there are notes","params":{"count":2}}],
                "request":{"method":"POST","path":"/search","query":{"page":["1"],"tag":["a","b"]},
                "headers":{"Content-Type":"application/json"},"body":{"q":"x {{y}}","id":"old"},
                "generators":{"body":{"$.id":{"type":"Uuid"},"$.q":{"type":"RandomBoolean"}}}},
                "response":{"status":200,"headers":{"Content-Type":"application/json; charset=utf-8","ETag":"x","X-Kind":"a b"},
                "body":{"total":2,"items":[{"id":1,"at":"2026-01-01","rate":0.5,"on":true,"kind":"note-a","none":null}],"fixed":[1,"b"]},
                "matchingRules":{"header":{"ETag":{"matchers":[{"match":"type"}]},"X-Kind":{"matchers":[{"match":"include","value":"a"}]}},
                "body":{"$.total":{"matchers":[{"match":"integer"},{"match":"include","value":"2"}],"combine":"OR"},
                "$.items":{"matchers":[{"match":"type","min":1,"max":9}]},
                "$.items[*].at":{"matchers":[{"match":"date","date":"yyyy-MM-dd"}]},
                "$.items[*].rate":{"matchers":[{"match":"decimal"}]},"$.items[*].on":{"matchers":[{"match":"boolean"}]},
                "$.items[*].kind":{"matchers":[{"match":"include","value":"note-"}]},
                "$.items[*].none":{"matchers":[{"match":"null"}]},"$.fixed":{"matchers":[{"match":"equality"}]}}}}}
                """#,
            holds: [
                "there are notes: { parameters: [count] }",
                "given: [ { there are notes: { count: 2 } } ]", "tag: [a, b]", #""{{uuid}}""#,
                "anyOf:", "maxItems: 9",
                "type: integer", #"^\d{4}-\d{2}-\d{2}$"#, "{ header: ETag, exists: true }",
                "{ header: X-Kind, contains: a }", "const: b", "none: { type: \"null\" }",
            ],
            leavesOut: [
                "#/interactions/0/request/generators/body/$.q",
                "#/interactions/0/response/matchingRules/body/$.total/matchers/1", "#/messages/0",
            ],
            more: #","messages":[{"description":"an event"}]"#
        ),
        Shape(
            name: "version 4",
            version: "4.0",
            interactions: #"""
                {"type":"Synchronous/HTTP","key":"k1","description":"create a note","pending":true,
                "comments":{"text":["why it is so"],"testname":"NoteTest"},
                "request":{"method":"POST","path":"/users/1/notes","headers":{"Authorization":["Bearer s3cret-token"]},
                "body":{"content":{"text":"hello"},"contentType":"application/json","encoded":false},
                "generators":{"path":{"type":"ProviderState","expression":"/users/${userId}/notes"}}},
                "response":{"status":201,"headers":{"Location":["/notes/1"]},
                "body":{"content":{"a":{"x1":{"n":1}},"list":[{"k":"one"},{"k":"two"}],"v":"1.2.3","m":{"k1":"v"},"s":"x"},"contentType":"application/json","encoded":false},
                "matchingRules":{"status":{"matchers":[{"match":"statusCode","status":"success"}]},
                "header":{"Location":{"matchers":[{"match":"regex","regex":"^/notes/\\d+$"}]}},
                "body":{"$.a":{"matchers":[{"match":"values"}]},
                "$.list":{"matchers":[{"match":"arrayContains","variants":[{"index":1,"rules":{"$.k":{"matchers":[{"match":"equality"}]}}}]}]},
                "$.v":{"matchers":[{"match":"semver"}]},"$.s":{"matchers":[{"match":"notEmpty"}]},
                "$.m":{"matchers":[{"match":"eachKey","rules":[{"match":"regex","regex":"^k\\d+$"}],"value":"k1"}]}}}}},
                {"type":"Asynchronous/Messages","description":"an event","contents":{}}
                """#,
            holds: [
                "/users/{userId}/notes", "Pending:", "why it is so", "Test: NoteTest",
                "additionalProperties:", "contains:", "propertyNames:", "minLength: 1",
                "status: { gte: 200 }", "{ status: { lt: 300 } }", #"pattern: ^k\d+$"#,
            ],
            leavesOut: [
                "#/interactions/0/key", "#/interactions/0/request/headers/Authorization",
                "#/interactions/0/response/matchingRules/body/$.m/matchers/0/value",
                "#/interactions/1",
            ]
        ),
        Shape(
            name: "texts and empty bodies",
            version: "3.0.0",
            interactions: #"""
                {"description":"a page","request":{"method":"GET","path":"/page"},
                "response":{"status":200,"headers":{"Content-Type":"text/plain"},"body":"hello {{you}}"}},
                {"description":"a page that varies","request":{"method":"PUT","path":"/page","headers":{"Content-Type":"text/plain"},"body":"new"},
                "response":{"status":200,"headers":{"Content-Type":"text/plain"},"body":"hello",
                "matchingRules":{"body":{"$":{"matchers":[{"match":"regex","regex":"^hel+o$"}]}}}}},
                {"description":"nothing","request":{"method":"DELETE","path":"/page"},
                "response":{"status":204,"body":null,"generators":{"body":{"$.a":{"type":"Uuid"}}}}}
                """#,
            holds: [
                #"{ body: "hello {{'{{'}}you}}" }"#, "text: new",
                "{ body: { matches: ^hel+o$ } }",
                "{ body: { empty: true } }", "\"200\": {}",
            ],
            leavesOut: ["#/interactions/2/response/generators"]
        ),
    ]
}
