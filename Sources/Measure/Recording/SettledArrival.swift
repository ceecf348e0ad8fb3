/// One arrival that came to an end: when it was due, and what became of it and when.
///
/// All moments are nanoseconds since the first stage began; below zero lies the warm-up. They rise in
/// the order of the members.
package struct SettledArrival: Hashable, Sendable {
    package var due: Int64
    /// The later of `due` and the moment its connection became free.
    package var ready: Int64
    /// Right before the first byte was written.
    package var sent: Int64
    /// Right after the byte was read that completed the answer, or when the request failed.
    package var done: Int64
    /// How much of all this may be the generator's own doing: at least `sent - ready`.
    package var own: Int64
    package var bytesSent: Int
    package var bytesReceived: Int
    /// When the arrival was due that this is a step of, by which the step is counted; else as `due`.
    package var arrived: Int64
    /// How long the user thought between the requests of a journey, which nobody else could make shorter.
    package var thought: Int64

    package init(
        due: Int64,
        ready: Int64,
        sent: Int64,
        done: Int64,
        own: Int64,
        bytesSent: Int = 0,
        bytesReceived: Int = 0,
        arrived: Int64? = nil,
        thought: Int64 = 0
    ) {
        self.due = due
        self.ready = ready
        self.sent = sent
        self.done = done
        self.own = own
        self.bytesSent = bytesSent
        self.bytesReceived = bytesReceived
        self.arrived = arrived ?? due
        self.thought = thought
    }

    /// What a user of the service waited.
    package var latency: Int64 { done - due }
    /// What the server and the network took.
    package var serviceTime: Int64 { done - sent }
    /// How long no connection was free.
    package var connectionWait: Int64 { ready - due }
    /// How long the generator took although a connection was free.
    package var generatorLag: Int64 { sent - ready }
    /// The latency that a perfect generator would have seen, at the least.
    var latencyWithoutOwn: Int64 { max(latency - own, 0) }
    /// When a perfect generator would have seen the end, at the earliest.
    var doneWithoutOwn: Int64 { due + latencyWithoutOwn }
}
