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
            holds: [
                "getHealth:", "FILL IN the status and the schema", "are you there?",
                "expect: { status: { gte: 100 } }",
            ]
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
            ],
            leavesOut: [6]
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
            leavesOut: [20, 23, 27, 29]
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
            name: "a template after the host",
            text: """
                POST http://h.example:8080/jobs
                HTTP 202
                [Captures]
                place: header "Location"

                GET http://h.example:8080{{place}}
                HTTP 200

                GET http://h.example:8080{{place}}/log?all=1
                HTTP 200

                GET {{base}}{{path}}
                HTTP 200

                GET http://api.{{domain}}/a
                HTTP 200
                """,
            holds: [
                "request: { method: GET, path: /none }", "path: \"{{place}}\"",
                "path: \"{{place}}/log\"", "path: \"{{path}}\"", "path: /a",
                "documented: \"http://h.example:8080\"",
            ]
        ),
        Shape(
            name: "numbers and texts",
            text: """
                GET http://h.example/things?n={{n}}
                [Options]
                variable: n=5
                variable: word=five
                HTTP 200
                [Asserts]
                jsonpath "$.n" == {{n}}
                jsonpath "$.text" == "{{n}}"
                jsonpath "$.text" contains "{{n}}"
                jsonpath "$.text" startsWith "{{word}}"
                jsonpath "$.list" count == {{few}}
                jsonpath "$.name" == "{{name}}"
                jsonpath "$.count" == "{{few}}"

                GET http://h.example/total
                HTTP 200
                {"total": {{total}}, "name": "{{name}}"}
                """,
            holds: [
                "few: { env: FEW, type: number }", "name: { env: NAME }",
                "total: { env: TOTAL, type: number }", "let: { \"n\": 5, word: five }",
                #"{ jsonpath: $.n, equals: "{{n}}" }"#,
                #"{ jsonpath: $.text, equals: { join: ["{{n}}"], with: "" } }"#,
                #"{ jsonpath: $.text, contains: { join: ["{{n}}"], with: "" } }"#,
                #"{ jsonpath: $.text, startsWith: "{{word}}" }"#,
                #"{ jsonpath: $.list, count: "{{few}}" }"#,
                #"{ jsonpath: $.name, equals: "{{name}}" }"#,
                #"{ jsonpath: $.count, equals: { join: ["{{few}}"], with: "" } }"#,
                #"equals: { total: "{{total}}", name: "{{name}}" }"#,
            ]
        ),
        Shape(
            name: "captures of the same response",
            text: """
                POST http://h.example/jobs
                HTTP 202
                Location: /jobs/{{id}}
                [Captures]
                id: jsonpath "$.id"
                [Asserts]
                header "Location" == "/jobs/{{id}}"
                variable "id" != ""

                GET http://h.example/jobs/{{id}}
                HTTP 200
                [Asserts]
                jsonpath "$.id" == {{id}}
                """,
            holds: [
                "{ jsonpath: $.id, not: \"\" }", #"{ jsonpath: $.id, equals: "{{id}}" }"#,
                "captures: { id: { jsonpath: $.id } }",
            ],
            leavesOut: [3, 7]
        ),
        Shape(
            name: "compressed bodies",
            text: """
                GET http://h.example/gz
                [Options]
                compressed: true
                HTTP 200
                [Asserts]
                bytes count == 100
                bytes startsWith hex,7878;
                rawbytes count < 100
                sha256 == hex,00;

                GET http://h.example/gz
                Accept-Encoding: gzip
                HTTP 200
                hex,7878;
                """,
            holds: [
                "{ body: { bytes: 100 } }", "{ bytes: { lt: 100 } }",
                #"{ body: null, filters: [hexEncode], startsWith: "7878" }"#,
                #"{ body: null, filters: [hexEncode], equals: "7878" }"#,
            ],
            leavesOut: [9]
        ),
        Shape(
            name: "repeated header fields",
            text: """
                GET http://h.example/login
                HTTP 200
                Set-Cookie: theme=dark; Path=/
                Content-Type: text/html
                """,
            holds: [
                "{ not: { each: { not: theme=dark; Path=/ } } }",
                "{ equals: theme=dark; Path=/ }", "{ header: Content-Type, equals: text/html }",
            ]
        ),
        Shape(
            name: "paths and prefixes of other tools",
            text: """
                POST http://h.example/feed
                <f:feed xmlns:f="urn:f"><f:id>1</f:id></f:feed>
                HTTP 200
                [Asserts]
                jsonpath "$.headers.content-type" exists
                jsonpath "$..x-id" count == 1
                xpath "string(//f:id)" == "1"
                xpath "string(//a:t)" == "x"
                jsonpath "$.at" toDate "%a, %d %b %Y %H:%M:%S GMT" exists
                jsonpath "$.at" toDate "%d.%m.%Y" exists
                """,
            holds: [
                "jsonpath: \"$.headers['content-type']\"", "jsonpath: \"$..['x-id']\"",
                "namespaces:", "f: \"urn:f\"", "{ xpath: \"string(//f:id)\", equals: \"1\" }",
                "ADDRESS", "filters: [toDate]",
            ],
            leavesOut: [8, 10]
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
