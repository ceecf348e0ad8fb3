import CommandLineTool
import ContractFile

/// The destination of a command's document: standard output, or a file of `--output`.
struct OutputFile {
    /// `nil` is standard output.
    let path: String?
    /// Whether an existing file is replaced.
    let replaces: Bool

    /// The options for the file.
    static let options = OptionGroup(
        "Output",
        [
            .value(
                "output",
                short: "o",
                ValueSpecification("FILE", completion: .file),
                help: "Write to a file instead of standard output (-). An existing file is not "
                    + "replaced."
            ),
            .flag("force", help: "Replace the file if it exists."),
        ]
    )

    init(_ arguments: ParsedArguments) {
        let path = arguments.string("output")
        self.init(path: path == "-" ? nil : path, replaces: arguments.flag("force"))
    }

    init(path: String?, replaces: Bool) {
        (self.path, self.replaces) = (path, replaces)
    }

    /// Reports before the work whether the file cannot be written.
    ///
    /// - Parameters:
    ///   - command: Named in the message.
    ///   - console: Receives the message.
    /// - Returns: `false` also for standard output.
    func cannotBeWritten(by command: String, _ console: Console) -> Bool {
        guard let path, let reason = DestinationFile(path: path).obstacle(replacing: replaces)
        else { return false }
        console.printError("assay \(command): cannot write \(path): \(reason)")
        return true
    }

    /// Writes the whole text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - command: Named in messages: `import`.
    ///   - console: Standard output, and where messages go.
    /// - Returns: The exit status; `unusableFile` if the file was not tried at all.
    func write(_ text: String, _ command: String, _ console: Console) -> ExitStatus {
        guard let path else {
            console.write(text)
            return .success
        }
        guard !cannotBeWritten(by: command, console) else { return .unusableFile }
        guard let reason = DestinationFile(path: path).write(text, exclusively: !replaces) else {
            return .success
        }
        console.printError("assay \(command): cannot write \(path): \(reason)")
        return .defect
    }

    /// Writes further files, each at its path relative to the folder of the text.
    ///
    /// - Parameters:
    ///   - files: The files; ignored when the text goes to standard output.
    ///   - command: Named in messages.
    ///   - console: Receives messages.
    /// - Returns: The exit status.
    func write(
        _ files: [(path: String, bytes: [UInt8])],
        _ command: String,
        _ console: Console
    ) -> ExitStatus {
        guard let path, !files.isEmpty else { return .success }
        let folder = FilePath.folder(of: path)
        for file in files {
            let place = FilePath.joined(folder, file.path)
            let destination = DestinationFile(path: place)
            destination.makeFolder()
            let reason =
                destination.obstacle(replacing: replaces)
                ?? destination.write(file.bytes, exclusively: !replaces)
            guard let reason else { continue }
            console.printError("assay \(command): cannot write \(place): \(reason)")
            return .defect
        }
        return .success
    }
}
