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
    /// Requests whose exchange had the fault.
    private let faultCount = Atomic(0)

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
        let result = await injector.exchange(request, through: fault.action, timeout: timeout)
        // Only a message that ends before the place of the fault gets through.
        if case .dropAfter = fault.action, case .success = result { return result }
        faultCount.wrappingAdd(1, ordering: .relaxed)
        return result
    }

    /// Why no exchange had the fault; `nil` if one had it.
    var omission: String? {
        guard injector != nil, faultCount.load(ordering: .relaxed) == 0 else { return nil }
        let count = count.load(ordering: .relaxed)
        let sent = count == 1 ? "1 request was" : "\(count) requests were"
        let reason =
            if count >= fault.request ?? 1 { "the message ended before" } else { "\(sent) sent" }
        return "the fault \(fault) did not occur: \(reason)"
    }

    func probe(_ origin: String) async -> TransportFailure? { await transport.probe(origin) }
}
