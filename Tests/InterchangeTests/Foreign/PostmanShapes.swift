import Testing

/// Postman collections as people export them, each with the expected content of its contract.
enum PostmanShapes {
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        /// The members next to `info`, as JSON.
        let content: String
        /// Parts of the contract.
        let holds: [String]
        /// Places of the parts that are left out; the complete file means the ids that only Postman uses.
        var leavesOut: [String] = []
        var version = "v2.1.0"

        var testDescription: String { name }

        var text: String {
            let schema = "https://schema.getpostman.com/json/collection/\(version)/collection.json"
            return #"{"info":{"name":"\#(name)","schema":"\#(schema)"},\#(content)}"#
        }
    }

    static let all = [
        Shape(
            name: "requests that are only URLs",
            content: """
                "item":[{"name":"Health","request":"https://h.example/health"},
                {"name":"Other","request":{"method":"GET","url":"h.example/other?a=1"}}]
                """,
            holds: ["health:", "path: /health", "path: /other", #"query: { a: "1" }"#]
        ),
        Shape(
            name: "a folder in which one request uses what another gives",
            content: #"""
                "variable":[{"key":"baseUrl","value":"https://h.example/v1","type":"string"},
                {"key":"user","value":"ann"},{"key":"password","value":"hunter2"}],
                "auth":{"type":"bearer","bearer":[{"key":"token","value":"{{token}}","type":"string"}]},
                "item":[{"name":"Log in","event":[{"listen":"test","script":{"type":"text/javascript","exec":[
                "var jsonData = JSON.parse(responseBody);",
                "postman.setEnvironmentVariable(\"token\", jsonData.data.token);",
                "tests[\"logged in\"] = responseCode.code === 200;"]}}],
                "request":{"method":"POST","auth":{"type":"noauth"},"url":"{{baseUrl}}/login",
                "header":[{"key":"Content-Type","value":"application/json"}],
                "body":{"mode":"raw","raw":"{\"user\":\"{{user}}\",\"password\":\"{{password}}\"}"}}},
                {"name":"Notes","description":"All about notes","item":[
                {"name":"Create a note","event":[{"listen":"test","script":{"exec":[
                "pm.test('created', function () {","    pm.response.to.have.status(201);",
                "    const note = pm.response.json();","    pm.expect(note).to.have.property('id');",
                "    pm.expect(note.text).to.eql('hello');","    pm.expect(note.tags).to.be.an('array').that.is.empty;",
                "    pm.collectionVariables.set('noteId', note.id);","});"]}}],
                "request":{"method":"POST","url":"{{baseUrl}}/notes",
                "body":{"mode":"raw","raw":"{\"text\":\"hello\"}","options":{"raw":{"language":"json"}}}}},
                {"name":"Read a note","request":{"method":"GET","description":"Reads one. With all of it.",
                "url":{"raw":"{{baseUrl}}/notes/:id","host":["{{baseUrl}}"],"path":["notes",":id"],
                "variable":[{"key":"id","value":"{{noteId}}","description":"Which one"}]}}}]}]
                """#,
            holds: [
                "documented: \"https://h.example\"", "token: \"{{token}}\"",
                "captures: { token: { jsonpath: $.data.token } }", "needs: [Log-in]",
                "tags: [Notes]", "# All about notes", "{ jsonpath: $.id, exists: true }",
                "{ jsonpath: $.tags, type: array }", "{ jsonpath: $.tags, empty: true }",
                #"params: { id: "{{noteId}}" }"#, "summary: Reads one", "With all of it.",
            ],
            leavesOut: ["#/variable/2/value", ""]
        ),
        Shape(
            name: "parts that are switched off",
            content: """
                "item":[{"id":"7","name":"Search","request":{"method":"GET","header":[
                {"key":"X-Old","value":"1","disabled":true},{"key":"Accept","value":"application/json","type":"text"}],
                "url":{"raw":"https://h.example/search?q=a+b&page=2&flag","protocol":"https","host":["h","example"],
                "path":["search"],"query":[{"key":"q","value":"a+b","description":"The words"},
                {"key":"page","value":"2","disabled":true},{"key":"flag","value":null,"disabled":false}]},
                "body":{"mode":"raw","raw":"x","disabled":true}},
                "protocolProfileBehavior":{"followRedirects":false}}]
                """,
            holds: [
                "q: The words", "Accept: application/json", "flag", "followRedirects: false",
                "expect: { status: { gte: 100 } }",
            ],
            leavesOut: [
                "#/item/0/request/url/query/1", "#/item/0/request/header/0",
                "#/item/0/request/body", "",
            ]
        ),
        Shape(
            name: "forms and files",
            content: """
                "item":[{"name":"Sign in","request":{"method":"POST","url":"https://h.example/form",
                "body":{"mode":"urlencoded","urlencoded":[{"key":"user","value":"ann b","type":"text"},
                {"key":"off","value":"1","disabled":true},{"key":"password","value":"{{pw}}"}]}}},
                {"name":"Upload","request":{"method":"POST","url":"https://h.example/parts",
                "body":{"mode":"formdata","formdata":[{"key":"title","value":"A","type":"text","contentType":"text/plain"},
                {"key":"data","type":"file","src":["a.bin","b.bin"]},{"key":"icon","type":"file","src":"i.png"}]}}},
                {"name":"Put a file","request":{"method":"PUT","url":"https://h.example/file",
                "body":{"mode":"file","file":{"src":"data.bin"}}}}]
                """,
            holds: [
                #"form: { user: ann b, password: "{{pw}}" }"#, "FILL IN the part data, a file",
                "text: A, type: text/plain", "FILL IN the body, which is in the file data.bin",
            ],
            leavesOut: [
                "#/item/0/request/body/urlencoded/1", "#/item/1/request/body/formdata/1/src",
                "#/item/1/request/body/formdata/1/src", "#/item/1/request/body/formdata/2/src",
                "#/item/2/request/body/file", "",
            ]
        ),
        Shape(
            name: "authentication of all kinds",
            content: """
                "item":[
                {"name":"Basic","request":{"method":"GET","url":"https://h.example/a","auth":{"type":"basic",
                "basic":[{"key":"username","value":"ann"},{"key":"password","value":"s3cret-word"}]}}},
                {"name":"Key","request":{"method":"GET","url":"https://h.example/b","auth":{"type":"apikey",
                "apikey":[{"key":"key","value":"X-Shop"},{"key":"value","value":"s3cret-shop"},{"key":"in","value":"header"}]}}},
                {"name":"Query key","request":{"method":"GET","url":"https://h.example/c","auth":{"type":"apikey",
                "apikey":[{"key":"key","value":"api_key"},{"key":"value","value":"{{key}}"},{"key":"in","value":"query"}]}}},
                {"name":"Digest","request":{"method":"GET","url":"https://h.example/f","auth":{"type":"digest",
                "digest":[{"key":"username","value":"ann"},{"key":"password","value":"{{digestWord}}"}]}}},
                {"name":"OAuth","request":{"method":"GET","url":"https://h.example/d","auth":{"type":"oauth2",
                "oauth2":[{"key":"accessToken","value":"{{accessToken}}"},{"key":"addTokenTo","value":"header"}]}}},
                {"name":"Amazon","request":{"method":"GET","url":"https://h.example/e","auth":{"type":"awsv4",
                "awsv4":[{"key":"accessKey","value":"AK"},{"key":"region","value":"eu"}]}}}]
                """,
            holds: [
                "scheme: basic", "scheme: digest", "X-Shop: \"{{", "api_key", "{{accessToken}}",
                "FILL IN a scheme of `securitySchemes`",
            ],
            leavesOut: [
                "#/item/0/request/auth", "#/item/1/request/auth",
                "#/item/4/request/auth/oauth2/1", "#/item/5/request/auth",
            ]
        ),
        Shape(
            name: "GraphQL and dynamic variables",
            content: #"""
                "item":[{"name":"Query","request":{"method":"POST","url":"https://h.example/graphql",
                "header":[{"key":"X-Request","value":"{{$guid}}"},{"key":"X-Who","value":"{{$randomFullName}}"}],
                "body":{"mode":"graphql","graphql":{"query":"{ notes { id } }","variables":"{\"at\":\"{{$timestamp}}\"}"}}}},
                {"name":"Odd names","request":{"method":"GET","url":"{{the server}}/a/{{note.id}}?n={{$randomInt}}"}}]
                """#,
            holds: [
                #"X-Request: "{{uuid}}""#, #"{ at: { join: ["{{now unix}}"], with: "" } }"#,
                "{{digits 3}}", "theServer", "{{noteId}}", "randomFullName",
            ],
            leavesOut: ["#/item/0"]
        ),
        Shape(
            name: "saved answers",
            content: #"""
                "item":[{"name":"List notes","request":{"method":"GET","url":"https://h.example/notes"},
                "response":[{"id":"r1","name":"Some","originalRequest":{"method":"GET","url":"https://h.example/notes"},
                "status":"OK","code":200,"_postman_previewlanguage":"json",
                "header":[{"key":"Content-Type","value":"application/json"},{"key":"Date","value":"today"}],
                "cookie":[],"body":"[{\"id\":1,\"text\":\"a\"},{\"id\":2}]"},
                {"name":"None","originalRequest":{"method":"GET","url":"https://h.example/notes?x=1"},
                "status":"Unauthorized","code":401,"header":[],"body":"{\"error\":\"NO_TOKEN\",\"message\":\"Log in first\"}"},
                {"name":"Broken","code":500,"body":"<html>"}]}]
                """#,
            holds: [
                "required: [id]", "NO_TOKEN: { status: 401", "A saved response: Some (200 OK).",
                "summary: Unauthorized", "\"500\": { status: 500",
            ],
            leavesOut: [
                "#/item/0/response/0/header", "#/item/0/response/1/originalRequest",
                "#/item/0/response/2/body", "",
            ]
        ),
        Shape(
            name: "many words of tests",
            content: #"""
                "event":[{"listen":"test","script":{"exec":"pm.test('quick', () => pm.expect(pm.response.responseTime).to.be.below(200));\npm.response.to.be.json;"}}],
                "item":[{"name":"Asked","event":[{"listen":"test","script":{"exec":[
                "// what comes back","const body = pm.response.json();","const schema = {type: 'object', required: ['id']};",
                "pm.test('all', () => {","  pm.expect(pm.response.code).to.be.oneOf([200, 201]);",
                "  pm.response.to.have.header('ETag');","  pm.response.to.have.jsonBody('data.id', 5);",
                "  pm.response.to.have.jsonSchema(schema);","  pm.expect(body.data.items.length).to.be.above(2);",
                "  pm.expect(body.data['a b'][0].c).to.not.equal(null);","  pm.expect(body.name).to.match(/^[A-Z]+$/);",
                "  pm.expect(body.name)","    .to.be.a('string')","    .and.include('X');",
                "  pm.expect(body.list).to.have.members([1, 2]);","  pm.expect(body).to.have.all.keys('a', 'b');",
                "  pm.expect(body.n).to.be.within(1, 3);","  pm.expect(body.on).to.be.true;",
                "  pm.expect(body.gone).to.be.undefined;","  pm.expect(typeof body.id).to.equal('number');",
                "  pm.expect(pm.response.headers.get('X-A')).to.eql(pm.environment.get('wanted'));",
                "  pm.expect(pm.response.text()).to.include('hello');","  pm.expect(body.when).to.eql(new Date());",
                "  pm.expect(body.id === 7).to.be.true; pm.expect(body.pi).to.be.closeTo(3.14, 0.01);","});",
                "pm.response.to.be.success;","console.log(body);",
                "if (body.more) {","  postman.setNextRequest('Asked');","}",
                "pm.sendRequest('https://h.example', function (err, res) { console.log(res); });"]}}],
                "request":{"method":"GET","url":"https://h.example/asked"}}]
                """#,
            holds: [
                "status: { anyOf: [200, 201] }", "{ header: ETag, exists: true }",
                "{ jsonpath: $.data.id, equals: 5 }", "length: { gt: 2 }",
                "{ jsonpath: \"$.data['a b'][0].c\", not: null }", "matches: \"^[A-Z]+$\"",
                "{ jsonpath: $.name, contains: X }", "equalsUnordered: [1, 2]",
                "maxProperties: 2", "{ jsonpath: $.n, gte: 1 }", "{ jsonpath: $.on, equals: true }",
                "{ jsonpath: $.gone, exists: false }", "{ jsonpath: $.id, type: number }",
                #"{ header: X-A, equals: "{{wanted}}" }"#, "{ body: { contains: hello } }",
                "{ jsonpath: $.id, equals: 7 }", "{ status: { lt: 300 } }",
                "{ jsonpath: $.pi, equals: 3.14, within: 0.01 }", "{ duration: { lt: 200 } }",
                "redirects: follow",
                "{ header: Content-Type, contains: json }", "Tests: all.", "Tests: quick.",
            ],
            leavesOut: [
                "#/item/0/event/0/script/exec/0",
                "#/item/0/event/0/script/exec/22", "#/item/0/event/0/script/exec/26",
                "#/item/0/event/0/script/exec/27", "#/item/0/event/0/script/exec/30",
            ]
        ),
        Shape(
            name: "variables that scripts and folders set",
            content: #"""
                "item":[{"name":"Outer","variable":[{"key":"lang","value":"en"}],"item":[{"name":"Inner","item":[
                {"name":"One","event":[{"listen":"prerequest","script":{"exec":["pm.environment.set('kind', 'fast');",
                "pm.variables.set('at', Date.now());","const h = CryptoJS.MD5('x');"]}},
                {"listen":"test","disabled":true,"script":{"exec":["x"]}}],
                "request":{"method":"POST","url":"https://h.example/one/{{kind}}","header":"X-Lang: {{lang}}\nX-At: {{at}}"}},
                {"name":"Two","request":{"method":"GET","url":"https://h.example/two?kind={{kind}}&lang={{lang}}"}}]}]},
                {"name":"Two","request":{"method":"GET","url":"https://h.example/two?kind={{kind}}"}}]
                """#,
            holds: ["let: { kind: fast, lang: en", "tags: [Outer, Inner]", "Two2:"],
            leavesOut: [
                "#/item/0/item/0/item/0/event/0/script/exec/2", "#/item/0/item/0/item/0/event/1",
            ]
        ),
        Shape(
            name: "version 2.0",
            content: """
                "auth":{"type":"basic","basic":{"username":"ann","password":"{{pw}}","showPassword":false}},
                "item":[{"name":"Note","request":{"method":"GET","url":"https://h.example/notes/7",
                "description":{"content":"Reads a note","type":"text/markdown"}}}]
                """,
            holds: ["scheme: basic", "summary: Reads a note", "params: { id: \"7\" }"],
            leavesOut: ["#/auth/basic/showPassword", ""],
            version: "v2.0.0"
        ),
    ]
}
