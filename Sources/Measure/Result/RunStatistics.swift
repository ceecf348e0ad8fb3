/// Statistics of a generator apart from arrivals, for the report and for doubts.
package struct RunStatistics: Hashable, Sendable {
    /// Turns of the workers' loops.
    package var turns: UInt64
    /// Turns that began more than 1 ms after they should have.
    package var lateTurns: UInt64
    /// Nanoseconds in turns, all workers together.
    package var busyTime: Int64
    /// Connections opened, including the first ones.
    package var opened: UInt64
    /// Failed attempts to open a connection.
    package var refused: UInt64
    /// Idle connections that the server closed.
    package var closedIdle: UInt64
    /// Requests that ended, including the warm-up, passed or failed.
    package var settled: UInt64
    /// Arrivals not sent although a connection was free.
    package var unsentThoughFree: UInt64
    /// Reason of the last failed attempt to open a connection.
    package var lastRefusal: String?
    /// `nil` for HTTP/1.1.
    package var http2: HTTP2Figures?
    /// How connections were opened; `nil` when unknown.
    package var opening: OpeningFigures?
    /// When the server was gone, in the order of time.
    package var outages: [RunOutage]

    package init(
        turns: UInt64 = 0,
        lateTurns: UInt64 = 0,
        busyTime: Int64 = 0,
        opened: UInt64 = 0,
        refused: UInt64 = 0,
        closedIdle: UInt64 = 0,
        settled: UInt64 = 0,
        unsentThoughFree: UInt64 = 0,
        lastRefusal: String? = nil,
        http2: HTTP2Figures? = nil,
        opening: OpeningFigures? = nil,
        outages: [RunOutage] = []
    ) {
        self.turns = turns
        self.lateTurns = lateTurns
        self.busyTime = busyTime
        self.opened = opened
        self.refused = refused
        self.closedIdle = closedIdle
        self.settled = settled
        self.unsentThoughFree = unsentThoughFree
        self.lastRefusal = lastRefusal
        self.http2 = http2
        self.opening = opening
        self.outages = outages
    }
}
