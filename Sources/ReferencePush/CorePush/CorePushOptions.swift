/// The system whose devices an app runs on.
enum CorePushPlatform: String, Hashable, Sendable, CaseIterable {
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
struct CorePushKey: Hashable, Sendable {
    /// An app has one key for each platform.
    var configKey: String
    var platform: CorePushPlatform

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
struct CorePushOptions: Sendable {
    var common: ReferenceOptions
    /// Initial apps; provider states without a key apply to the first.
    var apps: [CorePushKey] = [.demoIPhone, .demoAndroid]
    /// Number of stored sends of an app; launches of older ones are not counted.
    var keptPushes = 10_000

    /// The documented service with two apps.
    init(_ common: ReferenceOptions = ReferenceOptions()) {
        self.common = common
        if let key = common.keys["iosKey"] { apps[0].configKey = key }
        if let key = common.keys["androidKey"] { apps[1].configKey = key }
    }
}

extension ReferenceEntry {
    static let corePush = ReferenceEntry(
        name: "core-push",
        phrase: "CORE PUSH",
        defects: Defect.corePush
    ) {
        [CorePushService(options: CorePushOptions($0))]
    }
}
