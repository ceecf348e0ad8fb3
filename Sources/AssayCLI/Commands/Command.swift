package import CommandLineTool

/// A command of `assay`: what the user sees of it, and what it does.
package protocol Command: Sendable {
    static var specification: CommandSpecification { get }

    /// Does what the arguments ask for.
    ///
    /// A `CommandLineError` is shown to the user and ends in status 1; any other error is a defect.
    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus
}
