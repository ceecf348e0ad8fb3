import Base
import Contract
import HTTP
import Synchronization

/// Replays recorded exchanges, in order, at their recorded times.
final class RecordedExchanges: HTTPTransport, ReplayClock {
    private let exchanges: [ExchangeRecord]
    private let next = Atomic(0)

    /// - Parameter exchanges: In the order in which they began; at least one.
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
        return exchanges[number].result
    }

    /// The time of the next request.
    var now: Timestamp {
        let number = min(next.load(ordering: .relaxed), exchanges.count - 1)
        return exchanges[number].startedAt ?? Timestamp(nanosecondsSince1970: 0)
    }

    var elapsed: Duration { .zero }

    func sleep(for duration: Duration) async {}
}
