/// Starts servers with functions as handlers.
package protocol ServerLauncher: Sendable {
    /// Starts a server for HTTP/1.1 and HTTP/2.
    ///
    /// - Parameters:
    ///   - place: Its address.
    ///   - limits: Largest sizes of a request.
    ///   - handler: Answers one request; called on several threads at once. It must not retain the server.
    /// - Returns: The server, which runs until it is stopped or released.
    /// - Throws: Why it could not be started, as a text for the user.
    func server(
        at place: ServerPlace,
        limits: ServerLimits,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> any RunningServer
}

/// Address of a server, and its TLS identity.
package struct ServerPlace: Hashable, Sendable {
    /// A name or a numeric address, without brackets.
    package var host = "127.0.0.1"
    /// Zero takes any free port.
    package var port = 0
    /// Its TLS identity; `nil` for clear text only.
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

    /// Completes requests in progress, then closes every connection; returns when all are closed.
    ///
    /// - Returns: `false` when it was stopped before.
    @discardableResult
    func stop() -> Bool
}
