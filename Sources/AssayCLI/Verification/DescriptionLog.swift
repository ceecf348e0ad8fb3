import Contract
import HTTP
import Synchronization

/// Records all requests of a run, to determine which parts of an API description they cover.
final class DescriptionLog: HTTPTransport {
    private let transport: any HTTPTransport
    private let state: Mutex<DescriptionUse>

    /// - Parameters:
    ///   - description: A description without recorded requests.
    ///   - transport: Sends the requests.
    init(_ description: DescriptionUse, before transport: any HTTPTransport) {
        self.transport = transport
        state = Mutex(description)
    }

    /// The recorded use so far.
    var use: DescriptionUse { state.withLock { $0 } }

    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure> {
        let result = await transport.exchange(request, timeout: timeout)
        let status: Int? = if case .success(let response) = result { response.status } else { nil }
        state.withLock { $0.note(request, status: status) }
        return result
    }

    func probe(_ origin: String) async -> TransportFailure? { await transport.probe(origin) }
}
