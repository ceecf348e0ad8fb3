import Base
import Contract
import HTTP
import ReportText

/// The report of `assay verify` as a comment on a pull request: the verdict, the coverage, and the
/// failures.
///
/// Never longer than the limit: first requests and responses are left out, then cases, from the
/// last to the first, and a note says so.
struct MarkdownReport: Sendable {
    private let limit: Int

    /// The maximum number of characters of a comment on GitHub; bytes are counted, to be safe.
    static let commentLimit = 65_536
    /// Bytes reserved for the note on omissions.
    private static let noteRoom = 256

    /// Prepares to write comments.
    ///
    /// - Parameter limit: The maximum number of bytes; at least 8,192.
    init(limit: Int = commentLimit) {
        precondition(limit >= 8_192, "limit \(limit) has no room for verdict and coverage")
        self.limit = limit
    }
}

extension MarkdownReport {
    /// The whole comment, with a final line end.
    func text(of facts: VerifyFacts) -> String {
        let head = self.head(of: facts)
        var room = limit - head.utf8.count - Self.noteRoom
        let entries = Self.sections.flatMap { section in
            facts.cases.filter { $0.verdict == section.verdict }.enumerated()
                .map { index, each in
                    let title = "\(section.title) (\(facts.counts[section.verdict]))"
                    return MarkdownCase(each, heading: index == 0 ? title : nil)
                }
        }
        let shown = entries.prefix { take($0.text, from: &room) }
        let detailed = shown.map { take($0.details, from: &room) }
        var text = head
        for (entry, hasDetails) in zip(shown, detailed) {
            text += entry.text + (hasDetails ? entry.details : "")
        }
        let owners = [
            ("Promises", facts.server.promises), ("Client promises", facts.client.promises),
        ]
        for status in [PromiseStatus.notCovered, .differs] {
            for (owner, promises) in owners {
                text += list(of: promises, owner, status, in: &room)
            }
        }
        for (owner, promises) in owners {
            let title = "\(owner): passed only in part: some cases did not run"
            text += list(promises.filter(\.isPartlyTried).map(Self.item), title, in: &room)
            text += list(
                promises.filter(\.isCodeUnjudged).map(Self.item),
                "\(owner): passed by an error with any code",
                in: &room
            )
        }
        let waivers = NeedlessWaivers(facts.result).entries.map(Self.item)
        text += list(waivers, NeedlessWaivers.title, in: &room)
        let asserts = WaivedAsserts(facts.result).entries.map(Self.item)
        text += list(asserts, WaivedAsserts.title, in: &room)
        return text
            + note(cases: entries.count - shown.count, details: detailed.count { !$0 })
    }

    private static let sections: [(verdict: Verdict, title: String)] = [
        (.failed, "Failed"), (.inconclusive, "Inconclusive"),
        (.flaky, "Passed only on a retry"),
    ]

    /// Takes the room for a text; returns whether it fits.
    private func take(_ text: String, from room: inout Int) -> Bool {
        guard text.utf8.count <= room else { return false }
        room -= text.utf8.count
        return true
    }

    private func note(cases: Int, details: Int) -> String {
        var parts: [String] = []
        if cases > 0 { parts.append(Count.of(cases, "more case")) }
        if details > 0 {
            parts.append("request and response of \(Count.of(details, "case"))")
        }
        guard !parts.isEmpty else { return "" }
        return "\nLeft out, because a comment has at most \(limit) characters: "
            + parts.joined(separator: ", ") + ". The other reports are complete.\n"
    }
}

// MARK: - Head

extension MarkdownReport {
    private static let columns: [PromiseStatus] = [
        .passed, .failed, .differs, .inconclusive, .notCovered, .waived, .untestable,
    ]

