import CommandLineTool

/// Where a command writes a document: standard output, or a file of `--output`.
struct OutputFile {
    /// `nil` is standard output.
    let path: String?
    /// Whether a file that is there already is replaced.
    let replaces: Bool

    /// The options that say so.
    static let options = OptionGroup(
        "Output",
        [
            .value(
                "output",
                short: "o",
                ValueSpecification("FILE", completion: .file),
                help: "Write to a file instead of standard output. A file that is there already "
                    + "is left alone."
            ),
            .flag("force", help: "Replace the file if it is there already."),
        ]
    )

    init(_ arguments: ParsedArguments) {
        path = arguments.string("output")
        replaces = arguments.flag("force")
    }

    /// Writes the whole text.
    ///
    /// - Parameters:
    ///   - text: What to write.
    ///   - command: Named in messages: `import`.
    ///   - console: Standard output, and where messages go.
    /// - Returns: Whether it was written.
    func write(_ text: String, _ command: String, _ console: Console) -> Bool {
        guard let path else {
            console.write(text)
            return true
        }
        guard let reason = DestinationFile(path: path).write(text, exclusively: !replaces) else {
            return true
        }
        console.printError("assay \(command): cannot write \(path): \(reason)")
        return false
    }
}
