import CLinux

/// CLOCK_MONOTONIC and the wall clock, in nanoseconds; Swift's clocks read others.
package enum MonotonicClock {
    /// Since some moment before the machine was started.
    package static var now: Int64 { clinux_monotonic() }

    /// Since 1970, by the wall clock of this machine.
    package static var wall: Int64 { clinux_realtime() }
}
