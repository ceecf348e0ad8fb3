import Contract
import HTTP
import Synchronization

/// Takes note of all requests of a run, for what of a description of the API they try.
final class DescriptionLog: HTTPTransport {
    private let transport: any HTTPTransport
    private let state: Mutex<DescriptionUse>

    /// - Parameters:
    ///   - description: Of which nothing was tried yet.
    ///   - transport: What sends the requests.
    init(_ description: DescriptionUse, before transport: any HTTPTransport) {
        self.transport = transport
        state = Mutex(description)
    }

    /// What was tried so far.
    var use: DescriptionUse { state.withLock { $0 } }

    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure> {
        let result = await transport.exchange(request, timeout: timeout)
        let status: Int? = if case .success(let answer) = result { answer.status } else { nil }
        state.withLock { $0.note(request, status: status) }
        return result
    }

    func probe(_ origin: String) async -> TransportFailure? { await transport.probe(origin) }

    func wantsTLS(_ origin: String) async -> Bool { await transport.wantsTLS(origin) }
}
