/// A fault injected between a client and a server.
package struct Fault: Hashable, Sendable {
    /// Kind of fault.
    package enum Action: Hashable, Sendable {
        /// The connection is refused.
        case refuse
        /// The request gets no response, and the connection stays open.
        case hang
        /// The connection is reset (RST) after the request.
        case reset
        /// The connection is closed normally after the request, without a response.
        case empty
        /// The connection is closed normally after a number of bytes of the response's body, but always before the
        /// last one.
        case truncate(bodyBytes: Int)
        /// A number of bytes that are not HTTP replace the response, then the connection is closed.
        case garbage(bytes: Int)
        /// The response, including its head, comes at a number of bytes per second.
        case slow(bytesPerSecond: Int)
        /// The response is delayed.
        case latency(Duration)
        /// An empty response with this status replaces that of the server, which does not receive the request.
        case status(Int)
        /// A response with status 200 whose first chunk has no size.
        case malformedChunk
        /// The connection is reset (RST) after a number of bytes in one direction, heads included.
        case dropAfter(bytes: Int, of: Direction)
        /// The TLS handshake fails: the first bytes get a fatal alert.
        case tls
    }

    /// The direction in which `drop-after` counts bytes.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case response, request
    }

    package let action: Action
    /// The only request that it applies to, counted from one; `nil` for every request.
    package let request: Int?

    package init(_ action: Action, request: Int? = nil) {
        self.action = action
        self.request = request
    }

    /// Whether it applies to a request, counted from one.
    package func applies(to number: Int) -> Bool { request.map { $0 == number } ?? true }
}

extension Fault.Action {
    /// The word for it in contracts and on the command line.
    package var name: Name {
        switch self {
        case .refuse: .refuse
        case .hang: .hang
        case .reset: .reset
        case .empty: .empty
        case .truncate: .truncate
        case .garbage: .garbage
        case .slow: .slow
        case .latency: .latency
        case .status: .status
        case .malformedChunk: .malformedChunk
        case .dropAfter: .dropAfter
        case .tls: .tls
        }
    }

    /// The words for faults.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case refuse, hang, reset, empty, truncate, garbage, slow, latency, status
        case malformedChunk = "malformed-chunk"
        case dropAfter = "drop-after"
        case tls
    }

    /// Whether the request is passed on to the server.
    package var isPassedOn: Bool {
        switch self {
        case .truncate, .slow, .latency, .dropAfter: true
        case .refuse, .hang, .reset, .empty, .garbage, .status, .malformedChunk, .tls: false
        }
    }

    /// Whether it needs readable HTTP, so that it is impossible on encrypted connections.
    package var needsCleartext: Bool {
        switch self {
        case .truncate, .status, .malformedChunk: true
        case .refuse, .hang, .reset, .empty, .garbage, .slow, .latency, .dropAfter, .tls: false
        }
    }
}
