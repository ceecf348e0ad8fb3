import Base
import LoadModel
import Measure

/// The conditions of a run, its plan, and how to repeat it.
struct RunFactsSection {
    let run: RunView

    var environment: PageSection {
        PageSection(
            id: "\(run.prefix)-environment",
            title: "Environment",
            content: Markup([
                Markup("div", ["class": "facts"], [generator.markup, profile.markup]), parts,
                stages,
            ]),
            isInner: true
        )
    }

    var repetition: PageSection {
        let result = run.result
        return PageSection(
            id: "\(run.prefix)-repeat",
            title: "How to repeat",
            content: RepetitionText(
                commands: result.parts.map { RepeatedCommand(result, $0) },
                note: [
                    "The same seed draws the same requests at the same moments. The profile had the hash ",
                    Markup("code", [Markup(text: result.profile.hash)]),
                    "; results of profiles with another hash are not compared.",
                ]
            ).markup,
            isInner: true
        )
    }

    // MARK: - Tables

    /// The machine and the program, and for a single process its resource use.
    private var generator: DataTable {
        let part = run.result.firstPart
        var rows = part.environment.pageFacts(part.tool, startedAt: run.result.startedAt)
        if run.result.parts.count == 1 {
            rows += zip(Self.partTitles, figures(of: part)).map { ($0, $1) }
        }
        return DataTable(caption: "Generator", facts: rows)
    }

    private static let partTitles = [
        "Took", "Workers", "Connections", "Processor time", "Processor time per request",
        "Late turns",
    ]

    /// One for each title.
    private func figures(of part: RunPart) -> [String] {
        let statistics = part.statistics
        let each =
            statistics.settled == 0 ? nil : part.processTime / Int64(clamping: statistics.settled)
        let late = LoadNumber.percent(statistics.lateTurns, of: statistics.turns)
        return [
            LoadNumber.length(part.elapsed), "\(part.workers)",
            "\(part.connections); \(Count.grouped(statistics.opened)) opened, "
                + "\(Count.grouped(statistics.refused)) refused",
            LoadNumber.length(part.processTime), RunView.text(each),
            "\(Count.grouped(statistics.lateTurns)) of "
                + "\(Count.grouped(statistics.turns)) (\(late))",
        ]
    }

    /// Every shard, when there are several.
    private var parts: Markup {
        guard run.result.parts.count > 1 else { return Markup() }
        return DataTable(
            caption: "Shards",
            titles: ["Shard"] + Self.partTitles + ["Processor"],
            rows: run.result.parts.map { part in
                DataTable.Row(
                    part.shard.description,
                    figures(of: part)
                        + ["\(part.environment.cpu), \(part.environment.cores) cores"]
                )
            }
        ).markup
    }

    private var profile: DataTable {
        let profile = run.result.profile
        let target = run.result.targets.map(\.pageText)
        var rows: [(String, String)] = [
            ("Profile", profile.file), ("Target", target.joined(separator: ", ")),
            ("Model", model), ("Seed", "\(profile.seed)"),
            ("Warm-up", LoadNumber.length(profile.load.warmup)),
            ("Timeout", LoadNumber.length(profile.load.timeout)),
            ("Drain", "at most \(LoadNumber.length(profile.load.drain))"),
            (
                "Bytes",
                "\(LoadNumber.bytes(run.figures.bytesSent)) sent, "
                    + "\(LoadNumber.bytes(run.figures.bytesReceived)) received"
            ),
        ]
        if let run = profile.run { rows.append(("Run", run)) }
        if let audience = profile.audience {
            rows.append(("Audience", "\(Count.grouped(audience)) recipients"))
        }
        if let opening = OpeningText.text(run.result.opening) { rows.append(("Opening", opening)) }
        if let time = profile.load.breakOff {
            rows.append(("Aborts", "after \(LoadNumber.length(time)) without a response"))
        }
        if let limit = profile.load.requestsPerConnection {
            rows.append(("Connections", "replaced after \(limit) requests"))
        }
        return DataTable(caption: "Load", facts: rows)
    }

    private var model: String {
        switch run.result.profile.load.model {
        case .open(_, let arrivals): "open, \(arrivals.rawValue) arrivals"
        case .closed(_, let think):
            think == 0
                ? "closed" : "closed, \(NanosecondText.exact(think)) between response and request"
        }
    }

    private var stages: Markup {
        guard case .open(let stages, _) = run.result.profile.load.model, stages.count > 1 else {
            return Markup()
        }
        var start: Int64 = 0
        let rows = stages.enumerated().map { index, stage in
            defer { start += stage.duration }
            return DataTable.Row(
                "\(index + 1)",
                [LoadNumber.length(start), LoadNumber.length(stage.duration), stage.rates]
            )
        }
        return DataTable(
            caption: "Stages",
            titles: ["Stage", "from", "for", "rate"],
            rows: rows
        ).markup
    }
}

extension RunEnvironment {
    /// The measuring machine and program, as facts with names.
    ///
    /// - Parameters:
    ///   - tool: The program.
    ///   - startedAt: In nanoseconds since 1970.
    /// - Returns: Rows of a table.
    func pageFacts(_ tool: RunTool, startedAt: Int64) -> [(String, String)] {
        let software = ["assay \(tool.version)"] + tool.libraries
        return [
            ("Processor", "\(cpu), \(cores) cores"), ("Kernel", kernel),
            ("Software", software.joined(separator: ", ")),
            ("Began", WallClockText.utc(startedAt)),
        ] + (disturbance.map { [("Meanwhile", $0.text)] } ?? []).filter { !$0.1.isEmpty }
    }
}

extension RunTarget {
    /// `api: http://127.0.0.1:8080`.
    var pageText: String { "\(name): \(url)\(isReference ? " (the reference target)" : "")" }
}
