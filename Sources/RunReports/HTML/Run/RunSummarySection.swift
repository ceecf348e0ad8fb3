import Base
import LoadModel
import Measure

/// The result of a run: the verdict, the main figures, its thresholds, and remarks.
struct RunSummarySection {
    let run: RunView
    /// Whether the verdict is shown here; a live page shows it above everything else.
    var showsVerdict = true

    var markup: Markup {
        let charts = Markup("div", ["class": "pair"], PageCharts.glance(run).map(\.markup))
        return Markup([lead, tiles, charts, thresholds, notes])
    }

    private var figures: RunFigures { run.figures }

    private var lead: Markup {
        let missed = PageVerdict.list(missed)
        return showsVerdict
            ? run.verdict.lead(sentence) + missed
            : Markup("p", ["class": "lead"], [Markup(text: sentence)]) + missed
    }

    /// Each threshold that did not pass, with the observed value.
    private var missed: [PageVerdict] {
        zip(run.result.thresholds, run.judgement.thresholds).compactMap { threshold, result in
            guard
                result.verdict == .failed || result.verdict == .inconclusive && run.standing == nil
            else { return nil }
            let objective = threshold.text(sends: run.result.recording.plan.sends)
            return PageVerdict(
                result.pageVerdict.kind,
                "\(objective) \(result.pageVerdict.text): \(observed(result))."
            )
        }
    }

    /// The rates and the share that failed, in one sentence.
    var sentence: String {
        let time = figures.timeText
        let rate = figures.rateText(figures.doneRate)
        let responses =
            run.result.profile.load.isClosed
            ? "Responses \(rate) over \(Count.grouped(run.result.connections, "connection")) for \(time)"
            : "Responses \(rate), due \(figures.rateText(figures.dueRate)), for \(time)"
        return "\(responses); \(failed) of the arrivals failed."
    }

    private var failed: String { figures.failedRatio.map { LoadNumber.percent($0) } ?? "–" }

    /// A percentile of all arrivals, or of good responses where too many arrivals failed.
    private func text(_ quantile: Quantile) -> String {
        guard figures.latency[quantile] == .failed else {
            return run.text(figures.latency, quantile)
        }
        let good = RankedArrivals(good: figures.latency.arrivals.good, failedCount: 0)
        return RunView.text(good.reading(at: quantile))
    }

    // MARK: - Tiles

    private func tile(_ quantile: Quantile, _ detail: String) -> PageTile {
        let hasNoGood = figures.latency.arrivals.good.isEmpty && figures.failedCount > 0
        switch figures.latency[quantile] {
        case .failed,
            .tooFew where hasNoGood:
            let name = "\(quantile) of good responses"
            return PageTile(name, text(quantile), "\(failed) failed · \(detail)")
        case .tooFew:
            let count = Count.grouped(figures.latency.arrivals.count, "arrival")
            let few = "fewer than 10 of \(count) are slower"
            return PageTile("Latency \(quantile)", text(quantile), "\(few) · \(detail)")
        case .value: return PageTile("Latency \(quantile)", text(quantile), detail)
        }
    }

    private var tiles: Markup {
        var tiles = [
            PageTile(
                "Responses",
                figures.rateText(figures.doneRate),
                "due \(figures.rateText(figures.dueRate))"
                    + (figures.achieved.map { ": \(LoadNumber.percent($0))" } ?? "")
                    + (figures.failedCount > 0 ? ", failures included" : "")
            ),
            tile(.p50, "mean \(RunView.text(figures.latency.mean))"),
            tile(.p99, slowest),
            PageTile(
                "Failed",
                failed,
                "\(Count.grouped(figures.failedCount)) of "
                    + "\(Count.grouped(figures.endedCount)) arrivals"
                    + (figures.cutOffCount == 0
                        ? "" : ", \(Count.grouped(figures.cutOffCount)) not finished")
            ),
        ]
        if figures.eventCount > 0 {
            tiles.append(
                PageTile(
                    "Events",
                    figures.rateText(figures.eventRate),
                    "\(Count.grouped(figures.eventCount)); latencies of streams end with the first"
                )
            )
        }
        if figures.recipients > 0 {
            tiles.append(
                PageTile(
                    "Recipients",
                    figures.rateText(figures.recipientRate),
                    "\(Count.grouped(figures.recipients)) in all"
                )
            )
        }
        if let tile = PageTile(run.result.delivery) { tiles.append(tile) }
        return PageTile.list(tiles)
    }

    private var slowest: String {
        let greatest = "max \(RunView.text(figures.latency.greatest))"
        let p999 = figures.latency[.p999]
        guard case .value = p999 else { return greatest }
        return "p99.9 \(run.text(figures.latency, .p999)), \(greatest)"
    }

    // MARK: - Thresholds

    private var thresholds: Markup {
        guard !run.result.thresholds.isEmpty else {
            return Markup("p", ["class": "note"], ["The profile has no thresholds."])
        }
        let sends = run.result.recording.plan.sends
        let rows = zip(run.result.thresholds, run.judgement.thresholds).map { threshold, result in
            DataTable.Row(
                threshold.text(sends: sends),
                [
                    result.pageVerdict.badge, Markup(text: observed(result)),
                    Markup(text: threshold.place ?? ""),
                ]
            )
        }
        return DataTable(
            caption: "Thresholds",
            titles: ["Objective", "Verdict", "Observed", "Place"],
            rows: rows,
            endsWithText: true
        ).markup
    }

    private func observed(_ result: ThresholdResult) -> String {
        if case .inconclusive = result.observation {
            return LoadThresholdRow.observed(result, in: run.result)
        }
        if result.isInDoubt { return LoadThresholdRow.observed(result, in: run.result) }
        let value =
            switch result.observation {
            case .value(let value): result.threshold.metric.pageText(of: value)
            case .failed: "too many arrivals failed"
            case .inconclusive(let obstacle): obstacle.description
            }
        guard let windows = result.windows else { return value + result.endingText }
        let passed = windows.text(showsAll: windows.inconclusive > 0)
        return "\(passed); worst \(value)\(result.endingText)"
    }

    // MARK: - Notes

    private var notes: Markup { PageVerdict.list(RunRemarks(run: run).list) }
}

extension ThresholdResult {
    var pageVerdict: PageVerdict {
        switch verdict {
        case .passed: PageVerdict(.passed, "passed")
        case .failed: PageVerdict(.failed, "failed")
        case .inconclusive: PageVerdict(.doubtful, "inconclusive")
        }
    }
}

extension Threshold.Metric {
    /// An observed value, rounded for people.
    func pageText(of value: Fraction) -> String {
        switch unit {
        case .time: NanosecondText.short(Int64(clamping: value.numerator / value.denominator))
        case .share: LoadNumber.percent(value)
        case .rate: LoadNumber.rate(value.doubleValue)
        case .count: text(of: value)
        }
    }
}
