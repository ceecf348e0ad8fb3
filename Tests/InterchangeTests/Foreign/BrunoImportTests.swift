import Base
import Testing

@testable import Interchange

struct BrunoImportTests {
    private static let collection: [(name: String, text: String)] = [
        ("bruno.json", #"{"version":"1","name":"Notes","type":"collection"}"#),
        (
            "collection.bru",
            """
            headers {
              X-Client: bru
            }

            auth {
              mode: bearer
            }

            auth:bearer {
              token: {{token}}
            }

            docs {
              All about notes.
            }
            """
        ),
        (
            "environments/local.bru",
            """
            vars {
              host: http://h.example/v1
              ~old: 1
              apiKey: s3cret-key
            }
            vars:secret [
              token
            ]
            """
        ),
        ("environments/prod.bru", "vars {\n  host: https://prod.example\n}\n"),
        ("notes/folder.bru", "meta {\n  name: All notes\n  seq: 2\n}\n"),
        (
            "notes/create.bru",
            """
            meta {
              name: Create a note
              type: http
              seq: 1
            }

            post {
              url: {{host}}/notes
              body: json
              auth: inherit
            }

            headers {
              ~X-Old: 1
              X-Lang: {{lang}}
            }

            body:json {
              {
                "text": "hello"
              }
            }

            vars:pre-request {
              lang: en
            }

            vars:post-response {
              noteId: res.body.id
              other: res.body.items.map(x => x.id)
            }

            assert {
              res.status: eq 201
              res.body.text: eq hello
              res.body.tags: length 0
              res.body.n: neq 3
              res.body.kind: in [a, b]
              res.body.name: notContains zz
              res.body.x: isUndefined
              res.headers.location: startsWith /notes
              res.responseTime: lt 300
              ~res.body.y: eq 1
            }

            script:pre-request {
              bru.setVar("who", "ann");
            }

            tests {
              test("has an id", function() {
                expect(res.getBody().id).to.be.a("number");
              });
              bru.sleep(10);
            }

            settings {
              encodeUrl: true
              timeout: 500
            }
            """
        ),
        (
            "notes/read.bru",
            """
            meta {
              name: Read a note
              type: http
              seq: 2
            }

            get {
              url: {{host}}/notes/:id?full=true
              body: none
              auth: none
            }

            params:query {
              full: true
              ~page: 2
            }

            params:path {
              id: {{noteId}}
            }

            assert {
              res.status: 200
              res.body.id: isDefined
            }

            docs {
              Reads a note. Once.
            }
            """
        ),
        (
            "upload.bru",
            """
            meta {
              name: Upload
              type: http
              seq: 1
            }

            put {
              url: {{host}}/files?who={{who}}&at={{process.env.AT}}
              body: multipartForm
              auth: basic
            }

            auth:basic {
              username: ann
              password: s3cret-word
            }

            body:multipart-form {
              title: A
              data: @file(a.bin) @contentType(image/png)
            }
            """
        ),
    ]

    private func outcome(_ files: [(name: String, text: String)]) -> Carrying.Outcome {
        do throws(InterchangeError) {
            return .success(
                try BrunoImport.contract(
                    from: files.map { ($0.name, Array($0.text.utf8)) },
                    name: "notes"
                )
            )
        } catch {
            return .failure(error)
        }
    }

    @Test("A Bruno collection becomes a contract that lints, without dropping a line")
    func collection() throws {
        let contract = try outcome(Self.collection).get()
        Carrying.check(contract, "notes")
        let parts = [
            "title: Notes", "documented: \"http://h.example\"", "X-Client: bru",
            "captures: { noteId: { jsonpath: $.id } }", "{ jsonpath: $.tags, length: 0 }",
            "{ jsonpath: $.n, not: 3 }", "anyOf: [a, b]",
            "{ jsonpath: $.name, not: { contains: zz } }",
            "{ jsonpath: $.x, exists: false }", "{ header: location, startsWith: /notes }",
            "{ jsonpath: $.id, type: number }", #"params: { id: "{{noteId}}" }"#,
            "summary: Reads a note", "tags: [All-notes]", "lang: en", "FILL IN the part data",
            "env: PROCESS_ENV_AT", "scheme: basic", "timeout: 500ms", "redirects: follow",
            "{ duration: { lt: 300 } }", "expect: { status: { gte: 100 } }",
        ]
        for part in parts {
            #expect(contract.text.contains(part), "\(part) is missing:\n\(contract.text)")
        }
        #expect(!contract.text.contains("s3cret"))
        for (index, file) in Self.collection.enumerated() where file.name.hasSuffix(".bru") {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() where line.hasPrefix("  ") {
                // The line gives the kind of file, the position of the step, or a default value.
                let plain = ["type: ", "seq: ", "auth: inherit", "body: none"]
                if plain.contains(where: line.trimmed.hasPrefix) { continue }
                if contract.losses.contains(where: { $0.place == file.name }) { continue }
                var files = Self.collection
                var changed = lines.map(String.init)
                changed[number] = ""
                files[index].text = changed.joined(separator: "\n")
                guard case .success(let other) = outcome(files) else { continue }
                #expect(
                    other.text != contract.text || other.losses != contract.losses,
                    "\(file.name):\(number + 1): \(line): dropped without a word"
                )
            }
        }
    }

    @Test(
        "Input that is not Bruno is rejected with its file and line",
        arguments: [
            ("get http://h/\n", ":1: expected a block, as in \"get {\", got \"get http://h/\""),
            (
                "get {\n  url: http://h/\n",
                ":1: expected \"}\" on a separate line, got the end of the file"
            ),
            (
                "get {\n  url\n}\n",
                ":1: expected a URL that begins with http:// or https://, got \"\""
            ),
            (
                "get {\n  url: /a\n}\n",
                ":1: expected a URL that begins with http:// or https://, got \"/a\""
            ),
            (
                "headers {\n  a: b\n}\n",
                ":1: expected a block with a method, as in \"get {\", got none"
            ),
        ]
    )
    func refused(text: String, message: String) {
        guard case .failure(let error) = outcome([("a.bru", text)]) else {
            Issue.record("\(text) is taken")
            return
        }
        #expect(error.description == "a.bru" + message)
    }
}
