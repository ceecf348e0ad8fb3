package import Contract
package import HTTP

/// The report of `assay verify` in the form that CI servers read: one test case for each case
/// after its rows were expanded.
///
/// Source: the schema junit-10.xsd of the Jenkins xUnit plug-in.
package struct JUnitReport: Sendable {
    private let redactor: Redactor

    package init(redactor: Redactor = Redactor()) {
        self.redactor = redactor
    }
}

extension JUnitReport {
    /// The whole document, ending with a line end.
    package func text(of result: VerificationResult) -> String {
        let result = result.redacted(by: redactor)
        let counts = VerdictCounts(result.cases)
        let open = XMLElement(
            "testsuites",
            [
                ("name", "assay verify"), ("time", result.duration.secondsText),
                ("tests", "\(result.cases.count)"), ("failures", "\(counts[.failed])"),
                ("errors", "\(counts[.undetermined])"),
            ]
        )
        let suites = result.contracts.filter { !$0.cases.isEmpty }
        let lines = suites.flatMap { self.lines(of: $0, in: result) }
        let document =
            ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", open.start] + lines + [open.end]
        return document.joined(separator: "\n") + "\n"
    }

    private func lines(of contract: ContractResult, in result: VerificationResult) -> [String] {
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
        let properties = self.properties(of: contract, in: result)
        return (["  " + suite.start] + properties + cases + ["  " + suite.end])
    }

    /// What is needed to run it again, and how much of all promises, those of files without cases
    /// too, the whole run has judged.
    private func properties(
        of contract: ContractResult,
        in result: VerificationResult
    ) -> [String] {
        let summary = RunSummary(result: result, gates: RunGates())
        let coverage = [
            ("coverage", result.promises.isEmpty ? nil : summary.serverCoverage),
            ("clientCoverage", summary.clientCoverage),
        ]
        let values =
            [("seed", "\(result.seed)"), ("basis", result.level.rawValue)]
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
        let message =
            result.reason ?? result.decisiveStep?.headline ?? result.verdict.rawValue
        return XMLElement(name, [("type", type), ("message", message)])
    }

    /// The same text as in the report for people.
    private func details(of result: CaseResult) -> String {
        guard result.verdict == .failed || result.verdict == .undetermined else { return "" }
        let text = CaseText(style: TextStyle(isColored: false), isVerbose: false)
        return text.lines(of: result.printable).joined(separator: "\n")
    }
}
