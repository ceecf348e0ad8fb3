/// Name under which the service appears; the API is the same.
enum NHNGeneration: String, Hashable, Sendable, CaseIterable {
    /// NHN Cloud Push.
    case nhn
    /// TOAST Push, as it was called before.
    case toast

    /// Name in contracts and on the command line.
    var serviceName: String {
        switch self {
        case .nhn: "nhn-push"
        case .toast: "toast-push"
        }
    }

    /// The `resultMessage` of a success; in capitals in the documents of the former name.
    var successMessage: String {
        switch self {
        case .nhn: "success"
        case .toast: "SUCCESS"
        }
    }
}

/// The two keys of an application.
struct NHNCredentials: Hashable, Sendable {
    /// Used in the path.
    var appKey: String
    /// Used in `X-Secret-Key`, for calls of servers.
    var secretKey: String

    /// The default pair of the contracts.
    static let demo = NHNCredentials(appKey: "Zm9vYmFyQXNzYXkx", secretKey: "a1B2c3D4")
}

/// Settings of the reference NHN Cloud Push.
struct NHNOptions: Sendable {
    var common: ReferenceOptions
    var generation: NHNGeneration
    /// Initial applications; provider states act on the first.
    var applications = [NHNCredentials.demo]
    /// The dedicated resources that messages may name.
    var resources: Set<String> = ["Ab12Cd34Ef56Gh78"]
    /// Largest number of logs, failed messages and dead tokens; beyond it the oldest are evicted.
    var historyLimit = 20_000
    /// Receives messages while no listener is connected.
    var sink: any DeliverySink = CountingSink()

    /// The documented service, with the keys of the contracts unless there are others.
    init(
        _ common: ReferenceOptions = ReferenceOptions(),
        _ generation: NHNGeneration = .nhn
    ) {
        self.common = common
        self.generation = generation
        if let key = common.keys["appKey"] { applications[0].appKey = key }
        if let key = common.keys["secretKey"] { applications[0].secretKey = key }
    }
}

extension ReferenceEntry {
    static let nhnPush = ReferenceEntry(
        name: "nhn-push",
        phrase: "is NHN Cloud Push",
        defects: Defect.nhnPush
    ) { NHNService(options: NHNOptions($0, .nhn)).faces }

    static let toastPush = ReferenceEntry(name: "toast-push", phrase: "its former name") {
        NHNService(options: NHNOptions($0, .toast)).faces
    }
}
