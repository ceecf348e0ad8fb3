import HTTP
import JSON
import Testing

@testable import Interchange

/// Secrets of requests that the server repeats.
struct RecordedSecretTests {
    /// A request and the response that repeats its secret.
    struct Echo: CustomTestStringConvertible, Sendable {
        let request: String
        var fields: [String] = []
        var body = ""
        let response: String
        var given: [String] = []
        /// What the contract must not contain.
        let secrets: [String]

        var testDescription: String { "\(request) \(fields) \(body) \(response)" }
    }

    private static let form = ["Content-Type: application/x-www-form-urlencoded"]
    private static let json = ["Content-Type: application/json"]
    /// `joe:BASIC-66`.
    private static let basic = "am9lOkJBU0lDLTY2"

    static let echoes: [Echo] = [
        Echo(
            request: "GET /a",
            fields: ["Authorization: Basic \(basic)"],
            response: #"{"a":"Basic \#(basic)","b":"joe:BASIC-66","c":"is BASIC-66?"}"#,
            secrets: [basic, "BASIC-66"]
        ),
        Echo(
            request: "POST /a",
            fields: form,
            body: "client_secret=CS-44&x=1",
            response: #"{"got":"client_secret=CS-44&x=1"}"#,
            secrets: ["CS-44"]
        ),
        Echo(
            request: "POST /a",
            fields: json,
            body: #"{"auth":{"pwd":"hunter2"},"otp":987654}"#,
            response: #"{"m":"bad password hunter2","n":987654,"o":["otp 987654"]}"#,
            secrets: ["hunter2", "987654"]
        ),
        Echo(
            request: "GET /a?api_key=Q%2FK-22",
            response: #"{"url":"/a?api_key=Q%2FK-22","key":"Q/K-22","Q/K-22":1}"#,
            secrets: ["Q/K-22", "Q%2FK-22"]
        ),
        Echo(
            request: "GET /a",
            fields: ["Cookie: theme=dark; session=CK-99"],
            response: #"{"cookies":"theme=dark; session=CK-99","theme":"dark"}"#,
            secrets: ["CK-99"]
        ),
        Echo(
            request: "GET /a",
            fields: ["Authorization: Token token=\"TOKEN-98\""],
            response: #"{"a":["TOKEN-98"]}"#,
            secrets: ["TOKEN-98"]
        ),
        Echo(
            request: "GET /a",
            fields: ["X-Api-Key: AK-11-11"],
            response: #"{"base64":"QUstMTEtMTE="}"#,
            given: ["Location: /b/AK-11-11/c"],
            secrets: ["AK-11-11", "QUstMTEtMTE"]
        ),
        Echo(
            request: "POST /a?q=see+PW-123456",
            fields: json + ["X-Note: PW-123456 it is"],
            body: #"{"password":"PW-123456","note":"it is PW-123456"}"#,
            response: "{}",
            secrets: ["PW-123456"]
        ),
    ]

    @Test("A secret of a request is written nowhere, in whatever form it occurs", arguments: echoes)
    func echo(_ echo: Echo) throws {
        for status in [200, 400] {
            let contract = try #require(
                TrafficImport.contract(
                    of: [
                        RecordedTraffic.exchange(
                            echo.request,
                            echo.fields,
                            body: echo.body.isEmpty ? nil : Array(echo.body.utf8),
                            status,
                            echo.response,
                            gives: echo.given
                        )
                    ],
                    title: "T"
                )
            )
            for secret in echo.secrets {
                #expect(!contract.text.contains(secret), "\(secret)\n\(contract.text)")
            }
            let linted = LintedContract(contract.text)
            #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
            // Ordinary settings stay.
            #expect(!echo.response.contains("dark") || contract.text.contains("dark"))
        }
    }

    @Test("An error is recognized by its code and a message that repeats a secret")
    func message() throws {
        let contract = try #require(
            TrafficImport.contract(
                of: [
                    RecordedTraffic.exchange(
                        "POST /login",
                        Self.json,
                        body: Array(#"{"pwd":"hunter2"}"#.utf8),
                        401,
                        #"{"code":"BAD","message":"not hunter2! again"}"#
                    )
                ],
                title: "T"
            )
        )
        #expect(!contract.text.contains("hunter2"), "\(contract.text)")
        #expect(contract.text.contains(#"message: "not {0} again""#), "\(contract.text)")
    }

    @Test("A HAR file is imported without secrets that responses repeat")
    func har() throws {
        let request: JSONValue = [
            "method": "GET", "url": "https://h.example/a",
            "headers": [["name": "Authorization", "value": .string("Basic \(Self.basic)")]],
        ]
        let response: JSONValue = [
            "status": 200,
            "content": [
                "mimeType": "application/json",
                "text": .string(#"{"a":"Basic \#(Self.basic)","b":"BASIC-66"}"#),
            ],
        ]
        let text = try HARImport.contract(
            from: ["log": ["entries": [["request": request, "response": response]]]],
            file: "t.har"
        ).text
        #expect(!text.contains(Self.basic) && !text.contains("BASIC-66"), "\(text)")
        #expect(text.contains("examples:"), "\(text)")
    }
}
