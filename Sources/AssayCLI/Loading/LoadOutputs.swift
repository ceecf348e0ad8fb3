/// Where the figures of a run go: standard output, files, a collector.
struct LoadOutputs {
    /// Of standard output.
    let format: LoadFormat
    let color: ColorChoice
    /// In the order in which they are written; no two have the same path.
    let files: [LoadFile]
    let collector: MetricsCollector?

    /// The whole result, which other commands take.
    static let result: [OptionSpecification] = [
        .value(
            "output",
            short: "o",
            ValueSpecification("FILE", completion: .file),
            help: "Write the whole result as JSON, for assay compare, merge and report. A file "
                + "that is there already is left alone."
        ),
        .flag("force", help: "Replace the file of --output if it is there already."),
    ]

    /// What programs plot and watch.
    static let figures: [OptionSpecification] = [
        .value(
            "csv",
            ValueSpecification("FILE", completion: .file),
            help: "Write the time series as a table, a line for each second or slice of seconds."
        ),
        .value(
            "hdr",
            ValueSpecification("FILE", completion: .file),
            help: "Write the histograms of the time series as a log of HdrHistogram, for its tools."
        ),
        .value(
            "prometheus",
            ValueSpecification("FILE", completion: .file),
            help: "Write the figures in the text format of Prometheus, for its textfile collector."
        ),
        .value(
            "otlp",
            ValueSpecification("URL"),
            help: "Send the figures to a collector of OpenTelemetry at the end, as JSON over HTTP; "
                + "without a path to /v1/metrics."
        ),
    ]

    /// What people and build servers read.
    static let reports: [OptionSpecification] = [
        CommonOptions.format(
            allowed: LoadFormat.reports.map(\.rawValue),
            help: "What to print on standard output: json is what --output writes, markdown a "
                + "comment on a pull request, junit one test case for each threshold."
        ),
        CommonOptions.report(allowed: LoadFormat.reports.map(\.rawValue)),
        CommonOptions.color,
    ]

    init(_ arguments: ParsedArguments) throws {
        format = arguments.string("format").flatMap(LoadFormat.init) ?? .text
        color = arguments.string("color").flatMap(ColorChoice.init) ?? .auto
        collector = try arguments.value(
            "otlp",
            expected: "http://HOST[:PORT][/PATH] or https://…, without a user and a query",
            convert: MetricsCollector.init
        )
        files = try Self.files(arguments)
    }

    private static func files(_ arguments: ParsedArguments) throws -> [LoadFile] {
        let formats = LoadFormat.reports.map(\.rawValue).joined(separator: ", ")
        let reports = try arguments.values(
            "report",
            expected: "FORMAT=PATH, FORMAT one of \(formats)",
            convert: LoadFile.init
        )
        let replaces = arguments.flag("force")
        let named =
            try [file("output", .json, arguments, replaces: replaces)]
            + LoadFormat.figures.map { try file($0.rawValue, $0, arguments) }
        var files: [LoadFile] = []
        for (option, file) in named.compactMap(\.self) + reports.map({ ("report", $0) }) {
            guard !files.contains(where: { $0.path == file.path }) else {
                throw arguments.unusable(
                    file.path,
                    for: option,
                    expected: "a file of its own for everything that is written"
                )
            }
            files.append(file)
        }
        return files
    }

    /// An option that names a file; `nil` when it was not given.
    private static func file(
        _ option: String,
        _ format: LoadFormat,
        _ arguments: ParsedArguments,
        replaces: Bool = true
    ) throws -> (option: String, file: LoadFile)? {
        let file = try arguments.value(option, expected: "the name of a file") { path in
            path.isEmpty ? nil : LoadFile(format: format, path: path, replaces: replaces)
        }
        return file.map { (option, $0) }
    }
}
