import Base
package import Contract
package import JSON
package import Measure

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

extension VerificationRecord {
    /// Reads the report.
    ///
    /// - Parameters:
    ///   - value: The whole document.
    ///   - name: The file, for messages.
    /// - Throws: A `RunResultError` when the report is of another version, or inconsistent.
    package init(_ value: JSONValue, name: String) throws(RunResultError) {
        let node = try ResultNode(value, file: name, as: .verification)
        self.name = name
        basis = try node["basis"].word(among: Basis.allCases, \.rawValue)
        ending = try node["ending"].word(
            among: [.complete, .interrupted, .failFast],
            \.rawValue
        )
        startedAt = try node["startedAt"].real
        var contracts = RecordedContracts()
        for contract in try node["contracts"].elements { try contracts.add(contract) }
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

    mutating func add(_ contract: ResultNode) throws(RunResultError) {
        let title = try contract["title"].text
        if contract.value["cases"]?.arrayValue?.isEmpty == true {
            tables.append(title)
        } else if !titles.contains(title) {
            titles.append(title)
        }
        for (member, isOfClient) in [("promises", false), ("clientPromises", true)] {
            for row in try contract.optional(member)?.elements ?? [] {
                promises.append(try promise(row, contract: title, isOfClient: isOfClient))
            }
        }
        targets += (contract.value["targets"]?.arrayValue ?? []).compactMap { target in
            target["reference"] == true ? nil : target["url"]?.stringValue
        }
    }

    private func promise(
        _ row: ResultNode,
        contract: String,
        isOfClient: Bool
    ) throws(RunResultError) -> VerificationRecord.Promise {
        VerificationRecord.Promise(
            key: VerificationRecord.Key(
                contract: contract,
                isOfClient: isOfClient,
                id: try row["id"].text
            ),
            status: try row["status"].word(among: PromiseStatus.allCases, JSONReport.name),
            reason: row.value["reason"]?.stringValue,
            location: Self.location(row.value["location"])
        )
    }

    private static func location(_ value: JSONValue?) -> SourceLocation? {
        guard let file = value?["file"]?.stringValue, let line = value?["line"]?.intValue else {
            return nil
        }
        return SourceLocation(file: file, line: line, column: value?["column"]?.intValue ?? 1)
    }
}
