package import Base
package import Contract
package import HTTP

extension StepResult {
    /// A step that sent one request.
    package init(
        phase: Phase,
        label: String,
        location: SourceLocation,
        promises: [String] = [],
        outcome: Outcome = .passed,
        request: HTTPRequest,
        response: HTTPResponse? = nil,
        failure: TransportFailure? = nil,
        headline: String? = nil,
        differences: [Difference] = [],
        differenceCount: Int? = nil,
        stringToSign: String? = nil,
        tries: Int = 1,
        startedAt: Timestamp? = nil,
        duration: Duration = .zero
    ) {
        let none = TransportFailure(kind: .other, detail: "not given")
        let exchange = ExchangeRecord(
            request: request,
            result: response.map(Result.success) ?? .failure(failure ?? none),
            stringToSign: stringToSign,
            startedAt: startedAt
        )
        self.init(
            phase: phase,
            label: label,
            location: location,
            promises: promises,
            outcome: outcome,
            exchanges: [exchange],
            headline: headline,
            differences: differences,
            differenceCount: differenceCount,
            tries: tries,
            startedAt: startedAt,
            duration: duration
        )
    }
}
