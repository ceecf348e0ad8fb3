/// Which of the two documents the service follows.
enum NCMBGeneration: String, Hashable, Sendable, CaseIterable {
    /// NIFCLOUD mobile backend.
    case nifcloud
    /// Nifty Cloud mobile backend, its predecessor.
    case nifty

    /// The host in the documents, which signatures made for it name.
    var documentedHost: String {
        switch self {
        case .nifcloud: "mbaas.api.nifcloud.com"
        case .nifty: "mb.api.cloud.nifty.com"
        }
    }

    /// Prefix of the service's own names in a payload.
    var payloadPrefix: String {
        switch self {
        case .nifcloud: "com.nifcloud.mbaas."
        case .nifty: "com.nifty."
        }
    }
}

/// The two keys of an application.
package struct NCMBCredentials: Hashable, Sendable {
    /// Identifies the application of a request.
    package var applicationKey: String
    /// Signing key: its characters as bytes, not decoded.
    package var clientKey: String

    init(applicationKey: String, clientKey: String) {
        self.applicationKey = applicationKey
        self.clientKey = clientKey
    }

    /// The example pair of the service's own documentation.
    static let demo = NCMBCredentials(
        applicationKey: "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56",
        clientKey: "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75"
    )
}

/// A session of a user.
struct NCMBSession: Hashable, Sendable {
    /// The user's objectId.
    var userID: String
    /// The names of the user's roles.
    var roles: [String]

    init(userID: String, roles: [String] = []) {
        self.userID = userID
        self.roles = roles
    }
}

/// Settings of the reference NCMB.
package struct NCMBOptions: Sendable {
    /// Initial applications; provider states create objects in the first.
    package var applications: [NCMBCredentials] = [.demo]
    var generation = NCMBGeneration.nifcloud
    /// The logged-in users by session token.
    var sessions: [String: NCMBSession] = [:]
    /// Delay before an immediate push is delivered.
    package var deliveryDelay = Duration.milliseconds(30)
    /// Duration of the delivery of a push.
    var deliveryTime = Duration.milliseconds(10)
    /// The largest iOS payload in bytes; `nil` for no limit.
    var payloadLimit: Int?
    /// Largest number of devices to send to in a calendar month; `nil` for no limit.
    var monthlyQuota: Int?
    /// Number of stored pushes; beyond it the oldest delivered ones move to the backup.
    var historyLimit = 1_000_000
    /// Receives deliveries while no listener is connected by a provider state.
    var sink: any DeliverySink = CountingSink()
    /// Where listeners may be that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// Delivery to push services.
    package var providers = ProviderOptions()
    /// The current time.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Whether a timer delivers due pushes; otherwise only `NCMBService.deliverDue` does.
    var deliversByTimer = true
    /// Seed of object keys; `nil` for a random one.
    var seed: UInt64?

    /// The documented service with the documented demo keys.
    init() {}
}
