/// Under which of its names the service appears; the API is the same.
enum NHNGeneration: String, Hashable, Sendable, CaseIterable {
    /// NHN Cloud Push.
    case nhn
    /// TOAST Push, as it was called before.
    case toast

    /// What a contract and the command line call it.
    var serviceName: String {
        switch self {
        case .nhn: "nhn-push"
        case .toast: "toast-push"
        }
    }

    /// What `resultMessage` says of a success: the documents of the former name print it in capitals.
    var successMessage: String {
        switch self {
        case .nhn: "success"
        case .toast: "SUCCESS"
        }
    }
}

/// The two keys of an application.
package struct NHNCredentials: Hashable, Sendable {
    /// Stands in the path.
    package var appKey: String
    /// Stands in `X-Secret-Key`, for what only a server may call.
    package var secretKey: String

    init(appKey: String, secretKey: String) {
        self.appKey = appKey
        self.secretKey = secretKey
    }

    /// The pair that the contracts use unless told otherwise.
    static let demo = NHNCredentials(appKey: "Zm9vYmFyQXNzYXkx", secretKey: "a1B2c3D4")
}

/// How the reference NHN Cloud Push is set up.
package struct NHNOptions: Sendable {
    /// The applications it knows; the first is the one that provider states act on.
    package var applications: [NHNCredentials] = [.demo]
    var generation = NHNGeneration.nhn
    /// The dedicated resources that messages may name.
    var resources: Set<String> = ["Ab12Cd34Ef56Gh78"]
    /// How long a message stays unsent.
    package var deliveryDelay = Duration.milliseconds(30)
    /// How many logs, failed messages and dead tokens are kept; the oldest go first.
    var historyLimit = 20_000
    /// Where messages go while no listener is connected.
    var sink: any DeliverySink = CountingSink()
    /// Where listeners may be that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// What is delivered to as a real service does.
    package var providers = ProviderOptions()
    /// What time it is.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Whether a timer sends what is due; otherwise only `NHNService.deliverDue` does.
    var deliversByTimer = true
    /// Where ids come from; `nil` takes a seed from the system.
    var seed: UInt64?

    /// The documented service with keys of its own.
    init() {}
}
