import LoadModel
import Measure

/// The conditions of a search, its requests, and how to repeat it.
struct CapacityFacts {
    let search: CapacityView

    var environment: Markup {
        Markup("div", ["class": "facts"], [generator.markup, profile.markup])
    }

    var repetition: Markup {
        RepetitionText(
            commands: [RepeatedCommand(search.record)],
            note: [
                "The same seed draws the same requests; the rates depend on how the "
                    + "service responds. The profile had the hash ",
                Markup("code", [Markup(text: search.record.profile.hash)]), ".",
            ]
        ).markup
    }

    private var generator: DataTable {
        let record = search.record
        let busiest = record.result.trials.map(\.measurement.busyShare).max() ?? 0
        return DataTable(
            caption: "Generator",
            facts: record.environment.pageFacts(record.tool, startedAt: record.startedAt) + [
                ("Took", LoadNumber.length(record.result.elapsed)),
                ("Workers", "\(record.workers)"),
                ("Connections", "\(record.result.settings.connections)"),
                ("Busy", "at most \(LoadNumber.decimal(busiest * 100, 0))% of the time"),
            ]
        )
    }

    private var profile: DataTable {
        let (record, settings) = (search.record, search.result.settings)
        var facts: [(String, String)] = [
            ("Profile", record.profile.file),
            ("Target", record.targets.map(\.pageText).joined(separator: ", ")),
            ("Sends", record.profile.sends.joined(separator: ", ")),
            ("Arrivals", settings.arrivals == .poisson ? "Poisson" : "constant"),
            ("First rate", LoadNumber.rate(settings.startRate)),
            ("First warm-up", LoadNumber.length(settings.warmup)),
            ("Budget", settings.budget.map { LoadNumber.length($0) } ?? "none"),
            ("Seed", "\(record.profile.seed)"),
        ]
        if let run = record.profile.run { facts.append(("Run", run)) }
        facts += record.audienceCalls.map { call in
            (call.phase == .prepare ? "Before" : "After", call.text)
        }
        return DataTable(caption: "Load", facts: facts)
    }
}
