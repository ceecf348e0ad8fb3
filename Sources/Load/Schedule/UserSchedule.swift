import LoadModel

/// Number of users of one worker in the closed model, over time; each user keeps a lane busy.
///
/// Users of all workers are numbered in the order in which stages add them; each worker has every `count`-th.
struct UserSchedule {
    private struct Change {
        let moment: Int64
        let limit: Int
    }

    /// Current number of users.
    private(set) var limit: Int
    private var changes: ArraySlice<Change>

    /// - Parameters:
    ///   - stages: In order; without stages, or with one without numbers, all lanes are busy.
    ///   - share: The worker's share.
    ///   - each: Users for each connection.
    init(_ stages: [LoadShape.ConnectionStage], _ share: WorkerShare, each: Int = 1) {
        var changes: [Change] = []
        var start: Int64 = 0
        var count = stages.first?.counts.map { share.part(of: $0.start) * each } ?? .max
        limit = count
        for stage in stages {
            guard let counts = stage.counts else { continue }
            func note(_ users: Int, at moment: Int64) {
                let own = share.part(of: users) * each
                guard own != count else { return }
                count = own
                changes.append(Change(moment: moment, limit: own))
            }
            // The number may jump between two stages.
            note(counts.start, at: start)
            let steps = abs(counts.end - counts.start)
            for step in stride(from: 1, through: steps, by: 1) {
                let part = Double(step) / Double(steps) * Double(stage.duration)
                let users = counts.start + (counts.end > counts.start ? step : -step)
                note(users, at: start + Int64(part.rounded()))
            }
            start += stage.duration
        }
        self.changes = changes[...]
    }

    /// When the number changes next; `Int64.max` when it stays.
    var nextChange: Int64 { changes.first?.moment ?? .max }

    /// Applies the next change, if it is due.
    ///
    /// - Returns: When it was due; `nil` without a due change.
    mutating func advance(to now: Int64) -> Int64? {
        guard let change = changes.first, change.moment <= now else { return nil }
        limit = change.limit
        changes.removeFirst()
        return change.moment
    }
}
