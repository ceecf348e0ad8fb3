package import Contract
package import JSON

/// The report of `assay verify` for programs; its form is versioned by `assayVerification`.
package struct JSONReport: Sendable {
    /// The version of this tool.
    private let version: String
    private let redactor: Redactor

    package init(version: String, redactor: Redactor = Redactor()) {
        self.version = version
        self.redactor = redactor
    }
}

extension JSONReport {
    /// The whole report, ending with a line end.
    package func text(of result: VerificationResult) -> String {
        document(of: result).prettyText() + "\n"
    }

    /// The report as a value.
    package func document(of result: VerificationResult) -> JSONValue {
        let result = result.redacted(by: redactor)
        return [
            "assayVerification": 1,
            "tool": ["name": "assay", "version": .string(version)],
            "startedAt": .number(.real(result.startedAt)),
            "durationSeconds": .number(.real(result.duration.seconds)),
            "seed": .number(.unsigned(result.seed)),
            "basis": .string(result.level.rawValue),
            "ending": .string(result.ending.rawValue),
            "summary": summary(of: result),
            "contracts": .array(result.contracts.map(contract)),
        ]
    }

    private func summary(of result: VerificationResult) -> JSONValue {
        let coverage = CoverageSummary(result.promises)
        var cases = JSONObject()
        for verdict in Verdict.allCases {
            cases[verdict.rawValue] = .integer(result.count(verdict))
        }
        var promises = JSONObject()
        for basis in Basis.allCases { promises[basis.rawValue] = counts(coverage[basis]) }
        promises["counted"] = counts(coverage.counts(upTo: result.level))
        return ["cases": .object(cases), "promises": .object(promises)]
    }

    private func counts(_ counts: CoverageSummary.Counts) -> JSONValue {
        var object = JSONObject()
        object["all"] = .integer(counts.total)
        for status in [
            PromiseStatus.held, .broken, .differs, .undetermined, .neverTried, .waived,
            .unprovokable,
        ] {
            object[Self.name(status)] = .integer(counts[status])
        }
        object["coverage"] = .number(.real(counts.fraction))
        return .object(object)
    }

    private func contract(_ contract: ContractResult) -> JSONValue {
        var object = JSONObject()
        object["file"] = .string(contract.file)
        object["title"] = .string(contract.title)
        object["version"] = contract.version.map(JSONValue.string)
        object["targets"] = .array(
            contract.targets.map { target in
                [
                    "name": .string(target.name), "url": .string(target.url),
                    "reference": .bool(target.isReference),
                ]
            }
        )
        object["cases"] = .array(contract.cases.map(caseObject))
        object["promises"] = .array(contract.promises.map(promise))
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
        object["location"] = location(promise.location)
        object["reason"] = promise.reason.map(JSONValue.string)
        object["cases"] = .array(promise.cases.map(JSONValue.string))
        return .object(object)
    }

    private func caseObject(_ result: CaseResult) -> JSONValue {
        var object = JSONObject()
        object["name"] = .string(result.name)
        object["verdict"] = .string(result.verdict.rawValue)
        object["reason"] = result.reason.map(JSONValue.string)
        object["location"] = location(result.location)
        object["tags"] = .array(result.tags.map(JSONValue.string))
        object["provokes"] = .array(result.provokes.map(JSONValue.string))
        object["attempts"] = .integer(result.attempts)
        object["durationSeconds"] = .number(.real(result.duration.seconds))
        object["steps"] = .array(result.steps.map(step))
        return .object(object)
    }

    private func step(_ step: StepResult) -> JSONValue {
        var object = JSONObject()
        object["phase"] = .string(step.phase.rawValue)
        object["label"] = .string(step.label)
        object["location"] = location(step.location)
        object["outcome"] = .string(step.outcome.rawValue)
        object["headline"] = step.headline.map(JSONValue.string)
        object["promises"] = .array(step.promises.map(JSONValue.string))
        object["tries"] = .integer(step.tries)
        object["durationSeconds"] = .number(.real(step.duration.seconds))
        object["differences"] = .array(step.differences.map(difference))
        object["differenceCount"] = .integer(step.differenceCount)
        // Exchanges that held are left out: they would be most of the file.
        if step.outcome != .held {
            object["curl"] = step.request.map { .string(CurlCommand($0).description) }
            object["response"] = step.response.map(ExchangeObject.response)
        }
        object["failure"] = step.failure.map { failure in
            ["kind": .string(failure.kind.rawValue), "detail": .string(failure.detail)]
        }
        return .object(object)
    }

    private func difference(_ difference: Difference) -> JSONValue {
        var object = JSONObject()
        object["path"] = .string(difference.path)
        object["expected"] = .string(difference.expected)
        object["actual"] = .string(difference.actual)
        object["basis"] = .string(difference.basis.rawValue)
        object["location"] = difference.location.map(location)
        return .object(object)
    }

    private func location(_ location: SourceLocation) -> JSONValue {
        [
            "file": .string(location.file), "line": .integer(location.line),
            "column": .integer(location.column),
        ]
    }

    private static func name(_ status: PromiseStatus) -> String {
        status == .neverTried ? "neverTried" : status.rawValue
    }
}
