/// The system whose devices an app runs on.
package enum CorePushPlatform: String, Hashable, Sendable, CaseIterable {
    case iphone, android

    /// What `config_type` says.
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

/// How the reference CORE PUSH is set up.
package struct CorePushOptions: Sendable {
    /// The apps it knows; provider states without a key are for the first.
    package var apps: [CorePushKey] = [.demoIPhone, .demoAndroid]
    /// How many sends of an app are kept; launches of older ones are not counted any more.
    var keptPushes = 10_000
    /// Whether sends without an answer to wait for are delivered by a queue of their own; otherwise
    /// they are delivered before the answer.
    var deliversInBackground = true
    /// Where listeners may be that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// What is delivered to as a real service does.
    package var providers = ProviderOptions()
    /// What time it is.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Where feedback keys come from; `nil` takes a seed from the system.
    var seed: UInt64?

    /// The documented service with two apps.
    init() {}
}
