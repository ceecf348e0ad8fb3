import Base
import JSON

/// All stored data of one application.
struct NHNData: Sendable {
    var tokens = NHNTokenStore()
    var tags = NHNTagStore()
    /// Messages in progress, and those in lists.
    var messages = NHNMessageStore()
    var reservations = NHNReservationStore()
    var statistics: NHNStatistics
    var failures: BoundedStore<Int, MessageFailure>
    var logs: BoundedStore<Int, MessageLog>
    var invalidTokens: BoundedStore<Int, InvalidToken>
    /// Messages sent to each token, for preventing duplicates.
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

    /// An unused id; exact as a double too.
    mutating func newID() -> Int {
        lastID += Int.random(in: 1...97, using: &random)
        return lastID
    }
}
