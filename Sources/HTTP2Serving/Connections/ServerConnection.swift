import Glibc
import HTTPServer
import Platform

/// A socket with its protocols: TLS or clear text, HTTP/2 or HTTP/1.1; used by its worker's thread only.
final class ServerConnection: ServedConnection {
    let descriptor: Int32
    /// Where its worker finds it.
    let token: UInt64
    private unowned let worker: ServerWorker
    private let handler: any ConnectionHandler
    /// `nil` without TLS.
    private var tls: TLSServerSide?
    /// `nil` until the client's protocol is known.
    private var session: (any MessageSession)?
    /// Bytes received before that.
    private var beginning: [UInt8] = []
    /// Output of the session, and bytes for the socket, of which those from `sent` on are unwritten.
    private var plain: [UInt8] = []
    private var output: [UInt8] = []
    private var sent = 0
    private var waitsForRoom = false
    private var isReading = true
    /// When all output was written; since then the connection waits for the client to close, so that no bytes are
    /// lost.
    private var finishedAt: Int64?
    private var hasFinished: Bool { finishedAt != nil }
    private var isIdle = false
    /// Whether it is the tunnel of a CONNECT.
    private var isTunnel = false
    /// When bytes came last, in nanoseconds on CLOCK_MONOTONIC.
    private var lastReceipt: Int64
    private(set) var isOver = false

    /// Unwritten bytes beyond which reading pauses.
    private static let outputLimit = 256 * 1_024
    private static let handshake: UInt8 = 22
    private static let patience: Int64 = 5_000_000_000

    init(
        _ descriptor: Int32,
        token: UInt64,
        _ handler: any ConnectionHandler,
        _ worker: ServerWorker
    ) {
        self.descriptor = descriptor
        self.token = token
        self.handler = handler
        self.worker = worker
        lastReceipt = MonotonicClock.now
    }

    var clientCertificate: ClientCertificate? { tls?.clientCertificate }

    func limitStreams(to limit: UInt32) { session?.limitStreams(to: limit) }

    func goAway(_ data: [UInt8]) { session?.goAway(data) }

    /// Reads available bytes, up to some full buffers, so that other connections get their turn.
    func receive(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        guard takesInput else { return lookForError() }
        for _ in 0..<4 where takesInput {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return }
            guard count > 0 else {
                isOver = true
                return
            }
            lastReceipt = MonotonicClock.now
            if !hasFinished { take(UnsafeBufferPointer(rebasing: buffer[..<count])) }
            if isOver || count < buffer.count { return }
        }
    }

    /// Whether reading is on: a client that does not read its responses is paused.
    private var takesInput: Bool {
        hasFinished
            || session?.takesInput ?? true && output.count - sent < Self.outputLimit
    }

    private func lookForError() {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout.size(ofValue: code))
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        if code != 0 { isOver = true }
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        if tls == nil, session == nil, beginning.isEmpty, bytes.first == Self.handshake {
            tls = worker.tls.map { TLSServerSide($0) }
        }
        guard let tls else { return takePlain(bytes) }
        guard let plain = tls.receive(Array(bytes)) else {
            isOver = true
            return
        }
        if !plain.isEmpty { plain.withUnsafeBufferPointer(takePlain) }
    }

    private func takePlain(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let session {
            session.receive(bytes)
            return beginTunnel()
        }
        beginning.append(contentsOf: bytes)
        guard let session = sessionOfBeginning() else { return }
        self.session = session
        beginning.withUnsafeBufferPointer(session.receive)
        beginning = []
        beginTunnel()
    }

    /// Whether a CONNECT may lead to an authority; `nil` when the server is not a proxy.
    func leads(to authority: [UInt8]) -> Bool? {
        worker.tunnels.map { tunnels in
            let name = String(decoding: authority, as: UTF8.self).lowercased()
            let pattern = "*\(name.drop { $0 != "." })"
            return !isTunnel && tls == nil && (tunnels.contains(name) || tunnels.contains(pattern))
        }
    }

    /// The authorities that a CONNECT may lead to, for messages.
    var tunnelNames: String { worker.tunnels?.sorted().joined(separator: ", ") ?? "" }

    /// Restarts protocol detection after a CONNECT.
    private func beginTunnel() {
        guard let http1 = session as? HTTP1Session, let rest = http1.restBehindTunnel else {
            return
        }
        isTunnel = true
        http1.takeOutput(&output)
        session = nil
        if !rest.isEmpty { rest.withUnsafeBufferPointer(take) }
    }

    /// A session for the protocol, detected by the first bytes: those of HTTP/2 are not a method (RFC 9113 §3.4).
    private func sessionOfBeginning() -> (any MessageSession)? {
        let preface = Array("PRI * HTTP/2.0".utf8)
        let isPreface = zip(beginning, preface).allSatisfy { $0 == $1 }
        if isPreface, beginning.count < preface.count { return nil }
        guard isPreface else { return HTTP1Session(self, bodyLimit: worker.bodyLimit) }
        return HTTP2Session(
            self,
            streamLimit: handler.firstStreamLimit,
            bodyLimit: worker.bodyLimit
        )
    }

    /// Handles a request, and responds at once or when the response is due.
    func answer(_ exchange: ServedExchange) {
        exchange.arrival = MonotonicClock.now
        handler.answer(exchange, on: self)
        guard exchange.departure > exchange.arrival else {
            session?.send(exchange)
            return
        }
        worker.wait(
            for: ServerWorker.Departure(
                moment: exchange.departure,
                token: token,
                slot: exchange.slot,
                generation: exchange.generation
            )
        )
    }

    /// Sends a response that is due, if its stream still exists.
    func send(slot: Int, generation: UInt32) {
        guard let session, let exchange = session.exchange(slot: slot, generation: generation)
        else { return }
        session.send(exchange)
        session.resume()
    }

    /// Writes until the socket is full.
    func flush() {
        guard !isOver, !hasFinished else { return }
        while true {
            if sent == output.count {
                refill()
                if output.isEmpty { break }
            }
            let count = output.withUnsafeBufferPointer { bytes in
                let rest = UnsafeBufferPointer(rebasing: bytes[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { return watch(forRoom: true) }
            guard count > 0 else {
                isOver = true
                return
            }
            sent += count
        }
        if session?.isDone == true { finish() }
        watch(forRoom: false)
    }

    private func refill() {
        sent = 0
        plain.removeAll(keepingCapacity: true)
        session?.takeOutput(&plain)
        // Continues with bytes that were left unparsed while output was waiting.
        session?.resume()
        guard let tls else {
            swap(&plain, &output)
            return
        }
        output = tls.send(plain)
    }

    private func watch(forRoom waits: Bool) {
        let reads = takesInput
        guard waits != waitsForRoom || reads != isReading else { return }
        (waitsForRoom, isReading) = (waits, reads)
        worker.watch(self, reading: reads, writing: waits)
    }

    private func finish() {
        finishedAt = MonotonicClock.now
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Closes the connection after a timeout.
    func look(at now: Int64, idleLimit: Int64) {
        let silence = now - lastReceipt
        if let finishedAt {
            // Applies even if bytes keep coming.
            if now - finishedAt > Self.patience { isOver = true }
        } else if isIdle {
            if silence > idleLimit + Self.patience { isOver = true }
        } else if silence > idleLimit, session?.openCount ?? 0 == 0 {
            isIdle = true
            guard session != nil else {
                isOver = true
                return
            }
            handler.endIdle(self)
        }
    }

    func end() {
        close(descriptor)
        session?.end()
    }
}
