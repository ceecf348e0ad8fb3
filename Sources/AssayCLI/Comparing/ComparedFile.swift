import Contract
import ContractFile
import JSON
import Measure
import Reports

/// A result that was named on the command line.
struct ComparedFile {
    /// The command that wrote it.
    indirect enum Content {
        case load(RunResult)
        case verification(VerificationRecord)
    }

    /// The path as the user wrote it.
    let path: String
    let content: Content

    /// A result takes less than 3 MB, a report with all exchanges somewhat more; a larger file is neither.
    private static let largestFile = 256 << 20

    /// Reads a file.
    ///
    /// - Throws: An error whose description is a sentence with the file's name.
    init(_ path: String) throws {
        try self.init(path, bytes: try DiskFiles().read(path, atMost: Self.largestFile))
    }

    /// Reads the content of a file.
    init(_ path: String, bytes: [UInt8]) throws {
        self.path = path
        if let value = try? JSONValue(parsing: bytes), ResultFormat.verification.isMarked(value) {
            content = .verification(try VerificationRecord(value, name: path))
        } else {
            content = .load(try RunResult(parsing: bytes, file: path))
        }
    }

    /// Reads a file, and returns its text too.
    static func withDocument(_ path: String) throws -> (ComparedFile, document: String) {
        let bytes = try DiskFiles().read(path, atMost: largestFile)
        return (try ComparedFile(path, bytes: bytes), String(decoding: bytes, as: UTF8.self))
    }

    /// The title of the profile, or those of the contracts.
    var title: String {
        switch content {
        case .load(let result): result.profile.title
        case .verification(let record): record.titles.joined(separator: ", ")
        }
    }

    /// The server of the run; `nil` for the reference target.
    var target: String? {
        switch content {
        case .load(let result): result.targets.namedURL
        case .verification(let record): record.target
        }
    }

    /// The kind of result, for messages.
    var kind: String {
        switch content {
        case .load: "a result of assay load"
        case .verification: "a report of assay verify"
        }
    }

    var load: RunResult? {
        guard case .load(let result) = content else { return nil }
        return result
    }

    var verification: VerificationRecord? {
        guard case .verification(let record) = content else { return nil }
        return record
    }
}
