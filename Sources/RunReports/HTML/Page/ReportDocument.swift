import JSON
package import Measure

/// A file that a page can show.
package struct ReportDocument: Sendable {
    /// What kind of result it holds.
    package indirect enum Content: Sendable {
        case load(RunResult)
        case capacity(CapacityRecord)
        /// What `assay verify --format json` or `assay coverage --format json` wrote.
        case promises(PromiseGrid)
        /// What `assay compare --format json` wrote.
        case comparison(ComparisonRecord)
        /// What `assay verify --mutants --format json` wrote.
        case mutations(MutationRecord)
        /// A database that `--history` fills.
        case history(TrendRecord)
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
        let value = try? JSONValue(parsing: bytes)
        let object = value?.objectValue ?? JSONObject()
        if let value, object.contains("assayVerification") || object.contains("assayCoverage") {
            content = .promises(try PromiseGrid(value, file: file))
        } else if let value, object.contains("assayComparison") {
            content = .comparison(try ComparisonRecord(value, file: file))
        } else if let value, object.contains("assayMutants") {
            content = .mutations(try MutationRecord(value, file: file))
        } else if object.contains("assayCapacity") {
            content = .capacity(try CapacityRecord(parsing: bytes, file: file))
        } else {
            do throws(RunResultError) {
                content = .load(try RunResult(parsing: bytes, file: file))
            } catch {
                throw RunResultError(file: file, reason: error.reason, wanted: Self.wanted)
            }
        }
    }

    /// Any of what can be shown.
    private static let wanted =
        "a result of assay load or assay capacity, a report of assay verify, assay coverage or assay "
        + "compare, or a history"
}
