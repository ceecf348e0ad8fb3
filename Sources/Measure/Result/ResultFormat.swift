package import JSON

/// A kind of file that is written, and read back.
package struct ResultFormat: Hashable, Sendable {
    /// The member that has the version of the format.
    let member: String
    /// The kind of file for messages: `a result of assay load`.
    package let title: String

    /// The version that is written, and the only one that can be read.
    static let version = 1

    /// Of a run.
    package static let load = ResultFormat(member: "assayResult", title: "a result of assay load")
    /// Of a search.
    package static let capacity = ResultFormat(
        member: "assayCapacity",
        title: "a result of assay capacity"
    )

    package static let verification = ResultFormat(
        member: "assayVerification",
        title: "a report of assay verify"
    )
    package static let coverage = ResultFormat(
        member: "assayCoverage",
        title: "a report of assay coverage"
    )
    package static let comparison = ResultFormat(
        member: "assayComparison",
        title: "a report of assay compare"
    )
    package static let mutants = ResultFormat(
        member: "assayMutants",
        title: "a report of assay verify --mutants"
    )

    private static let known = [load, capacity, verification, coverage, comparison, mutants]

    /// Whether a document is of this kind, in any version.
    package func isMarked(_ value: JSONValue) -> Bool { value[member] != nil }

    /// Description of a JSON text without a version of this format, for messages.
    func appearance(of value: JSONValue) -> String {
        guard let object = value.objectValue else { return "JSON of kind \(value.kind.rawValue)" }
        if object.contains(member) { return "an \(member) that is not a version" }
        if let other = Self.known.first(where: { $0.isMarked(value) }) {
            return other.title
        }
        let names = object.names.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
        return names.isEmpty ? "an empty object" : "an object without \"\(member)\" (\(names))"
    }
}

extension ResultNode {
    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: Its contents.
    ///   - file: Its name, for errors.
    ///   - format: The expected format.
    /// - Throws: A `RunResultError` for invalid JSON, another kind or another version.
    init(
        parsing bytes: [UInt8],
        file: String,
        as format: ResultFormat
    ) throws(RunResultError) {
        guard !bytes.isEmpty else {
            throw RunResultError(file: file, reason: .empty, wanted: format.title)
        }
        let value: JSONValue
        do throws(JSONTextError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw RunResultError(
                file: file,
                reason: Self.reason(error, bytes),
                wanted: format.title
            )
        }
        try self.init(value, file: file, as: format)
    }

    /// A document.
    ///
    /// - Parameters:
    ///   - value: The whole document.
    ///   - file: Its name, for errors.
    ///   - format: The expected format.
    /// - Throws: A `RunResultError` for another kind or another version.
    package init(
        _ value: JSONValue,
        file: String,
        as format: ResultFormat
    ) throws(RunResultError) {
        guard let version = value[format.member]?.intValue else {
            throw RunResultError(
                file: file,
                reason: .foreign(format.appearance(of: value)),
                wanted: format.title
            )
        }
        guard version == ResultFormat.version else {
            throw RunResultError(file: file, reason: .otherVersion(version))
        }
        self.init(value: value, path: "", file: file, asked: AskedMembers())
        asked.add(format.member, of: "")
    }

    /// A text that ends where more was expected was cut; a file of zeros at its end was, too.
    private static func reason(_ error: JSONTextError, _ bytes: [UInt8]) -> RunResultError.Reason {
        let tail = String(decoding: bytes[min(error.byteOffset, bytes.count)...], as: UTF8.self)
        let isWithinWord = ["true", "false", "null"].contains { $0.hasPrefix(tail) }
        let isCut = isWithinWord || bytes.last == 0
        let isOurs = bytes.first == UInt8(ascii: "{")
        return isCut && isOurs
            ? .cutShort(byteOffset: bytes.count) : .notJSON(error.description)
    }
}
