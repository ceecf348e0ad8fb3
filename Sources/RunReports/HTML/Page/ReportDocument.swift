import JSON
package import Measure

/// A file that a page can show.
package struct ReportDocument: Sendable {
    /// The kind of result.
    package indirect enum Content: Sendable {
        case load(RunResult)
        case capacity(CapacityRecord)
        /// The output of `assay verify --format json` or `assay coverage --format json`.
        case promises(PromiseGrid)
        /// The output of `assay compare --format json`.
        case comparison(ComparisonRecord)
        /// The output of `assay verify --mutants --format json`.
        case mutations(MutationRecord)
        /// A database of `--history`.
        case history(TrendRecord)
    }

    /// The name of the file.
    package let file: String
    package let content: Content

    package init(file: String, content: Content) {
        self.file = file
        self.content = content
    }

    /// Reads a file of any kind.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - file: Its name, for errors.
    /// - Throws: A `RunResultError` when the file is not a result, or is inconsistent.
    package init(parsing bytes: [UInt8], file: String) throws(RunResultError) {
        self.file = file
        let value = (try? JSONValue(parsing: bytes)) ?? .null
        if ResultFormat.verification.isMarked(value) || ResultFormat.coverage.isMarked(value) {
            content = .promises(try PromiseGrid(value, file: file))
        } else if ResultFormat.comparison.isMarked(value) {
            content = .comparison(try ComparisonRecord(value, file: file))
        } else if ResultFormat.mutants.isMarked(value) {
            content = .mutations(try MutationRecord(value, file: file))
        } else if ResultFormat.capacity.isMarked(value) {
            content = .capacity(try CapacityRecord(parsing: bytes, file: file))
        } else {
            do throws(RunResultError) {
                content = .load(try RunResult(parsing: bytes, file: file))
            } catch {
                throw RunResultError(file: file, reason: error.reason, wanted: Self.wanted)
            }
        }
    }

    /// The kinds that can be shown, for messages.
    private static let wanted =
        "a result of assay load or assay capacity, a report of assay verify, assay coverage or assay "
        + "compare, or a history"
}
