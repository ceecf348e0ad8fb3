import HTTP2Serving

/// An HTTP/2 server on the loopback interface that behaves as a test requests, and keeps its own account.
///
/// One thread serves all connections and sleeps when idle. The server stops when it is released.
package final class HTTP2Server: Sendable {
    /// The port, chosen by the system.
    package let port: UInt16
    private let scheme: String
    private let loop: HTTP2ServerLoop

    /// Listens on 127.0.0.1, with a behaviour for each connection in order of arrival.
    ///
    /// - Parameters:
    ///   - behaviours: The last one is that of all further connections; at least one.
    ///   - identity: What to show over TLS; without it clients have to know that HTTP/2 is spoken.
    ///   - negotiated: The protocol that is chosen over TLS when the client offers it.
    /// - Throws: What the system or OpenSSL did not do.
    package init(
        _ behaviours: Behaviour...,
        identity: TLSIdentity? = nil,
        negotiated: String = "h2"
    ) throws {
        precondition(!behaviours.isEmpty, "a server without a behaviour")
        let tls = try identity.map {
            try TLSServerContext(certificate: $0.certificate, key: $0.key, protocols: [negotiated])
        }
        let listener = try LoopbackSocket.listen()
        port = listener.port
        scheme = tls == nil ? "http" : "https"
        loop = try HTTP2ServerLoop(listener: listener.descriptor)
        loop.start(behaviours, tls)
    }

    deinit { loop.stop() }

    /// `http://127.0.0.1:PORT`, or `https`.
    package var origin: String { "\(scheme)://127.0.0.1:\(port)" }

    /// The events up to now.
    package var account: Account { loop.account }

    /// Waits until the account is as a test wants it, or the server has stopped.
    ///
    /// - Parameter condition: Called on the server's thread with every change.
    package func wait(until condition: @escaping @Sendable (Account) -> Bool) async {
        await loop.wait(until: condition)
    }

    /// Allows `limit` concurrent streams, on all open and future connections.
    package func limitStreams(to limit: UInt32) { loop.command(.limit(limit)) }

    /// Sends GOAWAY on every open connection.
    package func sendGoAway(_ ending: GoAway.Ending, code: ErrorCode = .noError) {
        loop.command(.goAway(GoAway(code: code, ending: ending)))
    }

    /// Stops accepting, reading and responding, until `resume()`.
    package func pause() { loop.command(.pause) }

    /// Continues after `pause()`, or after a behaviour's pause.
    package func resume() { loop.command(.resume) }

    /// Ends all connections and stops listening; returns when the thread is done.
    package func stop() { loop.stop() }
}
