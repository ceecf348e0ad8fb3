package import LoadModel

/// Result of a search, with everything needed to understand and repeat it.
package struct CapacityRecord: Hashable, Sendable {
    /// The profile that was used.
    package struct Profile: Hashable, Sendable {
        /// The path of the file.
        package internal(set) var file: String
        package internal(set) var title: String
        /// Hash of everything that decides which requests are sent, as `sha256:…`.
        package internal(set) var hash: String
        /// Seed of the first step; each step has its own.
        package internal(set) var seed: UInt64
        /// Value of `{{run}}`; `nil` when it was not used.
        package internal(set) var run: String?
        package internal(set) var sends: [String]

        package init(
            file: String,
            title: String,
            hash: String,
            seed: UInt64,
            run: String? = nil,
            sends: [String]
        ) {
            self.file = file
            self.title = title
            self.hash = hash
            self.seed = seed
            self.run = run
            self.sends = sends
        }
    }

    package internal(set) var result: CapacityResult
    package internal(set) var profile: Profile
    package internal(set) var targets: [RunTarget]
    /// In the order of the profile.
    package internal(set) var thresholds: [Threshold]
    package internal(set) var workers: Int
    /// Further options of the command line, apart from the profile, servers, seed and workers, without secrets; for
    /// repeating the command.
    package internal(set) var options: [String]
    /// Requests to each recipient before and after the search, in order.
    package internal(set) var audienceCalls: [RunAudienceCall]
    /// Results of access tokens that expire, one for each scheme.
    package internal(set) var tokens: [RunToken]
    package internal(set) var tool: RunTool
    package internal(set) var environment: RunEnvironment
    /// When the first step began, in nanoseconds since 1970.
    package internal(set) var startedAt: Int64

    package init(
        _ result: CapacityResult,
        profile: Profile,
        targets: [RunTarget],
        thresholds: [Threshold],
        workers: Int,
        options: [String] = [],
        audienceCalls: [RunAudienceCall] = [],
        tokens: [RunToken] = [],
        tool: RunTool,
        environment: RunEnvironment,
        startedAt: Int64
    ) {
        self.result = result
        self.profile = profile
        self.targets = targets
        self.thresholds = thresholds
        self.workers = workers
        self.options = options
        self.audienceCalls = audienceCalls
        self.tokens = tokens
        self.tool = tool
        self.environment = environment
        self.startedAt = startedAt
    }

    /// The finest percentile of deliveries among the thresholds; `nil` for none.
    package var deliveredQuantile: Quantile? {
        CapacitySettings.deliveredQuantile(of: thresholds)
    }

    /// The thresholds in words, in the order of the profile.
    package var objectives: [String] {
        thresholds.map { $0.text(sends: profile.sends) }
    }
}
