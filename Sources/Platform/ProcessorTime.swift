// The compiler may find `timespec` in either module.
import CLinux
import Glibc

/// The kernel's counters of processor time.
package enum ProcessorTime {
    /// The greatest process ID; a greater number would address another kind of clock.
    ///
    /// Source: proc(5), `/proc/sys/kernel/pid_max`.
    package static let greatestProcess: Int32 = 4_194_304

    /// Processor time of a process of this machine since it began, over all its threads.
    ///
    /// - Parameter process: Its process ID.
    /// - Returns: Nanoseconds; `nil` when the process does not exist.
    package static func used(byProcess process: Int32) -> Int64? {
        var clock = clockid_t()
        var time = timespec()
        guard (1...greatestProcess).contains(process), clock_getcpuclockid(process, &clock) == 0,
            clock_gettime(clock, &time) == 0
        else { return nil }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Total processor time of several processes; `nil` when one does not exist, or without any.
    package static func used(byProcesses processes: [Int32]) -> Int64? {
        let times = processes.compactMap(used(byProcess:))
        return times.isEmpty || times.count < processes.count ? nil : times.reduce(0, +)
    }
}
