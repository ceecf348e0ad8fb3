import CommandLineTool
import Contract
import Reports

/// The command line of `assay client`.
struct ClientPlan {
    let paths: [String]
    let fileRoots: [String]
    /// The program under test, then its arguments.
    let command: [String]
    /// From `--var`.
    let variables: GivenVariables
    /// The least certain basis that counts.
    let level: Basis
    /// Errors that do not count as a mistake of the client.
    let allowed: [String]
    /// Whether the client is run once more with each documented error.
    let triesEachError: Bool
    /// How long one run may take.
    let timeout: Duration
    let outputs: ReportOutputs

    init(_ arguments: ParsedArguments) throws {
        paths = arguments.strings("CONTRACT")
        fileRoots = arguments.strings("file-root")
        command = arguments.strings("COMMAND")
        variables = try GivenVariables(arguments)
        level = arguments.level
        allowed = arguments.strings("allow-error")
        triesEachError = arguments.flag("each-error")
        timeout = try arguments.duration("timeout") ?? .seconds(60)
        outputs = try ReportOutputs(arguments, ReportFormats.verification)
    }
}
