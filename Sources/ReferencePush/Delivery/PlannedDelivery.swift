import HTTP

/// Deliveries of a service that plans its pushes: the ways to its devices, and the timer.
final class PlannedDelivery: Sendable {
    let downstream: Downstream
    let providers: ProviderDelivery
    private let timer: DeliveryTimer?

    /// - Parameters:
    ///   - options: Hosts, push services, and the clock.
    ///   - sink: Receives pushes while no listener and no push service is connected.
    init(_ options: ReferenceOptions, sink: any DeliverySink) {
        providers = ProviderDelivery(options.providers, hosts: options.downstreamHosts)
        downstream = Downstream(sink: sink, hosts: options.downstreamHosts, providers: providers)
        timer = options.deliversInBackground ? DeliveryTimer(now: options.now) : nil
    }

    /// Calls `deliver` from now on when something is due.
    func start(_ deliver: @escaping @Sendable () -> Void) { timer?.start(deliver) }

    /// Makes sure that deliveries due at `instant` are performed then.
    func wake(at instant: Instant) { timer?.wake(at: instant) }

    func stop() {
        timer?.cancel()
        providers.stop()
    }
}

/// A host of a service that plans its pushes.
protocol PlanningService: ReferenceService {
    var delivery: PlannedDelivery { get }
}

extension PlanningService {
    package var alteration: NotificationAlteration? { delivery.downstream.alteration }

    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        delivery.providers.control(name, request)
    }

    package func stop() { delivery.stop() }
}
