import Base
package import Contract
package import JSON
import Measure

/// The promises in a report of `assay verify`, read back from JSON.
package struct VerificationRecord: Hashable, Sendable {
    /// One promise of one contract.
    package struct Promise: Hashable, Sendable {
        package let key: Key
        package let status: PromiseStatus
        package let reason: String?
        /// The place in the contract; `nil` when the report does not contain it.
        package let location: SourceLocation?
    }

    /// The part that stays the same from run to run, wherever the contract's file is.
    package struct Key: Hashable, Sendable {
        /// The title of the contract.
        package let contract: String
        package let isOfClient: Bool
        /// `createPush/both-times`.
        package let id: String
    }

    /// The file, for messages.
    package let name: String
    /// Seconds since 1970.
    package let startedAt: Double
    package let basis: Basis
    package let ending: VerificationResult.Ending
    /// The titles of the contracts, in their order, each once; files of tables, which have no cases, are named only
    /// without others.
    package let titles: [String]
    /// The first target that is not the reference; `nil` when all are.
    package let target: String?
    /// The machine: `AMD EPYC, 2 cores`; `nil` when the report does not contain it.
    package let machine: String?
    /// In the order of the report; each key once.
    package let promises: [Promise]

    /// The server, the time and the machine.
    var origin: String {
        let time = WallClockText.minute(seconds: startedAt).map { "\($0) UTC" }
        return [target ?? "the built-in reference", time, machine].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// The promises that count, by their status.
    package func count(_ status: PromiseStatus) -> Int {
        promises.count { !$0.key.isOfClient && $0.status == status }
    }
}

/// Why a file is not a report of `assay verify`.
package struct VerificationRecordError: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String
    /// The path in the document; empty for the whole.
    package let path: String
    package let expected: String
    package let actual: String

    package var description: String {
        "\(file): \(path.isEmpty ? "" : "\(path): ")expected \(expected), got \(actual)"
    }
}

extension VerificationRecord {
    /// The version of the format that is read.
    private static let formatVersion = 1

    /// Whether a document is such a report, of any version.
    package static func isReport(_ value: JSONValue) -> Bool {
        value["assayVerification"] != nil
    }

    /// Reads the report.
    ///
    /// - Parameters:
    ///   - value: The whole document.
    ///   - name: The file, for messages.
    /// - Throws: A `VerificationRecordError` when the report is inconsistent.
    package init(_ value: JSONValue, name: String) throws(VerificationRecordError) {
        let reader = RecordReader(file: name)
        guard value["assayVerification"]?.intValue == Self.formatVersion else {
            throw reader.error(
                value["assayVerification"],
                "assayVerification",
                "\(Self.formatVersion), which this program knows"
            )
        }
        self.name = name
        basis = try reader.word(value["basis"], "basis", among: Basis.allCases)
        ending = try reader.word(
            value["ending"],
            "ending",
            among: [.complete, .interrupted, .failFast]
        )
        startedAt = try reader.number(value["startedAt"], "startedAt")
        var contracts = RecordedContracts()
        for (index, contract) in try reader.list(value["contracts"], "contracts").enumerated() {
            try contracts.add(contract, "contracts[\(index)]", reader)
        }
        titles = contracts.titles.isEmpty ? contracts.tables : contracts.titles
        promises = Self.each(contracts.promises)
        target = contracts.targets.first
        machine = RunEnvironment.machineText(value["environment"])
    }

    /// Contracts with the same title are merged; of two promises with the same key the first
    /// counts.
    private static func each(_ promises: [Promise]) -> [Promise] {
        var seen: Set<Key> = []
        return promises.filter { seen.insert($0.key).inserted }
    }
}

/// The contracts of a report together, in their order.
private struct RecordedContracts {
    /// Without duplicates and without files of tables.
    private(set) var titles: [String] = []
    /// The titles of files of tables, which have no cases.
    private(set) var tables: [String] = []
    private(set) var promises: [VerificationRecord.Promise] = []
    /// The URLs of servers that are not the reference.
    private(set) var targets: [String] = []

    mutating func add(
        _ contract: JSONValue,
        _ path: String,
        _ reader: RecordReader
    ) throws(VerificationRecordError) {
        let title = try reader.text(contract["title"], "\(path).title")
        if contract["cases"]?.arrayValue?.isEmpty == true {
            tables.append(title)
        } else if !titles.contains(title) {
            titles.append(title)
        }
        for member in ["promises", "clientPromises"] {
            guard let rows = contract[member] else { continue }
            promises += try reader.promises(
                rows,
                "\(path).\(member)",
                contract: title,
                isOfClient: member == "clientPromises"
            )
        }
        targets += (contract["targets"]?.arrayValue ?? []).compactMap { target in
            target["reference"] == true ? nil : target["url"]?.stringValue
        }
    }
}

/// Reads members of a report, and throws an error with the place of an invalid one.
private struct RecordReader {
    let file: String

    func error(_ value: JSONValue?, _ path: String, _ expected: String) -> VerificationRecordError {
        VerificationRecordError(
            file: file,
            path: path,
            expected: expected,
            actual: value.map { $0.text(maximumLength: 40) } ?? "nothing"
        )
    }

    func text(_ value: JSONValue?, _ path: String) throws(VerificationRecordError) -> String {
        guard let text = value?.stringValue else { throw error(value, path, "a text") }
        return text
    }

    func number(_ value: JSONValue?, _ path: String) throws(VerificationRecordError) -> Double {
        guard case .number(let number) = value else { throw error(value, path, "a number") }
        return number.doubleValue
    }

    func list(_ value: JSONValue?, _ path: String) throws(VerificationRecordError) -> [JSONValue] {
        guard let list = value?.arrayValue else { throw error(value, path, "a list") }
        return list
    }

    func word<Word: RawRepresentable<String>>(
        _ value: JSONValue?,
        _ path: String,
        among words: [Word]
    ) throws(VerificationRecordError) -> Word {
        try word(value?.stringValue, value, path, among: words)
    }

    /// A member with one of the words; `value` is shown in the error.
    private func word<Word: RawRepresentable<String>>(
        _ written: String?,
        _ value: JSONValue?,
        _ path: String,
        among words: [Word]
    ) throws(VerificationRecordError) -> Word {
        guard let word = words.first(where: { $0.rawValue == written }) else {
            let list = words.map(\.rawValue).joined(separator: ", ")
            throw error(value, path, "one of \(list)")
        }
        return word
    }

    private static func location(_ value: JSONValue?) -> SourceLocation? {
        guard let file = value?["file"]?.stringValue, let line = value?["line"]?.intValue else {
            return nil
        }
        return SourceLocation(file: file, line: line, column: value?["column"]?.intValue ?? 1)
    }

    func promises(
        _ value: JSONValue,
        _ path: String,
        contract: String,
        isOfClient: Bool
    ) throws(VerificationRecordError) -> [VerificationRecord.Promise] {
        var promises: [VerificationRecord.Promise] = []
        for (index, row) in try list(value, path).enumerated() {
            let path = "\(path)[\(index)]"
            let key = VerificationRecord.Key(
                contract: contract,
                isOfClient: isOfClient,
                id: try text(row["id"], "\(path).id")
            )
            let written = row["status"]?.stringValue
            let status: PromiseStatus =
                written == "notCovered"
                ? .notCovered
                : try word(written, row["status"], "\(path).status", among: PromiseStatus.allCases)
            promises.append(
                VerificationRecord.Promise(
                    key: key,
                    status: status,
                    reason: row["reason"]?.stringValue,
                    location: Self.location(row["location"])
                )
            )
        }
        return promises
    }
}
