extension HTTP2Server {
    /// The events that a server counted, for tests to check a report against.
    ///
    /// A request is counted when it is complete, a response when it is passed to the socket.
    package struct Account: Sendable {
        /// The events on one connection.
        package struct Connection: Sendable, Hashable {
            package var requests = 0
            /// The number of streams that were open at the same moment.
            package var mostStreams = 0
            /// Whether both sides have finished with it.
            package var isOver = false
        }

        /// In order of arrival.
        package var connections: [Connection] = []
        package var requests = 0
        package var requestsByPath: [String: Int] = [:]
        /// Responses that were sent completely, by status.
        package var responses: [Int: Int] = [:]
        package var resetsSent: [ErrorCode: Int] = [:]
        package var resetsReceived: [ErrorCode: Int] = [:]
        package var goAwaysSent: [ErrorCode: Int] = [:]
        package var goAwaysReceived: [ErrorCode: Int] = [:]
        /// Streams refused because of a limit that the client possibly did not know yet.
        package var streamsAboveLimit = 0
        /// Frames that violate the protocol, including streams above a limit that the client knew.
        package var invalidFrames = 0
        /// The number of requests for each value of the behaviour's `identityField`.
        package var identities: [String: Int] = [:]
        /// The first hundred requests, in order of completion.
        package var firstRequests: [Request] = []

        /// All responses that were sent completely.
        package var answered: Int { responses.values.reduce(0, +) }
        /// Values of the `identityField` in more than one request.
        package var duplicates: [String: Int] { identities.filter { $0.value > 1 } }
        /// The largest number of streams open at the same moment on one connection.
        package var mostStreams: Int { connections.map(\.mostStreams).max() ?? 0 }
        /// Connections that are open.
        package var openConnections: Int { connections.count { !$0.isOver } }

        mutating func add(_ request: Request, identity: String?) {
            requests += 1
            requestsByPath[request.path, default: 0] += 1
            connections[request.connection].requests += 1
            if let identity { identities[identity, default: 0] += 1 }
            if firstRequests.count < 100 { firstRequests.append(request) }
        }
    }
}
