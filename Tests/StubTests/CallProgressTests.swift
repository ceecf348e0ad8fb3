import Contract
import HTTP
import JSON
import Testing

@testable import Stub

/// The calls of a library that a client's requests belong to.
struct CallProgressTests {
    private static let contract = #"""
        contract: "1"
        info: { title: Notes }
        targets: { api: { documented: "https://api.invalid" } }
        operations:
          create: { request: { method: POST, path: /notes, json: { text: hello } }, responses: { "201": {} } }
          share: { request: { method: POST, path: "/notes/{id}/share", params: { id: none } }, responses: { "200": {} } }
          search: { request: { method: GET, path: /notes }, responses: { "200": {} } }
          update: { request: { method: PUT, path: "/notes/{id}", params: { id: none } }, responses: { "200": {} } }
          draft: { request: { method: POST, path: /drafts }, responses: { "201": {} } }
          send: { request: { method: POST, path: "/drafts/{id}/send", params: { id: none } }, responses: { "200": {} } }
          cry: { request: { method: POST, path: /cries, json: { text: oh } }, responses: { "201": {} } }
        client: { state: { last: null } }
        calls:
          jot: { performs: [ { call: create } ] }
          note: { performs: [ { call: create } ] }
          shout: { performs: [ { call: create, json: { text: HELLO } } ] }
          sob: { performs: [ { call: cry, json: { text: ah } } ] }
          weep: { performs: [ { call: cry, json: { text: uh } } ] }
          publish:
            performs:
              - { call: create, captures: { id: { jsonpath: "$.id" } } }
              - { call: share, params: { id: "{{id}}" } }
          change: { performs: [ { when: { state: last, not: null }, call: update, params: { id: "{{last}}" } } ] }
          overwrite:
            performs:
              - { call: search, captures: { id: { jsonpath: "$[0].id" } } }
              - { call: update, params: { id: "{{id}}" } }
          compose:
            arguments: { soon: { type: [boolean, "null"] } }
            performs:
              - { call: draft, captures: { id: { jsonpath: "$.id" } } }
              - { when: { argument: soon, equals: true }, call: send, params: { id: "{{id}}" } }
        cases: { jot: { steps: [ { call: jot } ] } }
        """#

    /// Checks requests in order; `create` is a `POST /notes` with that text, the others have no body.
    private static func steps(_ requests: [String]) throws -> [StepResult] {
        let contract = try BoundContract(Self.contract)
        var judge = ClientJudge(
            [.init(contract.document, contract.evaluator)],
            level: .documented,
            checksCredentials: false
        )
        let steps = requests.map { text in
            let words = text.split(separator: " ").map(String.init)
            let body = words.count > 2 ? Array(#"{"text":"\#(words[2])"}"#.utf8) : nil
            let request = HTTPRequest(
                method: words[0],
                origin: "http://a",
                path: words[1],
                body: body
            )
            let response = HTTPResponse(status: 200, body: Array(#"{"id":"1"}"#.utf8))
            return judge.judge(
                ExchangeRecord(request: request, result: .success(response)),
                isForced: false
            )
        }
        return judge.settled(steps)
    }

    @Test(
        "A request counts for every call that matches it, or only for the one it belongs to",
        arguments: [
            (["POST /notes hello"], [["jot", "note"]]),
            (["POST /notes HELLO"], [["shout"]]),
            // The request turns out to begin a longer call.
            (["POST /notes hello", "POST /notes/1/share"], [[], ["publish"]]),
            (
                ["POST /notes hello", "POST /notes hello", "POST /notes/1/share"],
                [["jot", "note"], [], ["publish"]]
            ),
            // A call in progress takes precedence over a new one.
            (["GET /notes", "PUT /notes/1"], [[], ["overwrite"]]),
            (["PUT /notes/1"], [["change"]]),
            (["GET /notes", "PUT /notes/1", "PUT /notes/1"], [[], ["overwrite"], ["change"]]),
            // An optional request of a call belongs to it, and comes after the call is complete.
            (["POST /drafts", "POST /drafts/1/send"], [["compose"], ["compose"]]),
            (["POST /drafts", "POST /drafts"], [["compose"], ["compose"]]),
        ] as [([String], [[String]])]
    )
    func promises(requests: [String], promises: [[String]]) throws {
        let steps = try Self.steps(requests)
        #expect(steps.map(\.promises) == promises)
        #expect(steps.allSatisfy { $0.outcome == .passed }, "\(steps.map(\.differences))")
    }

    @Test("A second request after a call that sends it once is out of order")
    func order() throws {
        let steps = try Self.steps(["POST /drafts", "POST /drafts/1/send", "POST /drafts/1/send"])
        #expect(steps.map(\.outcome) == [.passed, .passed, .failed])
        #expect(steps[2].promises == ["compose"])
        #expect(
            steps[2].differences.map(\.expected) == ["draft before it, as compose sends them"]
        )
    }

    @Test("A request that matches no call differs from each of the nearest ones")
    func wrong() throws {
        let step = try Self.steps(["POST /cries eh"])[0]
        #expect(step.outcome == .failed)
        #expect(step.promises == ["sob", "weep"])
        #expect(
            step.differences.map(\.expected) == ["\"ah\", as sob has it", "\"uh\", as weep has it"]
        )
    }
}
