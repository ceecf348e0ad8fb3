import ContractFile
import JSON
import Testing

@testable import Interchange

/// Collections that are folders of files in YAML.
struct CollectionFolderTests {
    private static func documents(_ files: [(String, String)]) throws -> [ForeignDocument] {
        try files.map { name, text in
            let source = SourceText(file: name, bytes: Array(text.utf8))
            let root = try YAMLDocument.parse(source, by: .foreign)
            return ForeignDocument(name: name, value: root.json) { pointer in
                pointer.tokens.isEmpty ? 1 : 2
            }
        }
    }

    private static let openCollection = [
        (
            "opencollection.yml",
            """
            opencollection: 1.0.0
            info: { name: Notes }
            request:
              auth: { type: bearer, token: "{{token}}" }
              headers: [ { name: X-Client, value: bru } ]
            """
        ),
        (
            "environments/local.yml",
            """
            name: local
            variables:
              - { name: host, value: "http://h.example/v1" }
              - { name: token, secret: true, value: s3cret }
              - { name: old, value: "1", disabled: true }
            """
        ),
        ("notes/folder.yml", "info: { name: All notes, type: folder, seq: 2 }\n"),
        (
            "notes/create.yml",
            """
            info: { name: Create a note, type: http, seq: 1, tags: [smoke] }
            http:
              method: post
              url: "{{host}}/notes?lang=en"
              params: [ { name: lang, value: en, type: query } ]
              headers: [ { name: X-Off, value: "1", disabled: true } ]
              auth: inherit
              body: { type: json, data: '{"text":"hello"}' }
            runtime:
              assertions: [ { expression: res.status, operator: eq, value: "201" } ]
              actions:
                - type: set-variable
                  phase: after-response
                  selector: { expression: res.body.id, method: jsonq }
                  variable: { name: noteId, scope: runtime }
              scripts:
                - type: tests
                  code: |-
                    test("has an id", () => { expect(res.body.id).to.exist; });
            settings: { timeout: 5 }
            examples:
              - name: created
                response:
                  status: 201
                  body: { type: json, data: '{"id":"n1"}' }
            """
        ),
        (
            "notes/read.yml",
            """
            info: { name: Read it, type: http, seq: 2 }
            http:
              method: GET
              url: "{{host}}/notes/:id"
              params: [ { name: id, value: "{{noteId}}", type: path } ]
              auth: { type: apikey, key: X-Own, value: hunter2, placement: header }
            """
        ),
        (
            "socket.yml",
            "info: { name: Live, type: websocket }\nwebsocket: { url: ws://h.example }\n"
        ),
    ]

