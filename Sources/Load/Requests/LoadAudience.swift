/// Who is sent to, and by which request: a function of the number of the arrival.
package struct LoadAudience: Hashable, Sendable {
    /// How many recipients there are, at least one.
    package let count: UInt64
    /// How many one request names, at least one; the last of a pass may name fewer.
    package let perSend: UInt64
    /// Where they are kept; `nil` for recipients that are made up.
    package let file: RecipientFile?
    /// What their random values are drawn from, whatever those of the arrivals are.
    package let seed: UInt64

    package init(count: UInt64, perSend: UInt64, file: RecipientFile? = nil, seed: UInt64) {
        precondition(count > 0 && perSend > 0, "\(count) recipients, \(perSend) a request")
        self.count = count
        self.perSend = perSend
        self.file = file
        self.seed = seed
    }

    /// The same recipients, of whom a request names one.
    var oneByOne: LoadAudience { LoadAudience(count: count, perSend: 1, file: file, seed: seed) }

    /// How many requests reach everybody once.
    package var requestCount: UInt64 { (count - 1) / perSend + 1 }

    /// The number of the first recipient of an arrival; after the last one they begin anew.
    func firstRecipient(ofArrival index: UInt64) -> UInt64 {
        index % requestCount * perSend
    }

    /// How many recipients an arrival has.
    package func recipientCount(ofArrival index: UInt64) -> UInt64 {
        min(perSend, count - firstRecipient(ofArrival: index))
    }
}
