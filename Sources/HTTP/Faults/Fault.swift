/// Something that goes wrong on purpose between a client and a server.
package struct Fault: Hashable, Sendable {
    /// What goes wrong.
    package enum Action: Hashable, Sendable {
        /// Nobody listens.
        case refuse
        /// The request is taken and never answered; the connection stays open.
        case hang
        /// The connection is broken off (RST) once the request has come.
        case reset
        /// The connection is closed in good order once the request has come, without an answer.
        case empty
        /// The answer ends, in good order, after so many bytes of its body, and always before its
        /// last byte.
        case truncate(bodyBytes: Int)
        /// So many bytes that are not HTTP come in place of an answer, then the end.
        case garbage(bytes: Int)
        /// The answer comes at so many bytes a second, its head too.
        case slow(bytesPerSecond: Int)
        /// The answer is held back for so long.
        case latency(Duration)
        /// An empty answer with this status comes, and the server does not see the request.
        case status(Int)
        /// An answer with status 200 comes whose first chunk has no length.
        case malformedChunk
        /// The connection is broken off (RST) after so many bytes of one direction, heads included.
        case dropAfter(bytes: Int, of: Direction)
        /// The TLS handshake fails: a fatal alert answers the first bytes.
        case tls
    }

    /// What `drop-after` counts.
    package enum Direction: String, Hashable, Sendable, CaseIterable {
        case answer, request
    }

    package let action: Action
    /// The only request it befalls, counted from one; `nil` for every one.
    package let request: Int?

    package init(_ action: Action, request: Int? = nil) {
        self.action = action
        self.request = request
    }

    /// Whether it befalls a request, counted from one.
    package func befalls(_ number: Int) -> Bool { request.map { $0 == number } ?? true }
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

    /// Whether it can only be done to HTTP that can be read, not to what TLS hides.
    package var needsCleartext: Bool {
        switch self {
        case .truncate, .status, .malformedChunk: true
        case .refuse, .hang, .reset, .empty, .garbage, .slow, .latency, .dropAfter, .tls: false
        }
    }
}
