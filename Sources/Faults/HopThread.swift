import Glibc

/// A dedicated thread for a loop that waits most of the time, which threads of Dispatch must not.
enum HopThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body`.
    ///
    /// - Returns: `false` when the system gives no further thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // Retained for the thread, which takes the reference over.
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, run, work.toOpaque()) == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { context in
            guard let context else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
}
