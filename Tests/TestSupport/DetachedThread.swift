import Glibc

/// Threads that may block for long, which those of Dispatch must not: they are limited in number, and
/// a test would wait for one that another test holds.
package enum DetachedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a thread of its own.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        // Retained for the thread, which takes the reference over.
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, Self.run, work.toOpaque())
        precondition(status == 0, "pthread_create: error \(status)")
        pthread_detach(thread)
    }

    /// Runs `body` on a thread of its own and waits for it without holding one of Dispatch's.
    package static func value<Value: Sendable>(
        of body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Result(catching: body)) }
        }
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        {
            guard let context = $0 else { return nil }
            Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
            return nil
        }
}
