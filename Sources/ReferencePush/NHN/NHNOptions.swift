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
package struct NHNCredentials: Hashable, Sendable {
    /// Used in the path.
    package var appKey: String
    /// Used in `X-Secret-Key`, for calls of servers.
    package var secretKey: String

    init(appKey: String, secretKey: String) {
        self.appKey = appKey
        self.secretKey = secretKey
    }

    /// The default pair of the contracts.
    static let demo = NHNCredentials(appKey: "Zm9vYmFyQXNzYXkx", secretKey: "a1B2c3D4")
}

/// Settings of the reference NHN Cloud Push.
package struct NHNOptions: Sendable {
    /// Initial applications; provider states act on the first.
    package var applications: [NHNCredentials] = [.demo]
    var generation = NHNGeneration.nhn
    /// The dedicated resources that messages may name.
    var resources: Set<String> = ["Ab12Cd34Ef56Gh78"]
    /// Delay before a message is sent.
    package var deliveryDelay = Duration.milliseconds(30)
    /// Largest number of logs, failed messages and dead tokens; beyond it the oldest are evicted.
    var historyLimit = 20_000
    /// Receives messages while no listener is connected.
    var sink: any DeliverySink = CountingSink()
    /// Where listeners may be that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// Delivery to push services.
    package var providers = ProviderOptions()
    /// The current time.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Whether a timer sends due messages; otherwise only `NHNService.deliverDue` does.
    var deliversByTimer = true
    /// Seed of ids; `nil` for a random one.
    var seed: UInt64?

    /// The documented service with its own keys.
    init() {}
}
