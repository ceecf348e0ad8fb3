import Contract
import HTTP
package import JSON
import ReportText
import Trace

/// The report of `assay verify` for programs; its form is versioned by `assayVerification`.
package struct JSONReport: Sendable {
    /// The version of this tool.
    private let version: String

    package init(version: String) {
        self.version = version
    }
}

extension JSONReport {
    /// The whole report, with a final line end.
    package func text(of facts: VerifyFacts) -> String {
        document(of: facts).prettyText() + "\n"
    }

    /// The report as a value.
    package func document(of facts: VerifyFacts) -> JSONValue {
        let result = facts.result
        var object = JSONObject()
        object["assayVerification"] = 1
        object["tool"] = .tool(version)
        object["environment"] = facts.environment.map(JSONValue.machine)
        object["startedAt"] = .number(.real(result.startedAt))
        object["durationSeconds"] = .number(.real(result.duration.seconds))
        object["seed"] = .number(.unsigned(result.seed))
        object["basis"] = .string(result.level.rawValue)
        object["ending"] = .string(result.ending.rawValue)
        object["summary"] = summary(of: facts)
        if !facts.documents.isEmpty {
            object["documents"] = .array(facts.documents.map(JSONValue.document))
        }
        object["description"] = result.described.map { DescriptionTable($0).json }
        object["contracts"] = .array(result.contracts.map { contract($0, facts.line) })
        return .object(object)
    }

    private func summary(of facts: VerifyFacts) -> JSONValue {
        var cases = JSONObject()
        for verdict in Verdict.allCases {
            cases[verdict.rawValue] = .integer(facts.counts[verdict])
        }
        var object = JSONObject()
        object["cases"] = .object(cases)
        if facts.conclusion.judgedNothing { object["nothingJudged"] = true }
        if !facts.documents.isEmpty {
            object["documents"] = .documentSum(facts.documents)
        }
        object["promises"] = coverage(of: facts.server)
        if !facts.client.promises.isEmpty {
            object["clientPromises"] = coverage(of: facts.client)
        }
        return .object(object)
    }

    private func coverage(of side: PromiseSide) -> JSONValue {
        var object = JSONObject()
        for basis in Basis.allCases { object[basis.rawValue] = counts(side.summary[basis]) }
        object["counted"] = counts(side.counted)
        return .object(object)
    }

    private func counts(_ counts: CoverageSummary.Counts) -> JSONValue {
        var object = JSONObject()
        object["all"] = .integer(counts.total)
        for status in [
            PromiseStatus.passed, .failed, .differs, .inconclusive, .notCovered, .waived,
            .untestable,
        ] {
            object[Self.name(status)] = .integer(counts[status])
        }
        if counts[.local] > 0 { object["local"] = .integer(counts[.local]) }
        object["coverage"] = .number(.real(counts.fraction))
        return .object(object)
    }

    /// The line of a contract at a place.
    private typealias Line = (SourceLocation) -> String?

    private func contract(_ contract: ContractResult, _ line: Line) -> JSONValue {
        var object = JSONObject()
        object["file"] = .string(contract.file)
        object["title"] = .string(contract.title)
        object["version"] = contract.version.map(JSONValue.string)
        object["targets"] = .array(contract.targets.map(JSONValue.target))
        object["cases"] = .array(contract.cases.map { caseObject($0, line) })
        object["generation"] = contract.generation.map(generation)
        object["promises"] = .array(contract.promises.map(promise))
        if !contract.clientPromises.isEmpty {
            object["clientPromises"] = .array(contract.clientPromises.map(clientPromise))
        }
        return .object(object)
    }

    /// The promise, marked if it follows from the client's preconditions alone.
    private func clientPromise(_ promise: PromiseResult) -> JSONValue {
        var object = self.promise(promise).objectValue ?? JSONObject()
        object["byConstruction"] = .bool(promise.isByConstruction)
        return .object(object)
    }

    private func promise(_ promise: PromiseResult) -> JSONValue {
        var object = JSONObject()
        object["id"] = .string(promise.id)
        object["kind"] = .string(promise.kind.rawValue)
        object["basis"] = .string(promise.basis.rawValue)
        object["status"] = .string(Self.name(promise.status))
        object["summary"] = promise.summary.map(JSONValue.string)
        object["doc"] = promise.doc.map(JSONValue.string)
        object["location"] = .place(promise.location)
        object["reason"] = promise.reason.map(JSONValue.string)
        object["modelled"] = promise.modelled.map { .string($0.rawValue) }
        object["proven"] = promise.isProven.map(JSONValue.bool)
        if promise.isPartlyTried { object["partlyTried"] = true }
        if promise.isCodeUnjudged { object["codeJudged"] = false }
        if promise.isNeedlesslyWaived { object["waiverNeeded"] = false }
        object["cases"] = .array(promise.cases.map(JSONValue.string))
        return .object(object)
    }

