import Base
import HTTP

@testable import Interchange

/// Exchanges for tests of recordings.
enum RecordedTraffic {
    /// - Parameters:
    ///   - request: `POST /letters`.
    ///   - fields: `Name: value`, of the request.
    ///   - body: Its body.
    ///   - status: Of the response.
    ///   - content: The JSON body of the response.
    ///   - given: `Name: value`, of the response.
    /// - Returns: The exchange.
    static func exchange(
        _ request: String,
        _ fields: [String] = [],
        body: [UInt8]? = nil,
        _ status: Int = 200,
        _ content: String = "{}",
        gives given: [String] = []
    ) -> RecordedExchange {
        let words = request.split(separator: " ").map(String.init)
        let target = RequestTarget(words[1])
        var response = HTTPResponse(status: status)
        response.headers = headers(given + ["Content-Type: application/json"])
        response.body = Array(content.utf8)
        return RecordedExchange(
            // `2026-01-31T09:05:00Z`.
            moment: Timestamp(nanosecondsSince1970: 1_769_850_300_000_000_000),
            request: HTTPRequest(
                method: words[0],
                origin: "http://127.0.0.1:8080",
                path: target.path,
                query: target.query,
                headers: headers(fields),
                body: body
            ),
            response: response
        )
    }

    private static func headers(_ lines: [String]) -> HTTPFields {
        HTTPFields(
            lines.map { line in
                let halves = line.split(separator: ":", maxSplits: 1)
                return .init(name: String(halves[0]), value: String(halves[1].dropFirst()))
            }
        )
    }
}
