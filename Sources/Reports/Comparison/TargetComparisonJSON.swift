import Contract
import ContractDiff
import HTTP
import JSON

/// The report of `assay verify --compare-with` for programs; its form is versioned by
/// `assayTargetComparison`.
struct TargetComparisonJSON: Sendable {
    /// The version of this tool.
    let version: String

    /// The whole report, with a final line end.
    func text(of result: ResponseComparisonResult) -> String {
        document(of: result).prettyText() + "\n"
    }

    /// The report as a value; only cases that differ or could not be compared are listed.
    func document(of result: ResponseComparisonResult) -> JSONValue {
        let comparison = result.comparison
        return [
            "assayTargetComparison": 1,
            "tool": .tool(version),
            "seed": .number(.unsigned(result.first.seed)),
            "basis": .string(result.first.level.rawValue),
            "first": side(result.first, comparison, isSecond: false),
            "second": side(result.second, comparison, isSecond: true),
            "summary": [
                "cases": .integer(comparison.cases.count),
                "compared": .integer(comparison.compared),
                "differing": .integer(comparison.differing),
                "otherVerdict": .integer(
                    comparison.cases.reduce(0) { $0 + ($1.hasOtherVerdict ? 1 : 0) }
                ),
                "inconclusive": .integer(comparison.inconclusive),
                "unstableSteps": .integer(comparison.unstableSteps),
            ],
            "cases": .array(comparison.cases.filter(isListed).map(caseObject)),
        ]
    }

    private func side(
        _ result: VerificationResult,
        _ comparison: ResponseComparison,
        isSecond: Bool
    ) -> JSONValue {
        var verdicts = JSONObject()
        for verdict in Verdict.allCases {
            verdicts[verdict.rawValue] = .integer(comparison.count(verdict, onSecond: isSecond))
        }
        return [
            "targets": .array(result.servers.map(JSONValue.target)),
            "ending": .string(result.ending.rawValue),
            "verdicts": .object(verdicts),
        ]
    }

    private func isListed(_ each: ResponseComparison.CaseComparison) -> Bool {
        each.differs || each.first.verdict == .inconclusive
            || each.second?.verdict == .inconclusive
    }

    private func caseObject(_ each: ResponseComparison.CaseComparison) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(each.first.name)
        object["location"] = .place(each.first.location)
        object["first"] = verdict(each.first)
        object["second"] = each.second.map(verdict)
        object["steps"] = .array(each.steps.map(step))
        object["onlyOneCameTo"] = each.end.map { end in
            [
                "side": .string(end.isOnFirst ? "first" : "second"),
                "number": .integer(end.number), "label": .string(end.label),
            ]
        }
        return .object(object)
    }

    private func verdict(_ result: CaseResult) -> JSONValue {
        var object = JSONObject()
        object["verdict"] = .string(result.verdict.rawValue)
        object["reason"] = result.reason.map(JSONValue.string)
        return .object(object)
    }

    private func step(_ step: ResponseComparison.StepComparison) -> JSONValue {
        [
            "number": .integer(step.number),
            "phase": .string(step.first.phase.rawValue),
            "label": .string(step.first.label),
            "location": .place(step.first.location),
            "differences": .array(step.differences.map(difference)),
        ]
    }

    /// A member that one side lacks is omitted there.
    private func difference(_ difference: ResponseDifference) -> JSONValue {
        var object = JSONObject()
        object["path"] = .string(difference.path)
        object["kind"] = .string(difference.kind.rawValue)
        object["first"] = difference.first
        object["second"] = difference.second
        return .object(object)
    }
}
