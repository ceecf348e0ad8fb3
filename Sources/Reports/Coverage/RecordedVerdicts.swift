package import Contract
package import JSON
package import Trace

/// What became of every promise, out of what `assay verify --format json` wrote.
package struct RecordedVerdicts: Sendable {
    /// Why a document has none.
    package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    private var outcomes: [PromiseKey: PromiseOutcome] = [:]

    /// The files whose promises were judged, in the order of the document.
    package private(set) var files: [String] = []

    /// Reads the document; what it says of cases and steps is not looked at.
    ///
    /// - Throws: `Unusable` for a document of another kind or version.
    package init(_ document: JSONValue) throws(Unusable) {
        guard let version = document["assayVerification"] else {
            throw Unusable(
                description: "expected what `assay verify --format json` writes, got "
                    + "\(document.text(maximumLength: 60)), without \"assayVerification\""
            )
        }
        guard version.intValue == 1 else {
            throw Unusable(
                description: "assayVerification: expected 1, got \(version.text(maximumLength: 60))"
            )
        }
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

    /// What became of a promise; `nil` for one that was not judged.
    package subscript(_ key: PromiseKey) -> PromiseStatus? { outcomes[key]?.status }

    /// The same, with whether it was held by the model of the client alone.
    package func outcome(of key: PromiseKey) -> PromiseOutcome? { outcomes[key] }
}
