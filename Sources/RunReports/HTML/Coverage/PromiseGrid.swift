import Base
package import JSON
package import Measure
import ReportText

/// The promises of contracts and their results, as `assay verify` and `assay coverage` write them.
package struct PromiseGrid: Hashable, Sendable {
    /// A promise and its status.
    struct Cell: Hashable, Sendable {
        /// The name without that of the call: `both-times`.
        let label: String
        /// A word of the file: `passed`, `notCovered`, `covered`.
        let status: String
        /// A summary of the promise; may be empty.
        let summary: String
        /// The cases that are evidence for it.
        let cases: [String]
    }

    /// A promise with a remark.
    struct Remark: Hashable, Sendable {
        /// `createPush/both-times`.
        let promise: String
        let text: String
        let reason: String
        let place: String
    }

    /// A call with its promises, in file order.
    struct Row: Hashable, Sendable {
        let name: String
        var cells: [Cell]
    }

    /// The tables of one contract, or of one side of a service.
    struct Table: Hashable, Sendable {
        let title: String
        /// The service of the contract: the folder of its file.
        let service: String
        var calls: [Row]
        /// The error catalogue.
        var errors: [Cell]

        var cells: [Cell] { calls.flatMap(\.cells) + errors }
    }

    /// A document, and the results of its statements.
    struct Document: Hashable, Sendable {
        let title: String
        /// In the order of the file: `statements`, `checked`, `notTried`.
        let counts: [Count]
        /// The checked statements among those that count; `nil` for a plan without a run.
        let checked: Share?

        /// The number of statements with one result.
        struct Count: Hashable, Sendable {
            let word: String
            let count: Int
        }

        /// A part of the whole.
        struct Share: Hashable, Sendable {
            let count: Int
            let all: Int
        }
    }

    /// The elements of an API description, with a row for each operation.
    struct Description: Hashable, Sendable {
        let file: String
        let operations: [Operation]
        /// Requests that match no operation.
        let strangers: [String]

        /// An operation, and how far it was covered.
        struct Operation: Hashable, Sendable {
            let name: String
            let sent: Int
            /// Statuses, parameters and members of bodies: `2 of 3`; empty where there are none.
            let shares: [String]
            /// Elements that were not covered, and responses that are not described.
            let remark: String
        }
    }

    /// The coverage of an API description; `nil` without one.
    private(set) var description: Description?
    /// The documents that have an inventory.
    private(set) var documents: [Document] = []
    private(set) var tables: [Table] = []
    /// The number of cases by verdict, in the order of the file; empty for a plan without a run.
    private(set) var caseCounts: [(verdict: String, count: Int)] = []
    private(set) var failures: [CaseFailure] = []
    /// Promises that passed only as far as they were covered, and those whose waiver is no longer
    /// needed.
    private(set) var remarks: [Remark] = []
    /// The servers under test.
    private(set) var targets: [String] = []
    /// The titles of the contracts with cases, or for a plan those of the services.
    private(set) var contracts: [String] = []
    /// The versions of these contracts, without duplicates.
    private(set) var versions: [String] = []
    /// The start of the run; `nil` for a plan without a run.
    private(set) var startedAt: Double?
    /// The machine of the run: `AMD EPYC, 2 cores`; `nil` when the report does not contain it.
    private(set) var machine: String?
    /// The seed of random values.
    private(set) var seed: String?

    package static func == (left: PromiseGrid, right: PromiseGrid) -> Bool {
        left.documents == right.documents && left.tables == right.tables
            && left.failures == right.failures
            && left.remarks == right.remarks && left.targets == right.targets
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(tables) }

    /// Reads the output of either command.
    ///
    /// - Throws: A `RunResultError` when the version differs or the content is inconsistent.
    package init(_ document: JSONValue, file: String) throws(RunResultError) {
        let isCoverage = ResultFormat.coverage.isMarked(document)
        let format: ResultFormat = isCoverage ? .coverage : .verification
        let node = try ResultNode(document, file: file, as: format)
        let list = try node[isCoverage ? "services" : "contracts"].elements.map(\.value)
        if case .number(let number)? = document["startedAt"] { startedAt = number.doubleValue }
        seed = document["seed"]?.text
        machine = RunEnvironment.machineText(document["environment"])
        documents = (document["documents"]?.arrayValue ?? []).map(Self.document)
        description = document["description"].map(Self.description)
        for item in list {
            if isCoverage { addService(item) } else { addContract(item) }
        }
        for member in document["summary"]?["cases"]?.objectValue?.members ?? [] {
            guard let count = member.value.intValue, count > 0 else { continue }
            caseCounts.append((member.name, count))
        }
    }

    // MARK: - Reading

    private static func document(_ document: JSONValue) -> Document {
        var counts: [Document.Count] = []
        for member in document["summary"]?.objectValue?.members ?? []
        where !["countable", "checkedShare"].contains(member.name) {
            guard let count = member.value.intValue else { continue }
            counts.append(Document.Count(word: member.name, count: count))
        }
        let summary = document["summary"]
        var checked: Document.Share?
        if let count = summary?["checked"]?.intValue, let all = summary?["countable"]?.intValue {
            checked = Document.Share(count: count, all: all)
        }
        return Document(
            title: document["title"]?.stringValue ?? "",
            counts: counts,
            checked: checked
        )
    }

    private static func description(_ value: JSONValue) -> Description {
        func names(_ list: JSONValue?, _ isShown: (Int) -> Bool = { _ in true }) -> [String] {
            (list?.arrayValue ?? []).filter { isShown($0["count"]?.intValue ?? 0) }
                .compactMap { $0["name"]?.stringValue }
        }
        let operations = (value["operations"]?.arrayValue ?? []).map { operation in
            let lists = ["statuses", "parameters", "members"].map { operation[$0] }
            let sent = operation["sent"]?.intValue ?? 0
            let missing = lists.flatMap { names($0) { $0 == 0 } }.joined(separator: ", ")
            let undeclared = (operation["undeclared"]?.arrayValue ?? [])
                .compactMap { $0["status"]?.text }.joined(separator: ", ")
            let remarks = [
                undeclared.isEmpty ? "" : "undeclared: \(undeclared)",
                sent == 0 ? "never sent" : missing.isEmpty ? "" : "never: \(missing)",
            ]
            return Description.Operation(
                name: "\(operation["method"]?.stringValue ?? "") "
                    + (operation["path"]?.stringValue ?? ""),
                sent: sent,
                shares: lists.map { list in
                    let all = names(list).count
                    return all == 0 ? "" : "\(names(list) { $0 > 0 }.count) of \(all)"
                },
                remark: remarks.filter { !$0.isEmpty }.joined(separator: "; ")
            )
        }
        return Description(
            file: value["file"]?.stringValue ?? "",
            operations: operations,
            strangers: names(value["notDescribed"])
        )
    }

    private mutating func addService(_ service: JSONValue) {
        let title = service["name"]?.stringValue ?? ""
        contracts.append(title)
        for (calls, errors, suffix) in [
            ("calls", "errors", ""), ("clientCalls", "clientErrors", ", client"),
        ] {
            let rows = (service[calls]?.arrayValue ?? []).map { call in
                Row(
                    name: call["id"]?.stringValue ?? "",
                    cells: (call["promises"]?.arrayValue ?? []).map(Self.cell)
                )
            }
            let catalogue = (service[errors]?.arrayValue ?? []).map(Self.cell)
            guard !rows.isEmpty || !catalogue.isEmpty else { continue }
            tables.append(
                Table(title: title + suffix, service: title, calls: rows, errors: catalogue)
            )
        }
    }

    private mutating func addContract(_ contract: JSONValue) {
        let title = contract["title"]?.stringValue ?? ""
        let file = contract["file"]?.stringValue ?? ""
        let folders = file.split(separator: "/").dropLast()
        let service = folders.last.map(String.init) ?? title
        let cases = contract["cases"]?.arrayValue ?? []
        if !cases.isEmpty {
            contracts.append(title)
            let version = contract["version"]?.stringValue ?? ""
            if !versions.contains(version) { versions.append(version) }
        }
        for (member, suffix) in [("promises", ""), ("clientPromises", ", client")] {
            var table = Table(title: title + suffix, service: service, calls: [], errors: [])
            for promise in contract[member]?.arrayValue ?? [] {
                let cell = Self.cell(promise)
                addRemark(on: promise)
                guard promise["kind"]?.stringValue != "catalogue" else {
                    table.errors.append(cell)
                    continue
                }
                let id = promise["id"]?.stringValue ?? ""
                let call = id.split(separator: "/").first.map(String.init) ?? id
                if table.calls.last?.name == call {
                    table.calls[table.calls.count - 1].cells.append(cell)
                } else {
                    table.calls.append(Row(name: call, cells: [cell]))
                }
            }
            if !table.cells.isEmpty { tables.append(table) }
        }
        for target in contract["targets"]?.arrayValue ?? [] {
            guard let url = target["url"]?.stringValue, !targets.contains(url) else { continue }
            targets.append(url)
        }
        for result in cases {
            let number = failures.count + 1
            if let failure = CaseFailure(result, of: service, number: number) {
                failures.append(failure)
            }
        }
    }

    private mutating func addRemark(on promise: JSONValue) {
        let text: String
        if promise["partlyTried"] == true {
            text = "passed only in part: some cases did not run"
        } else if promise["waiverNeeded"] == false {
            text = WaiverText.needless
        } else {
            return
        }
        remarks.append(
            Remark(
                promise: promise["id"]?.stringValue ?? "",
                text: text,
                reason: promise["reason"]?.stringValue ?? "",
                place: Self.place(promise["location"])
            )
        )
    }

    /// `push.yaml:12`.
    static func place(_ location: JSONValue?) -> String {
        let parts = [
            location?["file"]?.stringValue, location?["line"]?.intValue.map { "\($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: ":")
    }

    private static func cell(_ promise: JSONValue) -> Cell {
        let id = promise["id"]?.stringValue ?? ""
        let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
        let status = promise["result"] ?? promise["status"] ?? promise["standing"]
        let reason = promise["reason"]?.stringValue
        let summary = [promise["summary"]?.stringValue, reason].compactMap(\.self)
        return Cell(
            label: parts.count > 1 ? parts[1] : promise["kind"]?.stringValue ?? id,
            status: status?.stringValue ?? "",
            summary: summary.joined(separator: " — "),
            cases: (promise["cases"]?.arrayValue ?? []).compactMap(\.stringValue)
        )
    }
}

// MARK: - Origin

extension PromiseGrid {
    /// The services of the tables, in their order.
    var services: [String] {
        var seen: Set<String> = []
        return tables.map(\.service).filter { seen.insert($0).inserted }
    }

    /// The service with the version of its contracts when there is one, else the services.
    var title: String {
        let names = services
        if contracts.count == 1 || names.count == 1,
            let name = Words.commonBeginning(of: contracts) ?? names.first
        {
            return ([name] + (versions.count == 1 ? versions : [])).filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        guard !names.isEmpty else { return "Contract coverage" }
        return names.count <= 3
            ? "Contracts of \(Words.list(names, limit: 3))" : "Contracts of \(names.count) services"
    }

    /// The servers, the time, the machine and the seed; nothing for a plan without a run.
    var origin: PageOrigin {
        PageOrigin(
            targets: targets,
            moments: [startedAt.flatMap(WallClockText.minute(seconds:))].compactMap(\.self),
            machines: [machine].compactMap(\.self),
            seeds: [seed].compactMap(\.self)
        )
    }
}
