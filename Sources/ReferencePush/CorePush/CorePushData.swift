import Base

/// Everything one app has stored.
struct CorePushData: Sendable {
    private(set) var devices: [String: CorePushDevice] = [:]
    private var tokensByUser: [String: Set<String>] = [:]
    /// The oldest first, by ascending id.
    private var sends: [CorePushSend] = []
    private var idsByFeedbackKey: [String: Int] = [:]
    var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }
}

// MARK: - Devices

extension CorePushData {
    /// Registers a token, or takes over what a further registration says.
    ///
    /// - Throws: When the registration cannot be read; nothing is changed then.
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
        guard let device = devices.removeValue(forKey: token) else { return }
        unlink(token, from: device.appUserID)
    }

    /// Excludes a dead token from later sends, until it is registered again.
    mutating func deactivate(_ token: String) { devices[token]?.isActive = false }

    /// The tokens a message is for; none for a user without a device.
    func tokens(for message: CorePushMessage) -> [String] {
        if message.appUserID == CorePushMessage.everybody {
            return devices.filter(\.value.isActive).map(\.key)
        }
        return (tokensByUser[message.appUserID] ?? []).filter { devices[$0]?.isActive == true }
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

    /// What was sent to everybody, the newest first.
    var history: [CorePushSend] {
        Array(sends.reversed().lazy.filter(\.isListed).prefix(Self.historyLimit))
    }

    /// Adds a send; of more than `limit` the oldest are forgotten.
    mutating func add(_ send: CorePushSend, limit: Int) {
        sends.append(send)
        idsByFeedbackKey[send.feedbackKey] = send.id
        // Twice as many, so that each is moved once on average.
        guard sends.count >= 2 * limit else { return }
        let old = sends.prefix(sends.count - limit)
        for send in old { idsByFeedbackKey[send.feedbackKey] = nil }
        sends.removeFirst(old.count)
    }

    func send(feedbackKey: String) -> CorePushSend? {
        idsByFeedbackKey[feedbackKey].flatMap { position(of: $0) }.map { sends[$0] }
    }

    /// Changes a send in place.
    ///
    /// - Returns: `false` when there is none with this id.
    @discardableResult
    mutating func update(_ id: Int, _ change: (inout CorePushSend) -> Void) -> Bool {
        guard let position = position(of: id) else { return false }
        change(&sends[position])
        return true
    }

    /// Halves the range until the id is found.
    private func position(of id: Int) -> Int? {
        var range = sends.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if sends[middle].id == id { return middle }
            range =
                sends[middle].id < id
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}
