import Platform

/// Threads that may block for a long time.
///
/// Dispatch threads must not: their number is limited, and a test would wait
/// for one that another test occupies.
package enum DetachedThread {
    /// Runs `body` on a separate thread.
    package static func start(_ body: @escaping @Sendable () -> Void) { OwnThread.start(body) }

    /// Runs `body` on a separate thread and waits for it without occupying a Dispatch thread.
    package static func value<Value: Sendable>(
        of body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Result(catching: body)) }
        }
    }
}
