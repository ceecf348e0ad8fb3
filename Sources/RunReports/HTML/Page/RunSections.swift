/// The parts of a page about one run.
struct RunSections {
    let run: RunView
    /// Whether the summary has the verdict.
    var showsVerdict = true

    /// Each with its own heading.
    var list: [PageSection] {
        let facts = RunFactsSection(run: run)
        return [
            PageSection(
                id: "summary",
                title: "Summary",
                content: RunSummarySection(run: run, showsVerdict: showsVerdict).markup
            )
        ] + delivery + [
            PageSection(id: "time", title: "Over time", content: time),
            PageSection(id: "latency", title: "Latency", content: latency),
            PageSection(
                id: "environment",
                title: "Environment",
                content: facts.environment.content
            ),
            PageSection(id: "repeat", title: "How to repeat", content: facts.repetition.content),
        ]
    }

    /// The parts to show while a run lasts.
    var running: [PageSection] {
        let rest = Markup(
            "p",
            ["class": "note"],
            ["Clocks, shades, percentiles and all data follow at the end of the run."]
        )
        return [
            PageSection(
                id: "summary",
                title: "So far",
                content: RunSummarySection(run: run, showsVerdict: showsVerdict).markup
            )
        ] + delivery + [
            PageSection(
                id: "time",
                title: "Over time",
                content: outcomes + rest
            )
        ]
    }

    /// All parts under one heading.
    var whole: Markup {
        let facts = RunFactsSection(run: run)
        return Markup([
            RunSummarySection(run: run).markup,
            DeliverySection(run: run)?.markup ?? Markup(),
            time, latency, facts.environment.markup,
            facts.repetition.markup,
        ])
    }

    /// All parts in a fold whose title has the verdict.
    var folded: Markup {
        let sentence = RunSummarySection(run: run).sentence
        let name = Markup("b", [Markup(text: run.name)])
        let line = Markup(text: " \(sentence)")
        return Markup(
            "details",
            ["class": "run", "id": run.prefix],
            [Markup("summary", [name, " ", run.verdict.badge, line]), whole]
        )
    }

    /// The deliveries of a run in which they were watched.
    private var delivery: [PageSection] {
        guard let section = DeliverySection(run: run) else { return [] }
        return [PageSection(id: "delivery", title: "Delivery", content: section.markup)]
    }

    private var latency: Markup { Markup(PageCharts.latency(run).map(\.markup)) }
    private var time: Markup { outcomes + Markup(PageCharts.time(run).map(\.markup)) }
    private var outcomes: Markup {
        Markup(OutcomeLayers(run).charts.map(\.markup)) + OutcomeTables(run: run).markup
    }
}
