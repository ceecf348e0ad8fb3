import Base
import Contract
import HTTP
import Synchronization

/// Answers requests with what came before, in order, at the moments of then.
final class RecordedExchanges: HTTPTransport, ReplayClock {
    private let exchanges: [ExchangeRecord]
    private let next = Atomic(0)

    /// - Parameter exchanges: In the order in which they were made; at least one.
    init(_ exchanges: [ExchangeRecord]) {
        precondition(!exchanges.isEmpty, "there is no recorded response")
        self.exchanges = exchanges.flatMap(\.chain)
    }

    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure> {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < exchanges.count else {
            return .failure(TransportFailure(kind: .cancelled, detail: "nothing was recorded"))
        }
        return exchanges[number].answer
    }

    /// That of the request which is to be sent next.
    var now: Timestamp {
        let number = min(next.load(ordering: .relaxed), exchanges.count - 1)
        return exchanges[number].startedAt ?? Timestamp(nanosecondsSince1970: 0)
    }

    var elapsed: Duration { .zero }

    func sleep(for duration: Duration) async {}
}
