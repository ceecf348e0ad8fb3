import JSON
import Statistics

/// The comparison of load runs for programs; its form is versioned by `assayComparison`.
struct RunComparisonJSON {
    let version: String
    /// The servers of each side.
    var targets: (old: [String], new: [String]) = ([], [])

    func document(of comparison: RunComparison, notes: [String]) -> JSONValue {
        var object = Self.head("load", conclusion: comparison.conclusion.rawValue, version)
        object["old"] = Self.runs(comparison.old)
        object["new"] = Self.runs(comparison.new)
        object["oldTargets"] = Self.texts(targets.old)
        object["newTargets"] = Self.texts(targets.new)
        object["interleaved"] = .bool(comparison.isInterleaved)
        object["order"] = .string(comparison.order.map(\.rawValue).joined())
        object["canBeSignificant"] = .bool(comparison.canBeSignificant)
        object["refusals"] = Self.texts(comparison.refusals.map(\.description))
        object["remarks"] = Self.texts(comparison.remarks.map(\.description))
        object["omitted"] = Self.texts(comparison.omitted.map(\.rawValue))
        object["doubtful"] = .array(comparison.doubtful.map(doubtful))
        object["metrics"] = .array(
            comparison.judged.map { zip($0.findings, $0.detectableShifts).map(metric) } ?? []
        )
        object["notes"] = Self.texts(notes)
        return .object(object)
    }

    /// The first members of every comparison.
    static func head(_ kind: String, conclusion: String, _ version: String) -> JSONObject {
        var object = JSONObject()
        object["assayComparison"] = 1
        object["tool"] = .tool(version)
        object["kind"] = .string(kind)
        object["conclusion"] = .string(conclusion)
        return object
    }

    static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    static func runs(_ runs: [ComparedRun]) -> JSONValue { texts(runs.map(\.name)) }

    /// A failed percentile is `null`.
    static func number(_ value: Double?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return .number(.real(value))
    }

    /// A figure without usable values in some runs.
    private func doubtful(_ figure: DoubtfulFigure) -> JSONValue {
        [
            "name": .string(figure.figure.rawValue),
            "judged": .bool(figure.isJudged),
            "runs": .integer(figure.runCount),
            "doubtful": .integer(figure.doubts.count),
            "missing": .integer(figure.missingCount),
            "greatest": Self.number(figure.greatest?.amount),
            "reason": figure.greatest.map { .string($0.reason) } ?? .null,
            "cause": figure.greatest?.cause.map(JSONValue.string) ?? .null,
        ]
    }

    private func metric(_ finding: MetricFinding, _ detectable: Double?) -> JSONValue {
        let samples = finding.samples
        var object = JSONObject()
        object["name"] = .string(samples.metric.name)
        object["unit"] = .string(samples.metric.unit.rawValue)
        object["worsens"] = .string(samples.metric.worsensUpward ? "up" : "down")
        object["verdict"] = .string(finding.verdict.rawValue)
        object["old"] = .array(samples.old.map(Self.number))
        object["new"] = .array(samples.new.map(Self.number))
        object["oldMedian"] = Self.number(finding.old)
        object["newMedian"] = Self.number(finding.new)
        object["change"] = Self.number(finding.medianChange)
        object["shift"] = Self.number(finding.shift.estimate)
        object["interval"] =
            finding.shift.interval.map {
                [Self.number($0.lowerBound), Self.number($0.upperBound)]
            } ?? .null
        object["p"] = Self.number(finding.test.pValue)
        object["blocks"] = .array(
            finding.blocks.map { [.integer($0.old), .integer($0.new)] }
        )
        object["adjustedP"] = Self.number(finding.adjustedPValue)
        object["minimumEffect"] = Self.number(finding.minimumEffect)
        object["detectable"] = Self.number(detectable)
        return .object(object)
    }
}
