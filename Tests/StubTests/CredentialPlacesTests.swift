import Contract
import HTTP
import Testing

@testable import Stub

/// Credentials of a client in what is shown of its requests.
struct CredentialPlacesTests {
    private static let contract = #"""
        contract: "1"
        info: { title: Notes }
        targets: { api: { documented: "https://api.invalid" } }
        variables: { key: { default: own-key-1 } }
        securitySchemes:
          key: { type: apiKey, headers: { X-Key: "{{key}}", X-Time: "{{now unix}}" } }
          cookie: { type: apiKey, headers: { Cookie: "session={{key}}" } }
          bearer: { type: http, scheme: bearer, token: "{{key}}" }
          query: { type: apiKey, query: { api_key: "{{key}}" } }
        operations:
          list: { request: { method: GET, path: /notes, security: bearer }, responses: { "200": {} } }
        """#

    private static func judge() throws -> ClientJudge {
        let contract = try BoundContract(contract)
        return ClientJudge(
            [.init(contract.document, contract.evaluator)],
            level: .documented,
            checksCredentials: true
        )
    }

    private static func exchange(
        _ header: (name: String, value: String),
        query: String? = nil,
        path: String = "/notes"
    ) -> ExchangeRecord {
        var request = HTTPRequest(method: "GET", origin: "http://a", path: path)
        request.headers.set(header.name, header.value)
        request.query = query
        return ExchangeRecord(request: request, result: .success(HTTPResponse(status: 200)))
    }

    @Test(
        "A credential at the place of any scheme is hidden, whatever it is and wherever it is sent",
        arguments: [
            ("X-Key", "REAL-KEY", ["REAL-KEY"]), ("x-key", "abc", []),
            ("Cookie", "session=REAL-KEY", ["session=REAL-KEY"]),
            ("Authorization", "Bearer REAL-KEY", ["Bearer REAL-KEY", "REAL-KEY"]),
            ("Authorization", "Basic YW5uOlJFQUw=", ["Basic YW5uOlJFQUw=", "YW5uOlJFQUw="]),
        ],
        ["/notes", "/nothing/of/the/kind"]
    )
    func hidden(_ header: (String, String, [String]), path: String) throws {
        var judge = try Self.judge()
        let step = judge.judge(Self.exchange((header.0, header.1), path: path), isForced: false)
        #expect(step.exchanges[0].request.headers[header.0] == Redactor.mark)
        #expect(!step.differences.contains { $0.plainStatement.contains(header.1) })
        #expect(judge.credentials == Set(header.2))
    }

    @Test("In a query only the value of the credential is hidden")
    func query() throws {
        var judge = try Self.judge()
        let header = ("Accept", "*/*")
        let step = judge.judge(
            Self.exchange(header, query: "a=1&api%5Fkey=REAL%2DKEY&b"),
            isForced: false
        )
        #expect(step.exchanges[0].request.query == "a=1&api%5Fkey=[redacted]&b")
        #expect(judge.credentials == ["REAL-KEY"])
        let own = judge.judge(Self.exchange(header, query: "api_key=own-key-1"), isForced: false)
        #expect(own.exchanges[0].request.query == "api_key=own-key-1")
    }

    @Test("The values of the contract and times stay")
    func own() throws {
        var judge = try Self.judge()
        for header in [("Authorization", "Bearer own-key-1"), ("X-Time", "1700000000")] {
            let step = judge.judge(Self.exchange(header), isForced: false)
            #expect(step.exchanges[0].request.headers[header.0] == header.1)
        }
        #expect(judge.credentials.isEmpty)
    }

    @Test("A wrong credential is reported without its value")
    func wrong() throws {
        var judge = try Self.judge()
        let step = judge.judge(Self.exchange(("Authorization", "Bearer REAL")), isForced: false)
        #expect(
            step.differences.map(\.plainStatement) == [
                #"header Authorization: expected "Bearer own-key-1", got another value"#
            ]
        )
    }
}
