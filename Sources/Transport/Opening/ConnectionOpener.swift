import CCurl
import Dispatch
import Glibc
package import HTTP
import Synchronization

/// Opens connections to one origin with all that libcurl can: names, proxies, TLS, client certificates.
///
/// Threads of its own wait for the connections, at most 128 at a time, so that whoever asks never does.
package final class ConnectionOpener: Sendable {
    package typealias Finish = @Sendable (Result<OpenedConnection, TransportFailure>) -> Void

    private struct State {
        /// Each serial, so that it has a thread of its own while it waits.
        var idle: [DispatchQueue] = []
        var laneCount = 0
        /// First in, first out; those before `nextWaiting` were served.
        var waiting: [Finish] = []
        var nextWaiting = 0
    }

    package let origin: String
    private let options: TransportOptions
    /// `nil` leaves everything to libcurl.
    private let tls: TLSContext?
    private let state = Mutex(State())

    /// How many files of the process a connection keeps open: with TLS libcurl's handle stays, and has two
    /// beside the socket, to be woken by.
    package var descriptorsPerConnection: Int { origin.isTLSOrigin ? 3 : 1 }

    /// How many connections are opened at once, so that a server's queue of them does not overflow.
    private static let width = 128

    /// - Parameters:
    ///   - origin: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    ///   - options: The same for every connection; checked here.
    /// - Throws: The first option that cannot be used.
    package init(
        to origin: String,
        options: TransportOptions = TransportOptions()
    ) throws(TransportOptionsError) {
        precondition(CurlTransport.isReady, "curl_global_init failed")
        try options.validate()
        self.origin = origin
        self.options = options
        tls = origin.isTLSOrigin ? TLSContext(options) : nil
    }

    /// Opens a connection and hands it over, on a thread of its own.
    package func open(then finish: @escaping Finish) {
        let lane: DispatchQueue? = state.withLock { state in
            if let lane = state.idle.popLast() { return lane }
            guard state.laneCount < Self.width else {
                state.waiting.append(finish)
                return nil
            }
            state.laneCount += 1
            return DispatchQueue(label: "assay.transport.opener")
        }
        if let lane { run(finish, on: lane) }
    }

    private func run(_ finish: @escaping Finish, on lane: DispatchQueue) {
        lane.async {
            finish(self.connect())
            if let next = self.release(lane) { self.run(next, on: lane) }
        }
    }

    private func connect() -> Result<OpenedConnection, TransportFailure> {
        do {
            return try CurlHandle().connect(to: origin, options: options, tls: tls)
        } catch {
            return .failure(TransportFailure(kind: .other, detail: error.description))
        }
    }

    private func release(_ lane: DispatchQueue) -> Finish? {
        state.withLock { state in
            guard state.nextWaiting < state.waiting.count else {
                state.waiting.removeAll()
                state.nextWaiting = 0
                state.idle.append(lane)
                return nil
            }
            state.nextWaiting += 1
            return state.waiting[state.nextWaiting - 1]
        }
    }
}

/// A connection on which nothing was sent yet, for whoever speaks HTTP/1.1 over it himself.
package struct OpenedConnection: Sendable {
    /// A socket that does not block; without a stream the receiver closes it.
    package let descriptor: Int32
    /// Reads and writes a connection with TLS; `nil` for a plain one.
    package let stream: TLSStream?

    /// Closes a connection that nobody wants.
    package func close() {
        // A stream closes when it is released.
        if stream == nil { Glibc.close(descriptor) }
    }
}
