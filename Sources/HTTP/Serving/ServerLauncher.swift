/// Starts servers that answer from functions.
package protocol ServerLauncher: Sendable {
    /// Starts a server, which answers HTTP/1.1 and HTTP/2 from now on.
    ///
    /// - Parameters:
    ///   - place: Where it is found.
    ///   - limits: What a request may be at most.
    ///   - handler: Answers one request; called on several threads at once. It must not hold the
    ///     server.
    /// - Returns: The server, which runs until it is stopped or nobody holds it.
    /// - Throws: Why it could not be started, in words for a person.
    func server(
        at place: ServerPlace,
        limits: ServerLimits,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> any RunningServer
}

/// Where a server is to be found, and what it shows of itself.
package struct ServerPlace: Hashable, Sendable {
    /// A name or a numeric address, without brackets.
    package var host = "127.0.0.1"
    /// Zero takes any free port.
    package var port = 0
    /// What it shows to who speaks TLS; `nil` for clear text alone.
    package var identity: Identity?

    /// Files in PEM form, by their paths.
    package struct Identity: Hashable, Sendable {
        package let certificate: String
        package let key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// Any free port of the loopback interface.
    package init() {}
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
