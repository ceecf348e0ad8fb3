import Contract
package import HTTP
import Synchronization

/// A transport without a network: returns prepared results and records requests.
package final class ScriptedTransport: HTTPTransport {
    package typealias Outcome = Result<HTTPResponse, TransportFailure>

    /// A request as the transport received it.
    package struct Call: Hashable, Sendable {
        package let request: HTTPRequest
        package let timeout: Duration?
    }

    private let response: @Sendable (_ index: Int, HTTPRequest) -> Outcome
    private let recorded = Mutex<[Call]>([])

    /// Returns `results` in order; a request beyond them fails with `other` and an explanation.
    package convenience init(_ results: [Outcome]) {
        self.init { index, request in
            guard index < results.count else {
                return .failure(
                    TransportFailure(
                        kind: .other,
                        detail: "the script has \(results.count) results; request \(index + 1) is "
                            + "\(request.method) \(request.target)"
                    )
                )
            }
            return results[index]
        }
    }

    /// Asks `response` for every result.
    ///
    /// - Parameter response: Gets the number of the request, counted from 0, and the request. May be
    ///   called from several threads at once.
    package init(answering response: @escaping @Sendable (_ index: Int, HTTPRequest) -> Outcome) {
        self.response = response
    }

    /// All calls in order.
    package var calls: [Call] { recorded.withLock { $0 } }

    /// The requests in order.
    package var requests: [HTTPRequest] { calls.map(\.request) }

    package func exchange(_ request: HTTPRequest, timeout: Duration?) async -> Outcome {
        let index = recorded.withLock { calls in
            calls.append(Call(request: request, timeout: timeout))
            return calls.count - 1
        }
        return response(index, request)
    }
}
