import JSON
package import Measure

/// A file that a page can show.
package struct ReportDocument: Sendable {
    /// What kind of result it holds.
    package enum Content: Sendable {
        case load(RunResult)
        /// What `assay verify --format json` or `assay coverage --format json` wrote.
        case promises(PromiseGrid)
    }

    /// The name of the file.
    package let file: String
    package let content: Content

    package init(file: String, content: Content) {
        self.file = file
        self.content = content
    }

    /// Reads a file, whatever kind it is of.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: Its name, for errors.
    /// - Throws: A `RunResultError` when it is no result, or does not hold together.
    package init(parsing bytes: [UInt8], file: String) throws(RunResultError) {
        self.file = file
        if let value = try? JSONValue(parsing: bytes), let object = value.objectValue,
            object.contains("assayVerification") || object.contains("assayCoverage")
        {
            content = .promises(try PromiseGrid(value, file: file))
        } else {
            content = .load(try RunResult(parsing: bytes, file: file))
        }
    }
}
