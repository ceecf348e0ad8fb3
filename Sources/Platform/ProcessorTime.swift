// Either module may be the one that the compiler takes `timespec` from.
import CLinux
import Glibc

/// What the kernel says of the processors' time.
package enum ProcessorTime {
    /// The kernel gives no process a greater number; the clock of one would be another's.
    ///
    /// Source: proc(5), `/proc/sys/kernel/pid_max`.
    package static let greatestProcess: Int32 = 4_194_304

    /// What a process of this machine has used since it began, all its threads together.
    ///
    /// - Parameter process: Its number.
    /// - Returns: Nanoseconds; `nil` when there is no such process.
    package static func used(byProcess process: Int32) -> Int64? {
        var clock = clockid_t()
        var time = timespec()
        guard (1...greatestProcess).contains(process), clock_getcpuclockid(process, &clock) == 0,
            clock_gettime(clock, &time) == 0
        else { return nil }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// What several processes have used together; `nil` when one is missing, or there are none.
    package static func used(byProcesses processes: [Int32]) -> Int64? {
        let times = processes.compactMap(used(byProcess:))
        return times.isEmpty || times.count < processes.count ? nil : times.reduce(0, +)
    }
}
