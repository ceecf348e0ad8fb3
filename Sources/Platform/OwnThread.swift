import Glibc

/// Threads that may block for long, which those of Dispatch must not: they are limited in number.
package enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new detached thread.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        // Retained for the thread, which takes the reference over.
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, Self.run, work.toOpaque())
        precondition(status == 0, "pthread_create: error \(status)")
        pthread_detach(thread)
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            guard let context = $0 else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
}
