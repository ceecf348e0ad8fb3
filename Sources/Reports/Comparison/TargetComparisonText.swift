import Base
import Contract
import ContractDiff
import HTTP
import JSON
import ReportText

/// The report of `assay verify --compare-with` for a person at a terminal.
struct TargetComparisonText: Sendable {
    private let style: TextStyle
    private let detail: TextReport.Detail
    /// The number of cases from which a shared difference is reported once.
    private static let sharing = 3
    /// The maximum number of characters shown of a value.
    private static let valueLimit = 200
    /// The maximum number of differences shown of a step.
    private static let differenceLimit = 20

    init(style: TextStyle, detail: TextReport.Detail = .normal) {
        self.style = style
        self.detail = detail
    }

    /// The whole report, with a final line end.
    func text(of result: ResponseComparisonResult) -> String {
        var lines: [String] = []
        if detail != .quiet {
            lines += head(of: result) + verdicts(of: result.comparison)
        } else if isWell(result) {
            return summary(of: result).joined(separator: "\n") + "\n"
        }
        let shared = detail == .verbose ? [] : result.comparison.shared(byAtLeast: Self.sharing)
        let cases = result.comparison.cases
        lines += section("Verdicts differ", cases.filter(\.hasOtherVerdict), shared)
        lines += list(shared)
        let others = cases.filter { $0.differs && !$0.hasOtherVerdict }
        lines += section("Responses differ", others.filter { hasMore($0, than: shared) }, shared)
        lines += unjudged(cases) + summary(of: result)
        return lines.joined(separator: "\n") + "\n"
    }

    private func isWell(_ result: ResponseComparisonResult) -> Bool {
        let isWhole = [result.first, result.second].allSatisfy { $0.ending == .complete }
        return isWhole && result.comparison.differing == 0 && result.comparison.inconclusive == 0
            && result.comparison.compared > 0
    }

    private func head(of result: ResponseComparisonResult) -> [String] {
        let sides = [("first", result.first), ("second", result.second)]
        let lines = sides.flatMap { name, side in
            side.servers.map { server in
                let reference = server.isReference ? " (built-in reference)" : ""
                let padding = String(repeating: " ", count: 7 - name.count)
                return style.text(name, .bold) + padding
                    + " \(server.name) \(server.url)\(reference)"
            }
        }
        return lines + [""]
    }

    private func verdicts(of comparison: ResponseComparison) -> [String] {
        var table = TextTable()
        table.add(["verdict", "first", "second"])
        for verdict in Verdict.allCases {
            let counts = [false, true].map { comparison.count(verdict, onSecond: $0) }
            if counts != [0, 0] { table.add([verdict.rawValue] + counts.map { "\($0)" }) }
        }
        return table.lines + [""]
    }
}

// MARK: - Cases

extension TargetComparisonText {
    private func section(
        _ title: String,
        _ cases: [ResponseComparison.CaseComparison],
        _ shared: [ResponseComparison.Shared]
    ) -> [String] {
        guard !cases.isEmpty else { return [] }
        return [style.text("\(title) (\(cases.count))", .bad)]
            + cases.flatMap { lines(of: $0, shared) } + [""]
    }

    private func hasMore(
        _ each: ResponseComparison.CaseComparison,
        than shared: [ResponseComparison.Shared]
    ) -> Bool {
        guard each.end == nil else { return true }
        return each.steps.contains { !own($0, shared).isEmpty }
    }

    private func own(
        _ step: ResponseComparison.StepComparison,
        _ shared: [ResponseComparison.Shared]
    ) -> [ResponseDifference] {
        step.differences.filter { difference in
            !shared.contains { $0.difference == difference }
        }
    }

    private func lines(
        of each: ResponseComparison.CaseComparison,
        _ shared: [ResponseComparison.Shared]
    ) -> [String] {
        let verdict = each.second.map { second in
            each.hasOtherVerdict
                ? "  \(each.first.verdict.rawValue) ≠ \(second.verdict.rawValue)" : ""
        }
        var lines = [
            "  \(name(of: each))\(verdict ?? "")"
                + style.text("  \(each.first.location)", .dim)
        ]
        if each.hasOtherVerdict {
            let reasons = [("first", each.first), ("second", each.second)]
            lines += reasons.compactMap { name, result in
                result?.reason.map { "    \(name): \(PrintableText.line($0))" }
            }
        }
        lines += each.steps.flatMap { step -> [String] in
            let own = own(step, shared)
            return own.isEmpty ? [] : self.lines(of: step, own)
        }
        if let end = each.end {
            let side = end.isOnFirst ? "first" : "second"
            lines.append("    step \(end.number) \(end.label): only the \(side) reached it")
        }
        return lines
    }

