import CommandLineTool
import Contract
import Glibc
import HTTP
import Interchange
import Replay
import Reports
import Transport

/// The command line of `assay verify`, read and checked before anything runs.
struct VerificationPlan {
    var paths: [String]
    /// From `--openapi`; `nil` without it.
    let openAPI: String?
    /// From `--file-root`.
    let fileRoots: [String]
    /// In the order in which they were given.
    var targets: [TargetOption]
    /// The servers to compare the targets with; empty without a comparison.
    let comparedTargets: [TargetOption]
    var stateChangeURL: String?
    let variables: GivenVariables
    var replay: ReplayOptions
    let transport: TransportOptions
    /// `nil` unless cases are generated.
    let generation: Generation?
    /// `nil` unless mutations or defects are tried.
    let mutants: Mutants?
    let gates: RunGates
    let outputs: ReportOutputs
    /// `nil` unless the result is stored.
    let history: HistoryOption?

    init(_ arguments: ParsedArguments) throws {
        paths = arguments.strings("PATH")
        openAPI = arguments.string("openapi")
        if paths.isEmpty, openAPI == nil {
            throw CommandLineError(.missingArgument("PATH"), in: arguments.path)
        }
        fileRoots = arguments.strings("file-root")
        targets = try TargetOption.list(arguments)
        comparedTargets = try TargetOption.list(arguments, of: "compare-with")
        stateChangeURL = try Self.stateChangeURL(arguments)
        variables = try GivenVariables(arguments)
        replay = try Self.replay(arguments)
        replay.headers = try Self.headers(arguments)
        transport = try TransportOptionGroup.all(arguments)
        generation = try Self.generation(arguments)
        mutants = try Self.mutants(arguments)
        gates = try Self.gates(arguments)
        outputs = try ReportOutputs(arguments, ReportFormats.verification)
        if !comparedTargets.isEmpty {
            try outputs.check(
                ReportFormats.targetComparison,
                beside: "--compare-with",
                arguments
            )
        }
        if mutants != nil {
            try outputs.check(ReportFormats.mutation, beside: "--mutants", arguments)
            replay.jobs = Self.referenceJobs
            replay.alters = mutants?.alters ?? false
            if !arguments.isGiven("basis") { replay.level = .recommended }
        } else if targets.isEmpty, comparedTargets.isEmpty, !replay.failsFast,
            !arguments.isGiven("jobs")
        {
            replay.jobs = Self.referenceJobs
        }
        replay.bodyLimits = BodyLimits(largestBody: transport.maxFilesize, jobs: replay.jobs)
        history = try HistoryOption(arguments)
    }

    /// The number of cases that run at once on a built-in service.
    ///
    /// They mostly wait: for a delivery, or for a response that is delayed on purpose.
    private static let referenceJobs = 2

    private static func headers(_ arguments: ParsedArguments) throws -> [HTTPFields.Field] {
        try arguments.strings("header").map { text in
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1].drop { $0 == " " || $0 == "\t" } : ""
            guard parts.count == 2, HTTPToken.isToken(String(parts[0])),
                !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 })
            else {
                throw arguments.unusable(
                    text,
                    for: "header",
                    expected: "NAME: VALUE, such as 'X-Tenant: 7'"
                )
            }
            return HTTPFields.Field(name: String(parts[0]), value: String(value))
        }
    }

    /// The values of header fields that must not be shown.
    var headerSecrets: [String] {
        replay.headers.filter { SecretNames.isSecretHeader($0.name) }
            .flatMap { [$0.value] + $0.value.split(separator: " ").dropFirst().map(String.init) }
    }

    private static func stateChangeURL(_ arguments: ParsedArguments) throws -> String? {
        guard let url = try arguments.url("state-change-url") else { return nil }
        guard URLParts(url) != nil else {
            throw arguments.unusable(
                url,
                for: "state-change-url",
                expected: "http://HOST[:PORT][/PATH] or https://…, without a user"
            )
        }
        return url
    }

    /// Requirements on the run besides the contract.
    private static func gates(_ arguments: ParsedArguments) throws -> RunGates {
        let documents = try documentShares(arguments)
        return RunGates(
            failsOnFlaky: arguments.flag("fail-on-flaky"),
            requiredCoverage: try arguments.percent("require-coverage"),
            requiredClientCoverage: try arguments.percent("require-client-coverage"),
            requiredChecked: documents["checked"],
            requiredDocuments: documents["all"]
        )
    }

    /// The shares of `checked=70%,all=97%`, by name.
    private static func documentShares(_ arguments: ParsedArguments) throws -> [String: Double] {
        let expected = "checked=PERCENT, all=PERCENT, or both with a comma between them"
        return try arguments.value("require-documents", expected: expected) { text in
            var shares: [String: Double] = [:]
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                let words = part.split(separator: "=", maxSplits: 1).map(String.init)
                guard words.count == 2, ["checked", "all"].contains(words[0]),
                    shares[words[0]] == nil, let share = Quantity.percent(words[1])
                else { return nil }
                shares[words[0]] = share
            }
            return shares
        } ?? [:]
    }

    private static func replay(_ arguments: ParsedArguments) throws -> ReplayOptions {
        var options = ReplayOptions()
        options.level = arguments.level
        options.seed =
            try arguments.int("seed", in: UInt64.min...UInt64.max) ?? LoadTestPlan.randomSeed()
        options.jobs = try arguments.int("jobs", in: 1...256) ?? 1
        options.retries = try arguments.int("retries", in: 0...100) ?? 0
        options.repetitions = try arguments.int("repeat", in: 1...10_000) ?? 1
        options.keepsRepetitions = !arguments.strings("compare-with").isEmpty
        options.maxTime = try arguments.duration("max-time")
        options.pace = try arguments.value(
            "rate",
            expected: "a rate such as 10/s, 30/m or 0.5 (requests a second), up to 1000000/s",
            convert: { Quantity.rate($0).flatMap { (0.001...1e6).contains($0) ? $0 : nil } }
        ).map(RequestPace.init)
        options.failsFast = arguments.flag("fail-fast")
        options.runsWaived = arguments.flag("run-waived")
        options.selection.includedTags = arguments.strings("include-tag")
        options.selection.excludedTags = arguments.strings("exclude-tag")
        options.selection.patterns = arguments.strings("case")
        return options
    }
}

extension VerificationPlan {
    /// The plan with the same cases and random values, on the servers to compare with.
    var onComparedTargets: VerificationPlan {
        var plan = self
        plan.targets = comparedTargets
        // The state-change URL belongs to another server.
        plan.stateChangeURL = nil
        return plan
    }

    /// The plan with only the named cases, and other random values.
    func redrawn(cases: [String]) -> VerificationPlan {
        var plan = selecting(cases)
        plan.replay.seed &+= 1
        return plan
    }

    /// The plan with only the named cases, all of them.
    func selecting(_ cases: [String]) -> VerificationPlan {
        var plan = self
        plan.replay.selection = CaseSelection()
        plan.replay.selection.patterns = cases
        plan.replay.failsFast = false
        return plan
    }
}
