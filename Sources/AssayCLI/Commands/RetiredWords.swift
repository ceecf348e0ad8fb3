import CommandLineTool

/// Commands, options and values of earlier versions, each with its replacement.
enum RetiredWords {
    /// By the command line up to the removed word: `assay compare --runs auto`.
    private static let replacements = [
        "assay compare --budget": "use --runs COUNT for the number of runs on each side",
        "assay compare --runs auto":
            "give a number; the report shows the smallest changes that this number of runs can "
            + "detect",
        "assay export curl": "\"assay verify --verbose\" prints each request as a curl command",
        "assay format": "use a formatter for YAML, such as prettier or yamlfmt",
        "assay load --otlp": prometheus,
        "assay merge --otlp": prometheus,
        "assay schema check":
            "use a validator of JSON Schema, such as check-jsonschema; \"schema:\" of a contract "
            + "checks responses",
        "assay verify --shard":
            "use --jobs to run cases in parallel, --case or --include-tag to run a part of them",
    ]

    private static let prometheus =
        "let an OpenTelemetry collector scrape the metrics of \"assay load --listen ADDRESS\", "
        + "or use --prometheus FILE"

    /// The command lines of the table, in byte order.
    static var all: [String] { replacements.keys.sorted() }

    /// An error that names the replacement of a removed word, otherwise the error itself.
    static func explained(_ error: CommandLineError) -> CommandLineError {
        guard let words = error.unknownWords, let replacement = replacements[words],
            let word = words.split(separator: " ").last
        else { return error }
        return CommandLineError(.retired(String(word), instead: replacement), in: error.command)
    }
}
