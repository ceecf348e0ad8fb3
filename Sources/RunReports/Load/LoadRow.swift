import Measure

/// A line of a report on one kind of request or journey, or on one step of a journey.
struct LoadRow {
    /// The index of its figures in the recording.
    let index: Int
    /// For a step, without the name of its journey.
    let name: String
    let isStep: Bool
    /// Its weight in the mix; `nil` for a step.
    let weight: UInt64?
    /// Journeys that ended before this step: neither good nor failed of its own.
    let notReached: UInt64

    /// The rows of a result in the order of its profile, each journey before its steps.
    static func rows(of result: RunResult) -> [LoadRow] {
        let recording = result.recording
        var next = recording.plan.arrivalCount
        return result.profile.sends.enumerated().flatMap { index, send in
            let due = recording.latency(ofSend: index).count
            let steps = send.steps.map { name in
                defer { next += 1 }
                let reached = recording.latency(ofSend: next).count
                return LoadRow(
                    index: next,
                    name: name,
                    isStep: true,
                    weight: nil,
                    notReached: due - min(due, reached)
                )
            }
            let own = LoadRow(
                index: index,
                name: send.name,
                isStep: false,
                weight: send.weight,
                notReached: 0
            )
            return [own] + steps
        }
    }
}
