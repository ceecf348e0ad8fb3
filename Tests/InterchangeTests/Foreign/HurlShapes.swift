import Testing

/// Hurl files as people write them, each with the expected content of its contract.
enum HurlShapes {
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        /// Parts of the contract.
        let holds: [String]
        /// Places of the parts that are left out.
        var leavesOut: [Int] = []

        var testDescription: String { name }
    }

    static let all = [
        Shape(
            name: "one request, no answer",
            text: "GET https://h.example/health # are you there?\n",
            holds: ["getHealth:", "FILL IN the status and the schema", "are you there?"]
        ),
        Shape(
            name: "create and read, with captures",
            text: """
                # Creates a note
                # and keeps its id.
                POST {{host}}/notes
                Authorization: Bearer {{token}}
                Accept: application/json
                {
                  "text": "hello",
                  "n": {{count}},
                  "owner": "{{owner}}"
                }
                HTTP/1.1 201
                Content-Type: application/json
                [Captures]
                id: jsonpath "$.id"
                secret: header "X-Secret" redact
                place: header "Location" regex /notes\\/(.+)/
                [Asserts]
                jsonpath "$.text" == "hello"
                jsonpath "$.tags" count == 0
                jsonpath "$.n" > 0

                GET {{host}}/notes/{{id}}
                X-Secret: {{secret}}
                HTTP 200
                {"id": "{{id}}", "text": "hello"}
                """,
            holds: [
                "summary: Creates a note", "# and keeps its id.",
                #"params: { id: "{{id}}" }"#, "{ version: \"1.1\" }",
                "{ jsonpath: $.tags, count: 0 }", "{ jsonpath: $.n, gt: 0 }",
                "{ header: Content-Type, equals: application/json }",
                #"{ equals: { id: { join: ["{{id}}"], with: "" }, text: hello } }"#,
                "place: { header: Location, filters: [ { regex: notes/(.+) } ] }",
            ],
            leavesOut: [15]
        ),
        Shape(
            name: "query, form, cookies and user",
            text: """
                POST http://h.example/login
                [Query]
                lang: en gb
                [Form]
                user: ann
                note: a&b=\\u{e9}
                [Cookies]
                theme: darkdarkdarkdark1
                [BasicAuth]
                bob: s3cret-word
                HTTP 302
                [Asserts]
                header "Location" startsWith "/home"
                cookie "sid" exists
                cookie "sid[Secure]" exists
                cookie "sid[Max-Age]" == 3600
                """,
            holds: [
                "query: { lang: en gb }", "form: { user: ann, note: a&b=é }",
                "{ cookie: sid, exists: true }", "{ cookie: \"sid[Max-Age]\", equals: 3600 }",
                "credentials:", "{ header: Location, startsWith: /home }",
            ]
        ),
        Shape(
            name: "old names of sections and predicates",
            text: """
                POST http://h.example/upload
                [QueryStringParams]
                a: 1
                [MultipartFormData]
                title: A file
                data: file,a.bin; image/png
                HTTP *
                [Asserts]
                status < 400
                jsonpath "$.size" greaterThan 10
                jsonpath "$.size" lessThanOrEquals 20
                jsonpath "$.name" notEquals "x"
                jsonpath "$.tags" includes "a"
                jsonpath "$.items[*].name" includes "b"
                jsonpath "$.name" not contains "z"
                """,
            holds: [
                "FILL IN the part data, a file", "{ status: { lt: 400 } }",
                "{ jsonpath: $.size, gt: 10 }", "{ jsonpath: $.name, not: x }",
                "{ jsonpath: $.tags, contains: a }",
                #"jsonpath: '$.items[?@.name == "b"]', exists: true"#,
                "{ jsonpath: $.name, not: { contains: z } }", "status: { gte: 100 }",
            ]
        ),
        Shape(
            name: "options",
            text: """
                GET http://h.example/jobs/12
                [Options]
                retry: 10
                retry-interval: 500ms
                delay: 1s
                max-time: 30s
                variable: kind=fast
                compressed: true
                verbose: false
                location: true
                cacert: ca.pem
                very-verbose: true
                HTTP 200

                GET http://h.example/jobs?kind={{kind}}
                [Options]
                repeat: 3
                HTTP 200

                GET http://h.example/old
                [Options]
                skip: true
                HTTP 200
                """,
            holds: [
                "eventually: { tries: 11, every: 500ms }", "delay: 1000ms", "timeout: 30000ms",
                "let: { kind: fast }", "redirects: follow", "cookies: keep", "repeat: 3",
                "verbose: false, as contracts have it",
            ],
            leavesOut: [11, 12, 20]
        ),
        Shape(
            name: "predicates of kinds and dates",
            text: """
                GET http://h.example/things
                HTTP 200
                [Asserts]
                jsonpath "$.id" isInteger
                jsonpath "$.rate" isFloat
                jsonpath "$.on" isBoolean
                jsonpath "$.name" isString
                jsonpath "$.list" isCollection
                jsonpath "$.list" not isEmpty
                jsonpath "$.when" isIsoDate
                jsonpath "$.uuid" isUuid
                jsonpath "$.gone" not exists
                jsonpath "$.name" matches /^[a-z]+$/
                jsonpath "$.name" matches "^[a-z]+$"
                jsonpath "$.list" nth 0 == null
                jsonpath "$.count" toString == "5"
                jsonpath "$.name" split "," count >= 2
                jsonpath "$.name" replace "a" "b" endsWith "c"
                certificate "Expire-Date" daysAfterNow > 15
                certificate "Subject" contains "h.example"
                jsonpath "$.ip" isIpv6
                jsonpath "$.html" htmlUnescape == "<"
                jsonpath "$..[" exists
                xpath "string(//h1)" == "Hello"
                duration <= 1500
                url == "http://h.example/things"
                """,
            holds: [
                "{ jsonpath: $.id, type: integer }", "{ jsonpath: $.list, type: [array, object] }",
                "{ jsonpath: $.list, empty: false }", "{ jsonpath: $.gone, exists: false }",
                #"{ certificate: notAfter, after: "{{now +15d}}" }"#,
                #"{ jsonpath: $.count, filters: [toString], equals: "5" }"#,
                "{ xpath: string(//h1), equals: Hello }", "count: { gte: 2 }",
                "{ duration: { lte: 1500 } }",
            ],
            leavesOut: [21, 22, 23]
        ),
        Shape(
            name: "bodies of all kinds",
            text: """
                POST http://h.example/a
                Content-Type: text/csv
                `one, two`
                HTTP 200
                `done`

                POST http://h.example/b
                ```
                line one
                line {{two}}
                ```
                HTTP 200

                POST http://h.example/c
                base64,aGVsbG8=;
                HTTP 200
                [Asserts]
                sha256 == hex,2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824;
                bytes startsWith hex,6865;
                md5 == hex,00;

                POST http://h.example/d
                hex,fffe00;
                HTTP 200

                POST http://h.example/e
                file,data.bin;
                HTTP 200
                file,answer.bin;
                """,
            holds: [
                #"text: "one, two""#, "{ body: done }", "text: hello", "2cf24dba5f",
                "FILL IN the body, which is in the file data.bin",
            ],
            leavesOut: [20, 23, 29]
        ),
        Shape(
            name: "XML and GraphQL",
            text: """
                POST http://h.example/soap
                SOAPAction: "GetPrice"
                <?xml version="1.0"?>
                <!-- a call -->
                <Envelope>
                  <Item id="1"/>
                </Envelope>
                HTTP 200
                [Asserts]
                body contains "<Price>"

                POST http://h.example/graphql
                ```graphql
                query Note($id: ID!) {
                  note(id: $id) { text }
                }
                variables {
                  "id": "n1"
                }
                ```
                HTTP 200
                [Asserts]
                jsonpath "$.data.note.text" exists
                regex "text.:.([a-z]+)" == "hello"
                """,
            holds: [
                "<Envelope>", "Content-Type: application/xml", "variables: { id: n1 }",
                "{ body: { contains: <Price> } }",
            ]
        ),
        Shape(
            name: "failures",
            text: """
                GET http://h.example/notes/none
                HTTP 404
                [Asserts]
                jsonpath "$.error" == "NOT_FOUND"

                DELETE http://h.example/notes/none
                HTTP/2 404
                {"error": "NOT_FOUND"}
                """,
            holds: [
                "covers: getNotesNone/404", "status: 404", "{ version: \"2\" }",
                "equals: { error: NOT_FOUND }",
            ]
        ),
        Shape(
            name: "templates with functions and filters",
            text: """
                # no end of comments
                PUT https://h.example/things/{{newUuid}}
                X-Request: {{newUuid}}
                X-Name: {{name urlEncode}}
                [Query]
                at: {{newDate}}
                not: {{
                {{key}}: value
                HTTP 204
                X-Request: {{name}}
                X-Request: b
                # the end
                """,
            holds: [
                #"X-Request: "{{uuid}}""#, "{ header: X-Request, contains: b }", "the end",
                "now rfc3339-ms",
            ],
            leavesOut: [2]
        ),
    ]
}