    private func name(of each: ResponseComparison.CaseComparison) -> String {
        style.text(PrintableText.line(each.first.name), .bold)
    }

    private func lines(
        of step: ResponseComparison.StepComparison,
        _ differences: [ResponseDifference]
    ) -> [String] {
        let phase = step.first.phase == .steps ? "" : " (\(step.first.phase.rawValue))"
        var lines = [
            "    step \(step.number)\(phase) \(step.first.label)"
                + style.text("  \(step.first.location)", .dim)
        ]
        let shown = detail == .verbose ? differences[...] : differences.prefix(Self.differenceLimit)
        lines += shown.map { "      \(line($0))" }
        if shown.count < differences.count {
            lines.append("      … \(differences.count - shown.count) more")
        }
        return detail == .verbose ? lines + exchanges(step) : lines
    }

    private func line(_ difference: ResponseDifference) -> String {
        let kind = difference.kind == .count ? " elements" : ""
        let path = PrintableText.line(difference.path)
        return "\(path)\(kind): \(value(difference.first)) ≠ \(value(difference.second))"
    }

    private func value(_ value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        return PrintableText.line(value.text, limit: Self.valueLimit)
    }

    private func exchanges(_ step: ResponseComparison.StepComparison) -> [String] {
        [("first", step.first), ("second", step.second)].flatMap { name, result -> [String] in
            let lines = result.exchanges.flatMap { exchange in
                CommandText.lines(exchange.request, indent: "        ")
                    + ResponseText.lines(of: exchange, result.direction, limit: .max)
                    .map { "        \($0)" }
            }
            let nothing = ["        " + result.direction.nothing]
            return [style.text("      \(name):", .dim)] + (lines.isEmpty ? nothing : lines)
        }
    }
}

// MARK: - Sums

extension TargetComparisonText {
    private func list(_ shared: [ResponseComparison.Shared]) -> [String] {
        guard !shared.isEmpty else { return [] }
        let lines = shared.map { each in "  \(line(each.difference))  in \(each.cases) cases" }
        let title = "In \(Self.sharing) cases or more (\(shared.count))"
        return [style.text(title, .bad)] + lines + [""]
    }

    /// Cases that could not be compared, or only partly.
    private func unjudged(_ cases: [ResponseComparison.CaseComparison]) -> [String] {
        let lines = cases.flatMap { each -> [String] in
            let sides = [("first", each.first), ("second", each.second)]
            let open = sides.compactMap { name, result -> String? in
                guard let result else { return "    \(name): did not run" }
                let isOneSided = each.second.map { $0.verdict != each.first.verdict } ?? true
                let isOpen =
                    result.verdict == .inconclusive
                    || (result.verdict == .skipped && isOneSided)
                guard isOpen, !each.hasOtherVerdict else { return nil }
                let reason = result.reason ?? result.verdict.rawValue
                return "    \(name): \(PrintableText.line(reason))"
            }
            guard !open.isEmpty else { return [] }
            let place = style.text("  \(each.first.location)", .dim)
            return ["  \(name(of: each))\(place)"] + open
        }
        guard !lines.isEmpty else { return [] }
        return [style.text("Inconclusive", .doubtful)] + lines + [""]
    }

    private func summary(of result: ResponseComparisonResult) -> [String] {
        let comparison = result.comparison
        let differing = comparison.differing
        let verdicts = comparison.cases.reduce(0) { $0 + ($1.hasOtherVerdict ? 1 : 0) }
        var parts = [
            differing == 0
                ? style.text("no differences", .good)
                : style.text("\(differing) \(differing == 1 ? "differs" : "differ")", .bad)
                    + " (\(verdicts) in the verdict)"
        ]
        if comparison.inconclusive > 0 {
            parts.append(style.text("\(comparison.inconclusive) inconclusive", .doubtful))
        }
        if comparison.unstableSteps > 0 {
            parts.append(
                "\(Count.of(comparison.unstableSteps, "step")) left out: the first "
                    + "server responds differently each time"
            )
        }
        parts.append("seed \(result.first.seed)")
        let head = Count.of(comparison.compared, "case")
        var lines = ["\(head) on both servers: \(parts.joined(separator: "; "))"]
        if [result.first, result.second].contains(where: { $0.ending == .interrupted }) {
            lines.append(style.text("interrupted: some cases were not compared", .doubtful))
        } else if comparison.compared == 0 {
            lines.append(style.text("no case was compared", .doubtful))
        }
        return lines
    }
}
