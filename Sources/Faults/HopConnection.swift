import HTTP

/// One connection through the proxy, without its sockets: a state machine over received bytes and bytes to send.
///
/// It parses HTTP/1.1 only as far as needed to find the ends of requests and responses. Other protocols, above all
/// TLS, pass unchanged; the whole connection then counts as one request.
///
/// Times count from an arbitrary fixed moment.
struct HopConnection {
    /// How the client's connection ends, once `toClient` is sent.
    enum Ending { case orderly, reset }

    /// A request and its response.
    private struct Exchange {
        let action: Fault.Action?
        var request = MessageScanner(.request)
        var response: MessageScanner?
        /// Bytes of the request that were passed on.
        var passedOn = 0
        var responseBegan: Duration?
        /// Bytes of the response that were passed back.
        var passedBack = 0
    }

    /// Size of a buffer beyond which reading pauses.
    static let capacity = 65_536

    /// Called once for each request.
    private let nextAction: () -> Fault.Action?
    /// Called if a request with a fault did not have it, because the message ended before.
    private let onOmission: () -> Void
    private var exchange: Exchange?
    /// Came from the client and was not looked at.
    private var inbox: [UInt8] = []
    /// Came from the server and was not passed back.
    private var staged: [UInt8] = []
    private var hasClientEnded = false
    private var hasUpstreamEnded = false
    /// Whether the connection is not HTTP/1.1 that can be followed.
    private var isOpaque = false
    /// Whether bytes from the client are dropped.
    private var isDropping = false
    /// To be sent to the client.
    private(set) var toClient: [UInt8] = []
    /// To be sent to the server.
    private(set) var toUpstream: [UInt8] = []
    private(set) var ending: Ending?
    /// When to call `advance` even if no bytes come.
    private(set) var deadline: Duration?

    /// - Parameters:
    ///   - nextAction: Returns the fault of the next request.
    ///   - onOmission: Called if that request did not have the fault, because the message ended before.
    init(nextAction: @escaping () -> Fault.Action?, onOmission: @escaping () -> Void = {}) {
        self.nextAction = nextAction
        self.onOmission = onOmission
    }
}

// MARK: - For the owner of the sockets

extension HopConnection {
    var readsClient: Bool {
        ending == nil && !hasClientEnded && inbox.count < Self.capacity
            && toUpstream.count < Self.capacity
    }

    var readsUpstream: Bool {
        ending == nil && !hasUpstreamEnded && staged.count < Self.capacity
    }

    /// Whether no request is in progress.
    var isIdle: Bool { exchange == nil && inbox.isEmpty && toClient.isEmpty && !isDropping }

    /// Whether the end of the client's stream has to be passed on to the server.
    var hasFinishedRequests: Bool { hasClientEnded && inbox.isEmpty && toUpstream.isEmpty }

    mutating func receive(fromClient bytes: ArraySlice<UInt8>, at now: Duration) {
        inbox += bytes
        advance(to: now)
    }

    mutating func receive(fromUpstream bytes: ArraySlice<UInt8>, at now: Duration) {
        guard var exchange else { return upstreamEnded(at: now) }
        exchange.responseBegan = exchange.responseBegan ?? now
        if !isOpaque {
            var response =
                exchange.response ?? MessageScanner(.response(isToHead: exchange.request.isToHead))
            _ = response.consume(bytes)
            if response.isMalformed || response.isUpgrade { isOpaque = true }
            exchange.response = response
        }
        self.exchange = exchange
        staged += bytes
        advance(to: now)
    }

    /// The server closed its connection, or it broke.
    mutating func upstreamEnded(at now: Duration) {
        hasUpstreamEnded = true
        advance(to: now)
    }

    /// The server could not be reached.
    mutating func upstreamFailed() {
        toUpstream = []
        ending = .reset
    }

    mutating func clientEnded(at now: Duration) {
        hasClientEnded = true
        // An HTTP client that closes its side is gone; a TLS connection may be half-closed.
        if !isOpaque || exchange?.action?.isPassedOn == false { end(.orderly) }
        advance(to: now)
    }

    /// Ends an idle connection.
    mutating func endIfIdle() { if isIdle { end(.orderly) } }

    mutating func sentToClient(_ count: Int, at now: Duration) {
        toClient.removeFirst(count)
        advance(to: now)
    }

    mutating func sentToUpstream(_ count: Int, at now: Duration) {
        toUpstream.removeFirst(count)
        advance(to: now)
    }

    /// Processes everything that is possible now.
    mutating func advance(to now: Duration) {
        guard ending == nil else { return }
        deadline = nil
        takeRequests()
        passBack(at: now)
        // Both sides have closed, so delayed bytes have no receiver.
        if hasClientEnded, hasUpstreamEnded, deadline != nil { end(.orderly) }
    }
}

// MARK: - Requests

