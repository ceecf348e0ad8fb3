import Glibc
import Synchronization

/// Checks whether the system's limits are high enough for threads and descriptors.
///
/// With lower ones, Dispatch waits for ever for a thread that cannot be created, or ends the process without a
/// message when it cannot inspect its threads.
package enum SystemRoom {
    /// The limit that is too low; `nil` for none.
    package static var shortage: String? { descriptorShortage ?? threadShortage }

    /// Descriptors that Dispatch needs now and then, in addition to those of the command.
    private static let fewestDescriptors: rlim_t = 16

    private static var descriptorShortage: String? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < fewestDescriptors
        else { return nil }
        limit.rlim_cur = min(limit.rlim_max, 256)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        guard limit.rlim_max < fewestDescriptors else { return nil }
        return "only \(limit.rlim_max) files may be open; expected \(fewestDescriptors) or more: "
            + "ulimit -Hn"
    }

    /// Creates as many threads as the program uses at a time, each with its own memory, which later threads reuse.
    private static var threadShortage: String? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
            limit.rlim_cur != .max
        else { return nil }
        let wanted = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 2) + 8
        let gate = Gate()
        var threads: [pthread_t] = []
        for _ in 0..<wanted {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(gate)
            guard pthread_create(&thread, nil, Self.wait, context.toOpaque()) == 0 else {
                context.release()
                break
            }
            threads.append(thread)
        }
        gate.isOpen.store(true, ordering: .releasing)
        for thread in threads { pthread_join(thread, nil) }
        guard threads.count < wanted else { return nil }
        return
            "the address space is limited to \(limit.rlim_cur / 1_024) kB, which leaves room for "
            + "\(threads.count) of \(wanted) threads; expected 1000000 kB or more, or no limit: "
            + "ulimit -v unlimited"
    }

    private final class Gate: Sendable {
        let isOpen = Atomic(false)
    }

    private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            guard let context = $0 else { return nil }
            let gate = Unmanaged<Gate>.fromOpaque(context).takeRetainedValue()
            // As a thread has that does anything.
            free(malloc(1_024))
            while !gate.isOpen.load(ordering: .acquiring) { usleep(100) }
            return nil
        }
}
