import CMicroHTTPD
package import HTTP

/// A daemon's response: complete, or a head followed by events.
package struct DaemonResponse: Hashable, Sendable {
    package var response: ServerResponse
    /// Events in place of the body; `nil` for an ordinary response.
    package var events: EventFollower?

    package init(_ response: ServerResponse, events: EventFollower? = nil) {
        self.response = response
        self.events = events
    }
}

/// A response with the events of a feed as its body.
final class EventStream {
    private let follower: EventFollower
    private let connection: SuspendableConnection

    /// Largest block that libmicrohttpd requests.
    private static let blockBytes = 32 * 1_024

    private init(_ follower: EventFollower, _ connection: OpaquePointer) {
        self.follower = follower
        self.connection = SuspendableConnection(pointer: connection)
    }

    /// The response for this connection only; `nil` when memory is exhausted.
    static func response(
        _ follower: EventFollower,
        on connection: OpaquePointer
    ) -> OpaquePointer? {
        let stream = EventStream(follower, connection)
        // Owned by the response, which calls `releaseEvents` when it is destroyed.
        let context = Unmanaged.passRetained(stream)
        let raw = MHD_create_response_from_callback(
            // `MHD_SIZE_UNKNOWN`, a macro with a cast.
            UInt64.max,
            blockBytes,
            readEvents,
            context.toOpaque(),
            releaseEvents
        )
        if raw == nil { context.release() }
        return raw
    }

    // Others may still hold the follower.
    deinit { follower.leave() }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        follower.source.read(into: buffer, for: follower.number, on: connection)
    }
}

/// Called on the connection's thread whenever there is room to send.
private func readEvents(
    context: UnsafeMutableRawPointer?,
    position: UInt64,
    buffer: UnsafeMutablePointer<CChar>?,
    bytes: Int
) -> Int {
    guard let context, let buffer else { return -1 }
    let stream = Unmanaged<EventStream>.fromOpaque(context).takeUnretainedValue()
    return stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: bytes))
}

private func releaseEvents(context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<EventStream>.fromOpaque(context).release()
}
