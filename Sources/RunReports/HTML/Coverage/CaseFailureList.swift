/// The cases that did not pass, each with its differences, the line of the contract, and the
/// exchange in a fold; if there are many, the later ones have only a line each.
struct CaseFailureList {
    /// More cases in full would make the page slow.
    private static let mostWhole = 300
    private static let mostLines = 5_000

    let failures: [CaseFailure]
    /// Prefix of identifiers on the page.
    let prefix: String

    var markup: Markup {
        let rest = failures.dropFirst(Self.mostWhole)
        guard !rest.isEmpty else { return Markup(failures.map(failure)) }
        let lines = Markup("ul", rest.prefix(Self.mostLines).map(line))
        let left = rest.count - Self.mostLines
        let words =
            "\(rest.count) more did not pass; they are listed without requests and responses, "
            + "which are in the result file."
        return Markup(
            failures.prefix(Self.mostWhole).map(failure) + [note(words), lines]
                + (left > 0 ? [note("\(left) more are only in the result file.")] : [])
        )
    }

    /// Whether a case is on the page, so that links to it work.
    static func isShown(_ position: Int) -> Bool { position < mostWhole + mostLines }

    private func line(_ failure: CaseFailure) -> Markup {
        let headline = failure.steps.first.map(\.headline) ?? ""
        let reason = failure.reason.isEmpty ? headline : failure.reason
        let kind: PageVerdict.Kind = failure.verdict == "failed" ? .failed : .doubtful
        return Markup(
            "li",
            ["id": Self.anchor(of: failure, prefix)],
            [
                PageVerdict(kind, failure.verdict).badge, " ",
                Markup(text: reason.isEmpty ? failure.name : "\(failure.name): \(reason)"),
            ]
        )
    }

    /// The anchor of a case on the page.
    static func anchor(of failure: CaseFailure, _ prefix: String) -> String {
        "\(prefix)case\(failure.number)"
    }

    private func failure(_ failure: CaseFailure) -> Markup {
        let kind: PageVerdict.Kind = failure.verdict == "failed" ? .failed : .doubtful
        let isSaid = failure.steps.contains { failure.reason.hasSuffix($0.headline) }
        let reason = failure.reason.isEmpty || isSaid ? Markup() : note(failure.reason)
        return Markup(
            "article",
            ["class": "failure", "id": Self.anchor(of: failure, prefix)],
            [
                Markup(
                    "h3",
                    [PageVerdict(kind, failure.verdict).badge, " ", Markup(text: failure.name)]
                ),
                reason,
            ] + (failure.steps.isEmpty ? [note(failure.place)] : failure.steps.map(step))
        )
    }

    private func step(_ step: CaseFailure.Step) -> Markup {
        let title = step.headline.isEmpty ? step.label : "\(step.label): \(step.headline)"
        return Markup(
            [
                Markup("p", [Markup(text: title)]), contractLines(of: step), differences(of: step),
            ] + step.exchanges.map(exchange)
        )
    }

    /// The contract line of the step, and those of the differences.
    private func contractLines(of step: CaseFailure.Step) -> Markup {
        var lines = [(step.place, step.line)]
        for difference in step.differences where !difference.place.isEmpty {
            let line = (difference.place, difference.line)
            if !lines.contains(where: { $0 == line }) { lines.append(line) }
        }
        // A line's own indentation has no meaning here.
        let texts = lines.map { place, line in
            line.isEmpty ? place : "\(place): \(line.drop { $0.isWhitespace })"
        }
        return Markup("pre", ["class": "place"], [Markup(lines: texts)])
    }

    private func differences(of step: CaseFailure.Step) -> Markup {
        guard !step.differences.isEmpty else { return Markup() }
        return DataTable(
            caption: "Differences",
            titles: ["Where", "Expected", "Got"],
            rows: step.differences.map { DataTable.Row($0.path, [$0.expected, $0.actual]) },
            endsWithText: true
        ).markup
    }

    private func exchange(_ exchange: CaseFailure.Exchange) -> Markup {
        Markup(
            "details",
            [
                Markup("summary", ["Request and response"]),
                Markup("pre", [Markup(lines: exchange.request)]),
                Markup("pre", [Markup(lines: exchange.response)]),
            ]
        )
    }

    private func note(_ text: String) -> Markup {
        Markup("p", ["class": "note"], [Markup(text: text)])
    }
}
