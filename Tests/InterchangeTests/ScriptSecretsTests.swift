import Base
import Contract
import ContractFile
import Glibc
import JSON
import TestSupport
import Testing

@testable import Interchange

/// What the shell puts into a script of `curl` commands.
struct ScriptSecretsTests {
    /// 2026-01-02T03:04:05Z.
    private let moment = Timestamp(nanosecondsSince1970: 1_767_323_045_000_000_000)

    /// A contract whose one secret stands everywhere; `variable` says where it comes from.
    private func placed(_ variable: String) throws -> ContractSet {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { documented: "http://127.0.0.1:9" } }
            variables: { key: \(variable) }
            encodings: { kept: { keep: "/:'", space: "+" } }
            securitySchemes:
              query: { type: apiKey, query: { key: "{{key}}" } }
              basic: { type: http, scheme: basic, username: "{{key}}", password: "x{{key}}" }
            operations:
              path: { request: { path: "/a/{id}/{+rest}", params: { id: "{{key}}", rest: "r{{key}}" } } }
              asked: { request: { path: "/b/{+rest}", params: { rest: "{{key}}" }, query: { n: 1 } } }
              json: { request: { method: POST, path: /a, json: { t: "{{key}}", list: ["a{{key}}b"] } } }
              nested:
                request:
                  method: POST
                  path: /a
                  query: { q: { json: { t: "{{key}}" } }, r: "{{key}}" }
                  json: { inner: "{{key}}", outer: 1 }
              form: { request: { method: POST, path: /a, form: { a: "{{key}}" }, encoding: form } }
              kept: { request: { path: /a, query: { a: "{{key}}" }, encoding: kept } }
              text: { request: { method: POST, path: /a, text: "<{{key}}>" } }
              lines: { request: { method: POST, path: /a, text: "1\\r\\n{{key}}" } }
              query: { request: { path: /a, security: query } }
              basic: { request: { path: /a, security: basic } }
              field: { request: { path: /a, headers: { X-Key: "k {{key}}" } } }
            """
        )
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        return try ContractSet([linted.contract])
    }

    @Test(
        "The shell spells a secret for its place, as a request has it",
        arguments: [
            "plain", #"a"b\ c%+é/?:'[x]&=<$y>`z"#, #"%4z-\n 100%s*"#, "a#b%41 %e3%8", "#?x=%",
            "?#%4", "plain?", "?", "a?b?", "a??",
        ]
    )
    func secretPlaces(secret: String) throws {
        // What is no secret is written out.
        let value = JSONValue.string(secret).text
        let open = try CurlScript.text(
            of: try placed("{ default: \(value) }"),
            .init(seed: 1, now: moment)
        )
        let closed = try CurlScript.text(
            of: try placed("{ env: KEY, secret: true }"),
            .init(seed: 1, now: moment)
        )
        let (expected, found) = (try sent(by: open, secret), try sent(by: closed, secret))
        #expect(expected.count == 12)
        for (one, other) in zip(expected, found) { #expect(one == other) }
        #expect(expected.count == found.count)
    }

    /// What the commands of a script ask curl for, with a secret in `KEY`.
    private func sent(by text: String, _ secret: String) throws -> [Substring] {
        let folder = try TemporaryDirectory()
        // Where a target stands by itself it is written behind the origin, as in a URL.
        let stub =
            "#!/bin/sh\ntarget=\nfor a in \"$@\"; do\n"
            + "case \"$a,$target\" in --request-target,) target=next ;; *,next) target=$a ;;\n"
            + "http:*) printf '<%s>' \"$a$target\" ;; *) printf '<%s>' \"$a\" ;; esac\ndone\n"
            + "case \"$*\" in *@-*) cat ;; esac\n"
        let curl = try folder.write(Array(stub.utf8), to: "curl")
        #expect(chmod(curl, 0o700) == 0)
        let script = try folder.write(Array(text.utf8), to: "script.sh")
        let word = ShellQuoting.quoted(secret)
        let command = "PATH=\(folder.path):$PATH KEY=\(word) sh \(script)"
        return try ShellRun(command).output.split(separator: "<-g>")
    }

    @Test(
        "A secret that is signed and begins a query is hidden too, on both sides of its question mark",
        arguments: ["left?right", "left?right=1&b", "leftright?", "?leftright", "left?right?"]
    )
    func signedQuestionMark(secret: String) throws {
        func script(_ variable: String) throws -> String {
            let linted = LintedContract(
                """
                contract: "1"
                targets: { api: { documented: "http://127.0.0.1:9" } }
                variables: { key: \(variable) }
                securitySchemes:
                  signed:
                    { type: hmac, algorithm: sha256, key: "{{key}}", encode: hex, stringToSign: "{{request.path}}",
                      into: { header: X-Signature } }
                operations:
                  ended: { request: { path: "/a/{+rest}", params: { rest: "{{key}}" }, security: signed } }
                  asked: { request: { path: "/b/{+rest}", params: { rest: "{{key}}" }, query: { n: 1 }, security: signed } }
                  within: { request: { path: "/c/{+rest}/d", params: { rest: "{{key}}" }, query: { n: 1 }, security: signed } }
                """
            )
            #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
            let inputs = CurlScript.Inputs(values: ["key": secret], seed: 1, now: moment)
            return try CurlScript.text(of: try ContractSet([linted.contract]), inputs)
        }
        let closed = try script("{ env: KEY, secret: true }")
        #expect(!closed.contains("left") && !closed.contains("right"), "\(closed)")
        let (expected, found) = (
            try sent(by: try script("{}"), secret), try sent(by: closed, secret)
        )
        #expect(expected.count == 4)
        #expect(expected == found)
    }

    @Test("A secret of several lines stands in a JSON text in one")
    func lines() throws {
        let folder = try TemporaryDirectory()
        let word = ShellQuoting.quoted("a\nb\tc\u{1}\r")
        let call = ShellSpelling(layers: [.json]).word(of: "KEY")
        let functions = ShellSpelling.Layer.functions.map(\.text).joined(separator: "\n")
        let text = "\(functions)\nprintf '%s' \(call)\n"
        let script = try folder.write(Array(text.utf8), to: "script.sh")
        #expect(try ShellRun("KEY=\(word) sh \(script)").output == #"a\nb\tc\u0001\r"#)
    }

    @Test("A name that only cases define is taken from the environment, or from --var")
    func openNames() throws {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { documented: "http://h.example" } }
            operations:
              get: { request: { path: "/a/{id}", params: { id: "{{id}}" }, query: { n: "{{user.name}}" } } }
            cases:
              one: { let: { id: 7, user: { name: Ann } }, steps: [ { call: get } ] }
            """
        )
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let contracts = try ContractSet([linted.contract])
        let text = try CurlScript.text(
            of: contracts,
            .init(values: ["id": "8"], seed: 1, now: moment)
        )
        #expect(text.contains(": \"${USER_NAME:?set it to the value of user.name}\""))
        #expect(
            text.contains("'http://h.example/a/8?n='\"$(as_percent \"${USER_NAME}\" '' '%20')\"''")
        )
        let document = try OpenAPIExport.document(of: contracts, seed: 1).document
        let parameters = document["paths"]?["/a/{id}"]?["get"]?["parameters"]?.arrayValue
        #expect(parameters?.map { $0["example"] } == ["<id>", "<user.name>"])
    }
}
