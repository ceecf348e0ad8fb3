import Contract
import JSON

/// The report of `assay verify --mutants` for programs; its form is versioned by `assayMutants`.
struct MutationJSON: Sendable {
    /// The version of this tool.
    let version: String

    /// The whole report, ending with a line end.
    func text(of result: MutationResult) -> String {
        document(of: result).prettyText() + "\n"
    }

    /// The report as a value.
    func document(of result: MutationResult) -> JSONValue {
        [
            "assayMutants": 1,
            "tool": .tool(version),
            "basis": .string(result.level.rawValue),
            "seed": .number(.unsigned(result.seed)),
            "interrupted": .bool(result.isInterrupted),
            "durationSeconds": .number(.real(result.duration / .seconds(1))),
            "summary": [
                "caught": .integer(result.caughtCount),
                "survived": .integer(result.survivors.count),
                "notJudged": .integer(result.notJudgedCount),
                "mistaken": .integer(result.mistaken.count),
            ],
            "failuresWithoutDefect": .array(result.failuresWithoutDefect.map(caseObject)),
            "mutants": .array(result.mutants.map(mutant)),
        ]
    }

    private func mutant(_ mutant: MutationResult.Mutant) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(mutant.name)
        object["service"] = .string(mutant.service)
        object["summary"] = .string(mutant.summary)
        switch mutant.outcome {
        case .caught(let first, let headline):
            object["outcome"] = "caught"
            object["caughtBy"] = caseObject(first)
            object["headline"] = headline.map(JSONValue.string)
        case .survived(let undetermined):
            object["outcome"] = "survived"
            object["undetermined"] = .integer(undetermined)
        case .notJudged:
            object["outcome"] = "notJudged"
        }
        object["breaks"] = .array(mutant.named.map(JSONValue.string))
        object["broken"] = .array(mutant.broken.map(promise))
        object["unbroken"] = .array(mutant.unbroken.map(JSONValue.string))
        object["durationSeconds"] = .number(.real(mutant.duration / .seconds(1)))
        return .object(object)
    }

    private func promise(_ promise: PromiseResult) -> JSONValue {
        [
            "id": .string(promise.id), "file": .string(promise.location.file),
            "line": .integer(promise.location.line),
            "column": .integer(promise.location.column),
        ]
    }

    private func caseObject(_ result: CaseResult) -> JSONValue {
        [
            "file": .string(result.file), "name": .string(result.name),
            "verdict": .string(result.verdict.rawValue),
            "line": .integer(result.location.line), "column": .integer(result.location.column),
        ]
    }
}
