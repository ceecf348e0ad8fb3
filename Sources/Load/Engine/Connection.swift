import Transport

/// A connection of a worker: a socket, perhaps TLS on it, and the lanes it carries.
struct Connection {
    enum State: UInt8 {
        /// Not there; somebody may be opening it.
        case closed
        /// Waits for the other side's settings: HTTP/2 only.
        case opening
        case open
        /// Begins no more requests and ends with the last answer: HTTP/2 only.
        case draining
    }

    var state = State.closed
    var descriptor: Int32 = -1
    /// `nil` for a connection without TLS.
    var stream: TLSStream?
    /// Whether the kernel notes when bytes come in on it.
    var isStamped = false
    /// Tells events of this connection from those of one that had its place before.
    var generation: UInt32 = 0
    /// Requests that were answered on it.
    var answeredCount = 0
    /// What the socket did not take yet; almost always nothing.
    var unwritten: ArraySlice<UInt8> = []

    /// `nil` over HTTP/1.1.
    var session: HTTP2Session?
    /// Whether the session has something to write.
    var isDirty = false
    /// Whether the socket took less than the session had.
    var awaitsRoom = false
    /// Requests that were begun over HTTP/2.
    var sentCount = 0
    /// When it was opened, and when something came last.
    var openedAt: Int64 = 0
    var heardAt = Int64.min
    /// How long it waited for the name of the server to resolve, in nanoseconds.
    var nameTime: Int64 = 0
    /// Whether writing has failed on it.
    var isBroken = false
    /// Whether it has been opened, or could not be, in this place.
    var wasHeard = false

    /// How many of its lanes are in use; kept by the pool.
    var load: Int32 = 0
    /// How many may be.
    var limit: Int32 = 0
    /// Whether lanes of it are handed out.
    var takesRequests = false
    /// The first of its lanes that is not in use, each of which knows the next; -1 for none.
    var free: Int32 = -1
    /// The neighbours among connections of the same load; -1 at the ends.
    var previous: Int32 = -1
    var next: Int32 = -1

    /// Whether one of its lanes can take a request.
    var hasRoom: Bool { takesRequests && load < limit }

    /// Makes events of what had this place until now go astray.
    mutating func advance() { generation &+= 1 }
}
