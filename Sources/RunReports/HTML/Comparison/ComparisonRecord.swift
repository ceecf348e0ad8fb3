package import JSON
package import Measure

/// The output of `assay compare --format json`.
package struct ComparisonRecord: Sendable {
    /// A line of the table of the report.
    struct Row: Sendable {
        let name: String
        let cells: [String]
        let outcome: PageVerdict.Kind
    }

    /// A figure with the values of every run.
    struct Metric: Sendable {
        let name: String
        let unit: MetricScale.Unit
        /// One for each run; `nil` where it failed.
        let old: [Double?]
        let new: [Double?]
    }

    /// `5 old runs against 5 new runs`.
    let title: String
    /// Profile or contracts, servers, time and machine.
    let facts: [(name: String, text: String)]
    let headline: String
    let outcome: PageVerdict.Kind
    let columns: [String]
    let rows: [Row]
    /// Sentences without a full stop.
    let notes: [String]
    let metrics: [Metric]
    /// The names of both sides.
    let sides: (old: String, new: String)

    /// - Throws: A `RunResultError` when the version differs or the content is inconsistent.
    package init(_ document: JSONValue, file: String) throws(RunResultError) {
        let node = try ResultNode(document, file: file, as: .comparison)
        let report = try node["report"].value
        headline = try node["report"]["headline"].text
        title = report["title"]?.stringValue ?? ""
        facts = (report["facts"]?.arrayValue ?? []).map { fact in
            (fact["name"]?.stringValue ?? "", fact["text"]?.stringValue ?? "")
        }
        outcome = Self.kind(report["outcome"])
        columns = Self.texts(report["columns"])
        rows = (report["rows"]?.arrayValue ?? []).map { row in
            Row(
                name: row["name"]?.stringValue ?? "",
                cells: Self.texts(row["cells"]),
                outcome: Self.kind(row["outcome"])
            )
        }
        notes = Self.texts(report["notes"])
        let isOfHistory = document["kind"]?.stringValue == "history"
        sides = isOfHistory ? ("earlier jobs", "now") : ("old", "new")
        metrics = (document["metrics"]?.arrayValue ?? []).compactMap { metric in
            Metric(metric, isOfHistory: isOfHistory)
        }
    }

    /// The profile, or the contracts; `nil` without both.
    var subject: String? {
        facts.first { ["profile", "contracts"].contains($0.name) }?.text
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        (value?.arrayValue ?? []).map { $0.stringValue ?? "" }
    }

    private static func kind(_ value: JSONValue?) -> PageVerdict.Kind {
        switch value?.stringValue {
        case "good": .passed
        case "bad": .failed
        default: .doubtful
        }
    }
}

extension ComparisonRecord.Metric {
    /// `nil` for a figure without values.
    fileprivate init?(_ metric: JSONValue, isOfHistory: Bool) {
        func values(_ list: JSONValue?) -> [Double?] { (list?.arrayValue ?? []).map(Self.value) }
        name = metric["name"]?.stringValue ?? ""
        unit = MetricScale.Unit(rawValue: metric["unit"]?.stringValue ?? "") ?? .number
        old = values(isOfHistory ? metric["earlier"] : metric["old"])
        new = isOfHistory ? [Self.value(metric["value"] ?? .null)] : values(metric["new"])
        guard !old.isEmpty, !new.isEmpty else { return nil }
    }

    private static func value(_ value: JSONValue) -> Double? {
        guard case .number(let number) = value else { return nil }
        return number.doubleValue
    }
}