    @Test("A collection of Bruno 3 is read like an older one")
    func bruno() throws {
        let contract = try BrunoImport.contract(
            from: [],
            documents: try Self.documents(Self.openCollection),
            name: "notes"
        )
        Carrying.check(contract, "bruno 3")
        for part in [
            "title: Notes", "documented: \"http://h.example\"", "X-Client: bru",
            "json: { text: hello }", "query: { lang: en }", "noteId: { jsonpath: $.id }",
            "{ jsonpath: $.id, exists: true }", "path: \"/v1/notes/{id}\"",
            "type: http, scheme: bearer",
            "X-Own: \"{{xOwn}}\"", "examples: [ { id: n1 } ]", "timeout: 5ms",
        ] {
            #expect(contract.text.contains(part), "\(part)\n\(contract.text)")
        }
        for secret in ["s3cret", "hunter2"] { #expect(!contract.text.contains(secret)) }
        let lost = contract.losses.map { "\($0.place) \($0.reason)" }.joined(separator: "\n")
        for thing in ["X-Off", "tags", "variable old", "not HTTP"] {
            #expect(lost.contains(thing), "\(thing)\n\(lost)")
        }
    }

    @Test("A collection in one file has the same content")
    func bundled() throws {
        let contract = try BrunoImport.contract(
            from: [],
            documents: try Self.documents([
                (
                    "opencollection.yml",
                    """
                    opencollection: 1.0.0
                    info: { name: One file }
                    bundled: true
                    config:
                      environments:
                        - { name: dev, variables: [ { name: host, value: "https://h.example" } ] }
                    items:
                      - info: { name: Users, type: folder }
                        items:
                          - info: { name: List, type: http }
                            http: { method: GET, url: "{{host}}/users" }
                      - info: { name: Health, type: http }
                        http: { method: GET, url: "{{host}}/health" }
                    """
                )
            ]),
            name: "one"
        )
        Carrying.check(contract, "bundled")
        #expect(contract.operations == 2 && contract.cases == 2, "\(contract.text)")
        #expect(contract.text.contains("tags: [Users]"), "\(contract.text)")
    }

    @Test("A file that is not YAML is listed, and the others are read")
    func unreadable() throws {
        let bad = ForeignDocument(name: "bad.yml", value: nil, problem: "a tab") { _ in 1 }
        let contract = try BrunoImport.contract(
            from: [
                (
                    "fine.bru",
                    Array("meta {\n  name: a\n}\n\nget {\n  url: http://h.example/a\n}\n".utf8)
                )
            ],
            documents: [bad],
            name: "n"
        )
        #expect(contract.operations == 1)
        #expect(contract.losses.map(\.place) == ["bad.yml"], "\(contract.losses)")
    }

    private static let postman = [
        (
            ".resources/definition.yaml",
            """
            $kind: collection
            name: Books
            description: All about books
            variables: [ { key: base, value: "https://api.example/v1" } ]
            auth: { type: bearer, credentials: [ { key: token, value: "{{token}}" } ] }
            """
        ),
        (
            "Admin/.resources/definition.yaml",
            "$kind: collection\nname: Administration\norder: 10\nauth: { type: noauth }\n"
        ),
        (
            "Admin/ban.request.yaml",
            """
            $kind: http-request
            method: POST
            url: "{{base}}/ban/:user"
            pathVariables: [ { key: user, value: "7" } ]
            body: { type: urlencoded, content: [ { key: why, value: "a reason" } ] }
            """
        ),
        (
            "list.request.yaml",
            """
            $kind: http-request
            name: List books
            method: GET
            url: "{{base}}/books?state=all"
            order: 1
            headers: { Accept: application/json }
            queryParams:
              - { key: state, value: all }
              - { key: debug, value: "1", disabled: true }
            scripts:
              - type: afterResponse
                language: text/javascript
                code: |-
                  pm.test("ok", () => pm.response.to.have.status(200));
                  const d = pm.response.json();
                  if (d.next) { pm.environment.set("cursor", d.next); }
            """
        ),
        (
            ".resources/list.resources/examples/200 OK.example.yaml",
            """
            $kind: http-example
            response:
              statusCode: 200
              headers: [ { key: Content-Type, value: application/json } ]
              body: { type: json, content: '{"books":[{"id":1}],"next":"c2"}' }
            """
        ),
        ("live.request.yaml", "$kind: grpc-request\nurl: h.example\n"),
    ]

    @Test("A Postman collection of version 3 is read like one of version 2.1")
    func postman() throws {
        let contract = try PostmanImport.contract(
            from: try Self.documents(Self.postman),
            name: "books"
        )
        Carrying.check(contract, "postman 3")
        for part in [
            "title: Books", "All about books", "documented: \"https://api.example\"",
            "query: { state: all }", "Accept: application/json",
            "cursor: { jsonpath: $.next }", "form: { why: a reason }", "path: \"/v1/ban/{user}\"",
            "examples: [ { books: [ { id: 1 } ], next: c2 } ]", "tags: [Administration]",
        ] {
            #expect(contract.text.contains(part), "\(part)\n\(contract.text)")
        }
        let lost = contract.losses.map { "\($0.place) \($0.reason)" }.joined(separator: "\n")
        for thing in [
            "list.request.yaml#/queryParams", "live.request.yaml a request of the kind grpc",
        ] {
            #expect(lost.contains(thing), "\(thing)\n\(lost)")
        }
    }
}
