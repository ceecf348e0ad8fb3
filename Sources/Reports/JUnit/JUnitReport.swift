import Contract
import HTTP
import ReportText

/// The report of `assay verify` in the form that CI servers read: one test case for each case
/// after its rows were expanded.
///
/// Source: the schema junit-10.xsd of the Jenkins xUnit plug-in.
///
/// When nothing was judged, one more that ends in an error says so.
struct JUnitReport: Sendable {
    /// The whole document, ending with a line end.
    func text(of facts: VerifyFacts) -> String {
        let counts = facts.counts
        let extra = facts.conclusion.judgedNothing ? 1 : 0
        let open = XMLElement(
            "testsuites",
            [
                ("name", "assay verify"), ("time", facts.result.duration.secondsText),
                ("tests", "\(counts.total + extra)"), ("failures", "\(counts[.failed])"),
                ("errors", "\(counts[.undetermined] + extra)"),
            ]
        )
        let lines =
            facts.suites.flatMap { self.lines(of: $0, in: facts) }
            + (extra == 0 ? [] : nothingJudged(facts.conclusion.sentence))
        let document =
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", open.start] + lines + [open.end]
        return document.joined(separator: "\n") + "\n"
    }

    private func nothingJudged(_ sentence: String) -> [String] {
        let counts = [("tests", "1"), ("failures", "0"), ("errors", "1"), ("skipped", "0")]
        let suite = XMLElement("testsuite", [("name", "assay verify")] + counts)
        let test = XMLElement(
            "testcase",
            [("classname", "assay verify"), ("name", VerifyFacts.someCaseIsJudged)]
        )
        let error = XMLElement("error", [("type", "nothingJudged"), ("message", sentence)])
        return [
            "  " + suite.start, "    " + test.start, "      " + error.whole, "    " + test.end,
            "  " + suite.end,
        ]
    }

    private func lines(of contract: ContractResult, in facts: VerifyFacts) -> [String] {
        let counts = VerdictCounts(contract.cases)
        let total = contract.cases.reduce(Duration.zero) { $0 + $1.duration }
        let suite = XMLElement(
            "testsuite",
            [
                ("name", contract.file), ("tests", "\(contract.cases.count)"),
                ("failures", "\(counts[.failed])"), ("errors", "\(counts[.undetermined])"),
                ("skipped", "\(counts[.skipped] + counts[.waived])"), ("time", total.secondsText),
            ]
        )
        let cases = zip(contract.cases, Self.uniqueNames(contract.cases)).flatMap { entry in
            lines(of: entry.0, name: entry.1, in: contract)
        }
        let properties = self.properties(of: contract, in: facts)
        return (["  " + suite.start] + properties + cases + ["  " + suite.end])
    }

    /// What is needed to run it again, and how much of all promises, those of files without cases
    /// too, the whole run has judged.
    private func properties(
        of contract: ContractResult,
        in facts: VerifyFacts
    ) -> [String] {
        let (server, client) = (facts.server, facts.client)
        let coverage = [
            ("coverage", server.promises.isEmpty ? nil : server.coverage),
            ("clientCoverage", client.counted.total == 0 ? nil : client.coverage),
        ]
        let values =
            [("seed", "\(facts.result.seed)"), ("basis", facts.result.level.rawValue)]
            + contract.targets.map { ("target.\($0.name)", $0.url) }
            + coverage.compactMap { name, value in value.map { (name, $0) } }
        let lines = values.map { name, value in
            "      " + XMLElement("property", [("name", name), ("value", value)]).whole
        }
        return ["    <properties>"] + lines + ["    </properties>"]
    }

    /// CI servers tell test cases apart by name, so a name that came before gets a number.
    private static func uniqueNames(_ cases: [CaseResult]) -> [String] {
        var taken: Set<String> = []
        var counts: [String: Int] = [:]
        return cases.map { result in
            var name = result.name
            while !taken.insert(name).inserted {
                counts[result.name, default: 1] += 1
                name = "\(result.name) #\(counts[result.name, default: 1])"
            }
            return name
        }
    }
}

extension JUnitReport {
    private func lines(
        of result: CaseResult,
        name: String,
        in contract: ContractResult
    ) -> [String] {
        let testcase = XMLElement(
            "testcase",
            [
                ("classname", contract.file), ("name", name),
                ("time", result.duration.secondsText),
            ]
        )
        guard let outcome = outcome(of: result) else { return ["    " + testcase.whole] }
        return [
            "    " + testcase.start, "      " + outcome.holding(details(of: result)),
            "    " + testcase.end,
        ]
    }

    /// `nil` for a case that passed.
    private func outcome(of result: CaseResult) -> XMLElement? {
        let (name, type): (String, String)
        switch result.verdict {
        case .passed: return nil
        case .failed: (name, type) = ("failure", "broken")
        case .undetermined: (name, type) = ("error", "undetermined")
        case .flaky: (name, type) = ("flakyFailure", "flaky")
        case .waived: (name, type) = ("skipped", "waived")
        case .skipped: (name, type) = ("skipped", "skipped")
        }
        return XMLElement(name, [("type", type), ("message", result.mainPoint)])
    }

    /// The same text as in the report for people.
    private func details(of result: CaseResult) -> String {
        guard result.verdict == .failed || result.verdict == .undetermined else { return "" }
        let text = CaseText(style: TextStyle(isColored: false), isVerbose: false)
        return text.lines(of: result.printable).joined(separator: "\n")
    }
}
