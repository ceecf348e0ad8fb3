/// Carries one exchange at a time: an HTTP/1.1 connection has one lane, an HTTP/2 connection many.
///
/// All moments are nanoseconds since the first stage began.
struct Lane {
    enum State: UInt8 {
        /// Its connection is not there, or the lane waits for a request in the pool.
        case idle
        /// Waits for its next request to be due: closed model only.
        case thinking
        /// A request is on its way.
        case busy
        /// The request has ended for the worker, but the stream not yet for the peer: HTTP/2 only.
        case ending
    }

    var state = State.idle
    let connection: Int
    var send = 0
    /// The number of the arrival.
    var arrival: UInt64 = 0
    /// The journey that the request is a step of; -1 for none.
    var journey = -1
    var due: Int64 = 0
    private(set) var ready: Int64 = 0
    var sent: Int64 = 0
    /// How long its request may have waited for the lane because the generator was late with the one before.
    private var inherited: Int64 = 0
    /// How late its last request may have ended because of the generator.
    private(set) var delay: Int64 = 0
    /// The part of `delay` that a request inherits that waits for the lane.
    private var passedOn: Int64 = 0
    /// How long a response lies unread in a pause of the generator.
    ///
    /// A shorter time is mostly that of the server, and would add up over the requests of a queue.
    private static let pause: Int64 = 10_000_000
    /// Whether the kernel dated the response, so that the time it lay unread is not counted.
    var isDated = false
    /// Whether the request asks for the connection to be closed after it.
    var isLast = false
    var bytesSent = 0
    var bytesReceived = 0
    var reader = ResponseReader()
    /// Bytes of the request when its response is checked against the whole contract; otherwise empty.
    var checkedRequest: [UInt8] = []
    /// Stream of the request, and the rest of its body to send: HTTP/2 only.
    var streamID: Int32 = 0
    var body = RequestBody()

    /// The neighbours in the list of its state; -1 at the ends.
    var previous = -1
    var next = -1

    init(connection: Int) {
        self.connection = connection
    }

    /// How late its request may have been sent because of the generator.
    var lag: Int64 { inherited + max(sent - ready, 0) }

    /// Begins a request.
    ///
    /// - Parameters:
    ///   - due: When it was due.
    ///   - ready: When it was due and the lane was free.
    mutating func begin(due: Int64, ready: Int64) {
        (self.due, self.ready) = (due, ready)
        // Had the request before ended earlier, the lane would have been free earlier.
        inherited = min(max(ready - due, 0), passedOn)
    }

    /// Ends a request, whose response lay unread for this time at most.
    mutating func end(unread: Int64) {
        delay = lag + unread
        passedOn = unread >= Self.pause ? delay : lag
    }

    /// Begins the response to a request that is about to be sent.
    mutating func beginResponse(isResponseToHead: Bool, capture: ResponseReader.Capture) {
        bytesReceived = 0
        if !checkedRequest.isEmpty { checkedRequest = [] }
        reader.begin(isResponseToHead: isResponseToHead, capture: capture)
    }

    /// Parses the next bytes of the response.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> ResponseReader.Step {
        bytesReceived += bytes.count
        return reader.take(bytes)
    }

    /// Handles the end of the connection, which may complete the response.
    mutating func takeEnd() -> ResponseReader.Step { reader.takeEnd() }
}

/// Lanes in the order in which they entered a state.
struct LaneList {
    let lanes: UnsafeMutablePointer<Lane>
    private(set) var first = -1
    private var last = -1
    private(set) var count = 0

    /// - Parameter lanes: All lanes; they must outlive the list.
    init(_ lanes: UnsafeMutablePointer<Lane>) { self.lanes = lanes }

    var isEmpty: Bool { first < 0 }

    mutating func append(_ lane: Int) {
        lanes[lane].previous = last
        lanes[lane].next = -1
        if last < 0 { first = lane } else { lanes[last].next = lane }
        last = lane
        count += 1
    }

    mutating func remove(_ lane: Int) {
        let (previous, next) = (lanes[lane].previous, lanes[lane].next)
        if previous < 0 { first = next } else { lanes[previous].next = next }
        if next < 0 { last = previous } else { lanes[next].previous = previous }
        count -= 1
    }
}
