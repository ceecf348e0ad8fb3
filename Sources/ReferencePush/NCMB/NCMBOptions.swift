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

    /// What the service's own names in a payload begin with.
    var payloadPrefix: String {
        switch self {
        case .nifcloud: "com.nifcloud.mbaas."
        case .nifty: "com.nifty."
        }
    }
}

/// The two keys of an application.
package struct NCMBCredentials: Hashable, Sendable {
    /// Says which application a request is for.
    package var applicationKey: String
    /// Signs; its characters are the key, not the bytes they spell.
    package var clientKey: String

    init(applicationKey: String, clientKey: String) {
        self.applicationKey = applicationKey
        self.clientKey = clientKey
    }

    /// The pair that the service's own documentation uses.
    static let demo = NCMBCredentials(
        applicationKey: "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56",
        clientKey: "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75"
    )
}

/// A user who is logged in.
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

/// How the reference NCMB is set up.
package struct NCMBOptions: Sendable {
    /// The applications it knows; the first is the one that provider states create objects in.
    package var applications: [NCMBCredentials] = [.demo]
    var generation = NCMBGeneration.nifcloud
    /// The logged-in users by session token.
    var sessions: [String: NCMBSession] = [:]
    /// How long an immediate push stays undelivered.
    package var deliveryDelay = Duration.milliseconds(30)
    /// How long a push is being delivered.
    var deliveryTime = Duration.milliseconds(10)
    /// The largest iOS payload in bytes; `nil` refuses none.
    var payloadLimit: Int?
    /// How many devices may be sent to in a calendar month; `nil` for any number.
    var monthlyQuota: Int?
    /// How many pushes are kept; the oldest delivered ones above that move to the backup.
    var historyLimit = 1_000_000
    /// Where deliveries go while no provider state has connected a listener.
    var sink: any DeliverySink = CountingSink()
    /// Where listeners may be that provider states connect.
    package var downstreamHosts = DownstreamHosts()
    /// What is delivered to as a real service does.
    package var providers = ProviderOptions()
    /// What time it is.
    var now: @Sendable () -> Instant = { Instant.now() }
    /// Whether a timer delivers what is due; otherwise only `NCMBService.deliverDue` does.
    var deliversByTimer = true
    /// Where object keys come from; `nil` takes a seed from the system.
    var seed: UInt64?

    /// The documented service with the documented demo keys.
    init() {}
}
