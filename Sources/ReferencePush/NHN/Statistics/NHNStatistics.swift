import JSON

/// Results of messages, counted by minute.
struct NHNStatistics: Sendable {
    enum Event: String, Hashable, Sendable, CaseIterable {
        case sent = "SENT"
        case failed = "SENT_FAILED"
        case received = "RECEIVED"
        case opened = "OPENED"
    }

    /// Key of a count.
    struct Key: Hashable, Sendable {
        /// The beginning of the minute.
        let minute: Instant
        let messageID: Int
        let pushType: NHNPushType
        let statsID: String?
        let event: Event
    }

    private var counts: BoundedStore<Key, Int>
    /// Statistics key of each message, while reports about it may come.
    private var statsIDs: BoundedStore<Int, String>

    init(limit: Int) {
        counts = BoundedStore(limit: limit)
        statsIDs = BoundedStore(limit: limit)
    }
}

extension NHNStatistics {
    mutating func count(
        _ event: Event,
        _ message: NHNMessage,
        _ type: NHNPushType,
        at time: Instant
    ) {
        statsIDs.insert(message.settings.statsID ?? "", for: message.id)
        count(event, message.id, type, at: time)
    }

    /// Counts an event of a message by its id; unknown messages are ignored.
    mutating func count(_ event: Event, _ messageID: Int, _ type: NHNPushType, at time: Instant) {
        guard let statsID = statsIDs[messageID] else { return }
        let key = Key(
            minute: Instant(milliseconds: time.milliseconds / 60_000 * 60_000),
            messageID: messageID,
            pushType: type,
            statsID: statsID.isEmpty ? nil : statsID,
            event: event
        )
        if !counts.update(key, { $0 += 1 }) { counts.insert(1, for: key) }
    }

    /// The counts of the keys that are meant.
    func counts(where isMeant: (Key) -> Bool) -> [(key: Key, count: Int)] {
        counts.entries.filter { isMeant($0.key) }.map { (key: $0.key, count: $0.value) }
    }
}
