import Base
import LoadModel
import Measure

/// Every step of a search, in the order of time.
struct CapacitySteps {
    let search: CapacityView

    var markup: Markup {
        let note =
            "Doubling searches for a rate that fails; probe and bisection narrow the range; hold runs the "
            + "result for longer. A failed step is repeated, and two of three attempts decide, unless an "
            + "overload was expected; check repeats a rate that failed long ago. After an overload the "
            + "search continues near the throughput at that time, and recovery waits at a low rate until "
            + "the latency is back to normal. Good responses count by the time they came; those due in "
            + "the warm-up of a step do not count."
        return Markup("p", ["class": "note"], [Markup(text: note)]) + table.markup
    }

    private var table: DataTable {
        DataTable(
            caption: "Steps",
            titles: ["Step", "rate", "for", "due", "responses"]
                + search.titles + ["generator busy", "Verdict", "Why"],
            rows: search.result.trials.enumerated().map { row($0.offset + 1, $0.element) },
            endsWithText: true
        )
    }

    private func row(_ number: Int, _ trial: CapacityTrial) -> DataTable.Row {
        let measurement = trial.measurement
        let figures =
            [
                LoadNumber.rate(trial.step.rate), LoadNumber.length(trial.step.duration),
                Count.grouped(measurement.dueCount), LoadNumber.rate(measurement.doneRate),
            ] + search.texts(measurement) + [
                "\(LoadNumber.decimal(measurement.busyShare * 100, 0))%"
            ]
        let attempt = trial.step.attempt > 1 ? ", attempt \(trial.step.attempt)" : ""
        return DataTable.Row(
            "\(number). \(trial.step.purpose.rawValue)\(attempt)",
            // Keeps a unit on the line of its number.
            figures.map { Markup(text: $0.replacing(" ", with: "\u{A0}")) }
                + [trial.verdict.pageVerdict.badge, Markup(text: reason(trial))]
        )
    }

    private func reason(_ trial: CapacityTrial) -> String {
        let reason = CapacityLine.reason(trial, objectives: search.record.objectives)
        let end =
            trial.measurement.isHopeless ? ["ended early, because the backlog was too large"] : []
        let disturbance = trial.measurement.disturbance.map(\.text) ?? ""
        let others = trial.verdict.isHeld || disturbance.isEmpty ? [] : [disturbance]
        return ((reason.map { [$0] } ?? []) + end + others).joined(separator: "; ")
    }
}
