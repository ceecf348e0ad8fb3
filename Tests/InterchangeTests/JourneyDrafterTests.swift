import JSON
import Testing

@testable import Interchange

struct JourneyDrafterTests {
    private func exchange(
        _ method: String,
        _ path: String,
        json: String? = nil,
        _ status: Int,
        response: String? = nil,
        name: String? = nil,
        captures: [(name: String, source: JSONValue)] = []
    ) throws -> ObservedExchange {
        let url = try #require(ObservedURL("https://letters.example.com\(path)"))
        var request = ObservedRequest(method: method, url: url)
        request.holdsTemplates = true
        request.headers = [("Authorization", "Bearer tok-very-secret")]
        if let json {
            request.body = .text(json)
            request.headers.append(("Content-Type", "application/json"))
        }
        var exchange = ObservedExchange(request: request, doc: "hurl#line 1")
        exchange.response = ObservedResponse(
            status: status,
            headers: response == nil ? [] : [("content-type", "application/json; charset=utf-8")],
            body: Array((response ?? "").utf8)
        )
        exchange.name = name
        exchange.captures = captures
        return exchange
    }

    /// A request that an author wrote down without ever having sent it.
    private func wish(_ path: String, _ expected: JSONValue) throws -> ObservedExchange {
        var wish = try exchange("GET", path, 200)
        wish.response = nil
        wish.expected = try #require(expected.objectValue)
        return wish
    }

    @Test("Journeys become the expected contract, which lints clean and contains no secret")
    func golden() throws {
        var drafter = JourneyDrafter(
            document: .init(key: "hurl", title: "Requests of letters.hurl", file: "letters.hurl"),
            title: "Requests of letters.hurl"
        )
        var missing = try exchange(
            "GET",
            "/v1/letters/{{letter}}",
            404,
            response: #"{"code": "L404", "message": "letter 4711 is gone"}"#
        )
        missing.comment = ["The option `verbose` has no counterpart."]
        let letter = [(name: "letter", source: ["jsonpath": "$.id"] as JSONValue)]
        let draft = drafter.draft([
            ObservedJourney(
                name: "write and read",
                summary: "A letter is there until it is burnt",
                exchanges: [
                    try exchange(
                        "POST",
                        "/v1/letters",
                        json: #"{"to": "Ann", "text": "hello", "stamp": 1}"#,
                        201,
                        response: #"{"id": "a1", "to": "Ann"}"#,
                        name: "Write a letter",
                        captures: letter
                    ),
                    try exchange(
                        "GET",
                        "/v1/letters/{{letter}}",
                        200,
                        response: #"{"id": "a1", "read": null}"#
                    ),
                    try exchange("DELETE", "/v1/letters/{{letter}}", 204), missing,
                ]
            ),
            ObservedJourney(
                name: "refused",
                exchanges: [
                    try exchange(
                        "POST",
                        "/v1/letters",
                        json: #"{"to": "", "text": "hello", "stamp": 1}"#,
                        422,
                        response: #"{"code": "L001", "message": "to is empty"}"#
                    ),
                    try exchange(
                        "POST",
                        "/v1/letters",
                        json: #"{"text": "hello", "stamp": 1}"#,
                        422,
                        response: #"{"code": "L001", "message": "to is not there"}"#
                    ),
                    try exchange(
                        "GET",
                        "/v1/letters/17",
                        200,
                        response: #"{"id": 17, "read": true}"#
                    ),
                    try wish("/v1/letters/18", ["status": 403]),
                    try wish("/v1/boxes", ["asserts": [["jsonpath": "$[*]", "count": 2]]]),
                ]
            ),
        ])
        try Fixture.expect(draft.text, toBe: "letters-journeys.contract.yaml")
        let linted = LintedContract(draft.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        #expect(!draft.text.contains("tok-very-secret"))
    }
}
