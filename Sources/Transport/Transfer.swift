import CCurl
import Compression
import HTTP

/// State shared by the callbacks of one transfer.
///
/// Used on the queue of its handle only, and alive until `curl_easy_perform` returns.
final class Transfer {
    let exchange: PendingExchange
    let ledger: SocketLedger
    /// Largest size of a body, in bytes.
    private let largestBody: Int
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
    /// Decodes the events; `nil` for a stream without a coding, or in one that is not known.
    private var decoder: ContentDecoder?
    private var hasTapped = false

    init(_ exchange: PendingExchange, ledger: SocketLedger, largestBody: Int) {
        self.exchange = exchange
        self.ledger = ledger
        self.largestBody = largestBody
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
        let coding = assembly.headers["Content-Encoding"]
        if events == nil {
            eventsStart = .now
            decoder = coding.flatMap { ContentCoding(name: $0) }.map { ContentDecoder($0) }
        }
        var watch = events ?? EventWatch(limit)
        defer { events = watch }
        let time = eventsStart.duration(to: .now)
        let bytes = assembly.body[watchedBytes...]
        watchedBytes = assembly.body.count
        if coding == nil {
            watch.take(bytes, at: time)
        } else if let decoder {
            do {
                watch.take(try decoder.decode(bytes, limit: largestBody), at: time)
            } catch {
                // The body is checked once it is read.
                self.decoder = nil
            }
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

    /// Whether no other request may follow on its connection: it says so (RFC 9112 §9.6), or has an end of its own,
    /// so that the server may take a part of the body for the next request.
    var endsConnection: Bool {
        let options = headers[all: "Connection"].joined(separator: ",").lowercased()
        if options.split(whereSeparator: { ", \t".contains($0) }).contains("close") { return true }
        return headers["Transfer-Encoding"] != nil
            || headers[all: "Content-Length"].contains { $0 != "\(body?.count ?? 0)" }
    }
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
