import LoadModel
import Measure

extension Chart {
    /// The latency at each tested rate: where it bends is the knee; empty for fewer than two rates.
    static func knee(_ search: CapacityView) -> [Chart] {
        let points = KneePoint.list(search.record)
        guard points.count > 1 else { return [] }
        var chart = knee(
            search,
            points,
            "all",
            search.isOfDeliveries ? "Delivery time at each rate" : "Latency at each rate",
            .numbers(for: points.map(\.rate), title: kneeTitle)
        )
        chart.height = 280
        chart.notes = [
            "The last step at each rate, which decided. Latency counts from the moment an arrival was "
                + "due; a mark at the top edge means that the percentile failed, because too many "
                + "arrivals did. Above the capacity, latency grows with the length of the step."
        ]
        return [chart] + near(search, points)
    }

    private static let kneeTitle = "arrivals a second"

    /// The distance to the highest passed rate, as a share of it, within which a rate is near.
    private static let nearness = 0.1

    /// The rates near the highest passed one, if there are more than two, besides others.
    private static func near(_ search: CapacityView, _ all: [KneePoint]) -> [Chart] {
        let middle = search.result.rate ?? search.result.upper ?? 0
        let points = all.filter { abs($0.rate - middle) <= nearness * middle }
        guard points.count > 2, points.count < all.count, let least = points.first?.rate,
            let most = points.last?.rate
        else { return [] }
        let margin = (most - least) / 10
        let domain = (least - margin)...(most + margin)
        var chart = knee(
            search,
            points,
            "near",
            "Latency near the highest rate that passed",
            .numbers(in: domain, title: kneeTitle)
        )
        chart.height = 220
        return [chart]
    }

    private static func knee(
        _ search: CapacityView,
        _ points: [KneePoint],
        _ name: String,
        _ title: String,
        _ side: ChartAxes.Side
    ) -> Chart {
        var side = side
        side.rowTitle = "Rate"
        var chart = Chart(
            id: "\(search.prefix)-knee-\(name)",
            title: title,
            x: side,
            y: .durations("latency")
        )
        let texts = points.map { point in
            "\(LoadNumber.rate(point.rate)) \(point.latency.map(NanosecondText.short) ?? "failed"), "
                + point.trial.verdict.word
        }
        let figure =
            search.isOfDeliveries
            ? KneePoint.title(search.record) : "\(search.quantile) of the latency"
        chart.description = "\(figure): \(texts.joined(separator: "; "))."
        chart.places = points.map { .init(LoadNumber.rate($0.rate), $0.rate...$0.rate) }
        chart.columns = columns(search, points)
        chart.limits = Limit.list(
            of: search.record.thresholds,
            sends: search.record.profile.sends
        )
        chart.ending = search.result.upper.map { Ending(value: $0, label: "failed") }
        chart.verdicts = points.map { point in
            let verdict = point.trial.verdict.pageVerdict
            return Verdict(
                x: point.rate,
                y: point.latency.map(Double.init),
                kind: verdict.kind,
                name: verdict.text
            )
        }
        return chart
    }

    /// Lines for the deciding percentile, and for the median unless it decides.
    private static func columns(_ search: CapacityView, _ points: [KneePoint]) -> [Column] {
        let measurements = points.map(\.trial.measurement)
        let figures = search.titles.enumerated().map { index, title in
            let isJudged = title == search.judgedTitle
            let values = isJudged ? points.map(\.latency) : measurements.map(\.medianLatency)
            let isDrawn = isJudged || title == "\(Quantile.p50)"
            return Column(
                title,
                measurements.map { search.texts($0)[index] },
                isDrawn
                    ? .middle(.good(isJudged ? 2 : 1), values.map { $0.map(Double.init) }) : .none
            )
        }
        let answered = measurements.map { LoadNumber.rate($0.doneRate) }
        let verdicts = points.map(\.trial.verdict.word)
        return [Column("responses", answered)] + figures + [Column("Verdict", verdicts)]
    }
}

extension CapacityView {
    /// The deciding figure, as `titles` names it.
    fileprivate var judgedTitle: String {
        isOfDeliveries ? KneePoint.title(record) : "\(quantile)"
    }
}
