extension HTTP2Server {
    /// What a server did and saw, for a test to hold a report against.
    ///
    /// A request is counted when it is whole, a response when it is handed to the socket.
    package struct Account: Sendable {
        /// What happened on one connection.
        package struct Connection: Sendable, Hashable {
            package var requests = 0
            /// Streams that were open at the same moment.
            package var mostStreams = 0
            /// Whether both sides are done with it.
            package var isOver = false
        }

        /// In order of arrival.
        package var connections: [Connection] = []
        package var requests = 0
        package var requestsByPath: [String: Int] = [:]
        /// Responses that went out to their end, by status.
        package var responses: [Int: Int] = [:]
        package var resetsSent: [ErrorCode: Int] = [:]
        package var resetsReceived: [ErrorCode: Int] = [:]
        package var goAwaysSent: [ErrorCode: Int] = [:]
        package var goAwaysReceived: [ErrorCode: Int] = [:]
        /// Streams that were refused for a limit which the client may not have known yet.
        package var streamsAboveLimit = 0
        /// Frames that are against the rules, streams above a limit that the client knew among them.
        package var invalidFrames = 0
        /// How often each value of the behaviour's `identityField` came.
        package var identities: [String: Int] = [:]
        /// The first hundred requests, in the order in which they were whole.
        package var firstRequests: [Request] = []

        /// All responses that went out to their end.
        package var answered: Int { responses.values.reduce(0, +) }
        /// Values of the `identityField` that came more than once.
        package var duplicates: [String: Int] { identities.filter { $0.value > 1 } }
        /// The most streams that were open at the same moment on one connection.
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