    private func caseObject(_ result: CaseResult, _ line: Line) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(result.name)
        object["verdict"] = .string(result.verdict.rawValue)
        object["reason"] = result.reason.map(JSONValue.string)
        object["generated"] = result.generated.map(generated)
        object["waivedRun"] = result.waivedRun.map { .string($0.verdict.rawValue) }
        object["location"] = .place(result.location)
        object["tags"] = .array(result.tags.map(JSONValue.string))
        object["covers"] = .array(result.covers.map(JSONValue.string))
        object["attempts"] = .integer(result.attempts)
        if result.repetitions > 1 { object["repetitions"] = .integer(result.repetitions) }
        object["durationSeconds"] = .number(.real(result.duration.seconds))
        object["steps"] = .array(result.steps.map { step($0, line) })
        return .object(object)
    }

    /// The number of cases generated from a contract, and the operations without any.
    private func generation(_ generation: GenerationResult) -> JSONValue {
        func list(_ omissions: [GenerationResult.Omission]) -> JSONValue {
            .array(
                omissions.map {
                    ["operation": .string($0.operation), "reason": .string($0.reason)]
                }
            )
        }
        var object = JSONObject()
        object["cases"] = .integer(generation.cases)
        object["wanted"] = .integer(generation.wanted)
        object["operations"] = .integer(generation.operations)
        object["shrinking"] = .integer(generation.shrinking)
        object["inconclusive"] = .integer(generation.inconclusive)
        object["obstacle"] = generation.obstacle.map(JSONValue.string)
        object["outOfTime"] = .bool(generation.isOutOfTime)
        object["untried"] = .integer(generation.untried)
        object["excluded"] = list(generation.excluded)
        object["withoutBase"] = list(generation.withoutBase)
        return .object(object)
    }

    /// The finding of a generated case.
    private func generated(_ finding: GeneratedFinding) -> JSONValue {
        var object = JSONObject()
        object["basis"] = "generated"
        object["operation"] = .string(finding.operation)
        object["kind"] = .string(finding.kind.rawValue)
        object["places"] = .array(finding.places.map(JSONValue.string))
        object["alterations"] = .array(finding.alterations.map(JSONValue.string))
        object["others"] = .integer(finding.others)
        object["case"] = finding.text.map(JSONValue.string)
        return .object(object)
    }

    private func step(_ step: StepResult, _ line: Line) -> JSONValue {
        var object = JSONObject()
        object["phase"] = .string(step.phase.rawValue)
        object["label"] = .string(step.label)
        if step.direction != .sent { object["direction"] = .string(step.direction.rawValue) }
        object["location"] = .place(step.location)
        // The line is not needed for passed steps.
        if step.outcome != .passed { object["line"] = line(step.location).map(JSONValue.string) }
        object["fault"] = step.fault.map { .string($0.description) }
        object["outcome"] = .string(step.outcome.rawValue)
        object["headline"] = step.headline.map(JSONValue.string)
        object["promises"] = .array(step.promises.map(JSONValue.string))
        object["tries"] = .integer(step.tries)
        object["durationSeconds"] = .number(.real(step.duration.seconds))
        object["differences"] = .array(step.differences.map { difference($0, line) })
        object["differenceCount"] = .integer(step.differenceCount)
        if let last = step.exchanges.last { ExchangeObject.add(last, of: step, to: &object) }
        // The members above are of the last exchange.
        if step.exchanges.count > 1 {
            object["exchanges"] = .array(
                step.exchanges.map { exchange in
                    var each = JSONObject()
                    each["label"] = exchange.label.map(JSONValue.string)
                    ExchangeObject.add(exchange, of: step, to: &each)
                    return .object(each)
                }
            )
        }
        return .object(object)
    }

    private func difference(_ difference: Difference, _ line: Line) -> JSONValue {
        var object = JSONValue.parts(of: difference)
        object["location"] = difference.location.map(JSONValue.place)
        object["line"] = difference.location.flatMap(line).map(JSONValue.string)
        return .object(object)
    }

    /// The word for a status, without a space.
    static func name(_ status: PromiseStatus) -> String {
        status == .notCovered ? "notCovered" : status.rawValue
    }
}
