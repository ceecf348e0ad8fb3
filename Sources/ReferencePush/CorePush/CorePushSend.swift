/// One accepted send, as the history and the feedback show it.
struct CorePushSend: Hashable, Sendable {
    /// A device that reported something it did with the notification.
    struct Launch: Hashable, Sendable {
        let deviceToken: String
        let action: String
    }

    /// What a payload calls `push_id` and the history `history_id`.
    let id: Int
    let feedbackKey: String
    let message: CorePushMessage
    let date: Instant
    /// How many devices it was handed over for.
    private(set) var sent = 0
    /// Those whose token is dead or none at all.
    private(set) var invalidTokens = 0
    /// Those that failed for any other reason.
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
    /// How many devices did not get it.
    var failed: Int { invalidTokens + otherFailures }

    /// How many launches were reported, each device and action counting once.
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
    /// Which of the two classes it is that the documents tell apart: a token that was deleted or is
    /// malformed, or everything else.
    var isDeadToken: Bool {
        switch self {
        case .unregistered, .invalidToken: true
        case .unknown: false
        }
    }
}
