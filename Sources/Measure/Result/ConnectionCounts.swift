/// How many connections were opened for how many requests.
package struct ConnectionCounts: Hashable, Sendable {
    /// As many as there were at the same time.
    package let connections: UInt64
    /// Connections that were opened, the first ones included.
    package let opened: UInt64
    /// Requests that ended, in warm-up too, good or not.
    package let requests: UInt64

    package init(connections: UInt64, opened: UInt64, requests: UInt64) {
        self.connections = connections
        self.opened = opened
        self.requests = requests
    }

    /// Connections that were opened in place of others.
    package var reopened: UInt64 { opened - min(opened, connections) }

    /// Whether opening connections again was more of the load than requests were.
    ///
    /// As often as there were connections in the first place it says nothing: an idle server closes all of
    /// them once.
    var wereLoad: Bool { reopened > requests && reopened > connections }
}
