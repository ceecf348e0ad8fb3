import Platform

/// Threads that may block for long, which those of Dispatch must not: they are limited in number, and
/// a test would wait for one that another test holds.
package enum DetachedThread {
    /// Runs `body` on a thread of its own.
    package static func start(_ body: @escaping @Sendable () -> Void) { OwnThread.start(body) }

    /// Runs `body` on a thread of its own and waits for it without holding one of Dispatch's.
    package static func value<Value: Sendable>(
        of body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start { continuation.resume(with: Result(catching: body)) }
        }
    }
}