    private func head(of facts: VerifyFacts) -> String {
        let (result, conclusion) = (facts.result, facts.conclusion)
        let symbol =
            switch conclusion.verdict {
            case .passed: "✅"
            case .doubtful: "⚠️"
            case .failed: "❌"
            }
        var lines = [
            "## \(symbol) assay verify: \(conclusion.sentence)", "",
            "\(facts.counts.sentence()); \(facts.coverage); \(result.duration.shortText), seed "
                + "\(result.seed)",
        ]
        lines += facts.generated.flatMap { ["", MarkdownSpan.escaped("\($0).")] }
        if let targets = Self.targets(of: result) { lines += ["", targets] }
        if result.ending == .failFast {
            lines += ["", "The run ended at the first failure (`--fail-fast`)."]
        }
        let documents = DocumentTable(facts.documents).markdown
        if !documents.isEmpty { lines += [""] + documents }
        if let use = result.described {
            lines += ["", MarkdownSpan.escaped("\(facts.description ?? "").")]
            let table = DescriptionTable(use).markdown
            if !table.isEmpty { lines += [""] + table }
        }
        lines += [""] + table(of: facts.server, level: result.level)
        if !facts.client.promises.isEmpty {
            lines += ["", "Promises of the client library:", ""]
            lines += table(of: facts.client, level: result.level)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The servers under test, without duplicates; `nil` without any.
    private static func targets(of result: VerificationResult) -> String? {
        var seen: Set<String> = []
        let names = result.contracts.flatMap(\.targets).compactMap { target -> String? in
            // The reference listens on a different port each time.
            let server =
                target.isReference ? "the built-in reference" : MarkdownText.code(target.url)
            let name = "\(MarkdownText.code(target.name, limit: 60)): \(server)"
            return seen.insert(name).inserted ? name : nil
        }
        guard !names.isEmpty else { return nil }
        let rest = names.count > 5 ? ", and \(names.count - 5) more" : ""
        return "Target \(names.prefix(5).joined(separator: ", "))\(rest)"
    }

    private func table(of side: PromiseSide, level: Basis) -> [String] {
        let names = ["basis", "all"] + Self.columns.map(\.rawValue) + ["coverage"]
        let alignment = [":--"] + names.dropFirst().map { _ in "--:" }
        let rows = Basis.allCases.map { basis in
            row(basis.rawValue + (basis <= level ? "" : " (not counted)"), side.summary[basis])
        }
        let counted = row("**counted**", side.counted)
        return ([names, alignment] + rows + [counted]).map { cells in
            "| \(cells.joined(separator: " | ")) |"
        }
    }

    private func row(_ name: String, _ counts: CoverageSummary.Counts) -> [String] {
        [name, "\(counts.total)"] + Self.columns.map { "\(counts[$0])" } + [
            counts.total == 0 ? "–" : CoverageSummary.percentage(counts.fraction)
        ]
    }

    /// A folded list of the promises with a status, as many as fit; empty when there are none.
    private func list(
        of all: [PromiseResult],
        _ owner: String,
        _ status: PromiseStatus,
        in room: inout Int
    ) -> String {
        let promises = all.filter { $0.status == status }
        let name = status == .differs ? "differs, below --basis" : status.rawValue
        return list(promises.map(Self.item), "\(owner): \(name)", in: &room)
    }

    /// A folded list of as many items as fit; empty when there are none.
    private func list(_ all: [String], _ name: String, in room: inout Int) -> String {
        let title = "\(name) (\(all.count))"
        guard !all.isEmpty, take(MarkdownCase.folded(title, [Self.more(.max)]), from: &room)
        else { return "" }
        var items = all.prefix { take($0 + "\n", from: &room) }
        if items.count < all.count { items.append(Self.more(all.count - items.count)) }
        return MarkdownCase.folded(title, Array(items))
    }

    private static func item(_ promise: PromiseResult) -> String {
        let reason = (promise.reason ?? promise.summary).map { ": \(MarkdownText.code($0))" }
        return "- \(MarkdownText.code(promise.id)) (\(promise.basis.rawValue))\(reason ?? "")"
    }

    private static func item(_ waiver: NeedlessWaivers.Entry) -> String {
        "- \(MarkdownText.code(waiver.name)): \(MarkdownText.code(waiver.reason)) "
            + "(\(MarkdownText.code("\(waiver.location)")))"
    }

    private static func more(_ count: Int) -> String { "- … \(count) more" }
}
