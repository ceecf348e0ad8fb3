import JSON

/// What became of messages, counted by minute.
struct NHNStatistics: Sendable {
    enum Event: String, Hashable, Sendable, CaseIterable {
        case sent = "SENT"
        case failed = "SENT_FAILED"
        case received = "RECEIVED"
        case opened = "OPENED"
    }

    /// What is counted together.
    struct Key: Hashable, Sendable {
        /// The beginning of the minute.
        let minute: Instant
        let messageID: Int
        let pushType: NHNPushType
        let statsID: String?
        let event: Event
    }

    private var counts: [Key: Int] = [:]
    private var order: [Key] = []
    /// The key under which a message is counted, while its reports may still come.
    private var statsIDs: [Int: String] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }
}

extension NHNStatistics {
    mutating func count(
        _ event: Event,
        _ message: NHNMessage,
        _ type: NHNPushType,
        at time: Instant
    ) {
        statsIDs[message.id] = message.settings.statsID ?? ""
        count(event, message.id, type, at: time)
    }

    /// Counts for a message by its id; one that was never sent is counted nowhere.
    mutating func count(_ event: Event, _ messageID: Int, _ type: NHNPushType, at time: Instant) {
        guard let statsID = statsIDs[messageID] else { return }
        let key = Key(
            minute: Instant(milliseconds: time.milliseconds / 60_000 * 60_000),
            messageID: messageID,
            pushType: type,
            statsID: statsID.isEmpty ? nil : statsID,
            event: event
        )
        if counts[key] == nil { order.append(key) }
        counts[key, default: 0] += 1
        if order.count > 2 * limit { forgetOldest() }
    }

    private mutating func forgetOldest() {
        for key in order.dropLast(limit) { counts[key] = nil }
        order.removeFirst(order.count - limit)
        let known = Set(order.map(\.messageID))
        statsIDs = statsIDs.filter { known.contains($0.key) }
    }

    /// The counts of the keys that are meant.
    func counts(where isMeant: (Key) -> Bool) -> [(key: Key, count: Int)] {
        order.filter(isMeant).map { ($0, counts[$0] ?? 0) }
    }
}
