import CLinux
import Glibc
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
    private(set) var descriptor: Int32 = -1
    /// `nil` for a connection without TLS.
    private var stream: TLSStream?
    /// Whether the kernel timestamps received bytes.
    private var isStamped = false
    /// Distinguishes events of this connection from those of an earlier one at the same index.
    private(set) var generation: UInt32 = 0
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
    private(set) var nameTime: Int64 = 0
    /// Whether writing has failed on it.
    var isBroken = false

    /// Lanes in use; maintained by the pool.
    var load = 0
    /// Largest permitted `load`.
    var limit = 0
    /// Whether its lanes are handed out.
    var takesRequests = false
    /// The first free lane, head of a linked list; -1 for none.
    var free = -1
    /// The neighbours among connections of the same load; -1 at the ends.
    var previous = -1
    var next = -1

    /// Whether a lane is free for a request.
    var hasRoom: Bool { takesRequests && load < limit }

    /// Takes over an open socket.
    mutating func begin(_ opened: OpenedConnection, at now: Int64) {
        generation &+= 1
        (descriptor, stream) = (opened.descriptor, opened.stream)
        answeredCount = 0
        isBroken = false
        openedAt = now
        nameTime = opened.nameTime
        // Within TLS, the time at which bytes came does not tell when a response was complete.
        isStamped = stream == nil && clinux_stamp_receipts(descriptor) == 0
    }

    /// Closes the socket and invalidates its events.
    mutating func close() {
        state = .closed
        unwritten = []
        session = nil
        awaitsRoom = false
        heardAt = .min
        generation &+= 1
        if stream == nil && descriptor >= 0 { Glibc.close(descriptor) }
        (descriptor, stream) = (-1, nil)
    }

    // MARK: - Bytes

    var isSecured: Bool { stream != nil }

    /// Whether there are bytes that the poller does not report.
    var hasEarlyBytes: Bool { stream?.hasEarlyBytes ?? false }

    /// Whether bytes can be read: those that came within TLS while it began, or any without TLS.
    var hasUnreadBytes: Bool {
        if let stream { return stream.hasEarlyBytes }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Whether the server did not agree on HTTP/2 when TLS began.
    var refusesHTTP2: Bool { stream.map { !$0.speaksHTTP2 } ?? false }

    /// Why TLS ended; empty without a reason.
    var tlsFailure: String { stream?.failure ?? "" }

    /// Writes until all bytes are written, the socket is full, or the connection fails.
    ///
    /// - Returns: Number of bytes written; when the connection failed, -1 minus the number written before.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            let count: Int
            if let stream {
                switch stream.send(rest) {
                case .bytes(let written): count = written
                case .wait: return bytes.count - rest.count
                case .end, .cut, .failed: return rest.count - bytes.count - 1
                }
            } else {
                count = clinux_send(descriptor, rest.baseAddress, rest.count)
                if count < 0 {
                    if errno == EINTR { continue }
                    return errno == EAGAIN
                        ? bytes.count - rest.count : rest.count - bytes.count - 1
                }
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return bytes.count
    }

    /// Reads once.
    ///
    /// - Parameters:
    ///   - input: Takes the bytes.
    ///   - stamp: Set to when the last byte came, in nanoseconds since 1970, if the kernel noted it.
    /// - Returns: What was read.
    func read(
        into input: UnsafeMutableRawBufferPointer,
        stamp: inout Int64
    ) -> TLSStream.Step {
        if let stream { return stream.receive(into: input) }
        while true {
            let count =
                isStamped
                ? clinux_receive_stamped(descriptor, input.baseAddress, input.count, &stamp)
                : clinux_receive(descriptor, input.baseAddress, input.count)
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            guard errno == EINTR else { return errno == EAGAIN ? .wait : .failed(errno) }
        }
    }
}
