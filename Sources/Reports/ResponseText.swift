import Contract
import HTTP
import ReportText

/// The response to a request, as text for people.
enum ResponseText {
    /// Status line, fields, an empty line and the body; or why there is no response.
    ///
    /// - Parameters:
    ///   - exchange: The request and its response.
    ///   - direction: Its direction.
    ///   - limit: The maximum number of body bytes shown; the rest is counted.
    /// - Returns: At least one line.
    static func lines(
        of exchange: ExchangeRecord,
        _ direction: StepResult.Direction,
        limit: Int
    ) -> [String] {
        switch exchange.result {
        case .success(let response): lines(of: response, direction, limit: limit)
        case .failure(let failure): [PrintableText.line("no response: \(failure)")]
        }
    }

    private static func lines(
        of response: HTTPResponse,
        _ direction: StepResult.Direction,
        limit: Int
    ) -> [String] {
        let status = direction.status(of: response)
        let fields = response.headers.fields.map { PrintableText.line("\($0.name): \($0.value)") }
        guard !response.body.isEmpty else { return [status] + fields + ["", "(no body)"] }
        let body = BodyText.lines(response.body, limit: limit)
        return [status] + fields + [""] + body.map { PrintableText.line($0) }
    }
}

extension StepResult.Direction {
    /// The title of a request.
    var requestTitle: String {
        switch self {
        case .sent: "request"
        case .received: "received"
        }
    }

    /// The title of the response.
    var responseTitle: String {
        switch self {
        case .sent: "response"
        case .received: "responded"
        }
    }

    /// The text in place of exchanges when there are none.
    var nothing: String { "nothing was \(rawValue)" }

    /// The status line, without the time of the tool's own listener.
    func status(of response: HTTPResponse) -> String {
        let status = "HTTP/\(response.version) \(response.status)"
        return self == .sent ? "\(status) after \(response.phases.total.shortText)" : status
    }
}

extension StepResult {
    /// The exchanges in order, each with its number among several: ` 2`, or `""` for the only one.
    var numberedExchanges: [(number: String, exchange: ExchangeRecord)] {
        exchanges.enumerated().map { index, exchange in
            (exchanges.count > 1 ? " \(index + 1)" : "", exchange)
        }
    }
}
