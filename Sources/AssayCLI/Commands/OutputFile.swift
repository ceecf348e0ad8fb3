import Glibc

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
        let mode = replaces ? O_TRUNC : O_EXCL
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o644)
        guard descriptor >= 0 else {
            let hint =
                errno == EEXIST ? "it is there already; --force replaces it" : Self.reason
            console.printError("assay \(command): cannot write \(path): \(hint)")
            return false
        }
        if let reason = Self.write(Array(text.utf8), to: descriptor) {
            console.printError("assay \(command): cannot write \(path): \(reason)")
            return false
        }
        return true
    }

    /// Writes and closes; returns why it failed.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                let failure = reason
                _ = close(descriptor)
                return failure
            }
            rest = rest.dropFirst(count)
        }
        // A full disk may show only now.
        return close(descriptor) == 0 ? nil : reason
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
