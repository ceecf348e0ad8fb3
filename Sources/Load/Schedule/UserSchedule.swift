import LoadModel

/// How many users a worker has in the closed model, from moment to moment: each is a lane that is kept busy.
///
/// User u of all workers comes and goes with the number of connections; every worker has each `count`-th.
struct UserSchedule {
    private struct Change {
        let moment: Int64
        let limit: Int
    }

    /// How many there may be now.
    private(set) var limit: Int
    private var changes: ArraySlice<Change>

    /// - Parameters:
    ///   - stages: In order; none, and one without numbers, keeps all lanes busy.
    ///   - share: Whose users.
    ///   - each: How many a connection stands for.
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
            // From the end of one stage to the beginning of the next the number may jump.
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

    /// Goes on to the next change, when it has come by then.
    ///
    /// - Returns: When it came; `nil` when none has.
    mutating func advance(to now: Int64) -> Int64? {
        guard let change = changes.first, change.moment <= now else { return nil }
        limit = change.limit
        changes.removeFirst()
        return change.moment
    }
}
