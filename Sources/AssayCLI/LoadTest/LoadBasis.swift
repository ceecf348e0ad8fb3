import Base
import CommandLineTool
import Contract
import HTTP
import Profile
import Transport

/// Options on targets and values that all commands with a profile have in common.
struct LoadBasis {
    /// The path of the profile.
    let path: String
    /// From `--file-root`.
    let fileRoots: [String]
    /// In the order in which they were given; empty starts the reference.
    let targets: [TargetOption]
    let variables: GivenVariables
    /// `nil` leaves it to the profile.
    let seed: UInt64?
    /// The value of `{{run}}`; `nil` for a random one.
    let run: String?
    /// Additional options of a reference target.
    let reference: [String]
    let transport: TransportOptions
    /// Further options that affect the requests, connections and duration, as words.
    private let options: [String]

    init(_ arguments: ParsedArguments) throws {
        path = arguments.string("PROFILE") ?? ""
        fileRoots = arguments.strings("file-root")
        targets = try TargetOption.list(arguments)
        variables = try GivenVariables(arguments)
        seed = try arguments.int("seed", in: UInt64.min...UInt64.max)
        run = try arguments.value(
            "run",
            expected: "1 to 64 letters, digits, hyphens and underscores"
        ) { Self.isRun($0) ? $0 : nil }
        // Rejects what the server would reject.
        _ = try ServeCommand.pace(arguments)
        reference = arguments.words(of: LoadTestPlan.referenceOptions)
        transport = try TransportOptionGroup.route(arguments)
        options = arguments.words(of: Self.repeatedOptions)
    }

    /// A value of `--run`: only characters that are never escaped.
    static let runOption = OptionSpecification.value(
        "run",
        ValueSpecification("ID"),
        help: "Set {{run}} of the profile, the same for all shards. Default: a unique string, "
            + "which the report shows."
    )

    private static func isRun(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0.isASCIIDigit || $0.isASCIILetter || "-_".utf8.contains($0)
            }
    }

    /// Twelve hexadecimal digits independent of the seed, so that they fit where only such digits
    /// do.
    static func randomRun() -> String {
        Hex.encode((0..<6).map { _ in UInt8.random(in: .min ... .max) })
    }

    /// Targets, seed, run and workers are stored separately.
    private static let repeatedOptions =
        ["var", "variables-file", "rate", "duration", "connections", "budget", "break-off"]
        + LoadTestPlan.referenceOptions
        + TransportOptionGroup.routeOptions.map(\.name)

    /// The value of `{{run}}`; `nil` if the profile does not use it.
    func run(of profile: LoadProfile) -> String? {
        run ?? (profile.namesRun || profile.delivery != nil ? Self.randomRun() : nil)
    }

    /// The options of the command line that a result keeps, without secrets.
    func options(_ redactor: Redactor) -> [String] {
        zip([""] + options, options).map { name, word in
            // Also a secret that is too short for the redactor.
            switch name {
            case "--proxy": redactor.redact(URLCredentials.hidden(in: word))
            case "--pass": Redactor.mark
            default: redactor.redact(word)
            }
        }
    }

    /// Throws a `CommandLineError` for a name that the profile's contract does not have.
    func check(against profile: LoadProfile, _ arguments: ParsedArguments) throws {
        let variables = profile.contract.variables.map(\.name)
        for name in self.variables.names where !variables.contains(name) {
            throw VerificationPlan.unknown(
                name,
                for: "var",
                "variable",
                known: variables,
                arguments
            )
        }
        let targets = profile.contract.targets.map(\.name)
        for name in self.targets.compactMap(\.name) where !targets.contains(name) {
            throw VerificationPlan.unknown(
                name,
                for: "target",
                "target",
                known: targets,
                arguments
            )
        }
    }
}
