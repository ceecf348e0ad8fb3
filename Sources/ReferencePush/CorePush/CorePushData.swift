import Base

/// All stored data of one app.
struct CorePushData: Sendable {
    private(set) var devices: [String: CorePushDevice] = [:]
    private var tokensByUser: [String: Set<String>] = [:]
    /// The tokens removed last, for defects that depend on the past of a token.
    private(set) var removedTokens = BoundedStore<String, Void>(limit: 1_000)
    private var sends: BoundedStore<Int, CorePushSend>
    /// The latest that the history shows, by id.
    private var broadcasts = BoundedStore<Int, Void>(limit: historyLimit)
    private var idsByFeedbackKey: [String: Int] = [:]
    var random: SplitMix64
    /// Categories in the console, in addition to the default one.
    var categories = CountedStates<String>()
    /// The segment selected in the console; `nil` for all devices.
    var segment = StackedState<CorePushSegment>()

    /// - Parameters:
    ///   - seed: Seed of feedback keys.
    ///   - limit: Largest number of stored sends; beyond it the oldest are evicted.
    init(seed: UInt64, limit: Int) {
        random = SplitMix64(seed: seed)
        sends = BoundedStore(limit: limit)
    }
}

// MARK: - Devices

extension CorePushData {
    /// Registers a token, or updates its registration.
    ///
    /// - Throws: For an invalid registration; nothing is changed then.
    mutating func register(_ token: String, _ form: CorePushForm) throws(CorePushFailure) {
        var device = devices[token] ?? CorePushDevice()
        let user = device.appUserID
        try device.update(from: form)
        devices[token] = device
        guard user != device.appUserID else { return }
        unlink(token, from: user)
        if let user = device.appUserID { tokensByUser[user, default: []].insert(token) }
    }

    mutating func remove(_ token: String) {
        removedTokens.insert((), for: token)
        guard let device = devices.removeValue(forKey: token) else { return }
        unlink(token, from: device.appUserID)
    }

    /// Excludes a dead token from later sends, until it is registered again.
    mutating func deactivate(_ token: String) { devices[token]?.isActive = false }

    /// The tokens of a message's recipients; empty for a user without a device.
    func tokens(for message: CorePushMessage) -> [String] {
        if message.appUserID == CorePushMessage.everybody {
            return devices.filter { isTarget($0.value) }.map(\.key)
        }
        return (tokensByUser[message.appUserID] ?? []).filter { token in
            devices[token].map(isTarget) ?? false
        }
    }

    private func isTarget(_ device: CorePushDevice) -> Bool {
        device.isActive && (segment.latest?.contains(device) ?? true)
    }

    private mutating func unlink(_ token: String, from user: String?) {
        guard let user else { return }
        tokensByUser[user]?.remove(token)
        if tokensByUser[user]?.isEmpty == true { tokensByUser[user] = nil }
    }
}

// MARK: - Sends

extension CorePushData {
    /// The most entries that the history shows.
    static let historyLimit = 100

    /// Sends to all users, the newest first.
    var history: [CorePushSend] { broadcasts.keys.reversed().compactMap { sends[$0] } }

    /// Adds a send.
    ///
    /// - Parameters:
    ///   - send: The send.
    ///   - isListed: Whether the history shows it.
    mutating func add(_ send: CorePushSend, isListed: Bool) {
        let forgotten = sends.insert(send, for: send.id)
        if let forgotten { idsByFeedbackKey[forgotten.feedbackKey] = nil }
        idsByFeedbackKey[send.feedbackKey] = send.id
        if isListed { broadcasts.insert(send.id) }
    }

    func send(feedbackKey: String) -> CorePushSend? {
        idsByFeedbackKey[feedbackKey].flatMap { sends[$0] }
    }

    /// Changes a send in place.
    ///
    /// - Returns: `false` for an unknown id.
    @discardableResult
    mutating func update(_ id: Int, _ change: (inout CorePushSend) -> Void) -> Bool {
        sends.update(id, change)
    }
}