extension HopConnection {
    private mutating func takeRequests() {
        while ending == nil, let first = inbox.first {
            if isDropping { return inbox.removeAll() }
            if exchange == nil {
                // The record type of a TLS handshake (RFC 8446 §5.1).
                if first == 0x16 { isOpaque = true }
                exchange = Exchange(action: nextAction())
            }
            guard var current = exchange, isOpaque || !current.request.isComplete else { return }
            var count = inbox.count
            if !isOpaque {
                count = current.request.consume(inbox[...])
                if current.request.isMalformed {
                    // The rest is forwarded unchanged.
                    isOpaque = true
                    count = inbox.count
                }
            }
            pass(count, of: &current)
            exchange = current
            guard let action = current.action, !action.isPassedOn else { continue }
            if isOpaque || current.request.isComplete { play(action) }
        }
    }

    private mutating func pass(_ count: Int, of exchange: inout Exchange) {
        defer { inbox.removeFirst(count) }
        guard exchange.action?.isPassedOn ?? true else { return }
        var passed = count
        if case .dropAfter(let bytes, .request) = exchange.action {
            passed = min(count, bytes - exchange.passedOn)
            if exchange.passedOn + count >= bytes { ending = .reset }
        }
        toUpstream += inbox.prefix(passed)
        exchange.passedOn += passed
    }

    /// Performs the fault in place of the server.
    private mutating func play(_ action: Fault.Action) {
        switch action {
        case .hang: isDropping = true
        case .refuse, .reset: end(.reset)
        case .empty: end(.orderly)
        case .garbage, .status, .malformedChunk, .tls:
            toClient += FaultBytes.response(of: action)
            end(.orderly)
        case .truncate, .slow, .latency, .dropAfter: break
        }
    }

    private mutating func end(_ ending: Ending) {
        self.ending = ending
        inbox = []
        staged = []
        toUpstream = []
        deadline = nil
    }
}

// MARK: - Responses

extension HopConnection {
    private mutating func passBack(at now: Duration) {
        guard ending == nil, var current = exchange, !isDropping else {
            if hasUpstreamEnded, exchange == nil { end(.orderly) }
            return
        }
        if !staged.isEmpty {
            let room = max(0, Self.capacity - toClient.count)
            let count = min(staged.count, room, allowance(of: current, at: now))
            toClient += staged.prefix(count)
            staged.removeFirst(count)
            current.passedBack += count
            exchange = current
        }
        if let ending = faultyEnding(of: current) { return end(ending) }
        guard staged.isEmpty else { return }
        let isComplete =
            !isOpaque && current.request.isComplete && current.response?.isComplete == true
        // Everything was passed on, so the connection was not dropped.
        if isComplete || hasUpstreamEnded, case .dropAfter = current.action { onOmission() }
        if hasUpstreamEnded { return end(.orderly) }
        if isComplete {
            exchange = nil
            takeRequests()
        }
    }

    /// Number of further bytes of the response that may pass; sets the deadline when only time will change it.
    private mutating func allowance(of exchange: Exchange, at now: Duration) -> Int {
        switch exchange.action {
        case .latency(let delay):
            let due = (exchange.responseBegan ?? now) + delay
            guard due > now else { return .max }
            deadline = due
            return 0
        case .slow(let rate):
            let elapsed = now - (exchange.responseBegan ?? now)
            let due = Int(elapsed / .seconds(1) * Double(rate)) - exchange.passedBack
            guard due < staged.count else { return due }
            deadline = now + max(.seconds(1) / rate, Self.shortestPause)
            return max(0, due)
        case .truncate(let bytes):
            // This byte may be the last until another one comes.
            let wanted = cut(exchange, after: bytes).map { $0 - exchange.passedBack } ?? .max
            return max(0, min(wanted, staged.count - 1))
        case .dropAfter(let bytes, .response): return max(0, bytes - exchange.passedBack)
        default: return .max
        }
    }

    private static let shortestPause = Duration.milliseconds(5)

    /// Where a response is cut; `nil` for an incomplete head.
    private func cut(_ exchange: Exchange, after bodyBytes: Int) -> Int? {
        isOpaque ? bodyBytes : exchange.response?.bodyStart.map { $0 + bodyBytes }
    }

    /// How the fault ends the connection within the response; `nil` until it is time to.
    private func faultyEnding(of exchange: Exchange) -> Ending? {
        switch exchange.action {
        case .truncate(let bytes):
            let isWhole = exchange.response?.isComplete == true || hasUpstreamEnded
            let isCut = cut(exchange, after: bytes).map { exchange.passedBack >= $0 } ?? false
            return isCut || isWhole && staged.count <= 1 ? .orderly : nil
        case .dropAfter(let bytes, .response):
            let hasBegun = exchange.responseBegan != nil
            return hasBegun && exchange.passedBack >= bytes ? .reset : nil
        default: return nil
        }
    }
}
