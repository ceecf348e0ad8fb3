package import Contract

/// The report of `assay verify` in the form that CI servers read: one test case for each case
/// after its rows were expanded.
///
/// Source: the schema junit-10.xsd of the Jenkins xUnit plug-in.
package struct JUnitReport: Sendable {
    package init() {}
}

extension JUnitReport {
    /// The whole document, ending with a line end.
    package func text(of result: VerificationResult) -> String {
        let suites = result.contracts.filter { !$0.cases.isEmpty }
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"assay verify\" time=\"\(result.duration.secondsText)\""
                + " tests=\"\(result.cases.count)\""
                + " failures=\"\(result.count(.failed))\""
                + " errors=\"\(result.count(.undetermined))\">",
        ]
        for suite in suites { lines += self.lines(of: suite) }
        return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private func lines(of contract: ContractResult) -> [String] {
        func count(_ verdicts: Verdict...) -> Int {
            contract.cases.reduce(0) { $0 + (verdicts.contains($1.verdict) ? 1 : 0) }
        }
        let total = contract.cases.reduce(Duration.zero) { $0 + $1.duration }
        let head =
            "  <testsuite name=\"\(XMLText.escaped(contract.file))\""
            + " tests=\"\(contract.cases.count)\" failures=\"\(count(.failed))\""
            + " errors=\"\(count(.undetermined))\" skipped=\"\(count(.skipped, .waived))\""
            + " time=\"\(total.secondsText)\">"
        let names = uniqueNames(contract.cases)
        let cases = zip(contract.cases, names).flatMap { result, name in
            lines(of: result, name: name, in: contract)
        }
        return [head] + cases + ["  </testsuite>"]
    }

    /// A repeated case gets a number, since CI servers tell test cases apart by name.
    private func uniqueNames(_ cases: [CaseResult]) -> [String] {
        var seen: [String: Int] = [:]
        return cases.map { result in
            seen[result.name, default: 0] += 1
            let count = seen[result.name] ?? 1
            return count == 1 ? result.name : "\(result.name) #\(count)"
        }
    }

    private func lines(
        of result: CaseResult,
        name: String,
        in contract: ContractResult
    ) -> [String] {
        let open =
            "    <testcase classname=\"\(XMLText.escaped(contract.file))\""
            + " name=\"\(XMLText.escaped(name))\" time=\"\(result.duration.secondsText)\""
        let element: (name: String, type: String)
        switch result.verdict {
        case .passed: return [open + "/>"]
        case .failed: element = ("failure", "broken")
        case .undetermined: element = ("error", "undetermined")
        case .flaky: element = ("flakyFailure", "flaky")
        case .waived: element = ("skipped", "waived")
        case .skipped: element = ("skipped", "skipped")
        }
        let message = XMLText.escaped(self.message(of: result))
        let start = "      <\(element.name) type=\"\(element.type)\" message=\"\(message)\""
        let text = details(of: result)
        let body = text.isEmpty ? "/>" : ">\(XMLText.escaped(text))</\(element.name)>"
        return [open + ">", start + body, "    </testcase>"]
    }

    private func message(of result: CaseResult) -> String {
        result.reason ?? result.steps.last { $0.outcome == .broken }?.headline
            ?? result.verdict.rawValue
    }

    private func details(of result: CaseResult) -> String {
        guard result.verdict == .failed || result.verdict == .undetermined else { return "" }
        let steps = StepText(style: TextStyle(isColored: false), detail: .normal)
        let lines = result.steps.enumerated().flatMap { number, step in
            steps.lines(of: step, number: number + 1)
        }
        return lines.joined(separator: "\n")
    }
}
