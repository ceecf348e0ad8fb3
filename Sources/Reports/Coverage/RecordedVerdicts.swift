package import Contract
package import JSON
package import Measure
package import Trace

/// The result of every promise, read from the output of `assay verify --format json`.
package struct RecordedVerdicts: Sendable {
    private var outcomes: [PromiseKey: PromiseOutcome] = [:]

    /// The files with checked promises, in the order of the document.
    package private(set) var files: [String] = []

    /// Reads the promises of a document; cases and steps are ignored.
    ///
    /// - Parameters:
    ///   - document: The whole document.
    ///   - file: Its name, for errors.
    /// - Throws: A `RunResultError` for a document of another kind or version.
    package init(_ document: JSONValue, file: String) throws(RunResultError) {
        _ = try ResultNode(document, file: file, as: .verification)
        for contract in document["contracts"]?.arrayValue ?? [] {
            for table in ["promises", "clientPromises"] {
                for row in contract[table]?.arrayValue ?? [] { add(row) }
            }
        }
    }

    private mutating func add(_ row: JSONValue) {
        guard let id = row["id"]?.stringValue, let file = row["location"]?["file"]?.stringValue,
            let status = PromiseStatus.allCases.first(where: {
                JSONReport.name($0) == row["status"]?.stringValue
            })
        else { return }
        if !files.contains(file) { files.append(file) }
        outcomes[PromiseKey(file: file, id: id)] = PromiseOutcome(
            status: status,
            modelled: row["modelled"]?.stringValue.flatMap(ModelledReason.init),
            isDeclared: row["modelled"] != nil && row["kind"] == "catalogue",
            isProven: row["proven"]?.boolValue,
            reason: row["reason"]?.stringValue
        )
    }

    /// The result of a promise; `nil` for one that was not checked.
    package subscript(_ key: PromiseKey) -> PromiseStatus? { outcomes[key]?.status }

    /// The result of a promise, and whether it passed only by the model of the client.
    package func outcome(of key: PromiseKey) -> PromiseOutcome? { outcomes[key] }
}
