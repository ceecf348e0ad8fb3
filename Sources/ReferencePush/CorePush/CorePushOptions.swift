/// The system whose devices an app runs on.
package enum CorePushPlatform: String, Hashable, Sendable, CaseIterable {
    case iphone, android

    /// Value of `config_type`.
    var configType: String {
        switch self {
        case .iphone: "1"
        case .android: "2"
        }
    }
}

/// One app of the service, with its key.
package struct CorePushKey: Hashable, Sendable {
    /// An app has one key for each platform.
    package var configKey: String
    var platform: CorePushPlatform

    init(configKey: String, platform: CorePushPlatform) {
        self.configKey = configKey
        self.platform = platform
    }

    /// The key that the vendor's pages use as their example.
    static let demoIPhone = CorePushKey(
        configKey: "9b8cdedbfa669cf03c31c4f1807ddcce",
        platform: .iphone
    )
    /// Made up: the pages show no key of an Android app.
    static let demoAndroid = CorePushKey(
        configKey: "00000000000000000000000000000000",
        platform: .android
    )
}

/// Settings of the reference CORE PUSH.
package struct CorePushOptions: Sendable {
    /// Initial apps; provider states without a key apply to the first.
    package var apps: [CorePushKey] = [.demoIPhone, .demoAndroid]
    /// Number of stored sends of an app; launches of older ones are not counted.
    var keptPushes = 10_000
    /// Whether sends that do not report results are delivered by a separate queue; otherwise they are delivered
    /// before the response.
    var deliversInBackground = true
    /// Allowed hosts of listeners that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// Delivery to push services.
    package var providers = ProviderOptions()
    /// The current time.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Seed of feedback keys; `nil` for a random one.
    var seed: UInt64?

    /// The documented service with two apps.
    init() {}
}
