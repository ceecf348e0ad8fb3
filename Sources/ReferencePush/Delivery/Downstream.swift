import Contract
import Dispatch
import HTTP
import JSON
import Synchronization
import Transport

/// The way from a service to its devices: to a listener that a contract plays, as long as one is
/// connected, else to push services that it was told of, else to a sink.
///
/// A service hands every push to it, and passes its provider state on.
final class Downstream: Sendable {
    /// The provider state that connects a listener.
    static let stateName = "downstream"

    private let transport: any HTTPTransport
    private let sink: any DeliverySink
    private let hosts: DownstreamHosts
    private let providers: ProviderDelivery?
    /// What a defect does to every push for a listener.
    let alteration: NotificationAlteration
    private let listener = Mutex(StackedState<Listener>())

    private struct Listener: Hashable {
        let url: String
        let origin: String
        let prefix: String
    }

    /// - Parameters:
    ///   - transport: What carries pushes to a listener; `nil` takes libcurl.
    ///   - sink: Where pushes go while no listener is connected.
    ///   - hosts: Where listeners may be.
    ///   - alteration: What a defect does to every push.
    ///   - providers: What delivers to push services while no listener is connected.
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
    /// Connects a listener, or takes it away again.
    ///
    /// - Parameters:
    ///   - params: `listener`, the URL before the push services' own paths.
    ///   - action: Whether it begins or ends.
    /// - Throws: When there is no such URL in `params`, or its host is none of `hosts`.
    func change(
        _ params: JSONObject,
        _ action: StateAction
    ) throws(StateChangeError) {
        let url = params["listener"]?.stringValue ?? ""
        guard let parts = URLParts(url), parts.query == nil else {
            throw .invalidParameter(
                state: Self.stateName,
                parameter: "listener",
                expected: "an http or https URL without a query"
            )
        }
        guard hosts.allow(parts.origin) else {
            throw .invalidParameter(
                state: Self.stateName,
                parameter: "listener",
                expected: "a URL of this machine, such as http://127.0.0.1:9000, or of a host that "
                    + "\"assay serve --allow-downstream HOST\" names"
            )
        }
        let prefix = parts.path == "/" ? "" : parts.path
        let listener = Listener(url: url, origin: parts.origin, prefix: prefix)
        self.listener.withLock { $0.change(listener, action) }
    }

    /// Hands a push to its devices.
    ///
    /// To a listener, one device after the other: that blocks the thread, which must not be one that tasks run
    /// on. To push services, on a thread of theirs after this has returned.
    ///
    /// - Parameters:
    ///   - batch: What the devices get; built only when asked for.
    ///   - finish: Called once with what failed, by position in `batch`, on a thread that must not wait; a
    ///     device that is not named took the push.
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

    /// What comes of one push.
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

    /// How long a push service may take for one answer.
    private static let patience = Duration.seconds(10)
}
