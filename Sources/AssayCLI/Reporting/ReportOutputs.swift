import Base
import CommandLineTool
import Contract
import HTTP
import ReportText
import Reports

/// A file that gets a report.
struct ReportFile {
    /// The name of its format.
    let format: String
    let path: String
    /// Whether an existing file is replaced.
    var replaces = true

    /// Why the file cannot be written; checked before the run, so that no run is wasted.
    var obstacle: String? { DestinationFile(path: path).obstacle(replacing: replaces) }

    /// Writes the report; returns why it could not be written.
    fileprivate func write(_ text: String) -> String? { DestinationFile(path: path).write(text) }

    /// The file that an option names; `nil` when it was not given.
    static func named(
        by option: String,
        format: String,
        _ arguments: ParsedArguments,
        replaces: Bool = true
    ) throws -> (option: String, file: ReportFile)? {
        let file = try arguments.value(option, expected: "the name of a file") { path in
            path.isEmpty ? nil : ReportFile(format: format, path: path, replaces: replaces)
        }
        return file.map { (option, $0) }
    }
}

/// The destinations of a command's reports: standard output, and files.
struct ReportOutputs {
    /// The name of the format of standard output.
    let format: String
    private let color: ColorChoice
    private let detail: TextReport.Detail
    /// In the order in which they are written; no two have the same path.
    let files: [ReportFile]

    /// Reads `--format`, `--color`, `--verbose`, `--quiet`, `--output`, `--report` and the options of single formats,
    /// as far as the command has them.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - formats: The formats of the result.
    /// - Throws: A `CommandLineError` for a form that there is not, or a file named twice.
    init<Facts>(
        _ arguments: ParsedArguments,
        _ formats: [ReportFormat<Facts>]
    ) throws {
        format = arguments.string("format") ?? "text"
        color = arguments.string("color").flatMap(ColorChoice.init) ?? .auto
        func isSet(_ flag: String) -> Bool {
            arguments.command.option(named: flag) != nil && arguments.flag(flag)
        }
        detail = isSet("verbose") ? .verbose : isSet("quiet") ? .quiet : .normal
        var named: [(option: String, file: ReportFile)] = []
        if arguments.command.option(named: "output") != nil {
            let replaces = arguments.flag("force")
            let file = try ReportFile.named(
                by: "output",
                format: "json",
                arguments,
                replaces: replaces
            )
            named += [file].compactMap(\.self)
        }
        for format in formats where format.ownOption != nil {
            let file = try ReportFile.named(by: format.name, format: format.name, arguments)
            named += [file].compactMap(\.self)
        }
        if arguments.command.option(named: "report") != nil {
            named += try Self.reports(arguments, among: formats.names()).map { ("report", $0) }
        }
        for (position, (option, file)) in named.enumerated()
        where named[..<position].contains(where: { $0.file.path == file.path }) {
            throw arguments.unusable(
                file.path,
                for: option,
                expected: "a different file for each output"
            )
        }
        files = named.map(\.file)
    }

    private static func reports(
        _ arguments: ParsedArguments,
        among names: [String]
    ) throws -> [ReportFile] {
        try arguments.values(
            "report",
            expected: "FORMAT=PATH, FORMAT one of \(names.joined(separator: ", "))"
        ) { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, names.contains(parts[0]) else { return nil }
            return ReportFile(format: parts[0], path: parts[1])
        }
    }

    /// Why a report cannot be written, as a sentence; `nil` when all can be written.
    private var obstacle: String? {
        for file in files {
            guard let obstacle = file.obstacle else { continue }
            return "cannot write \(file.path): \(obstacle)"
        }
        return nil
    }

    /// Reports before the run which file could not be written at the end.
    ///
    /// - Parameters:
    ///   - command: Named in the message: `verify`.
    ///   - history: The history to store the result in.
    ///   - console: Receives the message.
    /// - Returns: Whether there is such a file.
    func cannotBeWritten(
        by command: String,
        beside history: HistoryOption? = nil,
        _ console: Console
    ) -> Bool {
        guard let obstacle = obstacle ?? history?.obstacle else { return false }
        console.printError("assay \(command): \(obstacle)")
        return true
    }

    /// Checks that the result of another option can be written in the requested formats.
    func check<Facts>(
        _ formats: [ReportFormat<Facts>],
        beside option: String,
        _ arguments: ParsedArguments
    ) throws {
        for (index, name) in ([format] + files.map(\.format)).enumerated()
        where !formats.names().contains(name) {
            throw arguments.unusable(
                name,
                for: index == 0 ? "format" : "report",
                expected: "\(Words.alternatives(formats.names())) with \"\(option)\""
            )
        }
    }
}

extension ReportOutputs {
    /// Writes all reports; standard output comes first, so that it is shown even if a file cannot be written.
    ///
    /// - Parameters:
    ///   - facts: The result.
    ///   - formats: The formats of the result.
    ///   - command: Named in messages: `verify`.
    ///   - redactor: Applied again to each text, as joining two pieces may spell a secret.
    ///   - console: Receives messages too.
    /// - Returns: A status for each file that could not be written.
    func write<Facts>(
        _ facts: Facts,
        in formats: [ReportFormat<Facts>],
        of command: String,
        without redactor: Redactor = Redactor(),
        to console: Console
    ) -> [ExitStatus] {
        func text(_ name: String, _ layout: ReportLayout) -> String {
            guard let format = formats.first(where: { $0.name == name }) else {
                preconditionFailure("assay \(command) has no report \(name)")
            }
            return redactor.redact(format.text(of: facts, layout))
        }
        var layout = ReportLayout(version: Version.number)
        layout.detail = detail
        layout.paths = .current
        var shown = layout
        shown.style = TextStyle(isColored: console.terminal.wantsColor(color))
        shown.width = console.terminal.columns
        console.write(text(format, shown))
        return files.compactMap { file in
            guard let reason = file.write(text(file.format, layout)) else { return nil }
            console.printError("assay \(command): cannot write \(file.path): \(reason)")
            return .defect
        }
    }
}

// MARK: - Options

extension Sequence {
    /// The values of `--format` and `--report`.
    func names<Facts>() -> [String] where Element == ReportFormat<Facts> {
        filter { $0.ownOption == nil }.map(\.name)
    }

    /// The options that formats have of their own.
    func ownOptions<Facts>() -> [OptionSpecification] where Element == ReportFormat<Facts> {
        compactMap { format in
            format.ownOption.map { help in
                .value(format.name, ValueSpecification("FILE", completion: .file), help: help)
            }
        }
    }
}
