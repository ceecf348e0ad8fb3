/// Which of the two documents the service follows.
enum NCMBGeneration: String, Hashable, Sendable, CaseIterable {
    /// NIFCLOUD mobile backend.
    case nifcloud
    /// Nifty Cloud mobile backend, its predecessor.
    case nifty

    /// Name in contracts and on the command line.
    var serviceName: String {
        switch self {
        case .nifcloud: "ncmb"
        case .nifty: "nifty"
        }
    }

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
struct NCMBCredentials: Hashable, Sendable {
    /// Identifies the application of a request.
    var applicationKey: String
    /// Signing key: its characters as bytes, not decoded.
    var clientKey: String

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
    var roles: [String] = []
}

/// Settings of the reference NCMB.
struct NCMBOptions: Sendable {
    var common: ReferenceOptions
    var generation: NCMBGeneration
    /// Initial applications; provider states create objects in the first.
    var applications = [NCMBCredentials.demo]
    /// The logged-in users by session token.
    var sessions: [String: NCMBSession] = [:]
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

    /// The documented service, with the documented demo keys unless there are others.
    init(
        _ common: ReferenceOptions = ReferenceOptions(),
        _ generation: NCMBGeneration = .nifcloud
    ) {
        self.common = common
        self.generation = generation
        if let key = common.keys["appKey"] { applications[0].applicationKey = key }
        if let key = common.keys["clientKey"] { applications[0].clientKey = key }
    }
}

extension ReferenceEntry {
    static let ncmb = ReferenceEntry(
        name: "ncmb",
        phrase: "is NIFCLOUD mobile backend",
        defects: Defect.ncmb
    ) { [NCMBService(options: NCMBOptions($0, .nifcloud))] }

    static let nifty = ReferenceEntry(name: "nifty", phrase: "its predecessor") {
        [NCMBService(options: NCMBOptions($0, .nifty))]
    }
}
