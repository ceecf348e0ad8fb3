/// One accepted send, as the history and the feedback show it.
struct CorePushSend: Hashable, Sendable {
    /// A device that reported something it did with the notification.
    struct Launch: Hashable, Sendable {
        let deviceToken: String
        let action: String
    }

    /// The `push_id` of payloads and the `history_id` of the history.
    let id: Int
    let feedbackKey: String
    let message: CorePushMessage
    let date: Instant
    /// Number of devices it was sent to.
    private(set) var sent = 0
    /// Number of devices with a dead or invalid token.
    private(set) var invalidTokens = 0
    /// Number of devices with another failure.
    private(set) var otherFailures = 0
    private var launches: Set<Launch> = []

    init(id: Int, feedbackKey: String, message: CorePushMessage, date: Instant) {
        self.id = id
        self.feedbackKey = feedbackKey
        self.message = message
        self.date = date
    }
}

extension CorePushSend {
    /// Number of devices that did not receive it.
    var failed: Int { invalidTokens + otherFailures }

    /// Number of reported launches, each device and action counting once.
    var launchCount: Int { launches.count }

    mutating func add(_ launch: Launch) { launches.insert(launch) }

    mutating func finish(sent: Int, failures: some Collection<DeliveryFailure>) {
        self.sent += sent
        let dead = failures.count(where: \.isDeadToken)
        invalidTokens += dead
        otherFailures += failures.count - dead
    }
}

extension DeliveryFailure {
    /// Which of the two documented classes it belongs to: a deleted or malformed token, or any other failure.
    var isDeadToken: Bool {
        switch self {
        case .unregistered, .invalidToken: true
        case .unknown: false
        }
    }
}
