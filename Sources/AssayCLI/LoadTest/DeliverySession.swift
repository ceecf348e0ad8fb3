import CommandLineTool
import Contract
import DeliveryFeed
import HTTP
import JSON
import Load
import LoadModel
import Measure
import Platform
import Profile
import Replay
import Transport

/// The sink of a run: connected to the run, which receives its reports, and to the service, which sends to it.
struct DeliverySession: Sendable {
    let watch: DeliveryWatch
    private let sink: SinkControl
    private let providers: [ProviderStates]
    private let parameters: JSONValue
    /// The counters of the sink before the run.
    private let before: SinkControl.Account

    /// The provider state that gives a reference service the addresses of its providers.
    private static let state = "providers"

    /// Starts the sink, or finds a running one, and connects it.
    ///
    /// - Parameters:
    ///   - profile: The profile with all overrides.
    ///   - planned: The keys that identify deliveries; `nil` if they are not watched.
    ///   - targets: The servers of the service that it is run against.
    ///   - references: Starts a sink that is to go with the run.
    ///   - transport: Asks the sink, and the service.
    /// - Returns: `nil` for a profile that watches no deliveries.
    /// - Throws: A `LoadObstacle` if the sink cannot be reached.
    static func begin(
        _ profile: LoadProfile,
        _ planned: PlannedDelivery?,
        _ targets: [ReplayTarget],
        references: ChildReferences,
        transport: CurlTransport
    ) async throws -> DeliverySession? {
        guard let delivery = profile.delivery, let planned else { return nil }
        let sink: SinkControl
        switch delivery.sink {
        case .started(let kind, let listen, let key, let subscribers):
            let origin = try await references.sink(
                kind,
                listen: listen,
                key: key,
                subscribers: subscribers
            )
            sink = SinkControl(origin: origin, kind: kind, transport: transport)
        case .running(let origin):
            sink = try await SinkControl(running: origin, transport: transport)
        }
        return try await DeliverySession(profile, targets, planned, sink, delivery, transport)
    }

    private init(
        _ profile: LoadProfile,
        _ targets: [ReplayTarget],
        _ planned: PlannedDelivery,
        _ sink: SinkControl,
        _ delivery: LoadProfile.Delivery,
        _ transport: CurlTransport
    ) async throws {
        self.sink = sink
        let reader: DeliveryReader
        do {
            reader = try DeliveryReader(in: TemporaryFolder.path)
        } catch {
            throw LoadObstacle(.couldNotRun, "delivery: cannot create a Unix socket: \(error)")
        }
        before = try await sink.account()
        try await sink.tell(of: planned.marker, at: reader.path)
        watch = DeliveryWatch(
            reader,
            planned,
            RunDelivery(
                sink: .init(kind: sink.kind, url: sink.origin),
                within: delivery.within,
                deadlines: profile.thresholds.compactMap { threshold in
                    if case .deliveredRatio(let within?) = threshold.metric { within } else { nil }
                }
            )
        )
        guard watch.start() else {
            throw LoadObstacle(
                .couldNotRun,
                "delivery: the sink at \(sink.origin) did not connect to \(reader.path); "
                    + "expected a sink on this machine"
            )
        }
        parameters = .object(JSONObject([.init(name: sink.kind, value: .string(sink.origin))]))
        let discovery = StateChangeDiscovery(transport: transport, maxTime: nil)
        var urls: Set<String> = []
        for target in targets {
            var url = target.stateChangeURL
            if url == nil { url = await discovery.url(at: target.origin) }
            if let url { urls.insert(url) }
        }
        providers = urls.sorted().map { ProviderStates(url: $0, transport: transport) }
        for provider in providers { try await connect(provider) }
    }

    private func connect(_ provider: ProviderStates) async throws {
        switch await provider.change(Self.state, parameters: parameters, action: "setup") {
        case .ready, .unavailable: break
        case .broken(let reason): throw LoadObstacle(.couldNotRun, "delivery: \(reason)")
        }
    }

    /// Disconnects the sink from the service, which must not keep sending to it.
    func leave() async {
        for provider in providers {
            _ = await provider.change(Self.state, parameters: parameters, action: "teardown")
        }
    }

    /// Disconnects the sink from the service, and adds the sink's own report.
    ///
    /// - Parameter delivery: The deliveries of the run.
    /// - Returns: The delivery with the sink's report.
    func ended(_ delivery: RunDelivery?) async -> RunDelivery? {
        await leave()
        guard var delivery else { return nil }
        do {
            let account = try await sink.account()
            delivery.sink.refused = account.refused.since(before.refused)
            delivery.sink.noted = account.noted.since(before.noted)
        } catch {
            // A lost sink was reported before, or it exited after the last delivery.
        }
        return delivery
    }
}

extension [String: UInt64] {
    /// The increase of each counter.
    fileprivate func since(_ before: [String: UInt64]) -> [String: UInt64] {
        var counts: [String: UInt64] = [:]
        for (name, count) in self where count > before[name] ?? 0 {
            counts[name] = count - (before[name] ?? 0)
        }
        return counts
    }
}
