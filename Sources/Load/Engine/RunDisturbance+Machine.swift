import Glibc
import Measure
import Platform

extension RunDisturbance {
    /// Activity between two moments apart from the generator and its target.
    ///
    /// - Parameters:
    ///   - before: State of the machine at the first moment.
    ///   - after: State of the machine at the second.
    ///   - own: The generator's processor time meanwhile, in nanoseconds.
    ///   - target: The target's; `nil` when it was not measured, so that it counts as activity of others.
    ///   - known: Process IDs of the target.
    ///   - generator: Process ID of the generator.
    init(
        from before: MachineTimes,
        to after: MachineTimes,
        own: Int64,
        target: Int64?,
        known: [Int32],
        generator: Int32 = getpid()
    ) {
        let used = after.processes.compactMap { number, process -> MachineTimes.Process? in
            guard number != generator, !known.contains(number) else { return nil }
            let earlier = before.processes[number]?.used ?? 0
            // Its number may have been another's.
            let time = process.used >= earlier ? process.used - earlier : process.used
            return MachineTimes.Process(name: process.name, used: time)
        }
        let busiest = used.filter { $0.used > 0 }.max { ($0.used, $1.name) < ($1.used, $0.name) }
        self.init(
            available: max(after.available - before.available, 0),
            stolen: max(after.stolen - before.stolen, 0),
            others: max(after.busy - before.busy - own - (target ?? 0), 0),
            busiest: busiest?.name,
            busiestTime: busiest?.used ?? 0,
            throttled: max(after.throttled - before.throttled, 0)
        )
    }
}
