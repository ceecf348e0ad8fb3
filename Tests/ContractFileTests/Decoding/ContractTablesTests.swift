import Base
import Contract
import ContractFile
import HTTP
import JSON
import JSONPaths
import Testing

struct ContractTablesTests {
    private static let loaded = LoadedContract(
        #"""
        contract: "1"
        x-owner: push team
        info: { title: Push, version: 2013-09-01, description: A service }
        docs: { rest: { title: REST, file: not-on-disk.txt, url: "http://d", sha256: ab } }
        variables:
          plain: 5
          key: { env: PUSH_KEY, secret: true, default: kkkk }
          must: {}
        let: { mark: "{{hex 8}}", both: { join: ["{{plain}}", "{{mark}}"], with: "-" } }
        targets:
          api: { documented: "https://{{key}}.test", basePath: /v1, reference: ncmb }
          other: { headers: { X-A: ["1", "2"] } }
        encodings: { swift: { space: "+", keep: "*~" }, all: { keep: all } }
        securitySchemes:
          keyed: { type: apiKey, headers: { X-Key: "{{key}}" }, query: { v: 1 } }
          token: { type: http, scheme: bearer, token: "{{key}}" }
          login: { type: http, scheme: basic, username: u, password: "{{key}}" }
          signed:
            type: hmac
            algorithm: sha512
            encode: hex
            key: "{{key}}"
            parameters:
              - { name: Version, value: "2" }
              - { header: X-Time }
              - { query: "*", methods: [GET, DELETE] }
            stringToSign: "{{request.method}}\n{{parameters}}"
            into: { query: Signature }
            response: { header: X-Sig, stringToSign: "{{stringToSign}}{{response.body}}", doc: rest }
        failure:
          when: { status: { gte: 400 } }
          code: { jsonpath: "$.code", type: string }
          message: { header: X-Message }
          schema: { required: [code] }
        schemas: { Created: { required: [id] } }
        states: { history: { summary: s, parameters: [count], provides: [pushId], doc: rest } }
        errors:
          E1: { status: 400, message: "Either {0}.", doc: "rest#E1", basis: observed }
          E2: { code: "17", signed: false, messageBasis: inferred, untestable: never }
          E3: { code: { matches: "^50" }, waived: { reason: later, until: 2127-06-30 } }
          E4: { code: none, signed: optional, waived: never }
        operations:
          send:
            doc: "rest#send"
            summary: sends
            basis: recommended
            tags: [slow]
            target: other
            request: { method: POST, path: "/push/{id}", params: { id: 1 }, json: { a: 1 } }
            responses: { "201": { schema: { $ref: "#/schemas/Created" } }, 2xx: {}, default: {} }
            promises:
              twice: { error: { id: E1, message: [a], basis: inferred }, basis: observed }
              works: { summary: it works, doc: rest, expect: { status: 201 }, waived: w }
            errors: [E2, E3]
        """#
    )

    private var contract: ContractDocument { Self.loaded.contract }

    @Test("A correct contract yields no diagnostics")
    func silence() {
        #expect(Self.loaded.diagnosis == "")
    }

    @Test("Info and documents are read; a document's file need not be on disk")
    func info() {
        #expect(contract.title == "Push")
        #expect(contract.version == "2013-09-01")
        #expect(!contract.hasCases)
        let expected = DocumentReference(
            key: "rest",
            title: "REST",
            file: "not-on-disk.txt",
            url: "http://d",
            sha256: "ab"
        )
        #expect(contract.documents == ["rest": expected])
    }

    @Test("Variables have a value, an environment variable, both or neither")
    func variables() {
        #expect(contract.variables.map(\.name) == ["plain", "key", "must"])
        #expect(contract.variables.map(\.environment) == [nil, "PUSH_KEY", nil])
        #expect(contract.variables.map(\.isSecret) == [false, true, false])
        let values = contract.variables.map(\.defaultValue)
        #expect(values == [.constant(.integer(5)), .constant("kkkk"), nil])
        #expect(contract.bindings.map(\.name) == ["mark", "both"])
    }

    @Test("Targets keep their order; the first is the default")
    func targets() {
        #expect(contract.targets.map(\.name) == ["api", "other"])
        #expect(contract.targets[0].basePath?.constantText == "/v1")
        #expect(contract.targets[0].reference == "ncmb")
        #expect(contract.targets[0].documented?.names == ["key"])
        #expect(contract.targets[1].headers.map(\.name) == ["X-A"])
    }

    @Test("Encodings define the spelling of a space and the unescaped characters")
    func encodings() {
        #expect(
            contract.encodings["swift"] == QueryEncoding(space: "+", kept: .characters([42, 126]))
        )
        #expect(contract.encodings["all"] == QueryEncoding(space: "%20", kept: .all))
    }

    @Test("Keys, tokens and passwords are put into header and query fields")
    func plainSchemes() throws {
        let keyed = try #require(contract.securitySchemes["keyed"])
        #expect(keyed.headers.map(\.name) == ["X-Key"])
        #expect(keyed.query == [.init(name: "v", value: .constant(.integer(1)))])
        #expect(try header("token") == "Bearer secret")
        #expect(try header("login") == "Basic dTpzZWNyZXQ=")
    }

    private func header(_ scheme: String) throws -> String? {
        var evaluator = Evaluator(
            scope: ["key": "secret"],
            now: Timestamp(nanosecondsSince1970: 0),
            random: RandomSource(seed: 1, name: "")
        )
        let headers = try #require(contract.securitySchemes[scheme]).headers
        #expect(headers.map(\.name) == ["Authorization"])
        return try evaluator.value(of: headers[0].value).stringValue
    }

    @Test("A signature has its hash, its parameters, its place and the signature of responses")
    func signature() throws {
        let signature = try #require(contract.securitySchemes["signed"]?.signature)
        #expect("\(signature.algorithm)" == "sha512")
        #expect(signature.encoding == .hex)
        #expect(signature.place == .query("Signature"))
        #expect(signature.parameters.count == 3)
        #expect(signature.parameters[1] == .header("X-Time"))
        #expect(signature.parameters[2] == .query("*", methods: ["GET", "DELETE"]))
        #expect(signature.response?.header == "X-Sig")
        #expect(signature.response?.emptyBody == nil)
    }

    @Test("The recogniser of failures has a condition, a code, a message and a schema")
    func failure() throws {
        let failure = try #require(contract.failure)
        guard case .ready(.jsonpath(let path))? = failure.code?.query else {
            Issue.record("the code is not a path")
            return
        }
        #expect(path.description == "$.code")
        #expect(failure.code?.type == .string)
        #expect(failure.message?.type == nil)
        #expect(failure.expectation?.schema != nil)
    }

    @Test("A state has parameters and provided values")
    func states() {
        #expect(contract.states["history"]?.parameters == ["count"])
        #expect(contract.states["history"]?.provides == ["pushId"])
    }

    @Test("A row of the catalogue has its own name as code unless it gives another")
    func errors() {
        #expect(contract.errors.map(\.id) == ["E1", "E2", "E3", "E4"])
        #expect(
            contract.errors.map(\.code.description) == [
                "E1", "17", "a code matching ^50", "no code",
            ]
        )
        #expect(contract.errors.map(\.statuses) == [[400], [], [], []])
        #expect(contract.errors.map(\.signed) == [nil, .absent, nil, .optional])
        #expect(contract.errors.map(\.basis) == [.observed, .documented, .documented, .documented])
        #expect(
            contract.errors.map(\.messageBasis) == [.observed, .inferred, .documented, .documented]
        )
        #expect(contract.errors[1].untestable == "never")
        #expect(contract.errors[2].waiver == Waiver(reason: "later", until: "2127-06-30"))
        #expect(contract.errors[3].waiver == Waiver(reason: "never", until: nil))
    }

    @Test("An operation has one request, and rules by status")
    func operation() throws {
        let send = try #require(contract.operations.first)
        #expect(send.id == "send" && send.basis == .recommended && send.doc == "rest#send")
        #expect(send.variants.map(\.label) == [nil])
        #expect(send.variants[0].request.constant("target") == "other")
        #expect(send.responses.map(\.status) == [.exactly(201), .class(2), .any])
        #expect(send.responses[0].expectation.schema != nil)
    }

    @Test("Promises are the named ones, then the listed ones in the catalogue's words")
    func promises() throws {
        let promises = try #require(contract.operations.first).promises
        #expect(promises.map(\.id) == ["send/twice", "send/works", "send/E2", "send/E3"])
        #expect(promises.map(\.error?.id) == ["E1", nil, "E2", "E3"])
        #expect(promises.map(\.basis) == [.observed, .documented, .documented, .documented])
        #expect(promises[0].error?.basis == .inferred)
        #expect(promises[0].error?.message == .arguments([.constant("a")]))
        #expect(promises[1].waiver?.reason == "w")
        #expect(promises[1].expectation?.status != nil)
        #expect(promises[2].untestable == "never")
        #expect(promises[3].waiver?.until == "2127-06-30")
    }
}
