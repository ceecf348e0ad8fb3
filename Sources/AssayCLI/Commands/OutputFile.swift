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
        self.init(path: arguments.string("output"), replaces: arguments.flag("force"))
    }

    init(path: String?, replaces: Bool) {
        (self.path, self.replaces) = (path, replaces)
    }

    /// Writes the whole text.
    ///
    /// - Parameters:
    ///   - text: What to write.
    ///   - command: Named in messages: `import`.
    ///   - console: Standard output, and where messages go.
    /// - Returns: How that ended: a file that was not tried at all is one that cannot be used.
    func write(_ text: String, _ command: String, _ console: Console) -> ExitStatus {
        guard let path else {
            console.write(text)
            return .success
        }
        let file = DestinationFile(path: path)
        let obstacle = file.obstacle(replacing: replaces)
        guard let reason = obstacle ?? file.write(text, exclusively: !replaces) else {
            return .success
        }
        console.printError("assay \(command): cannot write \(path): \(reason)")
        return obstacle == nil ? .defect : .unusableFile
    }
}
