import Base
import LoadModel
import Measure
import ReportText

/// The thresholds of a run as JUnit XML: one test case for each.
///
/// Further cases: whether the run finished, whether the generator was reliable, whether each send
/// succeeded at all, and whether responses matched the contract, if any was to be checked.
package struct LoadJUnit: Sendable {
    package init() {}

    /// The whole document, with a final line end.
    package func text(of facts: LoadFacts) -> String {
        let result = facts.result
        var suite = JUnitDocument.Suite(result.profile.file)
        suite.startedAt = Timestamp(nanosecondsSince1970: result.startedAt)
        suite.duration = .nanoseconds(result.elapsed)
        suite.properties =
            [
                ("title", result.profile.title), ("seed", "\(result.profile.seed)"),
                ("hash", result.profile.hash), ("load", LoadModelText.line(result)),
            ] + result.targets.map { ("target.\($0.name)", $0.url) }
        if let run = result.profile.run { suite.properties.append(("run", run)) }
        suite.properties += result.audienceCalls.map { call in
            ("\(call.phase.rawValue).\(call.name)", call.text)
        }
        suite.properties += result.tokens.map { ("token.\($0.scheme)", $0.text) }
        suite.cases =
            [ending(facts), generator(facts), success(facts)] + contract(facts) + thresholds(facts)
        suite.output = LoadRemarks(facts: facts).all.map(\.text)
        return JUnitDocument([suite]).text
    }
}

extension LoadJUnit {
    private func test(_ name: String, of result: RunResult) -> JUnitDocument.Case {
        JUnitDocument.Case(result.profile.file, name)
    }

    private func ending(_ facts: LoadFacts) -> JUnitDocument.Case {
        let test = test("the run finished", of: facts.result)
        let message = LoadConclusion.ending(facts)?.text ?? ""
        return switch facts.result.cut {
        case nil, .threshold:
            facts.figures.dueCount == 0 ? test.with(.error, "empty", message) : test
        case .interrupted: test.with(.error, "interrupted", message)
        case .noConnection: test.with(.error, "noConnection", message)
        case .audience: test.with(.error, "audience", message)
        case .noToken: test.with(.error, "noToken", message)
        case .orphaned: test.with(.error, "orphaned", message)
        // The generator's own case reports it.
        case .silent: test
        }
    }

    private func generator(_ facts: LoadFacts) -> JUnitDocument.Case {
        let test = test("the generator did not affect the measurement", of: facts.result)
        let faults = facts.judgement.generator.faults.filter { !$0.isOwnDoing }
            .map { $0.text(in: facts.result) }
        guard let first = faults.first else { return test }
        return test.with(.error, "invalid", first, details: faults.joined(separator: "\n"))
    }

    private func success(_ facts: LoadFacts) -> JUnitDocument.Case {
        let test = test("every send succeeds at least once", of: facts.result)
        guard facts.figures.endedCount > 0 else {
            return test.with(.error, "inconclusive", "no arrival ended in the time that counts")
        }
        guard !facts.fruitless.isEmpty else { return test }
        let details = FailedResponseText.lines(facts.result).joined(separator: "\n")
        return test.with(.failure, "failed", facts.fruitlessText, details: details)
    }

    private func contract(_ facts: LoadFacts) -> [JUnitDocument.Case] {
        let checks = facts.result.checks
        guard checks.checked + checks.skipped > 0 else { return [] }
        let test = test("responses match the contract", of: facts.result)
        guard checks.failed > 0 else {
            guard checks.skipped > 0 else { return [test] }
            let (text, reasons) = (checks.unjudgedText, checks.unjudgedReasons)
            return [test.with(.error, "inconclusive", text, details: reasons)]
        }
        let details = checks.failures.map { failure in
            "\(failure.send), arrival \(failure.arrival): "
                + failure.differences.joined(separator: "; ")
        }
        let text = checks.brokenText
        return [test.with(.failure, "failed", text, details: details.joined(separator: "\n"))]
    }

    private func thresholds(_ facts: LoadFacts) -> [JUnitDocument.Case] {
        LoadThresholdRow.rows(facts).map { row in
            let test = test(row.objective, of: facts.result)
            let place = row.place ?? ""
            return switch row.verdict {
            case .passed: test
            case .failed: test.with(.failure, "failed", row.observed, details: place)
            case .inconclusive: test.with(.error, "inconclusive", row.observed, details: place)
            }
        }
    }
}
