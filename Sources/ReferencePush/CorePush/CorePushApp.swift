import Base
import Synchronization

/// An app of the service on one platform, with its data.
final class CorePushApp: Sendable {
    let key: CorePushKey
    /// Prefix of its feedback keys.
    let number: Int
    let data: Mutex<CorePushData>
    /// The way to its devices.
    let downstream: Downstream

    init(
        _ key: CorePushKey,
        number: Int,
        seed: UInt64,
        keptPushes: Int,
        downstream: Downstream
    ) {
        self.downstream = downstream
        self.key = key
        self.number = number
        data = Mutex(CorePushData(seed: seed, limit: keptPushes))
    }
}

/// The apps that the service knows; provider states add some and take them away.
struct CorePushApps: Sendable {
    private var apps: [String: CorePushApp] = [:]
    /// The first app that was added.
    private(set) var first: CorePushApp?
    private var count = 0
    private var seeds: SplitMix64
    /// A defect's change of every push of every app.
    let alteration = NotificationAlteration()
    /// Delivery to push services for every app.
    private let providers: ProviderDelivery

    private let options: CorePushOptions

    /// - Parameters:
    ///   - options: Initial apps, and settings for all apps.
    ///   - providers: Delivery to push services for every app.
    init(_ options: CorePushOptions, providers: ProviderDelivery) {
        self.options = options
        self.providers = providers
        seeds = options.common.seeds
        for key in options.apps { add(key) }
        first = options.apps.first.flatMap { apps[$0.configKey] }
    }

    subscript(_ configKey: String) -> CorePushApp? { apps[configKey] }

    /// Adds an app without any data, unless its key exists.
    mutating func add(_ key: CorePushKey) {
        guard apps[key.configKey] == nil else { return }
        count += 1
        apps[key.configKey] = CorePushApp(
            key,
            number: 1_000 + count,
            seed: seeds.next(),
            keptPushes: options.keptPushes,
            downstream: Downstream(
                sink: CorePushSink(),
                hosts: options.common.downstreamHosts,
                alteration: alteration,
                providers: providers
            )
        )
    }

    mutating func remove(_ configKey: String) { apps[configKey] = nil }
}
