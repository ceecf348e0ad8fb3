import LoadModel
import Measure
import ReportText

/// The thresholds of a run in the form that CI servers read: one test case for each.
///
/// Two more say whether the run went to its end and whether the generator can be believed, and a third
/// whether answers kept the contract, if any was to be held against it.
///
/// Source: the schema junit-10.xsd of the Jenkins xUnit plug-in.
package struct LoadJUnit: Sendable {
    private struct Case {
        enum Outcome: String { case failure, error }

        let name: String
        /// `nil` when it passed.
        var outcome: Outcome?
        var type = ""
        var message = ""
        var details = ""
    }

    package init() {}

    /// The whole document, ending with a line end.
    package func text(of facts: LoadFacts) -> String {
        let result = facts.result
        let cases = [ending(facts), generator(facts)] + contract(facts) + thresholds(facts)
        let time = Duration.nanoseconds(result.elapsed).secondsText
        let counts = [
            ("tests", "\(cases.count)"),
            ("failures", "\(cases.count { $0.outcome == .failure })"),
            ("errors", "\(cases.count { $0.outcome == .error })"),
        ]
        let suites = XMLElement("testsuites", [("name", "assay load"), ("time", time)] + counts)
        let suite = XMLElement(
            "testsuite",
            [("name", result.profile.file)] + counts + [
                ("time", time), ("timestamp", WallClockText.utc(result.startedAt)),
            ]
        )
        let lines =
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", suites.start, "  " + suite.start]
            + properties(result) + cases.flatMap { self.lines(of: $0, in: result) }
            + ["  " + suite.end, suites.end]
        return lines.joined(separator: "\n") + "\n"
    }

    private func properties(_ result: RunResult) -> [String] {
        let values =
            [
                ("title", result.profile.title), ("seed", "\(result.profile.seed)"),
                ("hash", result.profile.hash), ("load", LoadModelText.line(result)),
            ] + result.targets.map { ("target.\($0.name)", $0.url) }
        let lines = values.map { name, value in
            "      " + XMLElement("property", [("name", name), ("value", value)]).whole
        }
        return ["    <properties>"] + lines + ["    </properties>"]
    }

    private func lines(of test: Case, in result: RunResult) -> [String] {
        let element = XMLElement(
            "testcase",
            [("classname", result.profile.file), ("name", test.name)]
        )
        guard let outcome = test.outcome else { return ["    " + element.whole] }
        let reason = XMLElement(
            outcome.rawValue,
            [("type", test.type), ("message", test.message)]
        )
        return [
            "    " + element.start, "      " + reason.holding(test.details), "    " + element.end,
        ]
    }
}

extension LoadJUnit {
    private func ending(_ facts: LoadFacts) -> Case {
        var test = Case(name: "the run went to its end")
        switch facts.result.cut {
        case nil, .threshold:
            guard facts.figures.dueCount == 0 else { return test }
            test.outcome = .error
            test.type = "empty"
        case .interrupted:
            test.outcome = .error
            test.type = "interrupted"
        case .noConnection:
            test.outcome = .error
            test.type = "noConnection"
        case .audience:
            test.outcome = .error
            test.type = "audience"
        }
        test.message = LoadConclusion.ending(facts)?.text ?? ""
        return test
    }

    private func generator(_ facts: LoadFacts) -> Case {
        var test = Case(name: "the generator did not change what it measured")
        let faults = facts.judgement.generator.faults.map { $0.text(in: facts.result) }
        guard let first = faults.first else { return test }
        test.outcome = .error
        test.type = "invalid"
        test.message = first
        test.details = faults.joined(separator: "\n")
        return test
    }

    private func contract(_ facts: LoadFacts) -> [Case] {
        let checks = facts.result.checks
        guard checks.checked + checks.skipped > 0 else { return [] }
        var test = Case(name: "answers keep the contract")
        guard checks.failed > 0 else {
            guard checks.skipped > 0 else { return [test] }
            test.outcome = .error
            test.type = "undetermined"
            test.message = checks.unjudgedText
            test.details = checks.unjudgedReasons
            return [test]
        }
        test.outcome = .failure
        test.type = "broken"
        test.message = checks.brokenText
        test.details = checks.failures.map { failure in
            "\(failure.send), arrival \(failure.arrival): "
                + failure.differences.joined(separator: "; ")
        }.joined(separator: "\n")
        return [test]
    }

    /// CI servers tell test cases apart by name, so one that came before gets a number.
    private func thresholds(_ facts: LoadFacts) -> [Case] {
        var counts: [String: Int] = [:]
        return LoadThresholdRow.rows(facts).map { row in
            counts[row.objective, default: 0] += 1
            let number = counts[row.objective, default: 1]
            var test = Case(name: row.objective + (number == 1 ? "" : " #\(number)"))
            switch row.verdict {
            case .held: return test
            case .missed: (test.outcome, test.type) = (.failure, "missed")
            case .undetermined: (test.outcome, test.type) = (.error, "undetermined")
            }
            test.message = row.observed
            test.details = row.place ?? ""
            return test
        }
    }
}
