package import CommandLineTool

/// A command of `assay`: its specification for the user, and its action.
package protocol Command: Sendable {
    static var specification: CommandSpecification { get }

    /// Runs the command.
    ///
    /// A `CommandLineError` is shown to the user and ends in status 1; any other error is a defect.
    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus
}
