import Contract
import HTTP
import Synchronization

/// The transport of one step with a fault: it counts the step's requests, and applies the fault to
/// the selected ones.
final class FaultedTransport: HTTPTransport {
    private let fault: Fault
    /// `nil` if faults cannot be injected.
    private let injector: (any FaultInjector)?
    private let transport: any HTTPTransport
    private let count = Atomic(0)

    init(_ fault: Fault, by injector: (any FaultInjector)?, over transport: any HTTPTransport) {
        self.fault = fault
        self.injector = injector
        self.transport = transport
    }

    func exchange(
        _ request: HTTPRequest,
        timeout: Duration?
    ) async -> Result<HTTPResponse, TransportFailure> {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue
        guard fault.applies(to: number) else {
            return await transport.exchange(request, timeout: timeout)
        }
        guard let injector else {
            let detail = "not sent: there is nothing that could bring the fault about"
            return .failure(TransportFailure(kind: .other, detail: detail))
        }
        return await injector.exchange(request, through: fault.action, timeout: timeout)
    }

    func probe(_ origin: String) async -> TransportFailure? { await transport.probe(origin) }
}
