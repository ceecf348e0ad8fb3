extension String {
    /// The parts between line feeds, unchanged and including empty ones; `\r\n` ends a line like
    /// any other line feed.
    package var unicodeLines: [String] {
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
