import CCurl
import HTTP

/// State shared by the callbacks of one transfer.
///
/// Used on the queue of its handle only, and alive until `curl_easy_perform` returns.
final class Transfer {
    let exchange: PendingExchange
    let ledger: SocketLedger
    var assembly: ResponseAssembly
    /// Why a callback ended the transfer.
    var refusal: ResponseAssembly.Refusal?
    /// Whether a callback ended the transfer because the response was complete.
    private(set) var hasEnded = false
    /// The part of an event stream read so far; `nil` for any other response.
    private var events: EventWatch?
    /// When the head of that stream had come.
    private var eventsStart = ContinuousClock.now
    /// How many bytes of the body `events` has.
    private var watchedBytes = 0
    private var hasTapped = false

    init(_ exchange: PendingExchange, ledger: SocketLedger, largestBody: Int) {
        self.exchange = exchange
        self.ledger = ledger
        assembly = ResponseAssembly(method: exchange.request.method, largestBody: largestBody)
    }

    /// The transfer passed to libcurl as the context of a callback; without a reference.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Hands `bytes` to the assembly; the number taken, which is another than their count to end the transfer.
    private func take(
        _ bytes: UnsafeRawBufferPointer,
        by take: (inout ResponseAssembly) throws(ResponseAssembly.Refusal) -> Void
    ) -> Int {
        guard !exchange.isCancelled else { return refusedCount(bytes) }
        do {
            try take(&assembly)
            hasEnded =
                assembly.hasHead
                && (exchange.request.hasUnreadableResponse || hasSeenEnoughEvents || !passOn())
            return hasEnded ? refusedCount(bytes) : bytes.count
        } catch {
            refusal = error
            return refusedCount(bytes)
        }
    }

    /// Whether the response is an event stream with enough events.
    private var hasSeenEnoughEvents: Bool {
        guard let limit = exchange.request.eventStreamLimit, assembly.hasHead,
            assembly.headers.announceEventStream
        else { return false }
        if events == nil { eventsStart = .now }
        var watch = events ?? EventWatch(limit)
        defer { events = watch }
        let time = eventsStart.duration(to: .now)
        // Compressed events are counted once they are all there.
        if assembly.headers["Content-Encoding"] == nil {
            watch.take(assembly.body[watchedBytes...], at: time)
            watchedBytes = assembly.body.count
        }
        return watch.isOver(at: time)
    }

    /// Gives what has come of an event stream to who wants it at once; `false` when no more is wanted.
    private func passOn() -> Bool {
        guard let tap = exchange.request.eventTap, exchange.request.method != "HEAD",
            assembly.headers.announceEventStream
        else { return true }
        if !hasTapped {
            hasTapped = true
            tap.begin(HTTPResponse(status: assembly.status, headers: assembly.headers))
        }
        let bytes = assembly.takeBody()
        return bytes.isEmpty || tap.take(bytes)
    }

    /// Whether to end the transfer although no bytes come.
    fileprivate var shouldStop: Bool {
        if exchange.isCancelled { return true }
        // The events so far are complete; a stream needs no end.
        if !hasEnded { hasEnded = hasSeenEnoughEvents }
        return hasEnded
    }

    /// A count that libcurl reads as an error: any but the size of the bytes; for no bytes, one.
    private func refusedCount(_ bytes: UnsafeRawBufferPointer) -> Int { bytes.isEmpty ? 1 : 0 }
}

extension HTTPRequest {
    /// Whether libcurl would wait for a body that never comes.
    ///
    /// It sends no body with CURLOPT_NOBODY, and otherwise expects a body in the response to HEAD; so a HEAD with a
    /// body is sent as a custom method like POST, and ended after the head.
    var hasUnreadableResponse: Bool { method == "HEAD" && body != nil }
}

extension Transfer {
    /// CURLOPT_HEADERFUNCTION: a complete line, with its end.
    static let takeLine: curl_write_callback = { data, size, count, context in
        guard let transfer = Transfer.from(context) else { return 0 }
        // libcurl owns the bytes; they are gone when this returns.
        let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
        return transfer.take(bytes) { (assembly) throws(ResponseAssembly.Refusal) in
            try assembly.take(line: bytes)
        }
    }

    /// CURLOPT_WRITEFUNCTION: some bytes of the body.
    static let takeBytes: curl_write_callback = { data, size, count, context in
        guard let transfer = Transfer.from(context) else { return 0 }
        // libcurl owns the bytes; they are gone when this returns.
        let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
        return transfer.take(bytes) { (assembly) throws(ResponseAssembly.Refusal) in
            try assembly.take(bytes: bytes)
        }
    }

    /// CURLOPT_XFERINFOFUNCTION: called whenever a socket is ready, and once a second.
    static let shouldStop: curl_xferinfo_callback = { context, _, _, _, _ in
        Transfer.from(context)?.shouldStop == true ? 1 : 0
    }

    /// CURLOPT_PREREQFUNCTION: called after connecting, before the request.
    static let beginRequest: curl_prereq_callback = { context, _, _, _, _ in
        let mayBegin = Transfer.from(context)?.ledger.beginRequest() == true
        return mayBegin ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
}

extension SocketLedger {
    /// CURLOPT_OPENSOCKETFUNCTION.
    static let openSocket: curl_opensocket_callback = { context, _, address in
        guard let context, let address = address?.pointee else { return -1 }
        return Unmanaged<SocketLedger>.fromOpaque(context).takeUnretainedValue().open(
            family: address.family,
            type: address.socktype,
            protocol: address.protocol
        )
    }

    /// CURLOPT_CLOSESOCKETFUNCTION; connections remember it and call it up to the end of the handle.
    static let closeSocket: curl_closesocket_callback = { context, socket in
        guard let context else { return -1 }
        return Unmanaged<SocketLedger>.fromOpaque(context).takeUnretainedValue().close(socket)
    }
}
