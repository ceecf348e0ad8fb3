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

    /// As it was named.
    let path: String
    let content: Content

    /// A result takes less than 3 MB, a report with all exchanges some more; a file beyond this is none.
    private static let largestFile = 256 << 20

    /// Reads a file.
    ///
    /// - Throws: An error whose description is a sentence with the file's name.
    init(_ path: String) throws {
        try self.init(path, bytes: try DiskFiles().read(path, atMost: Self.largestFile))
    }

    /// Takes the content of a file.
    init(_ path: String, bytes: [UInt8]) throws {
        self.path = path
        if let value = try? JSONValue(parsing: bytes), VerificationRecord.isReport(value) {
            content = .verification(try VerificationRecord(value, name: path))
        } else {
            content = .load(try RunResult(parsing: bytes, file: path))
        }
    }

    /// Reads a file, and gives its text too.
    static func withDocument(_ path: String) throws -> (ComparedFile, document: String) {
        let bytes = try DiskFiles().read(path, atMost: largestFile)
        return (try ComparedFile(path, bytes: bytes), String(decoding: bytes, as: UTF8.self))
    }

    /// That of the profile, or those of the contracts.
    var title: String {
        switch content {
        case .load(let result): result.profile.title
        case .verification(let record): record.titles.joined(separator: ", ")
        }
    }

    /// The server that it is of; `nil` for the reference target.
    var target: String? {
        switch content {
        case .load(let result): result.targets.namedURL
        case .verification(let record): record.target
        }
    }

    /// What it is, for messages.
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
