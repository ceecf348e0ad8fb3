/// What answers the requests of one connection; used by the thread of the connection only.
package protocol ConnectionHandler: AnyObject {
    /// How many requests the client may have under way at the beginning.
    var firstStreamLimit: UInt32 { get }

    /// Answers a request that is whole: sets what is answered in the exchange, and when it leaves.
    ///
    /// - Parameters:
    ///   - exchange: The request, which another one may use later.
    ///   - connection: The connection that it came on.
    func answer(_ exchange: ServedExchange, on connection: any ServedConnection)

    /// Says good-bye to a connection on which nothing happened for long; it is closed then.
    func endIdle(_ connection: any ServedConnection)
}

extension ConnectionHandler {
    package func endIdle(_ connection: any ServedConnection) { connection.goAway([]) }
}

/// What a handler may do with its connection.
package protocol ServedConnection: AnyObject {
    /// What the client has shown of itself over TLS; `nil` without a certificate.
    var clientCertificate: ClientCertificate? { get }

    /// Lets the client have so many requests under way, from now on; HTTP/1.1 knows no such thing.
    func limitStreams(to limit: UInt32)

    /// Says that no later request is answered, answers those that are there, and ends the connection.
    ///
    /// - Parameter data: What a GOAWAY frame carries for people and programs to read; HTTP/1.1 closes
    ///   without it.
    func goAway(_ data: [UInt8])
}

/// A certificate of a client; nobody looked at who signed it.
package struct ClientCertificate: Hashable, Sendable {
    /// The last `UID` of its subject; `nil` without one.
    package let userID: String?
}
