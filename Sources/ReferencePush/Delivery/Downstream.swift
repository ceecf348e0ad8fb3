import Contract
import Dispatch
import HTTP
import JSON
import Synchronization
import Transport

/// The way from a service to its devices: to a connected listener of a contract, otherwise to configured push
/// services, otherwise to a sink.
///
/// A service passes every push and the provider state to it.
final class Downstream: Sendable {
    /// The provider state that connects a listener.
    static let stateName = "downstream"

    private let transport: any HTTPTransport
    private let sink: any DeliverySink
    private let hosts: DownstreamHosts
    private let providers: ProviderDelivery?
    /// A defect's change of every push for a listener.
    let alteration: NotificationAlteration
    private let listener = Mutex(StackedState<Listener>())

    private struct Listener: Hashable {
        let url: String
        let origin: String
        let prefix: String
    }

    /// - Parameters:
    ///   - transport: Sends pushes to a listener; `nil` uses libcurl.
    ///   - sink: Receives pushes while no listener is connected.
    ///   - hosts: Allowed hosts of listeners.
    ///   - alteration: A defect's change of every push.
    ///   - providers: Delivers to push services while no listener is connected.
    init(
        transport: (any HTTPTransport)? = nil,
        sink: any DeliverySink = CountingSink(),
        hosts: DownstreamHosts = DownstreamHosts(),
        alteration: NotificationAlteration = NotificationAlteration(),
        providers: ProviderDelivery? = nil
    ) {
        self.transport = transport ?? Self.curl()
        self.sink = sink
        self.hosts = hosts
        self.alteration = alteration
        self.providers = providers
    }

    private static func curl() -> any HTTPTransport {
        do {
            return try CurlTransport()
        } catch {
            preconditionFailure("the transport refuses its own defaults: \(error)")
        }
    }
}

extension Downstream {
    /// Connects a listener, or disconnects it: `listener`, the URL in front of the push services' own paths.
    ///
    /// - Throws: For a missing or invalid URL, or a host outside `hosts`.
    func change(_ change: StateChange) throws(StateChangeError) {
        let url = change.params["listener"]?.stringValue ?? ""
        guard let parts = URLParts(url), parts.query == nil else {
            throw change.fault("listener", "an http or https URL without a query")
        }
        guard hosts.allow(parts.origin) else {
            throw change.fault(
                "listener",
                "a URL of this machine, such as http://127.0.0.1:9000, or of a host that "
                    + "\"assay serve --allow-downstream HOST\" names"
            )
        }
        let prefix = parts.path == "/" ? "" : parts.path
        let listener = Listener(url: url, origin: parts.origin, prefix: prefix)
        self.listener.withLock { $0.change(listener, change.action) }
    }

    /// Delivers a push to its devices.
    ///
    /// To a listener, one device after the other: that blocks the thread, which must not be one that runs tasks. To
    /// push services, on their own thread after this has returned.
    ///
    /// - Parameters:
    ///   - batch: Notifications of the devices, built on demand.
    ///   - finish: Called once with failures by position in `batch`, on a thread that must not block; all other
    ///     devices received the push.
    func deliver(
        _ batch: NotificationBatch,
        then finish: @escaping @Sendable ([Int: DeliveryFailure]) -> Void
    ) {
        if let listener = listener.withLock(\.latest) {
            finish(deliver(batch, to: listener))
        } else if let providers, providers.isConnected {
            let alteration = alteration
            let altered = NotificationBatch(count: batch.count) {
                alteration.applied(to: batch[$0])
            }
            providers.deliver(altered, then: finish)
        } else {
            finish(sink.deliver(batch))
        }
    }

    private func deliver(
        _ batch: NotificationBatch,
        to listener: Listener
    ) -> [Int: DeliveryFailure] {
        let round = Round()
        Task {
            for position in 0..<batch.count {
                let notification = self.alteration.applied(to: batch[position])
                let failure = await self.send(notification, to: listener)
                if let failure { round.failures.withLock { $0[position] = failure } }
            }
            round.finished.signal()
        }
        round.finished.wait()
        return round.failures.withLock { $0 }
    }

    /// Results of one push.
    private final class Round: Sendable {
        let failures = Mutex<[Int: DeliveryFailure]>([:])
        let finished = DispatchSemaphore(value: 0)
    }

    private func send(
        _ notification: Notification,
        to listener: Listener
    ) async -> DeliveryFailure? {
        let request = notification.request(to: listener.origin, prefix: listener.prefix)
        switch await transport.exchange(request, timeout: Self.patience) {
        case .success(let response): return notification.failure(in: response)
        case .failure: return .unknown
        }
    }

    /// Time limit for a response of a push service.
    private static let patience = Duration.seconds(10)
}
