import Contract
import JSON
import Measure
import Trace

/// The report of `assay verify --mutants` for programs; its form is versioned by `assayMutants`.
struct MutationJSON: Sendable {
    /// The version of this tool.
    let version: String

    /// The whole report, with a final line end.
    func text(of facts: MutationFacts) -> String { document(of: facts).prettyText() + "\n" }

    /// The report as a value.
    func document(of facts: MutationFacts) -> JSONValue {
        let result = facts.result
        let common: JSONValue = [
            "assayMutants": 1,
            "tool": .tool(version),
            "basis": .string(result.level.rawValue),
            "seed": .number(.unsigned(result.seed)),
            "interrupted": .bool(result.isInterrupted),
            "durationSeconds": .number(.real(result.duration / .seconds(1))),
            "summary": [
                "caught": .integer(result.caughtCount),
                "survived": .integer(result.survivors.count),
                "notTested": .integer(result.notJudgedCount),
                "stillPassed": .integer(result.mistaken.count),
            ],
            "failuresWithoutDefect": .array(result.failuresWithoutDefect.map(caseObject)),
            "defects": .array(result.mutants.map(mutant)),
        ]
        var document = common.objectValue ?? JSONObject()
        document["environment"] = facts.environment.map(JSONValue.machine)
        document["startedAt"] = result.startedAt.map { .number(.real($0)) }
        if !result.contracts.isEmpty {
            document["contracts"] = .array(
                result.contracts.map { contract in
                    var object = JSONObject()
                    object["file"] = .string(contract.file)
                    object["title"] = .string(contract.title)
                    object["version"] = contract.version.map(JSONValue.string)
                    object["targets"] = .array(contract.targets.map(JSONValue.target))
                    return .object(object)
                }
            )
        }
        document["mutations"] = result.alterations.map(alterations)
        if !result.held.isEmpty { document["promises"] = promises(of: result) }
        if !facts.documents.isEmpty {
            document["documents"] = .array(facts.documents.map(JSONValue.document))
        }
        let made = facts.contradictions.filter { $0.contradicted > 0 }
        if !made.isEmpty { document["contradictions"] = .array(ContradictionTable(made).json) }
        return .object(document)
    }

    private func alterations(_ tally: AlterationTally) -> JSONValue {
        [
            "detected": .integer(tally.noticed),
            "undetected": .integer(tally.unnoticed),
            "unspecified": .integer(tally.unspecified),
            "missed": .array(
                tally.missed.map { missed in
                    let common: JSONValue = [
                        "promises": .array(missed.promises.map(JSONValue.string)),
                        "step": place(missed.step),
                        "place": .string(missed.alteration.place),
                        "change": .string(missed.alteration.change),
                    ]
                    var object = common.objectValue ?? JSONObject()
                    object["asking"] = missed.asking.map(place)
                    return .object(object)
                }
            ),
        ]
    }

    private func promises(of result: MutationResult) -> JSONValue {
        let counts: JSONValue = [
            "passed": .integer(result.held.count),
            "unproven": .integer(result.unproven.count),
            "provenShare": .number(.real(result.provenShare)),
        ]
        var object = counts.objectValue ?? JSONObject()
        object["required"] = result.requiredProof.map { .number(.real($0)) }
        object["rows"] = .array(
            result.held.map { row in
                var members = promise(row).objectValue ?? JSONObject()
                members["basis"] = .string(row.basis.rawValue)
                members["provenByMutation"] = row.proof?.byAlteration.map(JSONValue.bool)
                members["provenByDefect"] = row.proof?.byDefect.map(JSONValue.bool)
                members["noDefect"] = row.noDefect.map(JSONValue.string)
                return .object(members)
            }
        )
        return .object(object)
    }

    private func place(_ location: SourceLocation) -> JSONValue {
        [
            "file": .string(location.file), "line": .integer(location.line),
            "column": .integer(location.column),
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
        case .survived(let inconclusive):
            object["outcome"] = "survived"
            object["inconclusive"] = .integer(inconclusive)
        case .notJudged:
            object["outcome"] = "notTested"
        }
        object["declared"] = .array(mutant.named.map(JSONValue.string))
        object["failed"] = .array(mutant.broken.map(promise))
        object["stillPassed"] = .array(mutant.unbroken.map(JSONValue.string))
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
