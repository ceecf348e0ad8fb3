import CLinux

/// CLOCK_MONOTONIC and the wall clock, in nanoseconds; Swift's clocks read others.
package enum MonotonicClock {
    /// Since some moment before the machine was started.
    package static var now: Int64 { clinux_monotonic() }

    /// Since 1970, by the wall clock of this machine.
    package static var wall: Int64 { clinux_realtime() }

    /// How far the wall clock is ahead of CLOCK_MONOTONIC, in nanoseconds, and the error bound of that.
    ///
    /// A thread can lose its processor for milliseconds between two readings, so the wall clock is read between two
    /// readings of the other, and the closest of several such pairs counts.
    package static var wallLead: (offset: Int64, bound: Int64) {
        let leads = (0..<8).map { _ in
            let (before, wall, after) = (now, wall, now)
            return (offset: wall - before - (after - before) / 2, bound: (after - before + 1) / 2)
        }
        return leads.min { $0.bound < $1.bound } ?? (0, 0)
    }
}
