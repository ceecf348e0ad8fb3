package import Contract

extension SourceText {
    /// Says that a text has more bytes than `YAMLDocument.maximumBytes`.
    static func tooLarge(_ path: String, size: String) -> DiagnosticList {
        let limit = YAMLDocument.maximumBytes
        let message =
            "the file has \(size); the limit is \(limit) bytes (\(limit / 1024 / 1024) MiB)"
        let hint = "split the contract and join the parts with `use:`"
        return DiagnosticList([Diagnostic(message, at: .whole(path), hint: hint)])
    }
}

extension SourceLocation {
    /// A file as a whole, for what has no place in it; line and column are zero.
    package static func whole(_ file: String) -> SourceLocation {
        SourceLocation(file: file, line: 0, column: 0)
    }
}
