import Glibc

/// The process's limit of open files.
package enum DescriptorLimit {
    /// Raises the soft limit so that `count` connections are possible in addition to open files.
    ///
    /// - Returns: Number of possible connections; below `count` when the hard limit is lower.
    package static func raise(forConnections count: Int) -> Int {
        let others = 128
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return count
        }
        let wanted = rlim_t(count + others)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        guard limit.rlim_cur < wanted else { return count }
        return max(2, Int(limit.rlim_cur) - others)
    }
}
