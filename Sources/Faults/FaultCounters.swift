/// What a hop has seen so far.
package struct FaultCounters: Hashable, Sendable {
    /// Connections that were taken.
    package var connections = 0
    /// Connections that are open now.
    package var open = 0
    /// Requests that began; a connection that is not HTTP/1.1 counts as one.
    package var requests = 0
    /// Requests that a fault befell.
    package var faults = 0
    /// Connections that ended because the server could not be reached.
    package var upstreamFailures = 0
    /// Why the server could not be reached the last time; `nil` when it always was.
    package var lastUpstreamFailure: String?

    package init() {}
}
