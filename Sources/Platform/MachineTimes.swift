import Glibc

/// The kernel's counters of this machine's processor time, at one moment.
package struct MachineTimes: Hashable, Sendable {
    /// Of all processors together since the machine began, in nanoseconds.
    package let busy: Int64
    /// Time that the host of a virtual machine gave to others.
    package let stolen: Int64
    /// Total time, used or not.
    package let available: Int64
    /// Time in which this process's control group was throttled, in nanoseconds.
    package let throttled: Int64
    /// Time used by each process, by process ID, in nanoseconds.
    package let processes: [Int32: Process]

    /// A process and the time it has used.
    package struct Process: Hashable, Sendable {
        /// At most fifteen bytes of the program's name.
        package let name: String
        package let used: Int64

        package init(name: String, used: Int64) {
            self.name = name
            self.used = used
        }
    }

    /// Current values; takes a fraction of a millisecond for some hundred processes.
    ///
    /// - Returns: `nil` where the kernel has no such counters.
    package static func now() -> MachineTimes? {
        MachineTimes(statistics: Machine.text(of: "/proc/stat"))
    }

    /// - Parameters:
    ///   - cpu: As `processorTimes` reads them.
    ///   - throttled: As `throttledTime` reads it.
    ///   - processes: By their numbers.
    package init(
        _ cpu: (busy: Int64, stolen: Int64, available: Int64),
        throttled: Int64,
        processes: [Int32: Process]
    ) {
        (busy, stolen, available) = cpu
        self.throttled = throttled
        self.processes = processes
    }

    private init?(statistics: String) {
        guard let cpu = Self.processorTimes(statistics) else { return nil }
        self.init(cpu, throttled: Self.throttledTime, processes: Self.allProcesses())
    }

    /// Parses the first line of `/proc/stat`; `nil` for another line.
    ///
    /// Source: proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; guests count as user.
    package static func processorTimes(
        _ statistics: String
    ) -> (busy: Int64, stolen: Int64, available: Int64)? {
        let line = statistics.prefix { $0 != "\n" }.split(separator: " ")
        guard line.first == "cpu" else { return nil }
        let ticks = line.dropFirst().prefix(8).compactMap { Int64($0) }
        guard ticks.count == 8 else { return nil }
        let times = ticks.map { $0 * tick }
        let idle = times[3] + times[4]
        let all = times.reduce(0, +)
        return (all - idle - times[7], times[7], all)
    }

    /// Parses a line of `/proc/PID/stat`; `nil` for another line.
    package static func process(_ statistics: String) -> Process? {
        // The name is in parentheses, and may contain some.
        guard let open = statistics.firstIndex(of: "("), let close = statistics.lastIndex(of: ")"),
            open < close
        else { return nil }
        let rest = statistics[statistics.index(after: close)...].split(separator: " ")
        guard rest.count > 12, let user = Int64(rest[11]), let system = Int64(rest[12]) else {
            return nil
        }
        let name = statistics[statistics.index(after: open)..<close]
        return Process(name: String(name), used: (user + system) * tick)
    }

    /// Of the text of a control group's `cpu.stat`, in nanoseconds, of either version.
    package static func throttledTime(_ statistics: String) -> Int64 {
        for line in statistics.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Int64(words[1]) else { continue }
            if words[0] == "throttled_usec" { return value * 1_000 }
            if words[0] == "throttled_time" { return value }
        }
        return 0
    }

    /// The kernel counts in these.
    private static let tick: Int64 = 1_000_000_000 / Int64(max(sysconf(Int32(_SC_CLK_TCK)), 1))

    private static var throttledTime: Int64 {
        // `0::/user.slice`, or with the controllers of version 1 `4:cpu,cpuacct:/docker/…`.
        for line in Machine.text(of: "/proc/self/cgroup").split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            let isUnified = parts[1].isEmpty
            guard isUnified || parts[1].split(separator: ",").contains("cpu") else { continue }
            let root = isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/\(parts[1])"
            let path = parts[2] == "/" ? root : "\(root)\(parts[2])"
            // In a container the path may be that of the host, with the root as its own group.
            for folder in [path, root] {
                let time = throttledTime(Machine.text(of: "\(folder)/cpu.stat"))
                if time > 0 { return time }
            }
        }
        return 0
    }

    private static func allProcesses() -> [Int32: Process] {
        guard let folder = opendir("/proc") else { return [:] }
        defer { closedir(folder) }
        var processes: [Int32: Process] = [:]
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = Int32(name) else { continue }
            processes[number] = process(Machine.text(of: "/proc/\(number)/stat"))
        }
        return processes
    }
}
