/// Recipients of each request: a function of the number of the arrival.
package struct LoadAudience: Hashable, Sendable {
    /// Number of recipients, at least one.
    package let count: UInt64
    /// Recipients of one request, at least one; the last request of a pass may have fewer.
    package let perSend: UInt64
    /// The file with their values; `nil` for generated recipients.
    package let file: RecipientFile?
    /// Seed of their random values, independent of the seed of the arrivals.
    package let seed: UInt64

    package init(count: UInt64, perSend: UInt64, file: RecipientFile? = nil, seed: UInt64) {
        precondition(count > 0 && perSend > 0, "\(count) recipients, \(perSend) a request")
        self.count = count
        self.perSend = perSend
        self.file = file
        self.seed = seed
    }

    /// The same recipients, with one for each request.
    var oneByOne: LoadAudience { LoadAudience(count: count, perSend: 1, file: file, seed: seed) }

    /// Number of requests that reach each recipient once.
    package var requestCount: UInt64 { (count - 1) / perSend + 1 }

    /// The number of the first recipient of an arrival; the last one is followed by the first.
    func firstRecipient(ofArrival index: UInt64) -> UInt64 {
        index % requestCount * perSend
    }

    /// Number of recipients of an arrival.
    package func recipientCount(ofArrival index: UInt64) -> UInt64 {
        min(perSend, count - firstRecipient(ofArrival: index))
    }
}
