import Base

/// The results of mutations and defects: the verdict, what was not detected, and every defect.
struct MutationSection {
    let record: MutationRecord
    /// Prefix of identifiers on the page.
    let prefix: String
    /// Whether the page has no other result.
    let isAlone: Bool

    /// More would make the page large; the file of the result has all.
    private static let mostRows = 500

    /// Each part with its own heading; empty parts are left out.
    var list: [PageSection] {
        let parts = [
            ("summary", "Summary", summary), ("defects", "Defects", defects),
            ("mutations", "Undetected mutations", mutations),
            ("promises", "Promises not proven", promises),
        ]
        return parts.filter { !$0.2.isEmpty }.map { id, title, content in
            PageSection(id: prefix + id, title: title, content: content, isInner: !isAlone)
        }
    }

    private var verdict: PageVerdict {
        if !record.failures.isEmpty {
            return PageVerdict(.failed, "FAILED: cases fail without a defect")
        }
        if !missed.isEmpty {
            let count = Count.of(record.defects.count, "defect")
            return PageVerdict(
                .failed,
                "FAILED: \(missed.count) of \(count) not detected as declared"
            )
        }
        if let share = record.provenShare, let required = record.requiredShare, share < required {
            let percent = LoadNumber.decimal(share * 100, 1)
            return PageVerdict(.failed, "FAILED: \(percent) % of the documented promises proven")
        }
        if record.isInterrupted { return PageVerdict(.doubtful, "INTERRUPTED") }
        return record.defects.isEmpty && record.mutations == nil
            ? PageVerdict(.doubtful, "INCONCLUSIVE: nothing was tested")
            : PageVerdict(.passed, "PASSED")
    }

    /// The defects that survived, or left a promise that they declare passing.
    private var missed: [MutationRecord.Defect] {
        record.defects.filter { $0.outcome == "survived" || !$0.stillPassed.isEmpty }
    }

    private var caughtCount: Int { record.defects.count { $0.outcome == "caught" } }

    private var summary: Markup {
        let names = record.failures.map { PageVerdict(.failed, "\($0) fails without a defect.") }
        let survived = missed.map { defect in
            let left = defect.stillPassed.joined(separator: ", ")
            let text = left.isEmpty ? "no case fails" : "still passing: \(left)"
            return PageVerdict(.failed, "\(defect.name): \(defect.summary); \(text).")
        }
        let lead = verdict.lead("\(sentences.joined(separator: "; ")).")
        return lead + PageTile.list(tiles) + PageVerdict.list(names + survived)
    }

    private var sentences: [String] {
        var sentences: [String] = []
        if !record.defects.isEmpty {
            sentences.append(
                "\(caughtCount) of \(Count.of(record.defects.count, "defect")) detected"
            )
        }
        if let mutations = record.mutations {
            let all = Count.grouped(UInt64(mutations.detected + mutations.undetected), "mutation")
            sentences.append("\(Count.grouped(mutations.detected)) of \(all) detected")
        }
        if record.passedCount > 0 {
            let proven = record.passedCount - record.unproven.count
            sentences.append(
                "\(proven) of \(Count.of(record.passedCount, "passed promise")) proven"
            )
        }
        return sentences.isEmpty ? ["Nothing was tested"] : sentences
    }

    private var tiles: [PageTile] {
        var tiles: [PageTile] = []
        if !record.defects.isEmpty {
            let all = "of \(Count.of(record.defects.count, "defect"))"
            tiles.append(PageTile("Defects detected", "\(caughtCount)", all))
        }
        if let mutations = record.mutations {
            let all = UInt64(mutations.detected + mutations.undetected)
            let share = LoadNumber.percent(UInt64(mutations.detected), of: all)
            let detail = "\(Count.grouped(mutations.detected)) of \(Count.grouped(all))"
            tiles.append(PageTile("Mutations detected", share, detail))
        }
        if record.passedCount > 0 {
            let proven = UInt64(record.passedCount - record.unproven.count)
            let share = LoadNumber.percent(proven, of: UInt64(record.passedCount))
            let detail = "\(proven) of \(Count.of(record.passedCount, "passed promise"))"
            tiles.append(PageTile("Promises proven", share, detail))
        }
        return tiles
    }

    private var defects: Markup {
        table(
            "Defects",
            ["Defect", "Outcome", "First failing case", "Failing promises", "Summary"],
            record.defects.map { defect in
                let verdict: PageVerdict =
                    switch defect.outcome {
                    case "caught" where defect.stillPassed.isEmpty: PageVerdict(.passed, "detected")
                    case "caught": PageVerdict(.failed, "detected in part")
                    case "survived": PageVerdict(.failed, "survived")
                    default: PageVerdict(.doubtful, "not tested")
                    }
                let texts = [
                    defect.caughtBy, Words.list(defect.failed, limit: 3), defect.summary,
                ]
                return DataTable.Row(
                    defect.name,
                    [verdict.badge] + texts.map { Markup(text: $0) }
                )
            }
        )
    }

    private var mutations: Markup {
        table(
            "Lines that could be stricter",
            ["Line", "mutations", "Example"],
            record.undetected.map { row in
                let line = row.line.isEmpty ? "no line" : row.line
                return DataTable.Row(line, [Count.grouped(row.count), row.example])
            }
        )
    }

    private var promises: Markup {
        table(
            "Passed but not proven",
            ["Promise", "Basis", "No defect possible"],
            record.unproven.map { DataTable.Row($0.id, [$0.basis, $0.noDefect]) }
        )
    }

    private func table(_ caption: String, _ titles: [String], _ rows: [DataTable.Row]) -> Markup {
        guard !rows.isEmpty else { return Markup() }
        let shown = Array(rows.prefix(Self.mostRows))
        let rest = rows.count - shown.count
        let note = "\(rest) more are only in the result file."
        return DataTable(caption: caption, titles: titles, rows: shown, endsWithText: true).markup
            + (rest == 0 ? Markup() : Markup("p", ["class": "note"], [Markup(text: note)]))
    }
}
