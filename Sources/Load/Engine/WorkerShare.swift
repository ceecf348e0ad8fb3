/// Which connections and arrivals are those of a worker.
struct WorkerShare: Hashable, Sendable {
    /// The index of the load it is of.
    var part = 0
    /// Index of the pool that its connections belong to.
    var pool = 0
    /// From zero, within the pool.
    var number = 0
    /// Number of workers of the pool.
    var count = 1

    /// Its part of a number of connections.
    func part(of connections: Int) -> Int {
        connections / count + (number < connections % count ? 1 : 0)
    }
}
