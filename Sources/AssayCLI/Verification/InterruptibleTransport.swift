import Contract
import HTTP
import Replay
import Synchronization

/// A transport for a run that can be interrupted: the cleanup then has one second in total, so that
/// a hanging server cannot delay the end.
final class InterruptibleTransport: HTTPTransport {
    private static let grace = Duration.seconds(1)
    private let transport: any HTTPTransport
    private let clock: any ReplayClock
    private let interruption: Interruption
    /// When the first exchange after the interruption began, on `clock`.
    private let cleanupBegan = Mutex<Duration?>(nil)

    init(_ transport: any HTTPTransport, clock: any ReplayClock, interruption: Interruption) {
        self.transport = transport
        self.clock = clock
        self.interruption = interruption
    }

    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure> {
        guard interruption.isRequested else {
            return await transport.exchange(request, timeout: timeout)
        }
        let now = clock.elapsed
        let began = cleanupBegan.withLock { began in
            began = began ?? now
            return began ?? now
        }
        let left = Self.grace - (now - began)
        guard left > .zero else {
            return .failure(
                TransportFailure(kind: .cancelled, detail: "no time left after the interruption")
            )
        }
        return await transport.exchange(request, timeout: min(timeout ?? left, left))
    }

    func probe(_ origin: String) async -> TransportFailure? {
        interruption.isRequested ? nil : await transport.probe(origin)
    }
}
