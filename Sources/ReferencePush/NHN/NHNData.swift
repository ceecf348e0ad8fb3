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
    var failures: BoundedStore<Int, MessageFailure>
    var logs: BoundedStore<Int, MessageLog>
    var invalidTokens: BoundedStore<Int, InvalidToken>
    /// What was sent to whom, where duplicates are prevented.
    var sent: BoundedStore<SentMessage, Void>
    var queue = DeliveryQueue<NHNDelivery>()
    var random: SplitMix64
    private var lastID: Int

    init(seed: UInt64, historyLimit: Int) {
        random = SplitMix64(seed: seed)
        failures = BoundedStore(limit: historyLimit)
        logs = BoundedStore(limit: historyLimit)
        invalidTokens = BoundedStore(limit: historyLimit)
        sent = BoundedStore(limit: historyLimit)
        statistics = NHNStatistics(limit: historyLimit)
        lastID = Int.random(in: 1_000_000_000_000...3_000_000_000_000_000, using: &random)
    }

    /// An id that nothing else has; it is exact as a double too.
    mutating func newID() -> Int {
        lastID += Int.random(in: 1...97, using: &random)
        return lastID
    }
}
