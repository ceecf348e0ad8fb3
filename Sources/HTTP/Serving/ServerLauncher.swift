/// Starts servers that answer from functions.
package protocol ServerLauncher: Sendable {
    /// Starts a server at a free port of the loopback interface; it answers from now on.
    ///
    /// - Parameters:
    ///   - limits: What a request may be at most.
    ///   - handler: Answers one request; called on several threads at once. It must not hold the
    ///     server.
    /// - Returns: The server, which runs until it is stopped or nobody holds it.
    /// - Throws: Why it could not be started, in words for a person.
    func server(
        limits: ServerLimits,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> any RunningServer
}

/// A server that was started.
package protocol RunningServer: Sendable {
    /// Where to reach it: `http://127.0.0.1:49152`.
    var origin: String { get }

    /// Answers what is under way, then ends every connection; returns when all has ended.
    ///
    /// - Returns: `false` when it was stopped before.
    @discardableResult
    func stop() -> Bool
}
