import Contract
import Dispatch
import HTTP
import JSON
import Synchronization
import Transport

/// The way from a service to its devices: to a listener that a contract plays, as long as one is
/// connected, else to a sink.
///
/// A service hands every push to it, and passes its provider state on.
final class Downstream: DeliverySink {
    /// The provider state that connects a listener.
    static let stateName = "downstream"

    private let transport: any HTTPTransport
    private let sink: any DeliverySink
    private let hosts: DownstreamHosts
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
    init(
        transport: (any HTTPTransport)? = nil,
        sink: any DeliverySink = CountingSink(),
        hosts: DownstreamHosts = DownstreamHosts(),
        alteration: NotificationAlteration = NotificationAlteration()
    ) {
        self.transport = transport ?? Self.curl()
        self.sink = sink
        self.hosts = hosts
        self.alteration = alteration
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

    /// Sends a push to the listener, one device after the other, and waits for the answers.
    ///
    /// Blocks its thread as long as that takes, which must not be one that tasks run on.
    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure] {
        guard let listener = listener.withLock(\.latest) else { return sink.deliver(batch) }
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
