/// A file that gets the figures of a run.
struct LoadFile {
    let format: LoadFormat
    let path: String
    /// Whether a file that is there already is replaced.
    let replaces: Bool

    init(format: LoadFormat, path: String, replaces: Bool = true) {
        self.format = format
        self.path = path
        self.replaces = replaces
    }

    /// `FORMAT=PATH`; `nil` for anything else.
    init?(_ text: String) {
        guard let equals = text.firstIndex(of: "="),
            let format = LoadFormat(rawValue: String(text[..<equals])),
            LoadFormat.reports.contains(format)
        else { return nil }
        let path = String(text[text.index(after: equals)...])
        guard !path.isEmpty else { return nil }
        self.init(format: format, path: path)
    }

    /// Why the file cannot be written; found out before the run, so that no run is wasted.
    var obstacle: String? { DestinationFile(path: path).obstacle(replacing: replaces) }

    /// Writes the whole text; returns why it could not be written.
    func write(_ text: String) -> String? { DestinationFile(path: path).write(text) }
}
