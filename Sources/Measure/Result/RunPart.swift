import Base
package import JSON
package import LoadModel

/// What one process did of a run; a merged result has one for each shard.
package struct RunPart: Hashable, Sendable {
    package internal(set) var shard: Shard
    package internal(set) var tool: RunTool
    package internal(set) var environment: RunEnvironment
    /// When the first stage began, in nanoseconds since 1970-01-01T00:00:00Z.
    package internal(set) var startedAt: Int64
    /// How far the clock may be off, as the kernel estimates; nanoseconds.
    package internal(set) var clockError: Int64?
    /// From the beginning of the first stage to the end of the drain, in nanoseconds.
    package internal(set) var elapsed: Int64
    /// Processor time of the process while the run lasted, in nanoseconds.
    package internal(set) var processTime: Int64
    /// Processor time of the target meanwhile, in nanoseconds; `nil` when nobody measured it.
    package internal(set) var targetProcessTime: Int64?
    package internal(set) var workers: Int
    /// All workers together.
    package internal(set) var connections: Int
    /// What the command line said beside the profile, servers, seed and workers, as words to be given
    /// again; without secrets.
    package internal(set) var options: [String]
    /// Requests to each recipient of this part before and after the run, in order.
    package internal(set) var audienceCalls: [RunAudienceCall]
    package internal(set) var statistics: RunStatistics
    /// What became of access tokens that end, one for each scheme that this part sent with.
    package internal(set) var tokens: [RunToken]
    /// How long answers lay unread, by the kernel's stamp on one plain connection of each worker, in
    /// nanoseconds; empty when nobody knows.
    package internal(set) var readingDelay: Histogram<UInt64>
    /// When the last request of the first pass over the audience was answered, in nanoseconds since the
    /// first stage began; `nil` when that did not happen or nobody knows.
    package internal(set) var audienceSentAt: Int64?
    /// Why the process ended before its schedule; `nil` when it did not.
    package internal(set) var cut: RunCut?
    /// When arrivals ended because of that, in nanoseconds since the first stage began, zero when it never
    /// did; `nil` when nobody knows.
    package internal(set) var cutAt: Int64?
    /// Who made it, where a coordinator led several; `nil` for a process by itself.
    package var generator: RunGenerator?

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
        audienceCalls: [RunAudienceCall] = [],
        statistics: RunStatistics,
        tokens: [RunToken] = [],
        readingDelay: Histogram<UInt64> = Histogram(.slice),
        audienceSentAt: Int64? = nil,
        cut: RunCut? = nil,
        cutAt: Int64? = nil,
        generator: RunGenerator? = nil
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
        self.audienceCalls = audienceCalls
        self.statistics = statistics
        self.tokens = tokens
        self.readingDelay = readingDelay
        self.audienceSentAt = audienceSentAt
        self.cut = cut
        self.cutAt = cutAt
        self.generator = generator
    }
}

/// The program that measured.
package struct RunTool: Hashable, Sendable {
    package internal(set) var version: String
    /// The C libraries in use, each as `name/version`.
    package internal(set) var libraries: [String]

    package init(version: String, libraries: [String]) {
        self.version = version
        self.libraries = libraries
    }
}

/// The machine that measured: results of different ones are not compared.
package struct RunEnvironment: Hashable, Sendable {
    /// The model, as the kernel names it.
    package internal(set) var cpu: String
    package internal(set) var cores: Int
    /// `Linux 6.1.0`.
    package internal(set) var kernel: String
    /// The version of libcurl, which opens the connections.
    package internal(set) var libcurl: String
    /// The TLS library with its version.
    package internal(set) var tls: String
    /// What else went on meanwhile; `nil` when nobody knows.
    package var disturbance: RunDisturbance?

    package init(
        cpu: String,
        cores: Int,
        kernel: String,
        libcurl: String,
        tls: String,
        disturbance: RunDisturbance? = nil
    ) {
        self.cpu = cpu
        self.cores = cores
        self.kernel = kernel
        self.libcurl = libcurl
        self.tls = tls
        self.disturbance = disturbance
    }
}

extension RunEnvironment {
    /// `AMD EPYC, 2 cores`.
    package var machineText: String { "\(cpu), \(Count.of(cores, "core"))" }

    /// The same of an `environment` in a report; `nil` where it names no machine.
    package static func machineText(_ environment: JSONValue?) -> String? {
        guard let cpu = environment?["cpu"]?.stringValue,
            let cores = environment?["cores"]?.intValue
        else { return nil }
        return "\(cpu), \(Count.of(cores, "core"))"
    }
}

/// Why a run ended before its schedule.
package enum RunCut: Hashable, Sendable {
    /// Somebody asked for it.
    case interrupted
    /// A threshold cannot be met any more: its index.
    case threshold(Int)
    /// For the length of a timeout there was no connection, and none could be opened.
    case noConnection(String)
    /// The recipients could not be read any more, as their file changed: where and how.
    case audience(String)
    /// For the length of a timeout no access token was good, and none was to be got: of which scheme and why.
    case noToken(String)
    /// The coordinator of several generators was not heard of any more.
    case orphaned
    /// The generator was not heard of any more; its gap says what is not known.
    case silent
}

extension RunCut {
    /// The same with what servers said made fit to be read by anybody.
    package func saying(_ change: (String) -> String) -> RunCut {
        switch self {
        case .interrupted, .threshold, .orphaned, .silent: self
        case .noConnection(let detail): .noConnection(change(detail))
        case .audience(let detail): .audience(change(detail))
        case .noToken(let detail): .noToken(change(detail))
        }
    }
}
