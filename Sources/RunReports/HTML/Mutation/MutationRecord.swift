import Base
package import JSON
package import Measure

/// The output of `assay verify --mutants --format json`, for a page.
package struct MutationRecord: Sendable {
    /// A defect, and whether a case failed because of it.
    struct Defect: Sendable {
        let name: String
        let service: String
        let summary: String
        /// `caught`, `survived`, `notTested`.
        let outcome: String
        /// The first case that failed; empty without one.
        let caughtBy: String
        /// The promises that failed, and those that should have.
        let failed: [String]
        let stillPassed: [String]
    }

    /// Mutations of responses that no promise detected, by the line of the contract that could be stricter.
    struct Undetected: Sendable {
        let line: String
        let count: Int
        let example: String
    }

    /// A promise that passed, and that neither a mutation nor a defect made fail.
    struct Unproven: Sendable {
        let id: String
        let basis: String
        let noDefect: String
    }

    let defects: [Defect]
    /// `nil` when no response was mutated.
    let mutations: (detected: Int, undetected: Int)?
    let undetected: [Undetected]
    let unproven: [Unproven]
    /// The number of passed promises.
    let passedCount: Int
    /// The share of documented promises that is proven, and the required share; from 0 to 1.
    let provenShare: Double?
    let requiredShare: Double?
    /// The cases that failed without a defect.
    let failures: [String]
    let isInterrupted: Bool
    let titles: [String]
    let origin: PageOrigin

    /// - Throws: A `RunResultError` when it is of another version.
    package init(_ document: JSONValue, file: String) throws(RunResultError) {
        _ = try ResultNode(document, file: file, as: .mutants)
        func list(_ value: JSONValue?) -> [JSONValue] { value?.arrayValue ?? [] }
        func text(_ value: JSONValue?) -> String { value?.stringValue ?? "" }
        defects = list(document["defects"]).map { defect in
            Defect(
                name: text(defect["name"]),
                service: text(defect["service"]),
                summary: text(defect["summary"]),
                outcome: text(defect["outcome"]),
                caughtBy: text(defect["caughtBy"]?["name"]),
                failed: list(defect["failed"]).map { text($0["id"]) },
                stillPassed: list(defect["stillPassed"]).map(text)
            )
        }
        mutations = document["mutations"].map { mutations in
            (mutations["detected"]?.intValue ?? 0, mutations["undetected"]?.intValue ?? 0)
        }
        undetected = Self.undetected(list(document["mutations"]?["missed"]))
        let promises = document["promises"]
        passedCount = promises?["passed"]?.intValue ?? 0
        unproven = list(promises?["rows"]).filter { row in
            row["provenByMutation"] != true && row["provenByDefect"] != true
        }.map { row in
            Unproven(
                id: text(row["id"]),
                basis: text(row["basis"]),
                noDefect: text(row["noDefect"])
            )
        }
        provenShare = Self.number(promises?["provenShare"])
        requiredShare = Self.number(promises?["required"])
        failures = list(document["failuresWithoutDefect"]).map { text($0["name"]) }
        isInterrupted = document["interrupted"] == true
        let contracts = list(document["contracts"])
        titles = contracts.map { [text($0["title"]), text($0["version"])].joined(separator: " ") }
        origin = PageOrigin.merged([
            PageOrigin(
                targets: contracts.flatMap { list($0["targets"]) }.map { target in
                    target["reference"] == true ? "built-in reference" : text(target["url"])
                },
                moments: [
                    Self.number(document["startedAt"]).flatMap(WallClockText.minute(seconds:))
                ]
                .compactMap(\.self),
                machines: [RunEnvironment.machineText(document["environment"])].compactMap(\.self),
                seeds: [document["seed"]?.text].compactMap(\.self)
            )
        ])
    }

    private static func number(_ value: JSONValue?) -> Double? {
        guard case .number(let number) = value else { return nil }
        return number.doubleValue
    }

    /// The line that misses most comes first.
    private static func undetected(_ rows: [JSONValue]) -> [Undetected] {
        let groups = Dictionary(grouping: rows) { PromiseGrid.place($0["asking"]) }
        return groups.map { line, rows in
            let parts = ["place", "change"].compactMap { rows[0][$0]?.stringValue }
            return Undetected(line: line, count: rows.count, example: parts.joined(separator: ": "))
        }.sorted { ($1.count, $0.line) < ($0.count, $1.line) }
    }
}
