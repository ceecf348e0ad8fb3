/// Moments of one arrival that has ended.
///
/// All moments are nanoseconds since the first stage began, negative in the warm-up, in ascending order of the
/// members.
package struct SettledArrival: Hashable, Sendable {
    package var due: Int64
    /// The later of `due` and the moment its connection became free.
    package var ready: Int64
    /// Right before the first byte was written.
    package var sent: Int64
    /// Right after reading the last byte of the response, or when the request failed.
    package var done: Int64
    /// Possible delay by the generator itself: at least `sent - ready`.
    package var own: Int64
    package var bytesSent: Int
    package var bytesReceived: Int
    /// Due time of the journey for one of its steps, which are counted by it; otherwise equal to `due`.
    package var arrived: Int64
    /// Think time of the user between the requests of a journey.
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

    /// Waiting time of a user of the service.
    package var latency: Int64 { done - due }
    /// Time of the server and the network.
    package var serviceTime: Int64 { done - sent }
    /// Time without a free connection.
    package var connectionWait: Int64 { ready - due }
    /// Delay by the generator while a connection was free.
    package var generatorLag: Int64 { sent - ready }
    /// Lower bound of the latency that a perfect generator would have measured.
    var latencyWithoutOwn: Int64 { max(latency - own, 0) }
    /// Earliest end that a perfect generator would have seen.
    var doneWithoutOwn: Int64 { due + latencyWithoutOwn }
}
