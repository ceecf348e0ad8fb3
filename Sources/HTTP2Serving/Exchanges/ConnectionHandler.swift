/// Handles the requests of one connection; used by the thread of the connection only.
package protocol ConnectionHandler: AnyObject {
    /// Initial limit of concurrent requests.
    var firstStreamLimit: UInt32 { get }

    /// Responds to a complete request: sets the response in the exchange, and when it leaves.
    ///
    /// - Parameters:
    ///   - exchange: The request; reused for later requests.
    ///   - connection: The connection of the request.
    func answer(_ exchange: ServedExchange, on connection: any ServedConnection)

    /// Ends an idle connection, which is closed afterwards.
    func endIdle(_ connection: any ServedConnection)
}

extension ConnectionHandler {
    package func endIdle(_ connection: any ServedConnection) { connection.goAway([]) }
}

/// Operations that a handler may perform on its connection.
package protocol ServedConnection: AnyObject {
    /// The client's TLS certificate; `nil` for none.
    var clientCertificate: ClientCertificate? { get }

    /// Changes the limit of concurrent requests; without effect for HTTP/1.1.
    func limitStreams(to limit: UInt32)

    /// Refuses later requests, responds to earlier ones, and ends the connection.
    ///
    /// - Parameter data: Debug data of the GOAWAY frame; HTTP/1.1 closes without it.
    func goAway(_ data: [UInt8])
}

/// A client's certificate, whose issuer was not verified.
package struct ClientCertificate: Hashable, Sendable {
    /// The last `UID` of its subject; `nil` without one.
    package let userID: String?
}
