import Base
package import JSON
package import LoadModel

/// One process's part of a run; a merged result has one for each shard.
package struct RunPart: Hashable, Sendable {
    package internal(set) var shard: Shard
    package internal(set) var tool: RunTool
    package internal(set) var environment: RunEnvironment
    /// When the first stage began, in nanoseconds since 1970-01-01T00:00:00Z.
    package internal(set) var startedAt: Int64
    /// The kernel's estimate of the clock's error; nanoseconds.
    package internal(set) var clockError: Int64?
    /// From the beginning of the first stage to the end of the drain, in nanoseconds.
    package internal(set) var elapsed: Int64
    /// Processor time of the process while the run lasted, in nanoseconds.
    package internal(set) var processTime: Int64
    /// Processor time of the target meanwhile, in nanoseconds; `nil` when it was not measured.
    package internal(set) var targetProcessTime: Int64?
    package internal(set) var workers: Int
    /// All workers together.
    package internal(set) var connections: Int
    /// Further options of the command line, apart from the profile, servers, seed and workers, without secrets; for
    /// repeating the command.
    package internal(set) var options: [String]
    /// Requests to each recipient of this part before and after the run, in order.
    package internal(set) var audienceCalls: [RunAudienceCall]
    package internal(set) var statistics: RunStatistics
    /// Results of access tokens that expire, one for each scheme that this part used.
    package internal(set) var tokens: [RunToken]
    /// How long responses lay unread, by the kernel's timestamps on one plain connection of each worker, in
    /// nanoseconds; empty without timestamps.
    package internal(set) var readingDelay: Histogram<UInt64>
    /// When the last response of the first pass over the audience came, in nanoseconds since the first stage began;
    /// `nil` when the pass is incomplete or was not tracked.
    package internal(set) var audienceSentAt: Int64?
    /// Why the process ended before its schedule; `nil` for a complete part.
    package internal(set) var cut: RunCut?
    /// When arrivals ended because of `cut`, in nanoseconds since the first stage began, zero when it never began;
    /// `nil` when unknown.
    package internal(set) var cutAt: Int64?
    /// The generator that made it, in a run led by a coordinator; `nil` otherwise.
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

/// The machine of the measurement; results of different machines are not comparable.
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
    /// Other activity meanwhile; `nil` when it was not measured.
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
    /// A user interrupted the run.
    case interrupted
    /// A threshold cannot be met any more: its index.
    case threshold(Int)
    /// No connection was open for the length of a timeout, and none could be opened.
    case noConnection(String)
    /// Recipients became unreadable, as their file changed: where and how.
    case audience(String)
    /// No valid access token for the length of a timeout: the scheme and why.
    case noToken(String)
    /// The coordinator of several generators stopped responding.
    case orphaned
    /// The generator stopped reporting; its gap lists what is unknown.
    case silent
}

extension RunCut {
    /// The same with secrets in the texts of servers redacted.
    package func saying(_ change: (String) -> String) -> RunCut {
        switch self {
        case .interrupted, .threshold, .orphaned, .silent: self
        case .noConnection(let detail): .noConnection(change(detail))
        case .audience(let detail): .audience(change(detail))
        case .noToken(let detail): .noToken(change(detail))
        }
    }
}
