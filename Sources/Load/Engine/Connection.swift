import Transport

/// A connection of a worker and the request on it.
///
/// All moments are nanoseconds since the first stage began.
struct Connection {
    enum State: UInt8 {
        /// Not there; somebody may be opening it.
        case closed
        case idle
        /// Waits for its next request to be due: closed model only.
        case thinking
        /// A request is on its way.
        case busy
    }

    var state = State.closed
    var descriptor: Int32 = -1
    /// `nil` for a connection without TLS.
    var stream: TLSStream?
    /// Tells events of this connection from those of one that had its place before.
    var generation: UInt32 = 0
    /// Requests that were answered on it.
    var answeredCount = 0
    /// Since when it waits for a request.
    var freeSince = Int64.min

    var send = 0
    /// The number of the arrival.
    var arrival: UInt64 = 0
    var due: Int64 = 0
    var ready: Int64 = 0
    var sent: Int64 = 0
    var bytesSent = 0
    var bytesReceived = 0
    var reader = ResponseReader()
    /// What was sent, when its answer is held against the whole contract; else empty.
    var checkedRequest: [UInt8] = []
    /// What the socket did not take yet; almost always nothing.
    var unwritten: ArraySlice<UInt8> = []

    /// The neighbours in the list of its state; -1 at the ends.
    var previous: Int32 = -1
    var next: Int32 = -1

    /// Begins the answer to a request that is about to be sent.
    mutating func beginAnswer(isAnswerToHead: Bool, capture: ResponseReader.Capture) {
        bytesReceived = 0
        if !checkedRequest.isEmpty { checkedRequest = [] }
        reader.begin(isAnswerToHead: isAnswerToHead, capture: capture)
    }

    /// Takes the next bytes of the answer.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> ResponseReader.Step {
        bytesReceived += bytes.count
        return reader.take(bytes)
    }

    /// Takes the end of the connection, which may be the end of the answer too.
    mutating func takeEnd() -> ResponseReader.Step { reader.takeEnd() }

    /// Notes that a request was answered.
    mutating func countAnswer() { answeredCount += 1 }

    /// Makes events of what had this place until now go astray.
    mutating func advance() { generation &+= 1 }
}

/// Connections in the order in which they came into a state.
struct ConnectionList {
    private(set) var first: Int32 = -1
    private var last: Int32 = -1
    private(set) var count = 0

    var isEmpty: Bool { first < 0 }

    mutating func append(_ index: Int32, in table: UnsafeMutablePointer<Connection>) {
        table[Int(index)].previous = last
        table[Int(index)].next = -1
        if last < 0 { first = index } else { table[Int(last)].next = index }
        last = index
        count += 1
    }

    mutating func remove(_ index: Int32, in table: UnsafeMutablePointer<Connection>) {
        let (previous, next) = (table[Int(index)].previous, table[Int(index)].next)
        if previous < 0 { first = next } else { table[Int(previous)].next = next }
        if next < 0 { last = previous } else { table[Int(next)].previous = previous }
        count -= 1
    }
}
