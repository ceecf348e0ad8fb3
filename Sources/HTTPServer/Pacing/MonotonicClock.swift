import Glibc

/// The clock by which answers leave.
package enum MonotonicClock {
    /// Nanoseconds on CLOCK_MONOTONIC.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
