import Base
import CommandLineTool
import Contract
import ContractFile

/// `assay format`: gives contracts, load profiles and inventories their layout.
enum FormatCommand: Command {
    static let specification = CommandSpecification(
        name: "format",
        abstract: "Give contracts, load profiles and inventories one layout.",
        discussion: [
            "Only white space changes: two columns for each level, one space behind - : and , and "
                + "inside of braces, one blank line at most, none at the end of a line. Order, quotes, "
                + "comments and the lines that something stands on stay.",
            "Before a file is written it is read again: what it says must be the same, and its "
                + "layout must not change a second time. A file for which that is not so is left "
                + "alone, with the reason.",
        ],
        positionals: [
            PositionalSpecification(
                ValueSpecification("PATH", isRepeatable: true, completion: .file),
                help:
                    "A file, or a folder that holds some at any depth; - takes standard input, and "
                    + "prints what comes of it."
            )
        ],
        groups: [
            OptionGroup(
                "Other",
                [
                    .flag(
                        "check",
                        help:
                            "Write nothing, and end with status 2 when a file is laid out otherwise."
                    ),
                    .flag("diff", help: "Write nothing to files; print what would change."),
                ]
            )
        ],
        examples: [
            .init("assay format contracts loadprofiles", "Lay out all files below two folders."),
            .init("assay format --check contracts", "In CI: are all of them laid out?"),
            .init("assay format - < notes.yaml", "For an editor."),
        ],
        exitStatuses: [.success, .commandLine, .unusableFile, .defect],
        seeAlso: ["contract-format", "profile-format"]
    )

    /// What became of the files.
    private struct Tally {
        var count = 0
        var changed = 0
        var unusable = 0
    }

    static func run(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> ExitStatus {
        var tally = Tally()
        var seen: Set<String> = []
        for path in arguments.strings("PATH") {
            guard path != "-" else {
                guard print(console) else { return .unusableFile }
                continue
            }
            do {
                for file in try ContractFinder.files(
                    at: path,
                    taking: Set(ContractFinder.Kind.allCases)
                )
                where seen.insert(file).inserted {
                    format(file, arguments, console, &tally)
                }
            } catch {
                console.printError("assay format: \(error)")
                tally.unusable += 1
            }
        }
        guard !seen.isEmpty else { return tally.unusable == 0 ? .success : .unusableFile }
        let isChecked = arguments.flag("check")
        let verb = isChecked || arguments.flag("diff") ? "to be laid out" : "laid out anew"
        console.printError("\(Count.of(tally.count, "file")): \(tally.changed) \(verb)")
        return tally.unusable > 0 || isChecked && tally.changed > 0 ? .unusableFile : .success
    }

    private static func format(
        _ file: String,
        _ arguments: ParsedArguments,
        _ console: Console,
        _ tally: inout Tally
    ) {
        tally.count += 1
        guard let bytes = InputDocument.bytes(file, "format", console),
            let outcome = outcome(of: file, bytes, console)
        else {
            tally.unusable += 1
            return
        }
        switch outcome {
        case .same: break
        case .leftAlone(let reason):
            console.printError("assay format: \(file) is left alone: \(reason)")
        case .changed(let new):
            tally.changed += 1
            if arguments.flag("diff") {
                let difference = LineDifference(
                    of: file,
                    old: String(decoding: bytes, as: UTF8.self),
                    new: String(decoding: new, as: UTF8.self)
                )
                console.write(difference.text)
            } else {
                console.print(file)
            }
            guard !arguments.flag("check"), !arguments.flag("diff") else { return }
            let text = String(decoding: new, as: UTF8.self)
            guard let reason = DestinationFile(path: file).write(text) else { return }
            console.printError("assay format: cannot write \(file): \(reason)")
            tally.unusable += 1
        }
    }

    /// Standard input, laid out; as it came where it is left alone.
    private static func print(_ console: Console) -> Bool {
        guard let bytes = InputDocument.bytes("-", "format", console),
            let outcome = outcome(of: "standard input", bytes, console)
        else { return false }
        switch outcome {
        case .changed(let new): console.write(String(decoding: new, as: UTF8.self))
        case .same: console.write(String(decoding: bytes, as: UTF8.self))
        case .leftAlone(let reason):
            console.printError("assay format: standard input is left alone: \(reason)")
            console.write(String(decoding: bytes, as: UTF8.self))
        }
        return true
    }

    /// `nil` after a message that says what is wrong with the text.
    private static func outcome(
        of file: String,
        _ bytes: [UInt8],
        _ console: Console
    ) -> FormattedFile.Outcome? {
        let source = SourceText(file: file, bytes: bytes)
        do throws(DiagnosticList) {
            return try FormattedFile.outcome(of: source)
        } catch {
            console.writeError(DiagnosticRenderer(sources: [source]).render(error.diagnostics))
            return nil
        }
    }
}
