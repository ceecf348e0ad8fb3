import CommandLineTool

/// Commands, options and values that earlier versions had, each with what to use instead.
enum RetiredWords {
    /// By the command line up to the word that is gone: `assay compare --runs auto`.
    private static let replacements = [
        "assay compare --budget": "--runs COUNT says how many runs there are on each side",
        "assay compare --runs auto":
            "name a number; the report says the smallest changes that so many runs show",
        "assay export curl": "\"assay verify --verbose\" prints each request as a curl command",
        "assay format": "use a formatter for YAML, such as prettier or yamlfmt",
        "assay load --otlp": prometheus,
        "assay merge --otlp": prometheus,
        "assay schema check":
            "use a validator of JSON Schema, such as check-jsonschema; \"schema:\" of a contract "
            + "checks answers",
        "assay verify --shard":
            "--jobs runs cases side by side, and --case or --include-tag a part of them",
    ]

    private static let prometheus =
        "let a collector of OpenTelemetry scrape what \"assay load --listen ADDRESS\" shows, or use "
        + "--prometheus FILE"

    /// The command lines of the table, in byte order.
    static var all: [String] { replacements.keys.sorted() }

    /// An error that names the replacement where a word is gone, and else the error as it is.
    static func explained(_ error: CommandLineError) -> CommandLineError {
        guard let words = error.unknownWords, let replacement = replacements[words],
            let word = words.split(separator: " ").last
        else { return error }
        return CommandLineError(.retired(String(word), instead: replacement), in: error.command)
    }
}
