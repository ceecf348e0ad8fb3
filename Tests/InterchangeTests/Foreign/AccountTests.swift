import Contract
import JSON
import Testing

@testable import Interchange

/// One variable per value; different values never share one.
struct AccountTests {
    private static let request =
        #"{"method":"POST","header":[{"key":"Content-Type","value":"application/json"}],"#

    private static func login(_ user: String, _ password: String) -> String {
        let body = JSONValue.string(#"{"user":"\#(user)","password":"\#(password)"}"#).text
        return
            #"{"name":"\#(user)","request":\#(request)"url":"https://h.example/login","body":{"mode":"raw","raw":\#(body)}}}"#
    }

    private static func keyed(_ name: String, _ value: String) -> String {
        #"{"name":"\#(name)","request":{"url":"https://h.example/k","auth":{"type":"apikey","apikey":"#
            + #"[{"key":"key","value":"X-Own"},{"key":"value","value":"\#(value)"}]}}}"#
    }

    static let imports:
        [(name: String, variables: [String], make: @Sendable () throws -> ImportedContract)] = [
            (
                "curl: passwords in bodies, the first of them twice", ["password", "password2"],
                {
                    try CurlImport.contract(
                        from: ["one", "two", "one"].map { word in
                            "curl --json '{\"password\":\"\(word)-pass\"}' https://h.example/login"
                        }.joined(separator: "\n"),
                        file: "c.sh"
                    )
                }
            ),
            (
                "curl: two users, in both spellings",
                ["basicUsername", "basicPassword", "basicUsername2", "basicPassword2"],
                {
                    try CurlImport.contract(
                        from: """
                            curl -u ann:first https://h.example/me
                            curl -H 'Authorization: Basic Ym9iOnNlY29uZA==' https://h.example/me
                            curl -H 'Authorization: Basic YW5uOmZpcnN0' https://h.example/me
                            """,
                        file: "c.sh"
                    )
                }
            ),
            (
                "hurl: bearer tokens", ["bearerToken", "bearerToken2"],
                {
                    let text = ["aaaa1111", "bbbb2222", "aaaa1111"].map {
                        "GET https://h.example/me\nAuthorization: Bearer \($0)\nHTTP 200\n"
                    }
                    return try HurlImport.contract(
                        from: [("t.hurl", Array(text.joined(separator: "\n").utf8))],
                        name: "t.hurl"
                    )
                }
            ),
            (
                "postman: passwords in bodies", ["password", "password2"],
                { try postman([login("ann", "first"), login("bob", "second")]) }
            ),
            (
                "postman: keys in a field of any name", ["xOwn", "xOwn2"],
                { try postman([keyed("a", "k-1"), keyed("b", "k-2"), keyed("c", "k-1")]) }
            ),
            (
                "postman: a variable of that name is another", ["password", "password2"],
                {
                    try postman(
                        [
                            login("ann", "first"),
                            #"{"name":"b","request":"https://h.example/{{password}}"}"#,
                        ]
                    )
                }
            ),
            (
                "bruno: keys in a field of any name", ["xOwn", "xOwn2"],
                {
                    try BrunoImport.contract(
                        from: ["1", "2"].map { number in
                            let text = """
                                meta {
                                  name: r\(number)
                                }

                                get {
                                  url: https://h.example/\(number)
                                  auth: apikey
                                }

                                auth:apikey {
                                  key: X-Own
                                  value: secret-\(number)
                                  placement: header
                                }
                                """
                            return ("r\(number).bru", Array(text.utf8))
                        },
                        name: "b"
                    )
                }
            ),
        ]

    private static func postman(_ items: [String]) throws -> ImportedContract {
        try PostmanImport.contract(
            from: try JSONValue(
                parsing:
                    #"{"info":{"name":"T","schema":"…/v2.1.0/…"},"item":[\#(items.joined(separator: ","))]}"#
            ),
            file: "t.json"
        )
    }

    @Test(
        "Each account keeps its own variable, and its credentials are not written",
        arguments: imports.indices
    )
    func accounts(index: Int) throws {
        let (name, variables, make) = Self.imports[index]
        let text = try make().text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty, "\(name):\n\(linted.diagnosis)\n\(text)")
        #expect(
            Set(linted.contract.variables.map(\.name)) == Set(variables),
            "\(name):\n\(text)"
        )
        for secret in ["first", "second", "aaaa1111", "k-1", "secret-1", "one-pass"] {
            #expect(!text.contains(secret), "\(name): \(secret)\n\(text)")
        }
    }

    @Test("Exchanges of two accounts in a HAR file are two cases")
    func har() throws {
        func entry(_ user: String, _ status: Int) -> JSONValue {
            [
                "request": [
                    "method": "POST", "url": "https://h.example/login",
                    "headers": [["name": "Content-Type", "value": "application/json"]],
                    "postData": [
                        "mimeType": "application/json",
                        "text": .string(#"{"user":"u","password":"pass-of-\#(user)"}"#),
                    ],
                ],
                "response": ["status": .integer(status), "headers": [], "content": [:]],
            ]
        }
        let contract = try HARImport.contract(
            from: ["log": ["entries": [entry("ann", 200), entry("bob", 401), entry("ann", 200)]]],
            file: "t.har"
        )
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text)")
        #expect(linted.contract.cases.count == 2, "\(contract.text)")
        #expect(contract.text.contains(#"set: { /json/password: "{{password2}}" }"#))
        #expect(contract.text.contains("covers: postLogin/401"))
    }
}
