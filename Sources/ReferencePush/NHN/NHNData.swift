import Base
import JSON

/// Everything one application has stored.
struct NHNData: Sendable {
    var tokens = NHNTokenStore()
    var tags = NHNTagStore()
    /// Those that are under way, and those that can be listed.
    var messages = NHNMessageStore()
    var reservations = NHNReservationStore()
    var statistics: NHNStatistics
    var failures: RecentList<MessageFailure>
    var logs: RecentList<MessageLog>
    var invalidTokens: RecentList<InvalidToken>
    /// What was sent to whom, where duplicates are prevented.
    var sent: RecentSet<SentMessage>
    var queue = DeliveryQueue<NHNDelivery>()
    var random: SplitMix64
    private var lastID: Int

    init(seed: UInt64, historyLimit: Int) {
        random = SplitMix64(seed: seed)
        failures = RecentList(limit: historyLimit)
        logs = RecentList(limit: historyLimit)
        invalidTokens = RecentList(limit: historyLimit)
        sent = RecentSet(limit: historyLimit)
        statistics = NHNStatistics(limit: historyLimit)
        lastID = Int.random(in: 1_000_000_000_000...3_000_000_000_000_000, using: &random)
    }

    /// An id that nothing else has; it is exact as a double too.
    mutating func newID() -> Int {
        lastID += Int.random(in: 1...97, using: &random)
        return lastID
    }
}

/// The latest elements, the oldest first.
struct RecentList<Element: Sendable>: Sendable {
    private var storage: [Element] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var elements: ArraySlice<Element> { storage.suffix(limit) }

    /// Those that are meant, the newest first.
    func newestFirst(where isMeant: (Element) -> Bool) -> [Element] {
        elements.reversed().filter(isMeant)
    }

    /// Forgets the oldest ones from time to time, not each time: it costs a copy of the others.
    mutating func append(_ element: Element) {
        storage.append(element)
        if storage.count >= 2 * limit { storage.removeFirst(storage.count - limit) }
    }

    mutating func removeAll(where isOut: (Element) -> Bool) { storage.removeAll(where: isOut) }
}

/// The latest elements, each once.
struct RecentSet<Element: Hashable & Sendable>: Sendable {
    private var present: Set<Element> = []
    private var order: RecentList<Element>
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        order = RecentList(limit: limit)
    }

    /// - Returns: Whether it was new.
    mutating func insert(_ element: Element) -> Bool {
        guard present.insert(element).inserted else { return false }
        order.append(element)
        if present.count > 2 * limit { present = Set(order.elements) }
        return true
    }
}
