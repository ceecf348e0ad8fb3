import Transport

/// A connection of a worker: a socket, perhaps TLS on it, and the lanes it carries.
struct Connection {
    enum State: UInt8 {
        /// Closed, or about to be opened by the owner.
        case closed
        /// Waits for the peer's settings: HTTP/2 only.
        case opening
        case open
        /// Takes no more requests and closes after the last response: HTTP/2 only.
        case draining
    }

    var state = State.closed
    var descriptor: Int32 = -1
    /// `nil` for a connection without TLS.
    var stream: TLSStream?
    /// Whether the kernel timestamps received bytes.
    var isStamped = false
    /// Distinguishes events of this connection from those of an earlier one at the same index.
    var generation: UInt32 = 0
    /// Requests that got a response on it.
    var answeredCount = 0
    /// Bytes that the socket did not take yet; usually empty.
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
    /// Time until the server's name was resolved, in nanoseconds.
    var nameTime: Int64 = 0
    /// Whether writing has failed on it.
    var isBroken = false
    /// Whether it has been opened, or could not be, in this place.
    var wasHeard = false

    /// Lanes in use; maintained by the pool.
    var load: Int32 = 0
    /// Largest permitted `load`.
    var limit: Int32 = 0
    /// Whether its lanes are handed out.
    var takesRequests = false
    /// The first free lane, head of a linked list; -1 for none.
    var free: Int32 = -1
    /// The neighbours among connections of the same load; -1 at the ends.
    var previous: Int32 = -1
    var next: Int32 = -1

    /// Whether a lane is free for a request.
    var hasRoom: Bool { takesRequests && load < limit }

    /// Invalidates events of the connections that had this index before.
    mutating func advance() { generation &+= 1 }
}
