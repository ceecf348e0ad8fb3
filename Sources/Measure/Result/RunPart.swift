package import LoadModel

/// What one process did of a run; a merged result has one for each shard.
package struct RunPart: Hashable, Sendable {
    package let shard: Shard
    package let tool: RunTool
    package let environment: RunEnvironment
    /// When the first stage began, in nanoseconds since 1970-01-01T00:00:00Z.
    package let startedAt: Int64
    /// How far the clock may be off, as the kernel estimates; nanoseconds.
    package let clockError: Int64?
    /// From the beginning of the first stage to the end of the drain, in nanoseconds.
    package let elapsed: Int64
    /// Processor time of the process while the run lasted, in nanoseconds.
    package let processTime: Int64
    /// Processor time of the target meanwhile, in nanoseconds; `nil` when nobody measured it.
    package let targetProcessTime: Int64?
    package let workers: Int
    /// All workers together.
    package let connections: Int
    /// What the command line said beside the profile, servers, seed and workers, as words to be given
    /// again; without secrets.
    package let options: [String]
    package let statistics: RunStatistics
    /// How long answers lay unread, by the kernel's stamp on one plain connection of each worker, in
    /// nanoseconds; empty when nobody knows.
    package let readingDelay: Histogram<UInt64>
    /// When the last request of the first pass over the audience was answered, in nanoseconds since the
    /// first stage began; `nil` when that did not happen or nobody knows.
    package let audienceSentAt: Int64?
    /// Why the process ended before its schedule; `nil` when it did not.
    package let cut: RunCut?
    /// When arrivals ended because of that, in nanoseconds since the first stage began, zero when it never
    /// did; `nil` when nobody knows.
    package let cutAt: Int64?

    package init(
        shard: Shard = .whole,
        tool: RunTool,
        environment: RunEnvironment,
        startedAt: Int64,
        clockError: Int64? = nil,
        elapsed: Int64,
        processTime: Int64,
        targetProcessTime: Int64? = nil,
        workers: Int,
        connections: Int,
        options: [String] = [],
        statistics: RunStatistics,
        readingDelay: Histogram<UInt64> = Histogram(.slice),
        audienceSentAt: Int64? = nil,
        cut: RunCut? = nil,
        cutAt: Int64? = nil
    ) {
        self.shard = shard
        self.tool = tool
        self.environment = environment
        self.startedAt = startedAt
        self.clockError = clockError
        self.elapsed = elapsed
        self.processTime = processTime
        self.targetProcessTime = targetProcessTime
        self.workers = workers
        self.connections = connections
        self.options = options
        self.statistics = statistics
        self.readingDelay = readingDelay
        self.audienceSentAt = audienceSentAt
        self.cut = cut
        self.cutAt = cutAt
    }
}
